import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { FairQueue } from '@colloquy/ports/shares'
import type { Correspondent, CorrespondentKey, MessagingStore } from '@colloquy/storage'
import { newId } from '../ids.js'

interface InboxOptions {
  store: MessagingStore
  now: () => number
  /** No other process is on this database. */
  isAlone: boolean
  /** Contacts that are answered at the same time. */
  contactsAtOnce: number
  /** Answers all that waits of one, and tells when to look again. */
  answer(correspondent: Correspondent, signal: AbortSignal): Promise<number | undefined>
  report(error: unknown): void
}

/**
 * Has messages answered that were stored: at once when they come, and when they are due again. One process at a time is at a
 * correspondent, by a lease that it renews; when it is killed, another one takes over once that has run out. What is answered is
 * known by what is stored, so that two at the same correspondent would take the same turns, and nothing is lost with a process.
 */
export class Inbox {
  readonly #options: InboxOptions
  readonly #owner = newId()
  readonly #under: Map<string, { again: boolean }> = new Map()
  readonly #queue: FairQueue<CorrespondentKey>
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #closing = new AbortController()
  readonly #work = new Set<Promise<void>>()
  /** Tells of a failure that nobody else hears of. */
  readonly report = (error: unknown): void => this.#options.report(error)

  constructor(options: InboxOptions) {
    this.#options = options
    this.#queue = new FairQueue({ places: options.contactsAtOnce, waiting: mostWaiting })
    // One listener for each pause that is under way, however many these are.
    setMaxListeners(0, this.#closing.signal)
  }

  /** Takes up what was left behind, and looks for what is due from time to time. */
  async start(): Promise<void> {
    this.#every(pollTime, () => this.#look())
    this.#every(leaseTime / 3, async () => {
      if (this.#under.size > 0) await this.#options.store.extendLeases(this.#owner, this.#options.now() + leaseTime)
    })
    try {
      if (this.#options.isAlone) await this.#options.store.freeAll()
      await this.#look()
    } catch (error) {
      this.report(error)
    }
  }

  /** Begins at once, or as soon as others are done. */
  attend({ workspaceId, credentialsId, sender }: CorrespondentKey): void {
    if (this.#closing.signal.aborted) return
    const key = { workspaceId, credentialsId, sender }
    const name = JSON.stringify(key)
    const known = this.#under.get(name)
    if (known) {
      known.again = true
      return
    }
    // What finds no room is stored: a later look finds it.
    if (!this.#queue.add(key, key)) return
    this.#under.set(name, { again: false })
    this.#next()
  }

  /**
   * Breaks off what waits, and lets go of all correspondents; what was not answered is, by whoever starts next. Calls that are under way
   * have a few seconds: whoever closes the ports afterwards ends them, and waits for `ended`.
   */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#queue.drain()
    await Promise.race([this.ended(), sleep(patience, undefined, { ref: false })])
  }

  /** Nobody is at a correspondent any more. */
  async ended(): Promise<void> {
    await Promise.all(this.#work)
  }

  #next(): void {
    for (let entry = this.#queue.take(); entry; entry = this.#queue.take()) {
      const { item: key } = entry
      const work: Promise<void> = this.#attend(key)
        .catch((error) => {
          if (!this.#closing.signal.aborted) this.report(error)
        })
        .finally(() => {
          this.#work.delete(work)
          this.#queue.leave(key)
          const name = JSON.stringify(key)
          const isWantedAgain = this.#under.get(name)?.again === true
          this.#under.delete(name)
          if (isWantedAgain) this.attend(key)
          this.#next()
        })
      this.#work.add(work)
    }
  }

  async #attend(key: CorrespondentKey): Promise<void> {
    const { store, now, answer } = this.#options
    const { signal } = this.#closing
    const correspondent = await store.lease(key, this.#owner, now(), now() + leaseTime)
    if (!correspondent) return
    try {
      const at = await answer(correspondent, signal)
      if (at !== undefined) this.#later(key, at)
    } finally {
      await store.release(key, this.#owner)
    }
    // Of what came in just now another process may have seen only that somebody is here.
    const left = await store.waiting(key, 100)
    if (left.some(({ dueAt }) => dueAt !== null && dueAt <= now())) this.attend(key)
  }

  async #look(): Promise<void> {
    const { store, now } = this.#options
    for (const key of await store.due(now(), 200)) this.attend(key)
  }

  #later(key: CorrespondentKey, at: number): void {
    const milliseconds = at - this.#options.now()
    if (milliseconds > pollTime || this.#closing.signal.aborted) return
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        this.attend(key)
      },
      Math.max(milliseconds, 0),
    ).unref()
    this.#timers.add(timer)
  }

  /** What fails is told, and done again next time. */
  #every(milliseconds: number, task: () => Promise<void>): void {
    const timer = setInterval(() => {
      Promise.resolve()
        .then(task)
        .catch((error) => this.report(error))
    }, milliseconds).unref()
    this.#timers.add(timer)
  }
}

const pollTime = 5_000
const patience = 3_000
const leaseTime = 30_000
const mostWaiting = 10_000
