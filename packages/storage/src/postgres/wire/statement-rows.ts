import type { SqlValue } from '../../table.js'
import type { ElementType } from './array-value.js'

/** Parameters of a part of a statement: an array for each column, or the values themselves if there is one row. */
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

/** Properties that determine the text of a part. */
export interface Form {
  /** True if the statement saves one turn. */
  readonly isOneTurn: boolean
  /** True if the part has one row. */
  readonly isOneRow: boolean
}
