import { findBlock } from '@colloquy/flow/operations'
import { Pause, Play, StepForward } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useDocument, useStudio } from '../bot/studio.js'
import { entryOf } from '../catalogue/block-catalogue.js'
import { useStore } from '../design/store.js'
import { breakpoints, useBreakpoints } from './breakpoints.js'
import type { PreviewRun } from './preview-run.js'

/** Where a run has stopped, and how it goes on. Not there as long as nobody works with breakpoints. */
export function StopBar({ run }: { run: PreviewRun }) {
  const { bot } = useStudio()
  const stop = useStore(run.state, (it) => it.stop)
  const isStepping = useStore(run.state, (it) => it.isStepping)
  const isOff = useStore(breakpoints, (it) => it.isOff)
  const ids = useBreakpoints(bot.id)
  const count = useDocument(
    ({ groups }) => groups.flatMap(({ blocks }) => blocks.filter(({ id }) => ids.includes(id))).length,
  )
  // Once it was there it stays: whoever has pressed one of its buttons would lose the place.
  const wasNeeded = useRef(false)
  wasNeeded.current ||= stop !== undefined || isStepping || count > 0
  useKeys(run)
  const plan = isOff ? 'Breakpoints are off.' : `Stops at ${count === 1 ? 'one breakpoint' : `${count} breakpoints`}.`
  const canGoOn = stop !== undefined || isStepping
  return (
    <section
      className="preview-stop"
      aria-label="Breakpoints"
      data-stopped={stop !== undefined}
      hidden={!wasNeeded.current}
    >
      <p>
        <span role="status">
          {stop && <StopWords stop={stop} />}
          {isStepping && 'Stops before the next block.'}
        </span>{' '}
        {stop ? <ShowStop stop={stop} /> : !isStepping && plan}
      </p>
      <div className="row">
        <button
          type="button"
          className={stop ? 'button primary small' : 'button small'}
          aria-disabled={!canGoOn}
          aria-keyshortcuts="F8"
          title="To the next breakpoint or question (F8)"
          onClick={() => canGoOn && run.goOn({ isStepping: false })}
        >
          <Play size={13} aria-hidden /> Continue
        </button>
        <button
          type="button"
          className="button small"
          aria-keyshortcuts="F10"
          title="To the next block (F10)"
          onClick={() => run.goOn({ isStepping: true })}
        >
          <StepForward size={13} aria-hidden /> Step
        </button>
        <button
          type="button"
          className="button plain small"
          aria-pressed={isOff}
          onClick={() => {
            breakpoints.set({ isOff: !isOff })
            if (!isOff && canGoOn) void run.goOn({ isStepping: false })
          }}
        >
          Run without breakpoints
        </button>
      </div>
    </section>
  )
}

type Stop = NonNullable<ReturnType<PreviewRun['state']['get']>['stop']>

/** The block before which it stands, where it is in the open bot. */
function useStopped({ botId, blockId }: Stop) {
  const { bot } = useStudio()
  const block = useDocument((document) => findBlock(document, blockId)?.block)
  const group = useDocument((document) => findBlock(document, blockId)?.group)
  return botId === bot.id && block && group ? { block, group } : undefined
}

function StopWords({ stop }: { stop: Stop }) {
  const { bot } = useStudio()
  const found = useStopped(stop)
  if (found)
    return (
      <>
        <Pause size={13} aria-hidden /> Stopped before “{entryOf(found.block).label}” in{' '}
        {found.group.title || 'Untitled'}.
      </>
    )
  return stop.botId === bot.id
    ? 'The block before which it stopped is gone. It goes on behind it.'
    : 'Stopped in a bot that this one links to.'
}

function ShowStop({ stop }: { stop: Stop }) {
  const { bot, show } = useStudio()
  const found = useStopped(stop)
  if (stop.botId !== bot.id)
    return (
      <a className="link" href={`/bots/${stop.botId}`} target="_blank" rel="noreferrer">
        Open that bot
      </a>
    )
  if (!found) return null
  return (
    <button type="button" className="link" onClick={() => show({ nodeId: found.group.id, blockId: found.block.id })}>
      Show me
    </button>
  )
}

/** The keys work beside the chat and in it. */
function useKeys(run: PreviewRun): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { stop, isStepping } = run.state.get()
      const isStep = event.key === 'F10'
      if (!(isStep || event.key === 'F8') || !(stop || isStepping)) return
      event.preventDefault()
      void run.goOn({ isStepping: isStep })
    }
    const windows = [window, run.window]
    for (const it of windows) it.addEventListener('keydown', listen)
    return () => {
      for (const it of windows) it.removeEventListener('keydown', listen)
    }
  }, [run])
}
