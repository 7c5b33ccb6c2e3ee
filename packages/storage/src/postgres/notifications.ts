import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Listeners, type Topic } from '../changes.js'
import { connectionOptions } from './pool.js'
import { channel, readChange } from './postgres-database.js'

/**
 * A separate connection that listens for changes. Notifications sent while it is disconnected are lost; so once it has reconnected, all
 * subscribers are notified that anything may have changed.
 */
export class Notifications {
  /** Name of this process in its notifications. */
  readonly origin = randomUUID()
  readonly #url: string
  readonly #listeners = new Listeners()
  readonly #heartbeat: NodeJS.Timeout
  #client: pg.Client | undefined
  #isClosed = false
  #reconnecting: NodeJS.Timeout | undefined

  private constructor(url: string) {
    this.#url = url
    this.#heartbeat = setInterval(() => void this.#beat(), heartbeatMilliseconds).unref()
  }

  static async open(url: string): Promise<Notifications> {
    const notifications = new Notifications(url)
    try {
      await notifications.#connect()
    } catch (error) {
      await notifications.close()
      throw error
    }
    return notifications
  }

  subscribe(topic: Topic, listener: (id: string | undefined) => void): () => void {
    return this.#listeners.add(topic, listener)
  }

  /** Notifies subscribers in this process of a change before the database does. */
  tell(message: string): void {
    const { topic, id } = readChange(message)
    this.#listeners.tell(topic, id)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#heartbeat)
    clearTimeout(this.#reconnecting)
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(connectionOptions(this.#url))
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload = '' }) => {
      if (readChange(payload).origin !== this.origin) this.tell(payload)
    })
    try {
      await client.connect()
      await client.query({ text: `LISTEN ${channel}`, query_timeout: 5_000 } as pg.QueryConfig)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    this.#client = client
  }

  #lost(client: pg.Client): void {
    if (this.#isClosed || this.#client !== client) return
    this.#client = undefined
    this.#reconnectSoon()
  }

  #reconnectSoon(): void {
    this.#reconnecting = setTimeout(async () => {
      try {
        await this.#connect()
        this.#listeners.tellOfAnything()
      } catch {
        if (!this.#isClosed) this.#reconnectSoon()
      }
    }, reconnectMilliseconds).unref()
  }

  /** Queries the server, to detect a connection whose peer disappeared without closing it. */
  async #beat(): Promise<void> {
    const client = this.#client
    if (!client) return
    try {
      await client.query({ text: 'SELECT 1', query_timeout: 5_000 } as pg.QueryConfig)
    } catch {
      this.#lost(client)
      void client.end().catch(() => {})
    }
  }
}

const reconnectMilliseconds = 500
const heartbeatMilliseconds = 10_000
