import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { OnMigration } from '../migrations.js'
import { StorageFullError } from '../storage.js'
import type { SqlValue } from '../table.js'
import { addFunctions } from './add-functions.js'
import { copyDatabase } from './copy-database.js'
import { LogSync } from './log-sync.js'
import { migrate } from './migrate.js'

/**
 * The one connection to the database file. Everything on it is synchronous, so nothing can come between the statements
 * of a transaction. Only the wait for the disk is not. After a failure of the disk it takes no more writes.
 */
export class Connection {
  readonly #database: DatabaseInstance
  readonly #statements = new Map<string, Statement>()
  readonly #onFatal: (error: Error) => void
  readonly #log: LogSync | undefined
  #failure: Error | undefined
  #writes = 0
  #held: Promise<void> | undefined

  constructor(path: string, onFatal: (error: Error) => void, isDurable = true, onMigration?: OnMigration) {
    this.#onFatal = onFatal
    this.#database = new DatabaseSync(path)
    if (isDurable) this.#log = new LogSync(path, (error) => this.#fail(error))
    try {
      this.#database.exec(pragmas)
      addFunctions(this.#database)
      if (!isDurable) this.#database.exec('PRAGMA synchronous = OFF')
      migrate(this.#database, (schema) => keepCopy(path, schema), onMigration)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  /** The prepared statement of this text, which must come from a bounded set of texts. */
  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  get<Row = Record<string, unknown>>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.prepare(sql).get(...values)
  }

  all<Row = Record<string, unknown>>(sql: string, ...values: SqlValue[]): Row[] {
    return this.prepare(sql).all(...values)
  }

  /** How many rows it changed, those of cascades not counted. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.prepare(sql).run(...values).changes
  }

  /**
   * Runs `work` in one transaction. When this returns, the transaction survives the end of the process; a power cut, once `durable` resolves.
   * All writes go through here.
   */
  write<Result>(work: () => Result): Result {
    this.assertWritable()
    try {
      this.prepare('BEGIN IMMEDIATE').run()
      const result = work()
      this.prepare('COMMIT').run()
      this.#writes += 1
      this.#log?.noteCommit()
      return result
    } catch (error) {
      this.#rollback()
      this.noteFailure(error)
      if (isFull(error)) throw new StorageFullError('No space left for the database', { cause: error })
      throw error
    }
  }

  /** Resolves once all that is committed is on the disk, and rejects if the disk fails. Undefined if it is there already. */
  durable(): Promise<void> | undefined {
    return this.#log?.done()
  }

  /**
   * Asks writers to wait, without holding the thread, until the returned function is called: a checkpoint can then move all of the log.
   * Writers that can wait ask `held` before they write.
   */
  hold(): () => void {
    let release = () => {}
    this.#held = new Promise((resolve) => {
      release = () => {
        this.#held = undefined
        resolve()
      }
    })
    return release
  }

  /** Resolves once writers need not wait any longer; undefined if they need not. */
  get held(): Promise<void> | undefined {
    return this.#held
  }

  assertWritable(): void {
    if (this.#failure)
      throw new Error('The database takes no more writes since the disk failed', { cause: this.#failure })
  }

  /** How many transactions have been written. */
  get writes(): number {
    return this.#writes
  }

  /** Takes no more writes if the error means that the disk failed, on this connection or another one to the same file. */
  noteFailure(error: unknown): void {
    if (isFatal(error)) this.#fail(error)
  }

  close(): void {
    this.#log?.close()
    this.#statements.clear()
    if (this.#database.isOpen) this.#database.close()
  }

  #rollback(): void {
    try {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK')
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #fail(error: Error): void {
    if (this.#failure) return
    this.#failure = error
    this.#onFatal(error)
  }
}

type DatabaseInstance = InstanceType<typeof DatabaseSync>
export type Statement = ReturnType<DatabaseInstance['prepare']>

const pragmas = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -16000;
  PRAGMA wal_autocheckpoint = 10000;
`

/** Before a migration: `backups/before-migration-from-<schema>.db` beside the database, so that an upgrade can be taken back. */
function keepCopy(path: string, schema: number): void {
  const folder = join(dirname(path), 'backups')
  const file = join(folder, `before-migration-from-${schema}.db`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(file)) return
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  copyDatabase(path, unfinished)
  renameSync(unfinished, file)
}

export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode
  return code === 2067 || code === 1555
}

/**
 * SQLITE_FULL, or SQLITE_IOERR_SHMSIZE where the index of the log could not grow. The index holds nothing that has to last: it is made from
 * the log when the database is opened.
 */
function isFull(error: unknown): boolean {
  return [13, 4874].includes((error as { errcode?: number }).errcode ?? 0)
}

/**
 * SQLITE_IOERR, SQLITE_CORRUPT and SQLITE_NOTADB: what was written cannot be trusted until the file is opened afresh. While the driver reads
 * rows, its errors have no code, but SQLite's text.
 */
export function isFatal(error: unknown): error is Error {
  const { errcode: code, message } = error as { errcode?: number; message?: string }
  if (code === undefined) return fatalTexts.some((text) => message?.includes(text))
  return [10, 11, 26].includes(code & 0xff) && !isFull(error)
}

const fatalTexts = ['disk I/O error', 'database disk image is malformed', 'file is not a database']
