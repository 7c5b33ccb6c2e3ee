import { blockExits, mayAskForPayment } from '@colloquy/flow/blocks'
import { type BotDocument, findBlock } from '@colloquy/flow/operations'
import { Monitor, RotateCcw, Smartphone, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { eventPresentation } from '../canvas/nodes/event-presentation.js'
import { Disclosure } from '../design/disclosure.js'
import { onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { showError } from '../design/toasts.js'
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
import { VariableInspector } from './variable-inspector.js'
import './preview.css'

const SaveAsTest = onDemand(() => import('../flow-tests/save-as-test.js'))

/** Milliseconds until a page that failed to load is loaded again. */
const retryAfter = 3000

/** A chat with the draft in the widget that visitors get, and the state of the run behind it. */
export default function Preview() {
  const { bot, view, show, isReadOnly } = useBotEditor()
  const isAsking = useDocument((document) => asksForConsent(bot.id, document))
  const startFrom = useView((it) => it.startFrom)
  const mayAskForPayment = useDocument(asksForPayment)
  const frame = useRef<HTMLIFrameElement>(null)
  const [round, setRound] = useState(0)
  const page = useFramedPage(frame, () => setRound((it) => it + 1))
  const run = useStore(running, (it) => it.run)
  const startId = useDocument((document) => (startFrom ? undefined : lostStart(document)))
  const saysNothing = startId !== undefined
  // The chat restarts once the start leads somewhere.
  useEffect(() => (saysNothing ? () => setRound((it) => it + 1) : undefined), [saysNothing])
  useFocusWhenWanted(frame, run)
  const restart = () => {
    running.set({ run: undefined })
    view.set({ isChatWanted: true })
    setRound((it) => it + 1)
  }
  usePreviewKeys(page.isLoaded ? frame.current?.contentWindow : undefined)
  useRun(frame, { round, isLoaded: page.isLoaded, isAsking })
  return (
    <>
      <PreviewBar startFrom={startFrom} onRestart={restart} />
      {isReadOnly && (
        <p className="notice preview-note">
          {t('Dry run: HTTP requests and payments fail, because you may not edit this bot.')}
        </p>
      )}
      {isAsking && (
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
      {page.isFailed ? (
        <p className="notice warning preview-note" role="status">
          {t('The preview cannot be loaded, because the service cannot be reached. It is tried again soon.')}
        </p>
      ) : (
        <iframe
          ref={frame}
          className="preview-frame"
          title={t('Preview of the chat')}
          src={mayAskForPayment ? '/preview?payments' : '/preview'}
          onLoad={page.settle}
        />
      )}
      {run && <FailureLines run={run} />}
      {run && <Behind run={run} key={run.sessionId} onRestart={restart} />}
    </>
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

interface RunSettings {
  /** Each round is another run. */
  round: number
  isLoaded: boolean
  /** True while scripts are switched off, until the author agrees to run them. */
  isAsking: boolean
}

/** Runs the draft in the frame, as `running`. */
function useRun(frame: Frame, { round, isLoaded, isAsking }: RunSettings): void {
  const { bot, saving, view } = useBotEditor()
  const startFrom = useView((it) => it.startFrom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round starts a new run
  useEffect(() => {
    if (!isLoaded) return
    let current: PreviewRun | undefined
    const gone = new AbortController()
    const options = { botId: bot.id, saving, startFrom, scripts: isAsking ? 'off' : 'frame' } as const
    startRun(frame.current!, options, gone.signal).then((begun) => {
      current = begun
      if (gone.signal.aborted) begun?.close()
      else running.set({ run: begun })
    }, showError)
    return () => {
      // The next chat takes the focus that this one had.
      const isFocused = frame.current !== null && frame.current === document.activeElement
      gone.abort()
      current?.close()
      running.set({ run: undefined })
      view.set({ runningBlockId: undefined, ...(isFocused && { isChatWanted: true }) })
      breakpoints.set({ stoppedAt: undefined })
    }
  }, [bot.id, saving, view, startFrom, round, isLoaded, isAsking, frame])
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
