import type { Notice, NotificationEvent, Storage, TurnCommit } from '@colloquy/storage'
import { newId } from '../ids.js'

declare module '../service.js' {
  interface Service {
    /** The bots of which somebody is notified. */
    readonly notifiedBots: NotifiedBots
  }
}

/**
 * The bots of which somebody is notified, kept in memory, so that the turns of all others cost nothing. A new rule of another instance
 * counts once its notification has arrived.
 */
export class NotifiedBots {
  readonly #store: Pick<Storage, 'notifications' | 'changes'>
  readonly #report: (error: unknown) => void
  readonly #unsubscribe: () => void
  #events = new Map<string, ReadonlySet<NotificationEvent>>()
  /** Reads one after another, so that an older one does not replace a newer one. */
  #reading: Promise<void> = Promise.resolve()
  #isClosed = false

  /** `onChange` is called after rules have changed. */
  constructor(
    store: Pick<Storage, 'notifications' | 'changes'>,
    report: (error: unknown) => void,
    onChange: () => void,
  ) {
    this.#store = store
    this.#report = report
    this.#unsubscribe = store.changes.subscribe('notifications', (botId) => {
      void this.read(botId).then(onChange)
    })
  }

  get isEmpty(): boolean {
    return this.#events.size === 0
  }

  /** Reads the events of one bot, or of all. */
  read(botId?: string): Promise<void> {
    this.#reading = this.#reading
      .then(() => this.#read(botId))
      .catch((error: unknown) => {
        this.#report(error)
        if (!this.#isClosed) setTimeout(() => void this.read(botId), timeBetweenTries).unref()
      })
    return this.#reading
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
  }

  /** Returns the notices that a turn stores for the rules of its bots; undefined if there are none. */
  noticesOf({ results, logs, session, turn: { createdAt } }: TurnCommit): Notice[] | undefined {
    if (this.#events.size === 0) return undefined
    const reports = (botId: string, event: NotificationEvent) => this.#events.get(botId)?.has(event) === true
    const completed = results
      .filter(({ botId, isCompleted }) => isCompleted && reports(botId, 'completed'))
      .map(({ id, botId }): Notice => ({ id: newId(), botId, resultId: id, event: 'completed', cause: '', createdAt }))
    const errors = reports(session.botId, 'failed') ? logs.filter(({ status }) => status === 'error') : []
    const causes = new Map(errors.map(({ description, resultId }) => [description.slice(0, maxCause), resultId]))
    const failed = [...causes].map(
      ([cause, resultId]): Notice => ({
        id: newId(),
        botId: session.botId,
        resultId,
        event: 'failed',
        cause,
        createdAt,
      }),
    )
    return completed.length + failed.length > 0 ? [...completed, ...failed] : undefined
  }

  async #read(botId: string | undefined): Promise<void> {
    const rows = await this.#store.notifications.events(botId)
    if (botId === undefined) this.#events = new Map()
    else this.#events.delete(botId)
    for (const row of rows) this.#events.set(row.botId, new Set([...(this.#events.get(row.botId) ?? []), row.event]))
  }
}

/** Milliseconds after which a read that failed is repeated: without it, a new rule would be missed. */
const timeBetweenTries = 5_000

/** Characters of an error by which errors are counted as the same. */
const maxCause = 300
