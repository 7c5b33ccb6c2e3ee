import type { ChannelType } from '@colloquy/channels'
import { channelNames } from '@colloquy/channels/names'
import { blockExits, mayAskForPayment } from '@colloquy/flow/blocks'
import { type BotDocument, findBlock } from '@colloquy/flow/operations'
import { Monitor, RotateCcw, Smartphone, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { eventPresentation } from '../canvas/nodes/event-presentation.js'
import { Disclosure } from '../design/disclosure.js'
import { onDemand, Part } from '../design/on-demand.js'
import { Select } from '../design/select.js'
import { useStore } from '../design/store.js'
import { useBotEditor, useDocument, useView } from '../editor/bot-editor.js'
import { breakpoints } from '../editor/breakpoints.js'
import type { StartFrom } from '../editor/run-state.js'
import { t } from '../i18n/i18n.js'
import { FailureLines } from './failure-lines.js'
import { LogList } from './log-list.js'
import { type PreviewRun, startRun } from './preview-run.js'
import { running } from './running.js'
import { asksForConsent, storeConsent } from './script-consent.js'
import { StopBar } from './stop-bar.js'
import { isOwnPage, usePreviewKeys } from './use-preview-keys.js'
import { useRun } from './use-run.js'
import { VariableInspector } from './variable-inspector.js'
import './preview.css'

const Simulator = onDemand(() => import('./simulator/simulator.js'))
const SaveAsTest = onDemand(() => import('../flow-tests/save-as-test.js'))

/** Milliseconds until a page that failed to load is loaded again. */
const retryAfter = 3000

/** A chat with the draft, in the widget that visitors get or as a messaging app shows it, and the state of the run behind it. */
export default function Preview() {
  const { bot, view, show, isReadOnly } = useBotEditor()
  const isAsking = useDocument((document) => asksForConsent(bot.id, document))
  const startFrom = useView((it) => it.startFrom)
  const [channel, setChannel] = useState<ChannelType>()
  const [round, setRound] = useState(0)
  const run = useStore(running, (it) => it.run)
  const startId = useDocument((document) => (startFrom ? undefined : lostStart(document)))
  const saysNothing = startId !== undefined
  // The chat restarts once the start leads somewhere.
  useEffect(() => (saysNothing ? () => setRound((it) => it + 1) : undefined), [saysNothing])
  const restart = () => {
    running.set({ run: undefined })
    view.set({ isChatWanted: true })
    setRound((it) => it + 1)
  }
  return (
    <>
      <PreviewBar startFrom={startFrom} onRestart={restart} />
      <ShowAs channel={channel} onChange={setChannel} />
      {isReadOnly && (
        <p className="notice preview-note">
          {t('Dry run: HTTP requests and payments fail, because you may not edit this bot.')}
        </p>
      )}
      {isAsking && !channel && (
        <div className="notice warning preview-note">
          <span className="grow">
            {t('This bot came from a file, and its scripts would run in your browser. They are switched off.')}
          </span>
          <button
            type="button"
            className="button small"
            onClick={() => {
              storeConsent(bot.id)
              restart()
            }}
          >
            {t('Run them')}
          </button>
        </div>
      )}
      {saysNothing && (
        <p className="notice warning preview-note" role="status">
          <span className="grow">{t('The start leads nowhere, so this chat says nothing.')}</span>
          <button type="button" className="button small" onClick={() => show({ nodeId: startId })}>
            {t('Show it')}
          </button>
        </p>
      )}
      {channel ? (
        <Part waiting={<div className="grow" />}>
          <Simulator key={channel} type={channel} round={round} onRestart={restart} />
        </Part>
      ) : (
        <FramedChat round={round} isAsking={isAsking} onReload={() => setRound((it) => it + 1)} />
      )}
      {run && <FailureLines run={run} />}
      {run && <Behind run={run} key={run.sessionId} onRestart={restart} />}
    </>
  )
}

interface ShowAsProps {
  channel: ChannelType | undefined
  onChange(channel: ChannelType | undefined): void
}

/** The choice between the chat of a web page and those of messaging apps. */
function ShowAs({ channel, onChange }: ShowAsProps) {
  const apps = Object.entries(channelNames).map(([type, { label }]) => [type, label] as const)
  return (
    <div className="preview-as">
      <Select
        label={t('Show as')}
        value={channel ?? web}
        choices={[[web, t('Web page')], ...apps]}
        onChange={(type) => onChange(type === web ? undefined : (type as ChannelType))}
      />
    </div>
  )
}

const web = 'web'

interface FramedChatProps {
  /** Each round is another run. */
  round: number
  /** True while scripts are switched off, until the author agrees to run them. */
  isAsking: boolean
  onReload(): void
}

/** The chat in the widget, in a frame. */
function FramedChat({ round, isAsking, onReload }: FramedChatProps) {
  const { bot, saving } = useBotEditor()
  const mayAskForPayment = useDocument(asksForPayment)
  const startFrom = useView((it) => it.startFrom)
  const frame = useRef<HTMLIFrameElement>(null)
  const page = useFramedPage(frame, onReload)
  const run = useRun(
    (signal) => {
      if (!page.isLoaded) return undefined
      const options = { botId: bot.id, saving, startFrom, scripts: isAsking ? 'off' : 'frame' } as const
      return startRun(frame.current!, options, signal)
    },
    [bot.id, saving, startFrom, round, page.isLoaded, isAsking],
    () => frame.current !== null && frame.current === document.activeElement,
  )
  useFocusWhenWanted(frame, run)
  usePreviewKeys(page.isLoaded ? frame.current?.contentWindow : undefined)
  if (page.isFailed)
    return (
      <p className="notice warning preview-note" role="status">
        {t('The preview cannot be loaded, because the service cannot be reached. It is tried again soon.')}
      </p>
    )
  return (
    <iframe
      ref={frame}
      className="preview-frame"
      title={t('Preview of the chat')}
      src={mayAskForPayment ? '/preview?payments' : '/preview'}
      onLoad={page.settle}
    />
  )
}

type Frame = RefObject<HTMLIFrameElement | null>

/** State of the page in the frame. One that failed is loaded again; `onReload` is called if a loaded page loads again. */
function useFramedPage(frame: Frame, onReload: () => void) {
  const { view } = useBotEditor()
  const [isLoaded, setLoaded] = useState(false)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isFailed) return
    const again = () => setFailed(false)
    const timer = setTimeout(again, retryAfter)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [isFailed])
  /** Takes note of what the frame has loaded. */
  const settle = () => {
    const isOwn = isOwnPage(frame.current!.contentWindow!)
    setFailed(!isOwn)
    setLoaded(isOwn)
    if (!isOwn) view.set({ isChatWanted: false })
    if (isOwn && isLoaded) onReload()
  }
  return { isLoaded, isFailed, settle }
}

