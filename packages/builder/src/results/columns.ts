import type { Group, Variable } from '@colloquy/flow'
import { entryOf } from '../catalogue/block-catalogue.js'
import type { Result } from './result.js'

/** What a table of results can show beside when they began and how far they came. */
export interface Column {
  /** Of the variable, or of the block where the answer goes into none. */
  id: string
  label: string
  /** By what the API finds results that have a value here. */
  filter: 'variableId' | 'blockId'
  valueIn(result: Result): string
}

/** How the columns of a bot's table are wanted, as the bot keeps it. */
export interface ColumnPreferences {
  columnsOrder: string[]
  columnsVisibility: Record<string, boolean>
  columnsWidth: Record<string, number>
}

export interface ShownColumn extends Column {
  /** Pixels. */
  width: number
}

const usualWidth = 200
export const narrowest = 80
export const widest = 800

/** A column for each variable and each input without one, in the order of the flow. */
export function columnsOf(groups: readonly Group[], variables: readonly Variable[]): Column[] {
  const known = new Map(variables.map((variable) => [variable.id, variable]))
  const answered = groups.flatMap((group) =>
    group.blocks.flatMap((block): Column[] => {
      if (entryOf(block).section !== 'Inputs') return []
      const { variableId } = (block as { options?: { variableId?: string } }).options ?? {}
      const variable = variableId === undefined ? undefined : known.get(variableId)
      return [variable ? variableColumn(variable) : blockColumn(block.id, group.title || entryOf(block).label)]
    }),
  )
  const unique = [...new Map(answered.map((column) => [column.id, column])).values()]
  const taken = new Set(unique.map(({ id }) => id))
  return [...unique, ...variables.filter(({ id }) => !taken.has(id)).map(variableColumn)]
}

/** The columns in the order and width that is wanted; those that were not chosen are shown when somebody filled them in. */
export function arrange(
  columns: readonly Column[],
  { columnsOrder, columnsVisibility, columnsWidth }: ColumnPreferences,
  rows: readonly Result[],
): { shown: ShownColumn[]; hidden: Column[] } {
  const place = new Map(columnsOrder.map((id, index) => [id, index]))
  const ordered = columns.toSorted((a, b) => (place.get(a.id) ?? columns.length) - (place.get(b.id) ?? columns.length))
  const isShown = (column: Column) => columnsVisibility[column.id] ?? rows.some((row) => column.valueIn(row) !== '')
  return {
    shown: ordered.filter(isShown).map((column) => ({ ...column, width: columnsWidth[column.id] ?? usualWidth })),
    hidden: ordered.filter((column) => !isShown(column)),
  }
}

const variableColumn = ({ id, name }: Variable): Column => ({
  id,
  label: name,
  filter: 'variableId',
  valueIn: (result) => textOf(result.variables.find((it) => it.id === id)?.value),
})

const blockColumn = (id: string, label: string): Column => ({
  id,
  label,
  filter: 'blockId',
  valueIn: (result) => result.answers.filter(({ blockId }) => blockId === id).at(-1)?.content ?? '',
})

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value == null ? '' : String(value)
