import { useState } from 'react'
import { Segments } from '../design/segments.js'
import { Table } from '../design/table.js'
import { locale, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { LineChart, series } from './line-chart.js'
import { type MetricsPeriod, percent, useMetrics } from './metrics.js'
import { pointsOf } from './series.js'

const views = [
  ['chart', t('Chart')],
  ['table', t('Table')],
] as const

/** Views, starts and completions: in all, and day by day. */
export function OverTime({ span }: { span: MetricsPeriod }) {
  const [view, setView] = useState<(typeof views)[number][0]>('chart')
  const { data, error } = useMetrics(['getDailyCounts'], span, (input) => api.getDailyCounts(input))
  if (error) return <p className="notice danger">{error.message}</p>
  const days = data?.days ?? []
  const points = pointsOf(days)
  const total = { views: 0, starts: 0, completions: 0 }
  for (const day of days) for (const { key } of series) total[key] += day[key]
  const metrics = [
    [t('Views'), total.views, t('opened the chat')],
    [t('Starts'), total.starts, t('{percent} of views', { percent: percent(total.starts, total.views) })],
    [
      t('Completions'),
      total.completions,
      t('{percent} of starts', { percent: percent(total.completions, total.starts) }),
    ],
  ] as const
  return (
    <>
      <dl className="figures">
        {metrics.map(([label, count, hint]) => (
          <div key={label} className="card">
            <dt>{label}</dt>
            <dd className="figure">{data ? count.toLocaleString(locale) : '…'}</dd>
            <dd className="faint">{hint}</dd>
          </div>
        ))}
      </dl>
      <section className="card">
        <div className="row wrap">
          <h2 className="grow">{t('Over time')}</h2>
          <ul className="chart-legend">
            {series.map(({ key, label }) => (
              <li key={key}>
                <i className="chart-key" data-series={key} /> {label}
              </li>
            ))}
          </ul>
          <Segments label={t('Shown as')} value={view} choices={views} onChange={setView} />
        </div>
        {view === 'chart' && points.length > 0 && <LineChart points={points} />}
        {view === 'table' && (
          <Table
            isNumeric
            scrollLabel={t('Views, starts and completions over time')}
            head={
              <>
                <th scope="col">{t('When')}</th>
                {series.map(({ key, label }) => (
                  <th scope="col" key={key}>
                    {label}
                  </th>
                ))}
              </>
            }
          >
            {points.toReversed().map((point) => (
              <tr key={point.date}>
                <td>{point.label}</td>
                {series.map(({ key }) => (
                  <td key={key}>{point[key].toLocaleString(locale)}</td>
                ))}
              </tr>
            ))}
          </Table>
        )}
      </section>
    </>
  )
}