/** Focuses the chat when the page asks for that. */
function useFocusWhenWanted(frame: Frame, run: PreviewRun | undefined): void {
  const { view } = useBotEditor()
  const isChatWanted = useView((it) => it.isChatWanted)
  useEffect(() => {
    if (!isChatWanted) return
    // Until the chat is there, its empty page takes the keys.
    if (!run) return frame.current?.focus()
    view.set({ isChatWanted: false })
    run.focus()
  }, [isChatWanted, run, view, frame])
}

interface PreviewBarProps {
  startFrom: StartFrom | undefined
  onRestart(): void
}

function PreviewBar({ startFrom, onRestart }: PreviewBarProps) {
  const { view, closePreview } = useBotEditor()
  const isDesktop = useView((it) => it.isPreviewWide)
  return (
    <div className="side-head preview-bar">
      <StartName startFrom={startFrom} />
      {startFrom && (
        <button
          type="button"
          className="button plain small"
          onClick={() => view.set({ startFrom: undefined, isChatWanted: true })}
        >
          {t('From the start')}
        </button>
      )}
      <button
        type="button"
        className="button plain small icon-only for-mouse"
        aria-label={isDesktop ? t('Show as on a phone') : t('Show as on a desktop')}
        title={isDesktop ? t('Phone width') : t('Desktop width')}
        onClick={() => view.set({ isPreviewWide: !isDesktop, ...(!isDesktop && { panel: undefined }) })}
      >
        {isDesktop ? <Smartphone size={14} /> : <Monitor size={14} />}
      </button>
      <button type="button" className="button plain small" onClick={onRestart}>
        <RotateCcw size={13} /> {t('Restart')}
      </button>
      <button
        type="button"
        className="button plain small icon-only"
        aria-label={t('Close the preview')}
        onClick={closePreview}
      >
        <X size={15} />
      </button>
    </div>
  )
}

/** A linked bot may ask for a payment, too. */
const asksForPayment = ({ groups }: BotDocument) => groups.some(({ blocks }) => blocks.some(mayAskForPayment))

/** Returns the id of the flow's start if no edge leaves it. */
function lostStart({ events, edges }: BotDocument): string | undefined {
  const start = events.find(({ type }) => type === 'start')
  return start && !edges.some(({ from }) => from.eventId === start.id) ? start.id : undefined
}

function StartName({ startFrom }: { startFrom: StartFrom | undefined }) {
  const name = useDocument((document) => nameOf(document, startFrom))
  return (
    <span className="faint grow cut" title={t('Starts from {name}. Answers are not saved.', { name })}>
      {t('Preview · from {name}', { name })}
    </span>
  )
}

