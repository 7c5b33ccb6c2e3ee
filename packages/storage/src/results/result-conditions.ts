import { type ColumnField, originFields } from '@colloquy/flow/result-fields'
import { searchable } from '@colloquy/flow/searchable'
import type { Dialect } from '../database.js'
import type { SqlValue } from '../table.js'
import type { ResultOrigin } from './analytics.js'
import type { ResultColumn, ResultCondition, ResultFilter } from './result-search.js'
import { fieldAsText } from './result-tables.js'

/** A piece of SQL with the values of its parameters, in their order. */
export interface Sql {
  sql: string
  values: SqlValue[]
}

/** Condition on a row of `results` itself and its individual answers. */
export function conditionOfResult(dialect: Dialect, { isCompleted, text, answer, origins = [] }: ResultFilter): Sql {
  const conditions = ['1 = 1']
  const values: SqlValue[] = []
  const add = (sql: string, ...given: SqlValue[]) => {
    conditions.push(sql)
    values.push(...given)
  }
  if (isCompleted !== undefined) add('is_completed = ?', isCompleted ? 1 : 0)
  if (text !== undefined) add(answered(`${dialect.searchable('content')} ${like}`), patternOf(searchable(text)))
  const given = Object.entries({ block_id: answer?.blockId, variable_id: answer?.variableId, content: answer?.content })
  const named = given.flatMap(([column, value]) => (value === undefined ? [] : [[column, value] as const]))
  if (named.length > 0)
    add(answered(named.map(([column]) => `${column} = ?`).join(' AND ')), ...named.map(([, value]) => value))
  for (const origin of origins) {
    const condition = conditionOfOrigin(origin)
    add(condition.sql, ...condition.values)
  }
  return { sql: conditions.join(' AND '), values }
}

/** Condition on a row of `results` and its exposures. */
export function conditionOfOrigin(origin: ResultOrigin): Sql {
  const conditions = ['1 = 1']
  const values: SqlValue[] = []
  for (const field of originFields) {
    const wanted = origin[field]
    if (!wanted) continue
    const { sql, valuesOf } = field === 'variant' ? isExposed : isValue(field)
    conditions.push(`(${wanted.map(() => sql).join(' OR ') || '1 = 0'})`)
    values.push(...wanted.flatMap(valuesOf))
  }
  return { sql: conditions.join(' AND '), values }
}

interface OneValue {
  sql: string
  valuesOf(wanted: string | null): SqlValue[]
}

/** No result has an empty value, so the empty text represents results without one. */
const isValue = (field: ColumnField): OneValue => ({
  sql: `coalesce(${fieldAsText(field)}, '') = ?`,
  valuesOf: (wanted) => [wanted ?? ''],
})

const isExposed: OneValue = {
  sql:
    'EXISTS (SELECT 1 FROM exposures WHERE exposures.result_id = results.id ' +
    'AND exposures.workspace_id = results.workspace_id AND experiment_id = ? AND variant = ?)',
  valuesOf(wanted) {
    const [experimentId = '', variant] = (wanted ?? '').split(':')
    return [experimentId, Number(variant)]
  },
}

/** The text of a column in a row of `results`; null if there is none. */
export function textOfColumn(dialect: Dialect, column: ResultColumn): Sql {
  if ('field' in column) return { sql: fieldAsText(column.field), values: [] }
  if ('variableId' in column) return { sql: dialect.textOfVariable, values: [column.variableId] }
  const joined =
    "(SELECT string_agg(content, ', ' ORDER BY number) FROM answers WHERE answers.result_id = results.id " +
    'AND answers.workspace_id = results.workspace_id AND block_id = ?)'
  return { sql: joined, values: [column.blockId] }
}

/** Condition on the text of a column, which is in the column `name` of the rows. */
export function conditionOfText(dialect: Dialect, name: string, condition: ResultCondition): Sql {
  switch (condition.is) {
    case 'empty':
      return { sql: `coalesce(${name}, '') = ''`, values: [] }
    case 'filled':
      return { sql: `coalesce(${name}, '') <> ''`, values: [] }
    case 'equal':
      return { sql: `lower(${name}) = ?`, values: [lowered(condition.value)] }
    case 'containing':
      return { sql: `${dialect.searchable(name)} ${like}`, values: [patternOf(searchable(condition.value))] }
    case 'oneOf': {
      const isOne = `(', ' || lower(${name}) || ', ') ${like}`
      const values = condition.values.map((value) => patternOf(lowered(`, ${value}, `)))
      return { sql: `(${values.map(() => isOne).join(' OR ') || '1 = 0'})`, values }
    }
    case 'greater':
    case 'less':
      return { sql: `${dialect.numberOf(name)} ${condition.is === 'greater' ? '>' : '<'} ?`, values: [condition.value] }
    case 'before':
    case 'after': {
      const day = `substr(${sortableDate(name, condition.column.dateFormat)}, 1, 10)`
      const isFilled = `coalesce(${name}, '') <> ''`
      return { sql: `(${isFilled} AND ${day} ${condition.is === 'after' ? '>' : '<'} ?)`, values: [condition.value] }
    }
  }
}

/** SQL that turns a date into a sortable text, year first. The text itself if its format has no fixed positions for year, month and day. */
export function sortableDate(name: string, format: string | undefined): string {
  if (format === undefined || !isSortableFormat(format)) return name
  const parts = dateParts.flatMap(([token, separator]) => {
    const at = format.indexOf(token)
    return at < 0 ? [] : [`'${separator}' || substr(${name}, ${at + 1}, ${token.length})`]
  })
  return `(${parts.join(' || ')})`
}

/** True if dates of this format can be compared: year, month and day have fixed positions. */
export function isSortableFormat(format: string): boolean {
  const isFixed = /^(?:yyyy|MM|dd|HH|mm|ss|[^A-Za-z'])+$/.test(format)
  return isFixed && ['yyyy', 'MM', 'dd'].every((token) => format.includes(token))
}

const dateParts = [
  ['yyyy', ''],
  ['MM', '-'],
  ['dd', '-'],
  ['HH', ' '],
  ['mm', ':'],
  ['ss', ':'],
] as const

const like = "LIKE ? ESCAPE '\\'"

function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Lowercases ASCII letters only, as both databases do. */
export function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function answered(condition: string): string {
  return (
    'EXISTS (SELECT 1 FROM answers WHERE answers.result_id = results.id ' +
    `AND answers.workspace_id = results.workspace_id AND ${condition})`
  )
}
