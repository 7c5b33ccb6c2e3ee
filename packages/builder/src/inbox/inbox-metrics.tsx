import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { ErrorNotice } from '../design/error-notice.js'
import { Select } from '../design/select.js'
import { Table } from '../design/table.js'
import { locale, t } from '../i18n/i18n.js'
import { PeriodFields } from '../results/period-fields.js'
import { usePeriod } from '../results/use-period.js'
import { type Answer, api } from '../service/api.js'

type Row = Answer<'getInboxMetrics'>['all']
type By = Parameters<typeof api.getInboxMetrics>[0]['by']

interface InboxMetricsProps {
  workspaceId: string
  base: string
  /** Names by ids of bots, people and channels. */
  names: ReadonlyMap<string, string>
}

/** Response and waiting times, ratings, and the share that the bots resolved. */
export default function InboxMetrics({ workspaceId, base, names }: InboxMetricsProps) {
  const [period, setPeriod] = usePeriod('last7Days')
  const [by, setBy] = useState<By>('assignee')
  const { data, error } = useQuery({
    queryKey: ['inbox-metrics', workspaceId, by, period],
    queryFn: () => api.getInboxMetrics({ workspaceId, by, ...period }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  return (
    <section className="stack" aria-label={t('Analytics')}>
      <div className="row wrap">
        <Link href={`${base}/mine`} className="button plain icon-only" aria-label={t('Back to the list')}>
          <ArrowLeft size={16} />
        </Link>
        <h1 className="grow">{t('Analytics')}</h1>
        <PeriodFields period={period} onChange={setPeriod} />
        <Select
          isLabelHidden
          label={t('Divide by')}
          value={by ?? 'assignee'}
          choices={divisions}
          onChange={(value) => setBy(value as By)}
        />
      </div>
      <ErrorNotice error={error ?? undefined} />
      {data?.isPartial && <p className="notice">{t('There are very many conversations: the newest 50,000 count.')}</p>}
      {data && data.byBots !== null && data.byBots.starts > 0 && (
        <p>
          {t('{share} of {count} conversations needed no person.', {
            share: (data.byBots.resolved / data.byBots.starts).toLocaleString(locale, { style: 'percent' }),
            count: data.byBots.starts.toLocaleString(locale),
          })}
        </p>
      )}
      {data?.all.conversations === 0 && <p className="empty">{t('No conversations in this period.')}</p>}
      {data && data.all.conversations > 0 && (
        <div className="card">
          <p className="soft">{t('Times are medians; nine of ten are not longer than the time in brackets.')}</p>
          <Table isNumeric caption={t('Analytics')} head={<Head />}>
            <Cells name={t('All')} row={data.all} />
            {data.rows.map(({ key, ...row }) => (
              <Cells key={key ?? ''} name={nameOf(key, by, names)} row={row} />
            ))}
          </Table>
        </div>
      )}
    </section>
  )
}

const divisions = [
  ['assignee', t('By person')],
  ['bot', t('By bot')],
  ['channel', t('By channel')],
  ['hour', t('By hour')],
] as const

const hours: By = 'hour'

/** Names of people and bots that are gone. */
const unknown: Partial<Record<NonNullable<By>, string>> = { assignee: t('Former member'), bot: t('Bot') }

function nameOf(key: string | null, by: By, names: ReadonlyMap<string, string>): string {
  if (key === null) return t('Unassigned')
  if (by === hours) return new Date(2020, 0, 1, Number(key)).toLocaleTimeString(locale, { timeStyle: 'short' })
  return names.get(key) ?? unknown[by ?? 'assignee'] ?? key
}

const Head = () => (
  <>
    <th scope="col">
      <span className="visually-hidden">{t('Name')}</span>
    </th>
    <th scope="col">{t('Conversations')}</th>
    <th scope="col">{t('First response')}</th>
    <th scope="col">{t('Resolved after')}</th>
    <th scope="col">{t('Waiting now')}</th>
    <th scope="col">{t('Rating')}</th>
  </>
)

function Cells({
  name,
  row: { conversations, firstResponse, resolution, waiting, rating },
}: {
  name: string
  row: Row
}) {
  return (
    <tr>
      <td className="name">{name}</td>
      <td>{conversations.toLocaleString(locale)}</td>
      <td>{timesOf(firstResponse)}</td>
      <td>{timesOf(resolution)}</td>
      <td>{waiting === null ? '–' : `${waiting.count.toLocaleString(locale)} · ${timesOf(waiting)}`}</td>
      <td>
        {rating === null
          ? '–'
          : `${rating.average.toLocaleString(locale, { maximumFractionDigits: 1 })} (${rating.count.toLocaleString(locale)})`}
      </td>
    </tr>
  )
}

const timesOf = (times: Row['waiting']): string =>
  times === null ? '–' : `${duration(times.median)} (${duration(times.p90)})`

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Seconds in the largest unit that fits. */
function duration(seconds: number): string {
  const [unit, length] = units.find(([, one]) => seconds >= one) ?? (['second', 1] as const)
  return (seconds / length).toLocaleString(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' || unit === 'minute' ? 0 : 1,
  })
}
