import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isTyping } from '../design/is-typing.js'
import { t } from '../i18n/i18n.js'
import { nameOfTurn, type RecordedTurn } from './recording.js'

interface ScrubberProps {
  turns: readonly RecordedTurn[]
  at: number
  onGo(at: number): void
}

/** Milliseconds for which each turn is shown while the recording plays. */
const pace = 1_200

/** Moves through the turns of a recording: by dragging, with the arrow keys, or by itself. */
export function Scrubber({ turns, at, onGo }: ScrubberProps) {
  const last = turns.length - 1
  const [isPlaying, setPlaying] = useState(false)
  const isRunning = isPlaying && at < last
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => onGo(at + 1), pace)
    return () => clearTimeout(timer)
  }, [isRunning, at, onGo])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
      if (to === undefined || to < 0 || to > last) return
      event.preventDefault()
      setPlaying(false)
      onGo(to)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [at, last, onGo])
  const turn = turns[at]
  const step = (label: string, to: number, icon: React.ReactNode) => (
    <button
      type="button"
      className="button plain small icon-only"
      aria-label={label}
      disabled={to < 0 || to > last}
      onClick={() => [setPlaying(false), onGo(to)]}
    >
      {icon}
    </button>
  )
  const play = () => {
    if (!isRunning && at === last) onGo(0)
    setPlaying(!isRunning)
  }
  return (
    <section className="scrubber" aria-label={t('Turns of the recording')}>
      <button
        type="button"
        className="button small icon-only"
        aria-label={isRunning ? t('Pause') : t('Play')}
        disabled={last < 1}
        onClick={play}
      >
        {isRunning ? <Pause size={14} /> : <Play size={14} />}
      </button>
      {step(t('Previous turn'), at - 1, <ChevronLeft size={16} />)}
      <input
        type="range"
        className="grow"
        aria-label={t('Turn')}
        aria-valuetext={
          turn &&
          t('Turn {at} of {count}: {nameOfTurn}', { at: at + 1, count: turns.length, nameOfTurn: nameOfTurn(turn) })
        }
        min={0}
        max={Math.max(last, 0)}
        value={Math.max(at, 0)}
        onChange={(event) => {
          setPlaying(false)
          onGo(Number(event.target.value))
        }}
      />
      {step(t('Next turn'), at + 1, <ChevronRight size={16} />)}
      <output className="faint">
        {turns.length === 0 ? t('No turns') : t('{at} of {count}', { at: at + 1, count: turns.length })}
      </output>
    </section>
  )
}
