import type { OriginQuery } from '@colloquy/api'
import { useState } from 'react'
import { Select } from '../design/select.js'
import { Table } from '../design/table.js'
import { locale, t } from '../i18n/i18n.js'
import { useOriginChoices } from '../results/origins.js'
import { type Answer, api } from '../service/api.js'
import { type MetricsPeriod, percent, type ShownFlow, useMetrics } from './metrics.js'

type Counts = Omit<Answer<'getSegments'>['segments'][number], 'value'>

const kinds = [
  { id: 'environment', from: 'environments', field: 'environmentId', label: t('Environment') },
  { id: 'variant', from: 'variants', field: 'variant', label: t('Variant') },
  { id: 'release', from: 'releases', field: 'releaseId', label: t('Version') },
  { id: 'source', from: 'sources', field: 'source', label: t('Source') },
  { id: 'device', from: 'devices', field: 'device', label: t('Device') },
] as const

interface SegmentsCardProps {
  span: MetricsPeriod
  flow: ShownFlow
  /** Filters the page by a segment. */
  onChoose(origin: OriginQuery): void
}

/** Compares environments, variants, versions, sources or devices, where the bot has several, and the values of each variable that results keep. */
export function SegmentsCard({ span, flow, onChoose }: SegmentsCardProps) {
  const choices = useOriginChoices()
  const [chosen, setChosen] = useState('')
  const offered = kinds.filter(({ from }) => choices[from].length > 0)
  const variables = flow.variables.filter(({ isSessionVariable }) => isSessionVariable !== true)
  const kind = offered.find(({ id }) => id === chosen)
  const variable = variables.find(({ id }) => variableChoice(id) === chosen)
  const by: Record<string, string> | undefined = kind
    ? { by: kind.id }
    : variable && { by: 'variable', variableId: variable.id }
  const { data, error } = useMetrics(
    ['getSegments', by],
    span,
    (input) => api.getSegments({ ...input, ...by }),
    by !== undefined,
  )
  if (offered.length + variables.length === 0) return null
  const { segments = [], other = null } = data ?? {}
  const most = Math.max(1, other?.views ?? 0, ...segments.map(({ views }) => views))
  const names = new Map(kind && choices[kind.from])
  const nameOf = (value: string | null) => {
    if (!kind) return value ?? <span className="soft">{t('No value')}</span>
    const asked = value ?? (names.has('unknown') ? 'unknown' : undefined)
    if (asked === undefined) return t('Unknown')
    return (
      <button
        type="button"
        className="button plain small segment-name"
        title={t('Show only these results')}
        onClick={() => onChoose({ [kind.field]: asked })}
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
          <rect width={(views / most) * 100} height="6" />
        </svg>
      </td>
      <td>{views.toLocaleString(locale)}</td>
      <td>{starts.toLocaleString(locale)}</td>
      <td>{completions.toLocaleString(locale)}</td>
      <td>{percent(completions, starts)}</td>
    </tr>
  )
  return (
    <section className="card">
      <div className="row wrap">
        <h2 className="grow">{t('Segments')}</h2>
        <Select
          label={t('Compare by')}
          isLabelHidden
          value={kind || variable ? chosen : ''}
          choices={[
            ['', t('Compare by…')],
            ...offered.map(({ id, label }) => [id, label] as const),
            ...variables.map(({ id, name }) => [variableChoice(id), t('Variable {name}', { name })] as const),
          ]}
          onChange={setChosen}
        />
      </div>
      {error && <p className="notice danger">{error.message}</p>}
      {data && segments.length === 0 && <p className="soft">{t('Nobody opened the chat in this period.')}</p>}
      {segments.length > 0 && (
        <Table
          isNumeric
          head={
            <>
              <th scope="col">{kind?.label ?? variable?.name}</th>
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
    </section>
  )
}

/** Apart from the other things to compare by, whatever the ids of variables. */
const variableChoice = (id: string) => `variable:${id}`
