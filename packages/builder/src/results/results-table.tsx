import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { momentOf } from '../design/dates.js'
import { useShownRows } from '../design/use-shown-rows.js'
import { t } from '../i18n/i18n.js'
import { isSortable, narrowest, type ShownColumn, widest } from './columns.js'
import { startedId } from './conditions.js'
import { LinkedText } from './linked-text.js'
import type { Result } from './result.js'
import { fieldLabel, statusName } from './result-names.js'

/** Sort key of the table: a column, `createdAt` or `isCompleted`. */
export interface Sort {
  columnId: string
  order: 'ascending' | 'descending'
}

interface ResultsTableProps {
  rows: readonly Result[]
  columns: readonly ShownColumn[]
  /** Undefined for newest first. */
  sort: Sort | undefined
  onSort(sort: Sort | undefined): void
  chosen: ReadonlySet<string>
  /** All matching results are selected, including those that are not loaded. */
  areAllMatching: boolean
  hasMore: boolean
  onChoose(ids: ReadonlySet<string>): void
  openedId: string | undefined
  onOpen(id: string): void
  onResize(id: string, width: number): void
  onEnd(): void
}

/** Pixels, as in the style sheet. */
const rowHeight = 41
/** Rows that are rendered beyond the visible ones. */
const margin = 12
const fixedWidths = { box: 44, when: 190, state: 110 }

/** A table of any length: only the visible rows, and some around them, are rendered. */
export function ResultsTable({
  rows,
  columns,
  sort,
  onSort,
  chosen,
  areAllMatching,
  hasMore,
  openedId,
  onChoose,
  onOpen,
  onResize,
  onEnd,
}: ResultsTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { from, to } = useShownRows(frame, { count: rows.length, rowHeight, margin })
  const isAtEnd = to >= rows.length
  useEffect(() => {
    if (isAtEnd && hasMore) onEnd()
  }, [isAtEnd, hasMore, onEnd])
  const areAllChosen = areAllMatching || (rows.length > 0 && rows.every(({ id }) => chosen.has(id)))
  const toggle = (id: string) => {
    const next = new Set(areAllMatching ? rows.map((row) => row.id) : chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const { box, when, state } = fixedWidths
  const width = box + when + state + columns.reduce((sum, column) => sum + column.width, 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard
    <section className="table-frame" ref={frame} tabIndex={0} aria-label={t('Table of results')}>
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
                aria-label={t('Select all loaded')}
                checked={areAllChosen}
                onChange={() => onChoose(areAllChosen ? new Set() : new Set(rows.map(({ id }) => id)))}
              />
            </th>
            <Heading id={startedId} label={fieldLabel(startedId)} sort={sort} onSort={onSort} />
            <Heading id="isCompleted" label={fieldLabel('isCompleted')} sort={sort} onSort={onSort} />
            {columns.map((column) => (
              <Heading
                key={column.id}
                id={column.id}
                label={column.label}
                sort={sort}
                onSort={isSortable(column) ? onSort : undefined}
              >
                <Resizer column={column} onResize={onResize} />
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          {from > 0 && <tr className="gap" aria-hidden style={{ height: from * rowHeight }} />}
          {rows.slice(from, to).map((result, index) => (
            <tr
              key={result.id}
              aria-rowindex={from + index + 2}
              data-chosen={areAllMatching || chosen.has(result.id) || result.id === openedId}
              onClick={(event) => isOnRow(event) && onOpen(result.id)}
            >
              <td>
                <input
                  type="checkbox"
                  aria-label={t('Choose the result of {moment}', { moment: momentOf(result.createdAt) })}
                  checked={areAllMatching || chosen.has(result.id)}
                  onChange={() => toggle(result.id)}
                />
              </td>
              <td>
                <button type="button" className="link" onClick={() => onOpen(result.id)}>
                  {momentOf(result.createdAt)}
                </button>
              </td>
              <td>
                <span className={result.isCompleted ? 'tag good' : 'tag'}>{statusName(result)}</span>
              </td>
              {columns.map(({ id, valueIn }) => {
                const value = valueIn(result)
                return (
                  <td key={id}>
                    <span className="cell" title={value.length > 20 ? value : undefined}>
                      <LinkedText text={value} isShort />
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

/** True if a click is meant for the row: not for a control in it, and not the end of a text selection. */
const isOnRow = ({ target }: MouseEvent): boolean =>
  !(target as Element).closest('button, input, a') && getSelection()?.isCollapsed !== false

interface HeadingProps {
  id: string
  label: string
  sort: Sort | undefined
  /** Undefined if results cannot be sorted by this column. */
  onSort: ((sort: Sort | undefined) => void) | undefined
  children?: ReactNode
}

/** A heading that sorts by its column: ascending, descending, then unsorted. */
function Heading({ id, label, sort, onSort, children }: HeadingProps) {
  const order = sort?.columnId === id ? sort.order : undefined
  const next = order === undefined ? 'ascending' : order === 'ascending' ? 'descending' : undefined
  if (!onSort)
    return (
      <th>
        <span className="cell">{label}</span>
        {children}
      </th>
    )
  const Icon = order === 'descending' ? ArrowDown : ArrowUp
  return (
    <th aria-sort={order ?? 'none'}>
      <button
        type="button"
        className="sorter"
        title={next ? t('Sort {next}', { next }) : t('Newest first')}
        onClick={() => onSort(next && { columnId: id, order: next })}
      >
        <span className="cell">{label}</span>
        <Icon size={13} aria-hidden data-on={order !== undefined} />
      </button>
      {children}
    </th>
  )
}

/** The right edge of a heading, which can be dragged or moved with the arrow keys. */
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
    // biome-ignore lint/a11y/useSemanticElements: a draggable line is a separator with a value, not a rule
    <span
      className="resizer"
      role="separator"
      tabIndex={0}
      aria-label={t('Width of {label}', { label })}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={start}
      onKeyDown={press}
    />
  )
}
