import pg from 'pg'
import type { Claims } from '../claims.js'
import { connectionOptions } from './pool.js'

/** Any number that marks these locks, beside those of `exclusively`. */
const lockClass = 4_712

/**
 * Claims as locks of one connection, which end when it breaks: so a process that dies leaves none. While the database is away, what is held
 * may be taken by another process; what matters is guarded when it is written.
 */
export class PostgresClaims implements Claims {
  readonly #url: string
  #client: Promise<pg.Client> | undefined
  #isClosed = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(url: string) {
    this.#url = url
  }

  async take(name: string): Promise<(() => Promise<void>) | undefined> {
    const client = await this.#connected()
    const { rows } = await this.#query(client, 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken', name)
    if (rows[0]?.taken !== true) return undefined
    return async () => {
      // A connection that is gone holds nothing.
      await this.#query(client, 'SELECT pg_advisory_unlock($1, hashtext($2))', name).catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => {})
  }

  /** One statement after the other: a client takes no second one meanwhile. */
  #query(client: pg.Client, sql: string, name: string): Promise<pg.QueryResult<{ taken: boolean }>> {
    const done = this.#last.then(() => client.query<{ taken: boolean }>(sql, [lockClass, name]))
    this.#last = done.catch(() => {})
    return done
  }

  #connected(): Promise<pg.Client> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed'))
    this.#client ??= this.#connect()
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(connectionOptions(this.#url))
    const lost = () => {
      this.#client = undefined
    }
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      return client
    } catch (error) {
      lost()
      throw error
    }
  }
}
