import type { FilterOperator } from '@colloquy/api'
import { fieldOf } from '@colloquy/flow/result-fields'
import { dayOf } from '../design/dates.js'
import { t } from '../i18n/i18n.js'
import type { Column } from './columns.js'
import { fieldLabel } from './result-names.js'

/** A condition that results have to meet. `value` is the typed text; for a list, its values separated by commas. */
export interface Condition {
  /** `startedId`, or the id of a column. */
  columnId: string
  is: FilterOperator
  value: string
}

/** The column with the time of the start, which every result has. */
export const startedId = 'createdAt'

/** Kind of input for the value of a condition. */
export type ValueKind = 'text' | 'number' | 'day' | 'list' | 'none'

const operators: Record<FilterOperator, { label: string; takes: ValueKind }> = {
  contains: { label: t('contains'), takes: 'text' },
  equals: { label: t('is exactly'), takes: 'text' },
  oneOf: { label: t('is one of'), takes: 'list' },
  isEmpty: { label: t('is empty'), takes: 'none' },
  isNotEmpty: { label: t('is not empty'), takes: 'none' },
  greaterThan: { label: t('is greater than'), takes: 'number' },
  lessThan: { label: t('is less than'), takes: 'number' },
  before: { label: t('is before'), takes: 'day' },
  after: { label: t('is after'), takes: 'day' },
}

export const isOperator = (text: string): text is FilterOperator => Object.hasOwn(operators, text)

export const valueKindOf = (is: FilterOperator): ValueKind => operators[is].takes

/** Operators that a column can be compared with. */
export function operatorsFor(columnId: string, columns: readonly Column[]): [FilterOperator, string][] {
  const column = columns.find(({ id }) => id === columnId)
  if (column?.values) return [['equals', t('is')]]
  const field = columnId === startedId ? startedId : column && 'field' in column.source && column.source.field
  const names = Object.keys(operators) as FilterOperator[]
  return names.filter((is) => !field || fieldOf(field).filters.includes(is)).map((is) => [is, operators[is].label])
}

/** True if the condition has everything it needs. */
export function isComplete({ columnId, is, value }: Condition): boolean {
  if (columnId === '') return false
  const kind = valueKindOf(is)
  if (kind === 'none') return true
  if (kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value))
  return kind === 'list' ? listOf(value).length > 0 : value !== ''
}

/** The condition in words: "Team size is greater than 49". */
export function conditionText({ columnId, is, value }: Condition, columns: readonly Column[]): string {
  const named = columns.find(({ id }) => id === columnId)
  const column = columnId === startedId ? fieldLabel(startedId) : named?.label
  if (named?.values) {
    const [, label = t('deleted')] = named.values.find(([one]) => one === value) ?? []
    return `${column} ${t('is')} ${label}`
  }
  const shown = {
    day: dayOf(`${value}T12:00`),
    list: listOf(value).join(', '),
    text: `“${value}”`,
    number: value,
    none: '',
  }
  return `${column ?? t('A deleted column')} ${operators[is].label} ${shown[valueKindOf(is)]}`.trim()
}

/** The condition as an API parameter; undefined if its column no longer exists. */
export function conditionParameter({ columnId, is, value }: Condition, columns: readonly Column[]): object | undefined {
  const values = valueKindOf(is) === 'list' ? { values: listOf(value) } : valueKindOf(is) !== 'none' && { value }
  if (columnId === startedId) return { field: 'createdAt', is, ...values }
  const column = columns.find(({ id }) => id === columnId)
  return column && { ...columnParameter(column), is, ...values }
}

/** Identifies a column in the API. */
export const columnParameter = ({ source, dateFormat }: Column): object => ({
  ...source,
  ...(dateFormat !== undefined && { dateFormat }),
})

const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, 50)
