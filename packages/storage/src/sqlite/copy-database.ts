import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { clockSetting } from '../clock.js'
import { newestSchema } from '../migrations.js'
import { schemaOf } from './migrate.js'

/**
 * Copies the database in `from` to the new file `to`, as it is when the copy starts: everything that is committed, and nothing that comes
 * later. A service may use the database and continue writing. Returns once the copy is on the disk.
 */
export function copyDatabase(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} exists already: choose another name, or move it away.`)
  withDatabase(from, (database) => database.prepare('VACUUM INTO ?').run(to))
  syncPath(to)
  syncPath(dirname(to))
}

/** State of a database, read without changing it. */
export interface DatabaseState {
  schema: number
  /** The newest schema that this Colloquy knows; it migrates older ones when it starts. */
  newestSchema: number
  /** Problems that SQLite finds in the file, one line each. */
  problems: string[]
  /** Number of credentials by the key with which they are encrypted. */
  credentials: { keyId: string; count: number }[]
  /** When a service that deletes old results last ran, in milliseconds since 1970; undefined if none ever did. */
  clockSeenAt: number | undefined
}

/** Reads the whole file to check its integrity, which takes some seconds per gigabyte. Throws if it is not a database. */
export function examineDatabase(file: string): DatabaseState {
  if (!existsSync(file)) throw new Error(`There is no database ${file}.`)
  return withDatabase(file, (database) => {
    const rows = (sql: string) => database.prepare(sql).all()
    const pages = rows('PRAGMA integrity_check').map((row) => String(row.integrity_check))
    const references = rows('PRAGMA foreign_key_check').map((row) => `A row of ${row.table} points nowhere`)
    const has = (table: string) => rows(`SELECT 1 FROM sqlite_schema WHERE name = '${table}'`).length > 0
    const [seen] = has('settings') ? rows(`SELECT value FROM settings WHERE name = '${clockSetting}'`) : []
    return {
      schema: schemaOf(database),
      newestSchema,
      problems: [...pages.filter((text) => text !== 'ok'), ...references],
      credentials: has('credentials')
        ? rows('SELECT key_id AS keyId, count(*) AS count FROM credentials GROUP BY key_id')
        : [],
      clockSeenAt: seen && Number(seen.value),
    }
  })
}

function withDatabase<Result>(file: string, work: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(file, { timeout: 10_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
