import type { OriginQuery } from '@colloquy/api'
import { Table } from '../design/table.js'
import { locale, t } from '../i18n/i18n.js'
import type { Choice } from '../results/origins.js'
import { type Answer, api } from '../service/api.js'
import { type MetricsPeriod, percent, useMetrics } from './metrics.js'

type Counts = Omit<Answer<'getSegments'>['segments'][number], 'value'>

interface SegmentsTableProps {
  span: MetricsPeriod
  /** Divides the results by an origin, or by the values of a variable. */
  by: Pick<Parameters<typeof api.getSegments>[0], 'by' | 'variableId'>
  label: string
  /** Names of the values of an origin, each of which filters the page. A variable has none. */
  named?: { field: keyof OriginQuery; choices: readonly Choice[] }
  /** Filters the page by a segment. */
  onChoose(origin: OriginQuery): void
}

/** The segments of a bot's results, those with most views first. */
export default function SegmentsTable({ span, by, label, named, onChoose }: SegmentsTableProps) {
  const { data, error } = useMetrics(['getSegments', by], span, (input) => api.getSegments({ ...input, ...by }))
  const { segments = [], other = null } = data ?? {}
  const max = Math.max(1, other?.views ?? 0, ...segments.map(({ views }) => views))
  const names = new Map(named?.choices)
  const nameOf = (value: string | null) => {
    if (!named) return value ?? <span className="soft">{t('No value')}</span>
    const asked = value ?? (names.has('unknown') ? 'unknown' : undefined)
    if (asked === undefined) return t('Unknown')
    return (
      <button
        type="button"
        className="button plain small segment-name"
        title={t('Show only these results')}
        onClick={() => onChoose({ [named.field]: asked })}
      >
        {names.get(asked) ?? asked}
      </button>
    )
  }
  const rowOf = (key: string, name: React.ReactNode, { views, starts, completions }: Counts) => (
    <tr key={key}>
      <td className="name">
        {name}
        <svg className="segment-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width={(views / max) * 100} height="6" />
        </svg>
      </td>
      <td>{views.toLocaleString(locale)}</td>
      <td>{starts.toLocaleString(locale)}</td>
      <td>{completions.toLocaleString(locale)}</td>
      <td>{percent(completions, starts)}</td>
    </tr>
  )
  return (
    <>
      {error && <p className="notice danger">{error.message}</p>}
      {data && segments.length === 0 && <p className="soft">{t('Nobody opened the chat in this period.')}</p>}
      {segments.length > 0 && (
        <Table
          isNumeric
          head={
            <>
              <th scope="col">{label}</th>
              <th scope="col">{t('Views')}</th>
              <th scope="col">{t('Starts')}</th>
              <th scope="col">{t('Completions')}</th>
              <th scope="col">{t('Completion rate')}</th>
            </>
          }
        >
          {segments.map(({ value, ...counts }) => rowOf(`=${value ?? ''}`, nameOf(value), counts))}
          {other &&
            rowOf(
              'other',
              <span className="soft">
                {t('{count, plural, one {Other (# value)} other {Other (# values)}}', { count: other.values })}
              </span>,
              other,
            )}
        </Table>
      )}
    </>
  )
}
