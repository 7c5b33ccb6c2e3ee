import { useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import { Segments } from '../design/segments.js'
import { Table } from '../design/table.js'
import { locale, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { type MetricsPeriod, percent, type ShownFlow, useMetrics } from './metrics.js'

const DropOffMap = onDemand(() => import('./drop-off-map.js'))

interface DropOffProps {
  span: MetricsPeriod
  flow: ShownFlow
  /** Names of inputs by id. */
  names: ReadonlyMap<string, string>
}

const views = [
  ['list', t('List')],
  ['map', t('Canvas')],
] as const

/** After which answers visitors left: as a list in the order of the flow, and on the canvas. */
export function DropOff({ span, flow, names }: DropOffProps) {
  const [view, setView] = useState<(typeof views)[number][0]>('list')
  const { data, error } = useMetrics(['getDropOff'], span, (input) => api.getDropOff(input))
  const blocks = data?.blocks ?? []
  const max = Math.max(1, ...blocks.map(({ answered }) => answered))
  return (
    <section className="card">
      <div className="row wrap">
        <div className="grow">
          <h2>{t('Drop-off')}</h2>
          <p className="soft">
            {t('How many answered, and how many of those answered nothing after that and did not finish.')}
          </p>
        </div>
        <Segments label={t('Shown as')} value={view} choices={views} onChange={setView} />
      </div>
      {error && <p className="notice danger">{error.message}</p>}
      {data && blocks.length === 0 && <p className="soft">{t('No answers in this period.')}</p>}
      {blocks.length > 0 && view === 'list' && (
        <Table
          isNumeric
          head={
            <>
              <th scope="col">{t('Question')}</th>
              <th scope="col" className="bar-column">
                <span className="visually-hidden">{t('As a bar')}</span>
              </th>
              <th scope="col">{t('Answered')}</th>
              <th scope="col">{t('Left here')}</th>
              <th scope="col">{t('Percentage')}</th>
            </>
          }
        >
          {blocks.map(({ blockId, answered, left }) => (
            <tr key={blockId}>
              <td className="name">{names.get(blockId) ?? t('Deleted block')}</td>
              <td>
                <Bar whole={answered / max} part={left / max} />
              </td>
              <td>{answered.toLocaleString(locale)}</td>
              <td>{left.toLocaleString(locale)}</td>
              <td>{percent(left, answered)}</td>
            </tr>
          ))}
        </Table>
      )}
      {blocks.length > 0 && view === 'map' && (
        <Part>
          <DropOffMap blocks={blocks} flow={flow} />
        </Part>
      )}
    </section>
  )
}

/** How many came so far, and at the end of it those who left. Both from 0 to 1. */
const Bar = ({ whole, part }: { whole: number; part: number }) => (
  <svg className="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect className="bar-whole" width={whole * 100} height="8" />
    <rect className="bar-part" x={(whole - part) * 100} width={part * 100} height="8" />
  </svg>
)
