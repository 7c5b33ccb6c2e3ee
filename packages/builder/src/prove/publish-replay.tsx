import { useEffect, useId, useRef, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { SelectButton } from '../design/select.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { classNames, summaryOf } from './class-names.js'
import './replay.css'

type Page = Answer<'replayConversations'>
type Period = 'today' | 'last7Days' | 'last30Days' | 'allTime'

const periods: readonly [Period, string][] = [
  ['today', 'today'],
  ['last7Days', t('the last 7 days')],
  ['last30Days', t('the last 30 days')],
  ['allTime', t('all time')],
]

/** In the dialog that publishes: replays the conversations of a period on the draft, which has been saved before. */
export default function PublishReplay({ onEvidence }: { onEvidence(evidence: string | undefined): void }) {
  const { bot, saving } = useBotEditor()
  const id = useId()
  const [period, setPeriod] = useState<Period>('last7Days')
  const [page, setPage] = useState<Page>()
  const [error, setError] = useState<Error>()
  const [isRunning, setIsRunning] = useState(false)
  /** Number of the latest run: an earlier one ends after its request. */
  const run = useRef(0)
  const start = async (timeFilter: Period) => {
    run.current += 1
    const own = run.current
    const isStopped = () => run.current !== own
    onEvidence(undefined)
    setPage(undefined)
    setError(undefined)
    setIsRunning(true)
    try {
      await saving.ensureSaved()
      let cursor: string | null | undefined
      do {
        const body = { timeFilter, timeZone: zone(), limit: 1000, ...(cursor && { cursor }) }
        const next: Page = await api.replayConversations({ botId: bot.id, ...body })
        if (isStopped()) return
        setPage(next)
        cursor = next.nextCursor
        onEvidence(next.evidence ?? undefined)
      } while (cursor)
    } catch (failure) {
      if (!isStopped()) setError(failure as Error)
    }
    if (!isStopped()) setIsRunning(false)
  }
  const stop = () => {
    run.current += 1
    setIsRunning(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens; afterwards the button starts it
  useEffect(() => {
    void start(period)
    return stop
  }, [])
  const isComplete = page?.nextCursor === null
  return (
    <fieldset className="publish-replay">
      <legend>{t('Replay of recorded conversations')}</legend>
      <div className="row">
        <label htmlFor={id}>{t('Conversations of')}</label>
        <SelectButton
          id={id}
          label={t('Conversations of')}
          value={period}
          choices={periods}
          onChange={(next) => {
            setPeriod(next as Period)
            void start(next as Period)
          }}
        />
        <button type="button" className="button" onClick={() => (isRunning ? stop() : void start(period))}>
          {isRunning ? t('Stop the replay') : t('Replay again')}
        </button>
      </div>
      <p role="status">{page && outcome(page, isComplete, isRunning)}</p>
      <ErrorNotice error={error} />
    </fieldset>
  )
}

function outcome({ totals }: Page, isComplete: boolean, isRunning: boolean): string {
  const { conversations, classes } = totals
  if (isComplete && conversations === 0) return t('There are no conversations in this period.')
  const summary = `${summaryOf(classes, conversations)}.`
  if (isComplete) return t('{summary} The outcome is kept with the release.', { summary })
  return isRunning
    ? t('{conversations} replayed. {summary}', { conversations, summary })
    : t('Stopped after {conversations}. {label}: {same}.', {
        conversations,
        label: classNames.same.label,
        same: classes.same,
      })
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