function nameOf({ groups, events }: BotDocument, startFrom: StartFrom | undefined): string {
  if (startFrom?.type === 'group') return groups.find(({ id }) => id === startFrom.groupId)?.title || t('a group')
  if (startFrom?.type === 'result') return t('turn {number} of a result', { number: startFrom.turn + 1 })
  const event = startFrom && events.find(({ id }) => id === startFrom.eventId)
  return event ? t('the event “{label}”', { label: eventPresentation[event.type].label }) : t('the start')
}

/** Position of the run on the canvas, its variables and its log. */
function Behind({ run, onRestart }: { run: PreviewRun; onRestart(): void }) {
  const { bot, editing, view } = useBotEditor()
  const inputId = useStore(run.state, (state) => state.inputId)
  const stop = useStore(run.state, (state) => state.stop)
  const logs = useStore(run.state, (state) => state.logs)
  const hasErrors = logs.some(({ status }) => status === 'error')
  const isEnded = useStore(run.state, (state) => state.isEnded)
  const stoppedAt = stop?.botId === bot.id ? stop.blockId : undefined
  useEffect(() => {
    const standsAt = stoppedAt ?? inputId
    const groupId = standsAt === undefined ? undefined : findBlock(editing.document, standsAt)?.group.id
    breakpoints.set({ stoppedAt })
    view.set({
      runningBlockId: standsAt,
      ...(groupId && { focus: { nodeId: groupId, blockId: standsAt, isFollowed: true } }),
    })
  }, [editing, view, inputId, stoppedAt])
  return (
    <div className="preview-behind">
      {isEnded && (
        <p className="preview-note faint" role="status">
          <span className="grow">{t('End of the conversation')}</span>
          <button type="button" className="button small" onClick={onRestart}>
            {t('Start again')}
          </button>
        </p>
      )}
      <div className="preview-note">
        <span className="grow" />
        <Part broken={() => null}>
          <SaveAsTest sessionId={run.sessionId} />
        </Part>
      </div>
      {inputId !== undefined && <NoAnswer run={run} inputId={inputId} />}
      <StopBar run={run} />
      <EditedSign inputId={inputId} isStopped={stop !== undefined} onRestart={onRestart} />
      <Disclosure className="preview-part" isOpen title={t('Variables')}>
        <VariableInspector run={run} />
      </Disclosure>
      <Disclosure
        key={hasErrors ? 'errors' : 'log'}
        className="preview-part"
        isOpen={hasErrors}
        title={
          <>
            {t('Log')} <span className={hasErrors ? 'tag danger' : 'tag'}>{logs.length}</span>
          </>
        }
      >
        <LogList logs={logs} />
      </Disclosure>
    </div>
  )
}

/** Continues as if nobody had answered, at inputs that have an exit for that: a preview does not wait for hours. */
function NoAnswer({ run, inputId }: { run: PreviewRun; inputId: string }) {
  const hasExit = useDocument((document) => {
    const block = findBlock(document, inputId)?.block
    const exit = block && blockExits(block).find(({ on }) => on === 'no-answer')
    return exit !== undefined && document.edges.some(({ id }) => id === exit.outgoingEdgeId)
  })
  if (!hasExit) return null
  return (
    <div className="preview-note">
      <span className="grow faint">{t('The flow continues here without an answer, too.')}</span>
      <button type="button" className="button small" onClick={run.leaveUnanswered}>
        {t('No answer')}
      </button>
    </div>
  )
}

interface EditedSignProps {
  inputId: string | undefined
  isStopped: boolean
  onRestart(): void
}

/** Notice that the draft was edited. A run uses the latest draft from the next answer on; the current question stays unchanged. */
function EditedSign({ inputId, isStopped, onRestart }: EditedSignProps) {
  const groups = useDocument((document) => document.groups)
  const edges = useDocument((document) => document.edges)
  const variables = useDocument((document) => document.variables)
  const [begun] = useState({ groups, edges, variables })
  const isGone = useDocument((document) => inputId !== undefined && findBlock(document, inputId) === undefined)
  const isEdited = groups !== begun.groups || edges !== begun.edges || variables !== begun.variables
  if (!isEdited && !isGone) return null
  return (
    <p className={isGone ? 'preview-note notice warning' : 'preview-note faint'} role="status">
      <span className="grow">
        {isGone
          ? t('The block that asks here is gone.')
          : isStopped
            ? t('Edited: when it goes on the chat follows your edits.')
            : t('Edited: from the next answer on the chat follows your edits.')}
      </span>
      {isGone && (
        <button type="button" className="button small" onClick={onRestart}>
          {t('Restart')}
        </button>
      )}
    </p>
  )
}
