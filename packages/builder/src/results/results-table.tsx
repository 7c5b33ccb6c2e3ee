import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { momentOf } from '../design/dates.js'
import { narrowest, type ShownColumn, widest } from './columns.js'
import type { Result } from './result.js'

interface ResultsTableProps {
  rows: readonly Result[]
  columns: readonly ShownColumn[]
  chosen: ReadonlySet<string>
  hasMore: boolean
  onChoose(ids: ReadonlySet<string>): void
  onOpen(index: number): void
  onResize(id: string, width: number): void
  onEnd(): void
}

/** Pixels, as the style sheet has them. */
const rowHeight = 41
/** Rows that are drawn beyond what is seen. */
const margin = 12
const fixedWidths = { box: 44, when: 190, state: 110 }

/** A table of any length: only the rows in view, and some around them, are drawn. */
export function ResultsTable({ rows, columns, chosen, hasMore, onChoose, onOpen, onResize, onEnd }: ResultsTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  const from = Math.max(0, Math.min(rows.length, Math.floor(view.top / rowHeight)) - margin)
  const to = Math.min(rows.length, from + Math.ceil(view.height / rowHeight) + 2 * margin)
  const isAtEnd = to >= rows.length
  useEffect(() => {
    if (isAtEnd && hasMore) onEnd()
  }, [isAtEnd, hasMore, onEnd])
  const areAllChosen = rows.length > 0 && chosen.size >= rows.length
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const { box, when, state } = fixedWidths
  const width = box + when + state + columns.reduce((sum, column) => sum + column.width, 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="table-frame" ref={frame} tabIndex={0} aria-label="Table of results">
      <table style={{ width }} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <colgroup>
          <col style={{ width: box }} />
          <col style={{ width: when }} />
          <col style={{ width: state }} />
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th>
              <input
                type="checkbox"
                aria-label="Choose all that are loaded"
                checked={areAllChosen}
                onChange={() => onChoose(areAllChosen ? new Set() : new Set(rows.map(({ id }) => id)))}
              />
            </th>
            <th>When</th>
            <th>State</th>
            {columns.map((column) => (
              <th key={column.id}>
                <span className="cell">{column.label}</span>
                <Resizer column={column} onResize={onResize} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {from > 0 && <tr className="gap" aria-hidden style={{ height: from * rowHeight }} />}
          {rows.slice(from, to).map((result, index) => (
            <tr key={result.id} aria-rowindex={from + index + 2} data-chosen={chosen.has(result.id)}>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Choose the result of ${momentOf(result.createdAt)}`}
                  checked={chosen.has(result.id)}
                  onChange={() => toggle(result.id)}
                />
              </td>
              <td>
                <button type="button" className="link" onClick={() => onOpen(from + index)}>
                  {momentOf(result.createdAt)}
                </button>
              </td>
              <td>
                <span className={result.isCompleted ? 'tag good' : 'tag'}>
                  {result.isCompleted ? 'Complete' : 'Begun'}
                </span>
              </td>
              {columns.map(({ id, valueIn }) => {
                const value = valueIn(result)
                return (
                  <td key={id}>
                    <span className="cell" title={value.length > 20 ? value : undefined}>
                      {value}
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
          {to < rows.length && <tr className="gap" aria-hidden style={{ height: (rows.length - to) * rowHeight }} />}
        </tbody>
      </table>
    </section>
  )
}

/** The right edge of a heading: dragged, or moved by arrow keys. */
function Resizer({ column, onResize }: { column: ShownColumn; onResize(id: string, width: number): void }) {
  const { id, label, width } = column
  const resize = (next: number) => onResize(id, Math.round(Math.min(widest, Math.max(narrowest, next))))
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const offset = width - event.clientX
    handle.onpointermove = (move) => resize(move.clientX + offset)
    handle.onpointerup = () => {
      handle.onpointermove = null
      handle.onpointerup = null
    }
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    resize(width + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is dragged is a separator with a value, and no rule
    <span
      className="resizer"
      role="separator"
      tabIndex={0}
      aria-label={`Width of ${label}`}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={start}
      onKeyDown={press}
    />
  )
}
