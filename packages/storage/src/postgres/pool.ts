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
  /** The most connections at a time. */
  size: number
  /** Settings of each connection, by their names. */
  settings?: Record<string, string>
  /** Milliseconds in which a statement has to be answered; about a minute unless given. */
  patience?: number
  /** Leaves also the statements that answer ids to the driver (`wire/README.md`). */
  isPlain?: boolean
}

/**
 * Connections to one database. They are opened when they are needed, so that nothing has to be done when the database was away:
 * what is asked of it meanwhile is rejected, and the next call tries again. A connection that has no answer in time is given up.
 */
export class Pool {
  readonly #pool: pg.Pool
  readonly #connections = new Map<pg.PoolClient, PoolConnection>()
  /** Those that are kept for statements that answer ids, and have none just now. */
  readonly #kept: PoolConnection[] = []
  #keptUntil = 0
  readonly #timer: NodeJS.Timeout

  constructor({ url, size, settings = {}, patience = 60_000, isPlain = false }: PoolOptions) {
    // By a statement: poolers such as PgBouncer refuse settings that come with the connection.
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
    // A connection that breaks while it is idle leaves the pool by itself, and one that is used fails what it is used for. Without a
    // listener from its first moment on, one that breaks on its way from the one to the other would end the process.
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

  /** One statement, prepared once on each connection. Its text must come from a bounded set of texts. */
  run(sql: string, values: readonly unknown[]): Promise<StatementOutcome> {
    return this.use((connection) => connection.run(sql, values))
  }

  /**
   * One statement that answers ids, prepared like those of `run`. Its connection is kept for the next one, so that nobody else has it:
   * for as many at a time as the pool has connections.
   */
  ids(sql: string, given: readonly Rows[]): Promise<string[]> {
    this.#keptUntil = performance.now() + idleMilliseconds
    return this.#lend((connection) => connection.ids(sql, given), { isKept: true })
  }

  /** One that broke while nothing was asked of it. */
  #forget(connection: PoolConnection): void {
    const place = this.#kept.indexOf(connection)
    if (place < 0) return
    this.#kept.splice(place, 1)
    connection.client.release(true)
  }

  /** Lends one connection to `work` alone; it is thrown away when it broke. */
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

  /** Waits for what is under way. */
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

  /** Statements without parameters, not prepared. */
  async exec(sql: string): Promise<void> {
    await this.#inTime(this.client.query(sql))
  }

  /** To be asked every now and then: a timer for each statement would keep what it is about in memory for long. */
  giveUpIfLate(now: number): void {
    if (now < this.#answerBy) return
    // The driver has no call that gives up at once: `end` waits for the answer.
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

/** How every connection is made: it gives up early where nobody answers, notices a dead peer, and reads 64-bit integers as numbers. */
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

/** The SQL state of a rejection that came from the database itself. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Anything but an answer to the statement: the connection cannot be used again. */
export function isBroken(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC'
}

function asStorageError(error: unknown): unknown {
  const isFull = stateOf(error) === '53100'
  return isFull ? new StorageFullError('There is no room left for the database', { cause: error }) : error
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
