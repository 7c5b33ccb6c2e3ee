import { type ChannelType, channels } from '@colloquy/channels'
import { Send } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { focusChosen } from '../../canvas/view/focus-chosen.js'
import { CopyButton } from '../../design/copy-button.js'
import { Disclosure } from '../../design/disclosure.js'
import { Input, Switch } from '../../design/field.js'
import { keptInBrowser } from '../../design/kept.js'
import { useStore } from '../../design/store.js'
import { useBotEditor, useView } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { useRun } from '../use-run.js'
import type { Entry, Failure } from './chat-state.js'
import { PictureView } from './picture-view.js'
import { type Simulation, startSimulation } from './start-simulation.js'
import './simulator.css'

interface SimulatorProps {
  type: ChannelType
  /** Each round is another run. */
  round: number
  onRestart(): void
}

/** The draft as a conversation in a messaging app, rendered from the payloads that the app would get. */
export default function Simulator({ type, round, onRestart }: SimulatorProps) {
  const { bot, saving, view } = useBotEditor()
  const startFrom = useView((it) => it.startFrom)
  const isChatWanted = useView((it) => it.isChatWanted)
  const channel = channels.find((it) => it.type === type)!
  const [contact, setContact] = useContact()
  const pane = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const begun = useRef(contact)
  begun.current = contact
  const simulation = useRun(
    (signal) => {
      const options = { botId: bot.id, channel: { type, contact: begun.current }, saving, startFrom }
      return startSimulation({ ...options, focus: () => field.current?.focus({ preventScroll: true }) }, signal)
    },
    [bot.id, saving, startFrom, round, type],
    () => pane.current?.contains(document.activeElement) === true,
  )
  useEffect(() => {
    if (!isChatWanted || !simulation) return
    view.set({ isChatWanted: false })
    simulation.focus()
  }, [isChatWanted, simulation, view])
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) focusChosen(view.get())
  }
  const { replyWindowHours, hasNumbers } = channel.capabilities
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key that its fields and buttons do not use
    <div ref={pane} className="simulator" onKeyDown={leave}>
      <Disclosure className="preview-part" title={t('Contact and conditions')}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            onRestart()
          }}
        >
          <Input label={t('Name of the contact')} value={contact.name} onChange={(name) => setContact({ name })} />
          {hasNumbers && (
            <Input
              label={t('Number of the contact')}
              type="tel"
              value={contact.phoneNumber}
              onChange={(phoneNumber) => setContact({ phoneNumber })}
            />
          )}
          <div>
            <button type="submit" className="button small">
              {t('Restart as this contact')}
            </button>
          </div>
        </form>
        {simulation && <ConditionSwitches simulation={simulation} windowHours={replyWindowHours} />}
      </Disclosure>
      <section className="sim-phone" aria-label={t('Chat on {label}', { label: channel.label })}>
        <header className="sim-head">
          <svg width="16" height="16" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
            <path d={channel.icon} />
          </svg>
          <span className="cut">{bot.name}</span>
          <span className="faint">{channel.label}</span>
        </header>
        {simulation && <Chat simulation={simulation} field={field} />}
      </section>
    </div>
  )
}

const keptContact = 'colloquy-simulated-contact'

/** The contact that this browser used last. */
function useContact() {
  const [contact, setContact] = useState(() => {
    try {
      const { name, phoneNumber } = JSON.parse(keptInBrowser.get(keptContact) ?? '{}')
      return { name: String(name ?? 'Ada'), phoneNumber: String(phoneNumber ?? '15550100') }
    } catch {
      return { name: '', phoneNumber: '' }
    }
  })
  const change = (changed: Partial<typeof contact>) => {
    const next = { ...contact, ...changed }
    keptInBrowser.set(keptContact, JSON.stringify(next))
    setContact(next)
  }
  return [contact, change] as const
}

