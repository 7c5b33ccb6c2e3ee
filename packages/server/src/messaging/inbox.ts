import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { FairQueue } from '@colloquy/ports/shares'
import type { ContactKey, LeasedContact, MessagingStore } from '@colloquy/storage'
import { newId } from '../ids.js'

declare module '../service.js' {
  interface Service {
    readonly inbox: Inbox
  }
}

interface InboxOptions {
  store: MessagingStore
  now: () => number
  /** True if no other process uses this database. */
  isAlone: boolean
  /** Maximum number of contacts that are answered at the same time. */
  contactsAtOnce: number
  /** Answers all waiting messages of a contact, and returns when to check again. */
  answer(contact: LeasedContact, signal: AbortSignal): Promise<number | undefined>
  report(error: unknown): void
}

/**
 * Answers stored messages: as soon as they arrive, and again when they are due. One process at a time works on a contact, by a lease that
 * it renews; when that process is killed, another one takes over once the lease has expired. The stored turns show what has been answered,
 * so two processes on the same contact would take the same turns, and a crash loses nothing.
 */
export class Inbox {
  readonly #options: InboxOptions
  readonly #owner = newId()
  readonly #under: Map<string, { again: boolean }> = new Map()
  readonly #queue: FairQueue<ContactKey>
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #closing = new AbortController()
  readonly #work = new Set<Promise<void>>()
  /** Reports a failure that nothing else handles. */
  readonly report = (error: unknown): void => this.#options.report(error)

  constructor(options: InboxOptions) {
    this.#options = options
    this.#queue = new FairQueue({ slots: options.contactsAtOnce, waiting: maxWaiting })
    // One listener for each pause in progress, however many there are.
    setMaxListeners(0, this.#closing.signal)
  }

  /** Takes up work that was left behind, and checks regularly for messages that are due. */
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

  /** Queues a contact: its messages are answered at once, or as soon as a place is free. */
  attend({ workspaceId, credentialsId, sender }: ContactKey): void {
    if (this.#closing.signal.aborted) return
    const key = { workspaceId, credentialsId, sender }
    const name = JSON.stringify(key)
    const known = this.#under.get(name)
    if (known) {
      known.again = true
      return
    }
    // Contacts that do not fit into the queue are stored, so a later check finds them.
    if (!this.#queue.add(key, key)) return
    this.#under.set(name, { again: false })
    this.#next()
  }

  /**
   * Aborts waits and releases all contacts; the next process to start answers the rest. Calls in progress get a few seconds: a caller that
   * closes the ports afterwards ends them, and then waits for `ended`.
   */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#queue.drain()
    await Promise.race([this.ended(), sleep(patience, undefined, { ref: false })])
  }

  /** Resolves when no contact is being worked on. */
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

  async #attend(key: ContactKey): Promise<void> {
    const { store, now, answer } = this.#options
    const { signal } = this.#closing
    const contact = await store.lease(key, this.#owner, now(), now() + leaseTime)
    if (!contact) return
    try {
      const at = await answer(contact, signal)
      if (at !== undefined) this.#later(key, at)
    } finally {
      await store.release(key, this.#owner)
    }
    // For messages that have just come in, another process may only have seen that this one holds the lease.
    const left = await store.waiting(key, 100)
    if (left.some(({ dueAt }) => dueAt !== null && dueAt <= now())) this.attend(key)
  }

  async #look(): Promise<void> {
    const { store, now } = this.#options
    for (const key of await store.due(now(), 200)) this.attend(key)
  }

  #later(key: ContactKey, at: number): void {
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

  /** Repeats a task; failures are reported, and the task is run again next time. */
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
const maxWaiting = 10_000
