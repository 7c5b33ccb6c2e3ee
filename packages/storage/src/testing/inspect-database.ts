import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** Problems that SQLite finds in the database of a folder that no service uses, one line each. */
export function inspectDatabase(folder: string): string[] {
  const pages = readDatabase<{ integrity_check: string }>(folder, 'PRAGMA integrity_check')
  const references = readDatabase(folder, 'PRAGMA foreign_key_check')
  return [
    ...pages.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...references.map((row) => `A row points nowhere: ${JSON.stringify(row)}`),
  ]
}

/** The rows of a query on the database of a folder. */
export function readDatabase<Row = Record<string, unknown>>(folder: string, sql: string): Row[] {
  return withDatabase(folder, (database) => database.prepare(sql).all() as Row[])
}

/** Runs statements on the database of a folder, bypassing the service, to plant rows that the service would never write. */
export function changeDatabase(folder: string, sql: string): void {
  withDatabase(folder, (database) => database.exec(sql))
}

function withDatabase<Result>(folder: string, work: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(join(folder, 'colloquy.db'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}
