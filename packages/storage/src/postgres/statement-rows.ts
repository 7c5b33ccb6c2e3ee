import type { SqlValue } from '../table.js'
import { arrayValue, type ElementType, storable } from './array-value.js'

/** A parameter for each column: an array, or the value itself where there is one row. */
export interface Rows {
  readonly isOne: boolean
  readonly values: (Buffer | SqlValue)[]
}

export const noRows: Rows = { isOne: false, values: [] }

export type Column<Row> = readonly [type: ElementType, read: (row: Row) => SqlValue]

export function rowsOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Rows {
  if (rows.length !== 1) return { isOne: false, values: columns.map(([type, read]) => arrayValue(type, rows, read)) }
  return { isOne: true, values: columns.map(([, read]) => storable(read(rows[0] as Row))) }
}

/** The text of a part for what it is given: of one row the values themselves, and of one turn one look at whether it was taken. */
export function written(sql: string, { isOneTurn, isOneRow }: { isOneTurn: boolean; isOneRow: boolean }): string {
  const text = isOneRow ? sql.replaceAll(/unnest\(\?::([a-z ]+)\[\]\)/g, '?::$1') : sql
  return isOneTurn
    ? text.replaceAll(/\([\w.]+ IN \(SELECT id FROM taken\)\) IS TRUE/g, 'EXISTS (SELECT FROM taken)')
    : text
}
