import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { newestSchema } from '../migrations.js'
import { syncPath } from '../sqlite/copy-database.js'
import { lockFolder } from '../sqlite/instance-lock.js'
import { migrate, schemaOf } from '../sqlite/migrate.js'
import type { SqlValue } from '../table.js'
import { checkMovable, columnsSql, type End, keyOf, type MovedRow, MoveError, pageSql, type TargetEnd } from './end.js'
import type { MovedTable } from './tables.js'

/** `<folder>/colloquy.db`, on which no service may run. */
export function openSqliteSource(folder: string): End {
  const file = join(folder, 'colloquy.db')
  if (!existsSync(file)) throw new MoveError(`There is no database ${file} to move from: name its data folder.`)
  const unlock = lock(folder)
  try {
    const database = new DatabaseSync(file)
    checkMovable(folder, schemaOf(database), newestSchema)
    return { ...readerOf(database), close: async () => closeAll(database, unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A copy of a database, on which nothing runs. */
export function openSqliteCopy(file: string): End {
  const database = new DatabaseSync(file, { readOnly: true })
  return { ...readerOf(database), close: async () => database.close() }
}

/** A new `<folder>/colloquy.db`. It is written beside its place, and put there once it is whole. */
export function openSqliteTarget(folder: string): TargetEnd {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'colloquy.db')
  const unlock = lock(folder)
  const unfinished = join(folder, 'move.unfinished')
  try {
    if (existsSync(file)) {
      throw new MoveError(`${folder} holds a database already: name another folder, or move its colloquy.db away.`)
    }
    rmSync(unfinished, { force: true })
    const database = new DatabaseSync(unfinished)
    // Until it is whole, nobody needs it to survive anything.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON')
    migrate(database, () => {})
    database.exec('BEGIN')
    return {
      ...readerOf(database),
      async insert(table, rows) {
        const parameters = table.columns.map(() => '?').join(', ')
        const insert = database.prepare(
          `INSERT INTO ${table.name} (${columnsSql(table.columns)}) VALUES (${parameters})`,
        )
        for (const row of rows) insert.run(...row)
      },
      async keep() {
        database.exec('COMMIT')
        database.close()
        syncPath(unfinished)
        renameSync(unfinished, file)
        syncPath(folder)
      },
      async close() {
        closeAll(database, () => {
          rmSync(unfinished, { force: true })
          unlock()
        })
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

type Database = InstanceType<typeof DatabaseSync>

function readerOf(database: Database): Pick<End, 'page'> {
  return {
    async page(table: MovedTable, after: MovedRow | undefined, limit: number) {
      const values: SqlValue[] = after === undefined ? [limit] : [...keyOf(table, after), limit]
      const rows: Record<string, SqlValue>[] = database.prepare(pageSql(table, after === undefined)).all(...values)
      return rows.map((row) => table.columns.map(({ name }) => row[name] ?? null))
    },
  }
}

function closeAll(database: Database, unlock: () => void): void {
  if (database.isOpen) database.close()
  unlock()
}

function lock(folder: string): () => void {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw new MoveError((error as Error).message, { cause: error })
  }
}
