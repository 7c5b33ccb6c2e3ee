import {
  type Block,
  type Group,
  inPreferredOrder,
  preferredVisibility,
  type ResultColumn,
  type ResultsTablePreferences,
  resultColumns,
  type Variable,
} from '@colloquy/flow'
import { defaultsOf } from '@colloquy/flow/blocks'
import { fieldOf, type OriginField } from '@colloquy/flow/result-fields'
import type { Result } from './result.js'

/** A column of the table, in addition to the start and the status of results. */
export interface Column extends Omit<ResultColumn, 'source'> {
  source: ResultColumn['source'] | { field: OriginField }
  valueIn(result: Result): string
  /** Date format of the column, such as `dd/MM/yyyy`; undefined if it does not contain dates. */
  dateFormat: string | undefined
  /** Answers that the question offers. */
  choices: readonly string[]
  /** The only values that can be filtered by, with their labels; undefined if any text can. */
  values?: readonly (readonly [value: string, label: string])[]
  /** Loads older values, if there are any. */
  more?: (() => void) | undefined
}

export interface ShownColumn extends Column {
  /** Pixels. */
  width: number
}

export const narrowest = 80
export const widest = 800
/** Maximum width, in pixels, of a column that is sized by its content. */
const widestByContent = 260
/** Approximate width of a character and of the padding of a cell, in pixels. */
const characterWidth = 7.5
const cellSpace = 32

/** Columns of a flow, with access to their values in a result. */
export function columnsOf(groups: readonly Group[], variables: readonly Variable[]): Column[] {
  const blocks = new Map(groups.flatMap((group) => group.blocks.map((block) => [block.id, block] as const)))
  return resultColumns(groups, variables).map((column) => {
    const block = 'blockId' in column.source ? blocks.get(column.source.blockId) : undefined
    return {
      ...column,
      valueIn: readerOf(column),
      dateFormat: block && dateFormatOf(block),
      choices: block ? choicesOf(block) : [],
    }
  })
}

function dateFormatOf(block: Block): string | undefined {
  const { type, options } = block as { type: string; options?: { format?: string } }
  const format = options?.format || defaultsOf(type).format
  return typeof format === 'string' && ['yyyy', 'MM', 'dd'].every((token) => format.includes(token))
    ? format
    : undefined
}

function choicesOf(block: Block): string[] {
  const items = 'items' in block ? (block.items as readonly { content?: string; title?: string }[]) : []
  return items.flatMap(({ content, title }) => content || title || [])
}

/** Orders and sizes columns by the user's preferences. Columns without a preference are shown if any row has a value for them. */
export function arrange(
  columns: readonly Column[],
  preferences: ResultsTablePreferences,
  rows: readonly Result[],
): { shown: ShownColumn[]; hidden: Column[] } {
  const ordered = inPreferredOrder(columns, preferences)
  const isShown = (column: Column) =>
    preferredVisibility(column, preferences) ?? (isOrigin(column) || rows.some((row) => column.valueIn(row) !== ''))
  return {
    shown: ordered
      .filter(isShown)
      .map((column) => ({ ...column, width: preferences.columnsWidth[column.id] ?? widthByContent(column, rows) })),
    hidden: ordered.filter((column) => !isShown(column)),
  }
}

/** True if a column shows the origin of results. */
export const isOrigin = ({ source }: Pick<Column, 'source'>): boolean => 'field' in source

/** True if results can be sorted by a column. */
export const isSortable = ({ source }: Pick<Column, 'source'>): boolean =>
  !('field' in source) || fieldOf(source.field).isSortable === true

/** Returns a width that fits the label and nine out of ten values, within limits. */
function widthByContent({ label, valueIn }: Column, rows: readonly Result[]): number {
  const lengths = rows.map((row) => valueIn(row).length).toSorted((a, b) => a - b)
  const length = Math.max(label.length, lengths[Math.floor(lengths.length * 0.9)] ?? 0)
  return Math.round(Math.min(widestByContent, Math.max(narrowest, length * characterWidth + cellSpace)))
}

function readerOf({ source }: ResultColumn): (result: Result) => string {
  if ('variableId' in source)
    return ({ variables }) => textOf(variables.find(({ id }) => id === source.variableId)?.value)
  return ({ answers }) =>
    answers
      .filter(({ blockId }) => blockId === source.blockId)
      .flatMap(({ content, attachedFileUrls = [] }) => [content, ...attachedFileUrls].filter(Boolean))
      .join(', ')
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value == null ? '' : String(value)
