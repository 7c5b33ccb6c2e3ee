import type { SqlValue } from '../table.js'
import type { MovedTable } from './tables.js'

/** A row as its values, in the order of the table's columns. */
export type MovedRow = readonly SqlValue[]

/** One of the two databases of a move. Neither sees what other connections write during the move. */
export interface End {
  /** Rows after the given one in the order of the primary key, at most `limit`. */
  page(table: MovedTable, after: MovedRow | undefined, limit: number): Promise<MovedRow[]>
  /** Closes the connection; rows that were inserted and not kept are discarded. */
  close(): Promise<void>
}

/** The database that is filled, all or nothing. */
export interface TargetEnd extends End {
  insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  /** Commits all inserted rows to disk. */
  keep(): Promise<void>
}

/** Thrown if a move cannot be made; the message explains why to the person who requested it. Nothing was changed. */
export class MoveError extends Error {}

/** `SELECT` of a page; its parameters are the key of the row before, if there is one, and the limit. */
export function pageSql({ name, columns, key }: MovedTable, isFirst: boolean): string {
  const keyColumns = key.map((position) => `"${columns[position]?.name}"`).join(', ')
  const behind = isFirst ? '' : ` WHERE (${keyColumns}) > (${key.map(() => '?').join(', ')})`
  return `SELECT ${columnsSql(columns)} FROM ${name}${behind} ORDER BY ${keyColumns} LIMIT ?`
}

export function keyOf({ key }: MovedTable, row: MovedRow): SqlValue[] {
  return key.map((position) => row[position] ?? null)
}

export function columnsSql(columns: MovedTable['columns']): string {
  return columns.map(({ name }) => `"${name}"`).join(', ')
}

/** Throws if the schema would have to be migrated before a move. */
export function checkMovable(endpoint: string, schema: number, newest: number): void {
  if (schema === newest) return
  throw new MoveError(
    schema < newest
      ? `${endpoint} has schema ${schema}, and this Colloquy has ${newest}: start it once on it, stop it, and move then.`
      : `${endpoint} has schema ${schema}, but this Colloquy knows only up to ${newest}: use the newer one that wrote it.`,
  )
}
