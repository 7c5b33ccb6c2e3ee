import type { SqlValue } from '../../table.js'
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

/** What the text of a part depends on. */
export interface Form {
  /** The statement saves one turn, */
  readonly isOneTurn: boolean
  /** and the part has one row. */
  readonly isOneRow: boolean
}
