import type { ElementType } from './wire/array-value.js'
import type { Form } from './wire/statement-rows.js'

interface Columns {
  readonly properties: readonly { column: string; type: ElementType }[]
}

/** The columns of a table from what the part of a statement is given, as the list of a SELECT. */
export function givenColumnsOf({ properties }: Columns, form: Form, prefix = ''): string {
  return properties.map(({ column, type }) => `${given(type, form)} AS ${prefixed(prefix, column)}`).join(', ')
}

/**
 * A column as the next parameter has it: of one row its value, of others an array, one row for each place of it. Behind FROM, PostgreSQL
 * would make a table of each of them first.
 */
export function given(type: ElementType, { isOneRow }: Form): string {
  const name = { text: 'text', integer: 'bigint', real: 'double precision' }[type]
  return isOneRow ? `?::${name}` : `unnest(?::${name}[])`
}

/** The names of the same columns: what is hidden, such as the workspace, is not among them. */
export function columnsOf({ properties }: Columns, prefix = ''): string {
  return properties.map(({ column }) => prefixed(prefix, column)).join(', ')
}

/** `turn_` becomes a part of the name, `given.` stands before it. */
function prefixed(prefix: string, column: string): string {
  return prefix.endsWith('_') ? `"${prefix}${column.slice(1)}` : `${prefix}${column}`
}
