import { createHash } from 'node:crypto'
import { nameOf } from '../postgres/connect-alone.js'
import { type End, type MovedRow, MoveError, type TargetEnd } from './end.js'
import { openPostgresSource, openPostgresTarget } from './postgres-end.js'
import { openSqliteCopy, openSqliteSource, openSqliteTarget } from './sqlite-end.js'
import { type MovedTable, movedTables } from './tables.js'

/** Location of a database: an address that begins with `postgres`, or a data folder. */
export type DatabaseAddress = string

/** Called for each table once its rows are written. */
export type OnTable = (table: string, rows: number) => void

/**
 * Copies every row of a database to an empty one, of the same kind or the other: page by page, in one transaction, and reads all of it back
 * before committing. Throws a `MoveError` if that is not possible; if it fails at any point, the target stays unchanged, so that the same
 * move can be repeated. The source is never changed. Returns the number of rows.
 */
export async function moveDatabase(
  from: DatabaseAddress,
  to: DatabaseAddress,
  onTable: OnTable = () => {},
): Promise<number> {
  if (from === to) throw new MoveError(`${endpointName(from)} cannot be moved onto itself.`)
  const source = isPostgres(from) ? await openPostgresSource(from) : openSqliteSource(from)
  try {
    return await fill(source, isPostgres(to) ? await openPostgresTarget(to) : openSqliteTarget(to), onTable)
  } finally {
    await source.close()
  }
}

/** Writes the current state of a PostgreSQL database, in use or not, to `<folder>/colloquy.db`. */
export async function copyFromPostgres(url: string, folder: string): Promise<number> {
  const source = await openPostgresSource(url, { mayBeInUse: true })
  try {
    return await fill(source, openSqliteTarget(folder), () => {})
  } finally {
    await source.close()
  }
}

/** Fills an empty PostgreSQL database from a file that is a copy of a SQLite database. */
export async function fillPostgres(file: string, url: string): Promise<number> {
  const source = openSqliteCopy(file)
  try {
    return await fill(source, await openPostgresTarget(url), () => {})
  } finally {
    await source.close()
  }
}

function isPostgres(endpoint: DatabaseAddress): boolean {
  return /^postgres(ql)?:/.test(endpoint)
}

function endpointName(endpoint: DatabaseAddress): string {
  return isPostgres(endpoint) ? nameOf(endpoint) : endpoint
}

async function fill(source: End, target: TargetEnd, onTable: OnTable): Promise<number> {
  try {
    let total = 0
    for (const table of movedTables()) {
      const written = digest()
      for await (const rows of pages(source, table)) {
        await target.insert(table, rows)
        written.add(rows)
      }
      const found = digest()
      for await (const rows of pages(target, table)) found.add(rows)
      if (found.text() !== written.text()) {
        throw new MoveError(`${table.name} was not written as it was read; nothing was kept. Please report this.`)
      }
      total += written.count()
      onTable(table.name, written.count())
    }
    await target.keep()
    return total
  } finally {
    await target.close()
  }
}

/** All rows of a table in the order of its key, in pages of about `pageBytes` each. */
async function* pages(end: End, table: MovedTable): AsyncGenerator<readonly MovedRow[]> {
  let limit = 10
  let last: MovedRow | undefined
  for (;;) {
    const rows = await end.page(table, last, limit)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)
    const bytesOfRow = Math.max(50, lengthOf(rows) / rows.length)
    // At most four times as many rows as on the page before, because rows may differ in size.
    limit = Math.max(1, Math.min(Math.floor(pageBytes / bytesOfRow), limit * 4))
  }
}

const pageBytes = 2_000_000

function lengthOf(rows: readonly MovedRow[]): number {
  return rows.reduce(
    (sum, row) =>
      sum + row.reduce<number>((length, value) => length + (typeof value === 'string' ? value.length : 8), 0),
    0,
  )
}

function digest() {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(rows: readonly MovedRow[]) {
      for (const row of rows) hash.update(`${JSON.stringify(row)}\n`)
      count += rows.length
    },
    count: () => count,
    text: () => hash.copy().digest('hex'),
  }
}
