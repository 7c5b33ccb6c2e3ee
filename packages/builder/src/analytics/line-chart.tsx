import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { locale, t } from '../i18n/i18n.js'
import { type Point, ticksFor } from './series.js'

export const series = [
  { key: 'views', label: t('Views') },
  { key: 'starts', label: t('Starts') },
  { key: 'completions', label: t('Completions') },
] as const

const height = 240
const room = { left: 44, right: 16, top: 12, bottom: 28 }

/** Three lines over time. What it shows is in a table, too, for those who do not see it. */
export function LineChart({ points }: { points: readonly Point[] }) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(640)
  const [shown, setShown] = useState<number>()
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(280, entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const ticks = ticksFor(Math.max(...points.map(({ views }) => views), 0))
  const max = ticks.at(-1) ?? 1
  const inner = width - room.left - room.right
  const xOf = (index: number) => room.left + (points.length === 1 ? inner / 2 : (inner * index) / (points.length - 1))
  const yOf = (value: number) => height - room.bottom - ((height - room.top - room.bottom) * value) / max
  const labelEvery = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(inner / 90))))
  const find = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const index = Math.round(((x - room.left) / inner) * (points.length - 1))
    setShown(Math.min(points.length - 1, Math.max(0, index)))
  }
  const point = shown === undefined ? undefined : points[shown]
  return (
    <div ref={frame} className="chart">
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={t('Views, starts and completions over time; the same is in the table')}
        onPointerMove={find}
        onPointerLeave={() => setShown(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="chart-grid" x1={room.left} x2={width - room.right} y1={yOf(tick)} y2={yOf(tick)} />
            <text className="chart-text" x={room.left - 8} y={yOf(tick) + 4} textAnchor="end">
              {tick.toLocaleString(locale)}
            </text>
          </g>
        ))}
        {points.map(({ date, label }, index) =>
          index % labelEvery === 0 ? (
            <text key={date} className="chart-text" x={xOf(index)} y={height - 8} textAnchor="middle">
              {label.replace('Week of ', '')}
            </text>
          ) : null,
        )}
        {series.map(({ key }) => (
          <g key={key} className="chart-series" data-series={key}>
            {key === 'views' && points.length > 1 && (
              <path
                className="chart-area"
                d={`M${xOf(0)} ${yOf(0)}${points.map((it, index) => `L${xOf(index)} ${yOf(it[key])}`).join('')}L${xOf(points.length - 1)} ${yOf(0)}Z`}
              />
            )}
            <polyline points={points.map((it, index) => `${xOf(index)},${yOf(it[key])}`).join(' ')} />
            {points.length <= 31 &&
              points.map((it, index) => <circle key={it.date} cx={xOf(index)} cy={yOf(it[key])} r={2.5} />)}
          </g>
        ))}
        {point && shown !== undefined && (
          <line className="chart-guide" x1={xOf(shown)} x2={xOf(shown)} y1={room.top} y2={height - room.bottom} />
        )}
      </svg>
      {point && shown !== undefined && (
        <div className="chart-tip" style={{ left: Math.min(Math.max(xOf(shown), 80), width - 80) }} aria-hidden>
          <strong>{point.label}</strong>
          {series.map(({ key, label }) => (
            <span key={key} className="row">
              <i className="chart-key" data-series={key} />
              <span className="grow">{label}</span>
              {point[key].toLocaleString(locale)}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