function ConditionSwitches({ simulation, windowHours }: { simulation: Simulation; windowHours: number | undefined }) {
  const { isWindowClosed, isFailing } = useStore(simulation.chat, (it) => it.conditions)
  return (
    <div className="stack sim-conditions">
      {windowHours !== undefined && (
        <div>
          <Switch
            label={t('Reply window closed')}
            isOn={isWindowClosed}
            onChange={(is) => simulation.setConditions({ isWindowClosed: is })}
          />
          <p className="faint">
            {t('As if the contact had not written for {hours} hours. When they write, it opens again.', {
              hours: windowHours,
            })}
          </p>
        </div>
      )}
      <Switch
        label={t('Sending fails')}
        isOn={isFailing}
        onChange={(is) => simulation.setConditions({ isFailing: is })}
      />
    </div>
  )
}

function Chat({ simulation, field }: { simulation: Simulation; field: RefObject<HTMLInputElement | null> }) {
  const { chat } = simulation
  const entries = useStore(chat, (it) => it.entries)
  const isBusy = useStore(chat, (it) => it.isBusy)
  const waitsFor = useStore(chat, (it) => it.waitsFor)
  const [text, setText] = useState('')
  const log = useRef<HTMLDivElement>(null)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows each new entry
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [entries.length])
  const isOver = waitsFor === 'nobody' || isBusy
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isOver || text.trim() === '') return
    simulation.write(text.trim())
    setText('')
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls can be scrolled by keys */}
      <div ref={log} className="sim-log" role="log" aria-label={t('Messages')} aria-busy={isBusy} tabIndex={0}>
        {entries.map((entry) => (
          <EntryView key={entry.id} entry={entry} isBusy={isOver} onPress={simulation.press} />
        ))}
        {waitsFor === 'webhook' && <p className="sim-note">{t('Waits for a call to its webhook.')}</p>}
      </div>
      <form className="sim-composer" onSubmit={send}>
        <label htmlFor={id} className="visually-hidden">
          {t('Write as the contact')}
        </label>
        <input
          ref={field}
          id={id}
          className="text"
          placeholder={t('Write as the contact')}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button icon-only" aria-label={t('Send')} aria-disabled={isOver}>
          <Send size={15} aria-hidden />
        </button>
      </form>
    </>
  )
}

interface EntryViewProps {
  entry: Entry
  isBusy: boolean
  onPress: Simulation['press']
}

function EntryView({ entry, isBusy, onPress }: EntryViewProps) {
  if (entry.kind === 'contact') return <p className="sim-bubble sim-own">{entry.text}</p>
  if (entry.kind === 'wait') return <p className="sim-note">{t('Waits {seconds} s', { seconds: entry.seconds })}</p>
  return (
    <article className="sim-message" aria-label={t('Message of the bot')} data-failed={entry.failure !== undefined}>
      <PictureView picture={entry.picture} isBusy={isBusy} onPress={onPress} />
      {entry.failure && <p className="sim-failure">{reasonOf(entry.failure)}</p>}
      {entry.cut?.map((text) => (
        <p key={text} className="sim-cut">
          {t('Does not fit: “{text}”', { text })}
        </p>
      ))}
      <Payload payload={entry.payload} />
    </article>
  )
}

/** The body of the call, written out once somebody opens it. */
function Payload({ payload }: { payload: object }) {
  const [isOpen, setOpen] = useState(false)
  const text = isOpen ? JSON.stringify(payload, null, 2) : ''
  return (
    <Disclosure className="sim-payload" title={t('Payload')} isOpen={isOpen} onToggle={setOpen}>
      {isOpen && (
        <div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls can be scrolled by keys */}
          <pre tabIndex={0}>{text}</pre>
          <CopyButton label={t('Copy the payload')} text={text} />
        </div>
      )}
    </Disclosure>
  )
}

const reasonOf = (failure: Failure): string =>
  failure === 'window'
    ? t('Not sent: the reply window is closed. The log of the result says so, and the flow continues.')
    : t('Not sent: the app takes no messages. It is tried again later, and later messages wait.')
