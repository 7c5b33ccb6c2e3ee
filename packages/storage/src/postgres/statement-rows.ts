import type { SqlValue } from '../table.js'
import type { ElementType } from './array-value.js'

/** What a part of a statement is given: an array for each column, or the values themselves where there is one row. */
export interface Rows {
  readonly rows: readonly unknown[]
  readonly columns: readonly Column<never>[]
}

export type Column<Row> = readonly [type: ElementType, read: (row: Row) => SqlValue]

export const noRows: Rows = { rows: [], columns: [] }

export function rowsOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Rows {
  return { rows, columns }
}

export function isOne({ rows }: Rows): boolean {
  return rows.length === 1
}

/** The text of a part for what it is given: of one row the values themselves, and of one turn one look at whether it was taken. */
export function written(sql: string, { isOneTurn, isOneRow }: { isOneTurn: boolean; isOneRow: boolean }): string {
  const text = isOneRow ? sql.replaceAll(/unnest\(\?::([a-z ]+)\[\]\)/g, '?::$1') : sql
  return isOneTurn
    ? text.replaceAll(/\([\w.]+ IN \(SELECT id FROM taken\)\) IS TRUE/g, 'EXISTS (SELECT FROM taken)')
    : text
}
