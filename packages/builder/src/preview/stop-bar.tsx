import { findBlock } from '@colloquy/flow/operations'
import { useQuery } from '@tanstack/react-query'
import { Pause, Play, StepForward } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { addressTo } from '../canvas/view/use-address.js'
import { entryOf } from '../catalogue/block-catalogue.js'
import { useStore } from '../design/store.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { breakpoints, useBreakpoints } from '../editor/breakpoints.js'
import type { RunState } from '../editor/run-state.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { PreviewRun } from './preview-run.js'

/** Shows where a run has stopped, and continues it. Hidden until breakpoints or single steps are used. */
export function StopBar({ run }: { run: PreviewRun }) {
  const { bot } = useBotEditor()
  const stop = useStore(run.state, (it) => it.stop)
  const isStepping = useStore(run.state, (it) => it.isStepping)
  const isOff = useStore(breakpoints, (it) => it.isOff)
  const ids = useBreakpoints(bot.id)
  const count = useDocument(
    ({ groups }) => groups.flatMap(({ blocks }) => blocks.filter(({ id }) => ids.includes(id))).length,
  )
  // Once shown, it stays: someone who has pressed one of its buttons would lose the focus.
  const wasNeeded = useRef(false)
  wasNeeded.current ||= stop !== undefined || isStepping || count > 0
  useKeys(run)
  const plan = isOff
    ? t('Breakpoints are off.')
    : count === 1
      ? t('Pauses at 1 breakpoint.')
      : t('Pauses at {count} breakpoints.', { count })
  const canGoOn = stop !== undefined || isStepping
  return (
    <section
      className="preview-stop"
      aria-label={t('Breakpoints')}
      data-stopped={stop !== undefined}
      hidden={!wasNeeded.current}
    >
      <p>
        <span role="status">
          {stop && <StopWords stop={stop} />}
          {!stop && isStepping && t('Stops before the next block.')}
        </span>{' '}
        {stop ? <ShowStop stop={stop} /> : !isStepping && plan}
      </p>
      <div className="row">
        <button
          type="button"
          className={stop ? 'button primary small' : 'button small'}
          aria-disabled={!canGoOn}
          aria-keyshortcuts="F8"
          title={t('To the next breakpoint or question (F8)')}
          onClick={() => canGoOn && run.goOn({ isStepping: false })}
        >
          <Play size={13} aria-hidden /> {t('Continue')}
        </button>
        <button
          type="button"
          className="button small"
          aria-keyshortcuts="F10"
          title={t('To the next block (F10)')}
          onClick={() => run.goOn({ isStepping: true })}
        >
          <StepForward size={13} aria-hidden /> {t('Step')}
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
          {t('Run without breakpoints')}
        </button>
      </div>
    </section>
  )
}

type Stop = NonNullable<RunState['stop']>

/** The block before which the run has stopped. If it is in a linked bot, that bot is fetched from the service. */
function useStopped({ botId, blockId }: Stop) {
  const { bot } = useBotEditor()
  const isOwn = botId === bot.id
  const own = useDocument(({ groups }) => groups)
  const linked = useQuery({
    queryKey: ['stopped in', botId, blockId],
    queryFn: () => api.getBot({ botId }),
    enabled: !isOwn,
    select: (answer) => answer.bot,
  }).data
  const groups = isOwn ? own : ((linked?.groups ?? []) as typeof own)
  return { found: findBlock({ groups }, blockId), linked }
}

function StopWords({ stop }: { stop: Stop }) {
  const { bot } = useBotEditor()
  const { found, linked } = useStopped(stop)
  if (found)
    return (
      <>
        <Pause size={13} aria-hidden />{' '}
        {t('Stopped before “{label}” in {title}{linked}.', {
          label: entryOf(found.block).label,
          title: found.group.title || t('Untitled'),
          linked: linked && t(' of the bot “{name}”', { name: linked.name }),
        })}
      </>
    )
  return stop.botId === bot.id
    ? t('The block before which it paused is gone. It continues after it.')
    : t('Paused in a linked bot.')
}

function ShowStop({ stop }: { stop: Stop }) {
  const { bot, show } = useBotEditor()
  const { found } = useStopped(stop)
  if (!found) return null
  const { block, group } = found
  if (stop.botId === bot.id)
    return (
      <button type="button" className="link" onClick={() => show({ nodeId: group.id, blockId: block.id })}>
        {t('Show me')}
      </button>
    )
  const position = addressTo({ nodeId: group.id, blockId: block.id })
  return (
    <a className="link" href={`/bots/${stop.botId}${position}`} target="_blank" rel="noreferrer">
      {t('Show me in a new tab')}
    </a>
  )
}

/** The keys work both beside the chat and in it. */
function useKeys(run: PreviewRun): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { stop, isStepping } = run.state.get()
      const isStep = event.key === 'F10'
      if (!(isStep || event.key === 'F8') || !(stop || isStepping)) return
      event.preventDefault()
      void run.goOn({ isStepping: isStep })
    }
    // A run outside of a frame is in this window.
    const windows = new Set([window, run.window])
    for (const it of windows) it.addEventListener('keydown', listen)
    return () => {
      for (const it of windows) it.removeEventListener('keydown', listen)
    }
  }, [run])
}
