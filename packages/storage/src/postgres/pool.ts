import pg from 'pg'
import type { RawRow, StatementOutcome } from '../database.js'
import { StorageFullError } from '../storage.js'
import { Execution, type PreparedText } from './execution.js'
import type { Rows } from './statement-rows.js'

export interface PoolOptions {
  url: string
  /** The most connections at a time. */
  size: number
  /** Settings of each connection, by their names. */
  settings?: Record<string, string>
}

/**
 * Connections to one database. They are opened when they are needed, so that nothing has to be done when the database was away:
 * what is asked of it meanwhile is rejected, and the next call tries again.
 */
export class Pool {
  readonly #pool: pg.Pool
  /** Connections that are kept for statements that answer ids, and have none just now. */
  readonly #kept: pg.PoolClient[] = []

  constructor({ url, size, settings = {} }: PoolOptions) {
    // By a statement: poolers such as PgBouncer refuse settings that come with the connection.
    const set = Object.entries(settings).map(([name, value]) => `SET ${name} = ${value}`)
    this.#pool = new pg.Pool({
      ...connectionOptions(url),
      max: size,
      idleTimeoutMillis: 60_000,
      ...(set.length > 0 && {
        async onConnect(client) {
          await client.query(set.join('; '))
        },
      }),
    })
    // A connection that breaks while it is idle leaves the pool by itself, and one that is used fails what it is used for. Without a
    // listener from its first moment on, one that breaks on its way from the one to the other would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** One statement, prepared once on each connection. Its text must come from a bounded set of texts. */
  run(sql: string, values: readonly unknown[]): Promise<StatementOutcome> {
    return this.use((connection) => connection.run(sql, values))
  }

  /**
   * One statement that answers ids, prepared like those of `run`. Its connection is kept for the next one, so that nobody else has it:
   * for as many at a time as the pool has connections.
   */
  ids(sql: string, given: readonly Rows[]): Promise<string[]> {
    const client = this.#kept.pop()
    return client ? this.#execute(client, sql, given) : this.#connectAndExecute(sql, given)
  }

  async #connectAndExecute(sql: string, given: readonly Rows[]): Promise<string[]> {
    const client = await this.#pool.connect()
    const forget = () => {
      const place = this.#kept.indexOf(client)
      if (place < 0) return
      this.#kept.splice(place, 1)
      client.release(true)
    }
    client.once('end', forget)
    return this.#execute(client, sql, given)
  }

  #execute(client: pg.PoolClient, sql: string, given: readonly Rows[]): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, ids: string[]) => {
        if (error && isBroken(error)) client.release(error)
        else if (this.#pool.ending) client.release()
        else this.#kept.push(client)
        if (error) reject(isFull(error) ? new StorageFullError(full, { cause: error }) : error)
        else resolve(ids)
      }
      client.query(new Execution(prepared(sql), given, done))
    })
  }

  /** Lends one connection to `work` alone; it is thrown away when it broke. */
  async use<Result>(work: (connection: PoolConnection) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect()
    let failure: Error | undefined
    try {
      return await work(new PoolConnection(client))
    } catch (error) {
      if (isBroken(error)) failure = error as Error
      throw isFull(error) ? new StorageFullError(full, { cause: error }) : error
    } finally {
      client.release(failure)
    }
  }

  /** Waits for what is under way. */
  close(): Promise<void> {
    const ended = this.#pool.end()
    for (const client of this.#kept.splice(0)) client.release()
    return ended
  }
}

export class PoolConnection {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async run(sql: string, values: readonly unknown[]): Promise<StatementOutcome> {
    const { name, text } = prepared(sql)
    const { rows, rowCount } = await this.#client.query<RawRow>({ name, text, values: values as unknown[] })
    return { rows, changes: rowCount ?? 0 }
  }

  /** Statements without parameters, not prepared. */
  async exec(sql: string): Promise<void> {
    await this.#client.query(sql)
  }
}

/** How every connection is made: it gives up early, notices a dead peer, and reads 64-bit integers as numbers. */
export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'colloquy',
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
    keepAlive: true,
    types: { getTypeParser: ((oid: number) => (oid === int8 ? Number : pg.types.getTypeParser(oid))) as never },
  }
}

const int8 = 20

const full = 'There is no room left for the database'

/** The SQL state of a rejection that came from the database itself. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Anything but an answer to the statement: the connection cannot be used again. */
export function isBroken(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC'
}

function isFull(error: unknown): boolean {
  return stateOf(error) === '53100'
}

const statements = new Map<string, PreparedText>()

/** Of SQL with `?` for parameters. */
function prepared(sql: string): PreparedText {
  let statement = statements.get(sql)
  if (statement === undefined) {
    let parameters = 0
    const text = sql.replace(/\?/g, () => `$${++parameters}`)
    statement = { name: `s${statements.size}`, text }
    statements.set(sql, statement)
  }
  return statement
}
