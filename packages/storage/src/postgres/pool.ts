import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { RawRow, StatementOutcome } from '../database.js'
import { StorageFullError } from '../storage.js'
import { ByteWriter } from './wire/byte-writer.js'
import { Execution, isExtensible, type PreparedText } from './wire/execution.js'
import { plainValues } from './wire/plain-values.js'
import type { Rows } from './wire/statement-rows.js'

export interface PoolOptions {
  url: string
  /** Maximum number of connections. */
  size: number
  /** Settings of each connection, by name. */
  settings?: Record<string, string>
  /** Milliseconds in which a statement must be answered; by default about a minute. */
  patience?: number
  /** Also runs statements that return ids with the plain driver (`wire/README.md`). */
  isPlain?: boolean
}

/**
 * Connections to one database. They are opened on demand, so that nothing has to be done after the database was unavailable: calls are
 * rejected meanwhile, and the next call tries again. A connection that has no answer in time is closed.
 */
export class Pool {
  readonly #pool: pg.Pool
  readonly #connections = new Map<pg.PoolClient, PoolConnection>()
  /** Connections that are reserved for statements that return ids, and are idle. */
  readonly #kept: PoolConnection[] = []
  #keptUntil = 0
  readonly #timer: NodeJS.Timeout

  constructor({ url, size, settings = {}, patience = 60_000, isPlain = false }: PoolOptions) {
    // Set by a statement, because poolers such as PgBouncer reject settings in the connection parameters.
    const text = Object.entries(settings).map(([name, value]) => `SET ${name} = ${value}`)
    this.#pool = new pg.Pool({
      ...connectionOptions(url),
      max: size,
      idleTimeoutMillis: idleMilliseconds,
      ...(text.length > 0 && {
        async onConnect(client) {
          await client.query({ text: text.join('; '), query_timeout: 5_000 } as pg.QueryConfig)
        },
      }),
    })
    // A connection that breaks while it is idle leaves the pool, and one that breaks in use fails its call. It needs a listener from the
    // beginning: without one, a connection that breaks in between would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      const connection = new PoolConnection(client, patience, isPlain)
      client.on('error', () => this.#forget(connection))
      client.on('end', () => this.#forget(connection))
      this.#connections.set(client, connection)
    })
    this.#pool.on('remove', (client) => this.#connections.delete(client))
    this.#timer = setInterval(() => this.#look(performance.now()), patience / 12).unref()
  }

  /** Runs one statement, prepared once on each connection. Its text must come from a bounded set of texts. */
  run(sql: string, values: readonly unknown[]): Promise<StatementOutcome> {
    return this.use((connection) => connection.run(sql, values))
  }

  /**
   * Runs one statement that returns ids, prepared like those of `run`. Its connection is reserved for the next such statement; at most as
   * many are reserved as the pool has connections.
   */
  ids(sql: string, given: readonly Rows[]): Promise<string[]> {
    this.#keptUntil = performance.now() + idleMilliseconds
    return this.#lend((connection) => connection.ids(sql, given), { isKept: true })
  }

  /** Drops a connection that broke while it was idle. */
  #forget(connection: PoolConnection): void {
    const position = this.#kept.indexOf(connection)
    if (position < 0) return
    this.#kept.splice(position, 1)
    connection.client.release(true)
  }

  /** Lends one connection to `work` exclusively; it is discarded if it broke. */
  use<Result>(work: (connection: PoolConnection) => Promise<Result>): Promise<Result> {
    return this.#lend(work, { isKept: false })
  }

  async #lend<Result>(
    work: (connection: PoolConnection) => Promise<Result>,
    { isKept }: { isKept: boolean },
  ): Promise<Result> {
    const connection = (isKept && this.#kept.pop()) || (await this.#borrow())
    let failure: Error | undefined
    try {
      return await work(connection)
    } catch (error) {
      if (isBroken(error)) failure = error as Error
      throw asStorageError(error)
    } finally {
      if (isKept && !failure && !this.#pool.ending) this.#kept.push(connection)
      else connection.client.release(failure)
    }
  }

  async #borrow(): Promise<PoolConnection> {
    return this.#connections.get(await this.#pool.connect()) as PoolConnection
  }

  /** Waits for running calls. */
  async close(): Promise<void> {
    const ended = this.#pool.end()
    this.#releaseKept()
    await ended
    clearInterval(this.#timer)
  }

  #look(now: number): void {
    for (const connection of this.#connections.values()) connection.giveUpIfLate(now)
    if (now > this.#keptUntil) this.#releaseKept()
  }

  #releaseKept(): void {
    for (const { client } of this.#kept.splice(0)) client.release()
  }
}

const idleMilliseconds = 60_000

export class PoolConnection {
  readonly client: pg.PoolClient
  readonly #patience: number
  readonly #messages = new ByteWriter()
  readonly #isPlain: boolean
  #answerBy = Number.POSITIVE_INFINITY

  constructor(client: pg.PoolClient, patience: number, isPlain = false) {
    this.client = client
    this.#patience = patience
    this.#isPlain = isPlain || !isExtensible(client)
  }

  async run(sql: string, values: readonly unknown[]): Promise<StatementOutcome> {
    const { name, text } = prepared(sql)
    const { rows, rowCount } = await this.#inTime(
      this.client.query<RawRow>({ name, text, values: values as unknown[] }),
    )
    return { rows, changes: rowCount ?? 0 }
  }

  ids(sql: string, given: readonly Rows[]): Promise<string[]> {
    return this.#isPlain ? this.#plainIds(sql, given) : this.#ownIds(sql, given)
  }

  async #plainIds(sql: string, given: readonly Rows[]): Promise<string[]> {
    const { name, text } = prepared(sql)
    const query = { name, text, values: plainValues(given), rowMode: 'array' as const, types: asText }
    const { rows } = await this.#inTime(this.client.query<[string]>(query))
    return rows.map(([id]) => id)
  }

  #ownIds(sql: string, given: readonly Rows[]): Promise<string[]> {
    return this.#inTime(
      new Promise((resolve, reject) => {
        const callback = (error: Error | null, ids: string[]) => (error ? reject(error) : resolve(ids))
        this.client.query(new Execution(prepared(sql), given, { messages: this.#messages, callback }))
      }),
    )
  }

  /** Runs statements without parameters, not prepared. */
  async exec(sql: string): Promise<void> {
    await this.#inTime(this.client.query(sql))
  }

  /** Has to be called periodically: a timer for each statement would keep the data of the statement in memory for long. */
  giveUpIfLate(now: number): void {
    if (now < this.#answerBy) return
    // The driver cannot close a connection immediately: `end` waits for the answer.
    const { connection } = this.client as unknown as { connection?: { stream?: Duplex } }
    connection?.stream?.destroy(new NoAnswerError())
  }

  async #inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#answerBy = performance.now() + this.#patience
    try {
      return await answer
    } finally {
      this.#answerBy = Number.POSITIVE_INFINITY
    }
  }
}

export class NoAnswerError extends Error {
  constructor() {
    super('The database did not answer in time')
  }
}

/** Options of every connection: it gives up early if nobody answers, detects a dead peer, and reads 64-bit integers as numbers. */
export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'colloquy',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: { getTypeParser: ((oid: number) => (oid === int8 ? Number : pg.types.getTypeParser(oid))) as never },
  }
}

const int8 = 20

const asText = { getTypeParser: (() => String) as never }

/** The SQL state of an error that the database itself reported. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** True for anything but an answer to the statement: the connection cannot be used again. */
export function isBroken(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC'
}

function asStorageError(error: unknown): unknown {
  const isFull = stateOf(error) === '53100'
  return isFull ? new StorageFullError('No space left for the database', { cause: error }) : error
}

const statements = new Map<string, PreparedText>()

/** Converts SQL with `?` for parameters. */
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
