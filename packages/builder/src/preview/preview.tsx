import { type BotDocument, findBlock } from '@colloquy/flow/operations'
import { CornerDownRight, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useDocument, useStudio, useView } from '../bot/studio.js'
import { eventLooks } from '../canvas/event-node.js'
import { useStore } from '../design/store.js'
import { say } from '../design/toasts.js'
import { LogList } from './log-list.js'
import { type PreviewRun, type StartFrom, startRun } from './preview-run.js'
import { agree, asksForConsent } from './script-consent.js'
import { VariableInspector } from './variable-inspector.js'
import './preview.css'

/** A chat with the draft, drawn by the widget that visitors get, and what goes on behind it. */
export default function Preview() {
  const { bot, saving, view } = useStudio()
  const isAsking = useDocument((document) => asksForConsent(bot.id, document))
  const startFrom = useView((it) => it.startFrom)
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const [round, setRound] = useState(0)
  const [run, setRun] = useState<PreviewRun>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins a new run
  useEffect(() => {
    if (!isLoaded) return
    let current: PreviewRun | undefined
    let isGone = false
    void saving.flush().then(() => {
      if (isGone) return
      try {
        current = startRun(frame.current!, bot.id, { startFrom, scripts: isAsking ? 'off' : 'frame' })
        setRun(current)
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
      }
    })
    return () => {
      isGone = true
      current?.close()
      setRun(undefined)
      view.set({ runningBlockId: undefined })
    }
  }, [bot.id, saving, view, startFrom, round, isLoaded, isAsking])
  return (
    <>
      <div className="preview-bar">
        <StartName startFrom={startFrom} />
        {startFrom && (
          <button type="button" className="button plain small" onClick={() => view.set({ startFrom: undefined })}>
            From the start
          </button>
        )}
        <button type="button" className="button plain small" onClick={() => setRound(round + 1)}>
          <RotateCcw size={13} /> Restart
        </button>
        <button
          type="button"
          className="button plain small icon-only"
          aria-label="Close the preview"
          onClick={() => view.set({ isPreviewOpen: false })}
        >
          <X size={15} />
        </button>
      </div>
      {isAsking && (
        <div className="notice warning preview-note">
          <span className="grow">
            This bot came from a file, and its scripts would run in your browser. They are switched off.
          </span>
          <button
            type="button"
            className="button small"
            onClick={() => {
              agree(bot.id)
              setRound(round + 1)
            }}
          >
            Run them
          </button>
        </div>
      )}
      <iframe
        ref={frame}
        className="preview-frame"
        title="Preview of the chat"
        src="/preview"
        onLoad={() => setLoaded(true)}
      />
      {run && <Behind run={run} key={run.sessionId} onRestart={() => setRound(round + 1)} />}
    </>
  )
}

function StartName({ startFrom }: { startFrom: StartFrom | undefined }) {
  const name = useDocument((document) => nameOf(document, startFrom))
  return (
    <span className="faint grow cut">
      <CornerDownRight size={12} aria-hidden /> From {name}. Nothing is recorded.
    </span>
  )
}

function nameOf({ groups, events }: BotDocument, startFrom: StartFrom | undefined): string {
  if (startFrom?.type === 'group') return groups.find(({ id }) => id === startFrom.groupId)?.title || 'a group'
  const event = startFrom && events.find(({ id }) => id === startFrom.eventId)
  return event ? `the event “${eventLooks[event.type].label}”` : 'the start'
}

/** Where the run stands on the canvas, its variables and its log. */
function Behind({ run, onRestart }: { run: PreviewRun; onRestart(): void }) {
  const { editing, view } = useStudio()
  const inputId = useStore(run.state, (state) => state.inputId)
  const logs = useStore(run.state, (state) => state.logs)
  useEffect(() => {
    const groupId = inputId === undefined ? undefined : findBlock(editing.document, inputId)?.group.id
    view.set({ runningBlockId: inputId, ...(groupId && { focus: { nodeId: groupId, isFollowed: true } }) })
  }, [editing, view, inputId])
  return (
    <div className="preview-behind">
      <EditedSign inputId={inputId} onRestart={onRestart} />
      <details className="preview-part" open>
        <summary>Variables</summary>
        <VariableInspector run={run} />
      </details>
      <details className="preview-part">
        <summary>
          Log{' '}
          <span className={logs.some(({ status }) => status === 'error') ? 'tag danger' : 'tag'}>{logs.length}</span>
        </summary>
        <LogList logs={logs} />
      </details>
    </div>
  )
}

/** A run follows its draft from one answer to the next; the question that is asked already stays as it is. */
function EditedSign({ inputId, onRestart }: { inputId: string | undefined; onRestart(): void }) {
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
        {isGone ? 'The block that asks here is gone.' : 'Edited: from the next answer on the chat follows your edits.'}
      </span>
      {isGone && (
        <button type="button" className="button small" onClick={onRestart}>
          Restart
        </button>
      )}
    </p>
  )
}
