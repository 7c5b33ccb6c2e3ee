import { exitTexts } from '@colloquy/flow/blocks'
import { useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import { Segments } from '../design/segments.js'
import { Table } from '../design/table.js'
import { locale, t, translated } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { type MetricsPeriod, percent, type ShownFlow, useMetrics } from './metrics.js'

const DropOffMap = onDemand(() => import('./drop-off-map.js'))

interface DropOffProps {
  span: MetricsPeriod
  flow: ShownFlow
  /** Names of inputs and of blocks with exits, by id. */
  names: ReadonlyMap<string, string>
}

const views = [
  ['list', t('List')],
  ['map', t('Canvas')],
] as const

/** After which answers visitors left, and the exits that they took: as a list in the order of the flow, and on the canvas. */
export function DropOff({ span, flow, names }: DropOffProps) {
  const [view, setView] = useState<(typeof views)[number][0]>('list')
  const { data, error } = useMetrics(['getDropOff'], span, (input) => api.getDropOff(input))
  const blocks = data?.blocks ?? []
  const rows = withExits(data, flow)
  const hasExits = (data?.exits.length ?? 0) > 0
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
      {data && rows.length === 0 && <p className="soft">{t('No answers in this period.')}</p>}
      {rows.length > 0 && view === 'list' && (
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
              {hasExits && <th scope="col">{t('Exits taken')}</th>}
            </>
          }
        >
          {rows.map(({ blockId, answered, left, exits }) => (
            <tr key={blockId}>
              <td className="name">{names.get(blockId) ?? t('Deleted block')}</td>
              <td>
                <Bar whole={answered / max} part={left / max} />
              </td>
              <td>{answered.toLocaleString(locale)}</td>
              <td>{left.toLocaleString(locale)}</td>
              <td>{percent(left, answered)}</td>
              {hasExits && (
                <td>
                  {exits.map(({ exitId, on, taken }) => (
                    <div key={exitId}>
                      {t('{exit}: {count}', {
                        exit: translated(exitTexts[on].label),
                        count: taken.toLocaleString(locale),
                      })}
                    </div>
                  ))}
                </td>
              )}
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

/** The blocks that were answered or left by an exit, in the order of the flow, each with its exits. */
function withExits(data: Answer<'getDropOff'> | undefined, { groups }: ShownFlow) {
  const { blocks = [], exits = [] } = data ?? {}
  const order = new Map(groups.flatMap((group) => group.blocks).map(({ id }, position) => [id, position]))
  const positionOf = (id: string) => order.get(id) ?? order.size
  const answered = new Set(blocks.map(({ blockId }) => blockId))
  const left = [...new Set(exits.map(({ blockId }) => blockId))].filter((id) => !answered.has(id))
  return [...blocks, ...left.map((blockId) => ({ blockId, answered: 0, left: 0 }))]
    .toSorted((one, other) => positionOf(one.blockId) - positionOf(other.blockId))
    .map((block) => ({ ...block, exits: exits.filter(({ blockId }) => blockId === block.blockId) }))
}

/** How many came so far, and at the end of it those who left. Both from 0 to 1. */
const Bar = ({ whole, part }: { whole: number; part: number }) => (
  <svg className="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect className="bar-whole" width={whole * 100} height="8" />
    <rect className="bar-part" x={(whole - part) * 100} width={part * 100} height="8" />
  </svg>
)
