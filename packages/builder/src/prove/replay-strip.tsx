import { Panel } from '@xyflow/react'
import { History } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { isWide, useBotEditor, useDocument } from '../editor/bot-editor.js'
import { isSerious, summaryOf } from './class-names.js'
import { Replays } from './replays.js'
import './replay.css'

const ReplayPanel = onDemand(() => import('./replay-panel.js'))

/** Milliseconds after the last edit at which conversations are replayed. */
const pause = 400

/** Strip above the canvas with the effects of the draft on recorded conversations. Empty if there are none, or if the user may not edit. */
export default function ReplayStrip() {
  const { bot, can } = useBotEditor()
  const isShown = can('results.record')
  const [replays, setReplays] = useState<Replays>()
  useEffect(() => {
    if (!isShown) return
    let opened: Replays | undefined
    let isGone = false
    const open = () =>
      Replays.open(bot.id).then(
        (it) => {
          opened = it
          if (isGone) it?.close()
          else setReplays(it)
        },
        // Without recordings, the canvas works as before.
        () => undefined,
      )
    const timer = setTimeout(open, pause)
    return () => {
      isGone = true
      clearTimeout(timer)
      opened?.close()
      setReplays(undefined)
    }
  }, [bot.id, isShown])
  return replays ? <Strip replays={replays} /> : null
}

function Strip({ replays }: { replays: Replays }) {
  const { view } = useBotEditor()
  const document = useDocument((it) => it)
  const report = useStore(replays.state, (it) => it.report)
  const isOpen = useStore(replays.state, (it) => it.isOpen)
  const isPending = useStore(replays.state, (it) => it.isPending)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(() => replays.draft(document)), pause)
    return () => clearTimeout(timer)
  }, [replays, document])
  if (!report || report.conversations === 0) return null
  const { classes, conversations } = report
  const isAlarming = report.groups.some((group) => isSerious(group.class))
  return (
    <>
      <Panel position="top-center" className="replay-strip">
        <button
          type="button"
          className="button small"
          ref={button}
          aria-busy={isPending}
          data-alarming={isAlarming}
          aria-expanded={isOpen}
          onClick={() => {
            replays.state.set({ isOpen: !isOpen })
            // The paths of a conversation need the space on the canvas.
            if (!isOpen && !isWide()) view.set({ panel: undefined })
          }}
        >
          <History size={14} aria-hidden />
          <span role="status">{summaryOf(classes, conversations)}</span>
        </button>
      </Panel>
      {isOpen && (
        <Part>
          <ReplayPanel
            replays={replays}
            report={report}
            onClose={() => {
              replays.show(undefined)
              replays.state.set({ isOpen: false })
              button.current?.focus()
            }}
          />
        </Part>
      )}
    </>
  )
}

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else work()
}
