import type { OriginQuery } from '@colloquy/api'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Share2 } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '../design/dates.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { locale, t } from '../i18n/i18n.js'
import { FirstAnswers } from '../results/first-answers.js'
import { OriginFields } from '../results/origin-fields.js'
import { PeriodFields } from '../results/period-fields.js'
import { usePeriod } from '../results/use-period.js'
import { api } from '../service/api.js'
import { QuestionCard } from './question-card.js'
import { ShareDialog } from './share-dialog.js'
import './summary.css'

/** Summary of the answers to each question of the bot. */
export default function SummaryPage() {
  const { bot, can } = useBotEditor()
  const [period, setPeriod] = usePeriod('allTime')
  const [origin, setOrigin] = useState<OriginQuery>({})
  const { data, error, isFetching } = useQuery({
    queryKey: ['figures', bot.id, 'summary', period, origin],
    queryFn: () => api.getAnswerSummary({ botId: bot.id, ...period, ...origin }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const [isSharing, setSharing] = useState(false)
  const isFiltered = Object.keys(origin).length > 0 || period.timeFilter !== 'allTime'
  return (
    <div className="page">
      <div className="summary" aria-busy={isFetching}>
        <div className="row wrap end">
          <h1 className="grow">
            {t('Summary')} <span className="faint count">{data?.results.toLocaleString(locale)}</span>
          </h1>
          <OriginFields origin={origin} onChange={setOrigin} />
          <PeriodFields period={period} onChange={setPeriod} />
          {can('results.share') && (
            <button type="button" className="button" onClick={() => setSharing(true)}>
              <Share2 size={14} /> {t('Share…')}
            </button>
          )}
        </div>
        {isSharing && <ShareDialog period={period} origin={origin} onClose={() => setSharing(false)} />}
        {error && <p className="notice danger">{error.message}</p>}
        {!data && !error && (
          <p className="empty" role="status">
            {t('Loading…')}
          </p>
        )}
        {data?.results === 0 && (
          <div className="card empty">
            <ChartNoAxesColumn size={28} />
            <p>{isFiltered ? t('No answers here. Choose a longer period or fewer filters.') : t('No answers yet.')}</p>
            {!isFiltered && <FirstAnswers />}
          </div>
        )}
        {data && data.readFrom !== null && (
          <p className="notice">
            {t(
              'Too many results for one summary: those before {day} are not included. Choose a shorter period to see older ones.',
              { day: dayOf(data.readFrom) },
            )}
          </p>
        )}
        {data && data.results > 0 && (
          <>
            {data.questions.map((question) => (
              <QuestionCard key={question.blockId} question={question} chats={data.results} botId={bot.id} />
            ))}
            {data.otherAnswers > 0 && (
              <p className="soft">
                {t(
                  '{otherAnswers} answers to questions that this version no longer has are not shown. Choose an earlier version to see them.',
                  { otherAnswers: data.otherAnswers.toLocaleString(locale) },
                )}
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}
