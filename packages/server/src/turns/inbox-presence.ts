import type { WorkspaceSlots } from '@colloquy/ports/shares'
import type { AwayPerson, InboxPresenceStore } from '@colloquy/storage'
import { DueWork, type Look } from '../process/due-work.js'

declare module '../service.js' {
  interface Service {
    /** Knows who is in the inboxes of workspaces, and puts the conversations of people who are away back into the queue. */
    readonly inboxPresence: InboxPresence
  }
}

/** Milliseconds within which a person is noted once. */
const notedFor = 30_000
/** People who are remembered as noted; beyond them, all are forgotten. */
const maxNoted = 10_000
const slotCount = 4
/** Milliseconds for which one process has a person who is away. */
const lease = 120_000
const maxPause = 10_000
const unusedPause = 60_000

interface Options {
  store: InboxPresenceStore
  /** True if no other process uses this database. */
  isAlone: boolean
  now: () => number
  /** Called each time a person is noted. */
  onNoted(person: { workspaceId: string; userId: string }): void
  /** Puts the conversations of a person back into the queue. */
  putBack(person: AwayPerson): Promise<void>
  report(error: unknown): void
}

/**
 * A person is there while their inbox is open, and when they do something in it. What is known is stored, so that it holds on all instances and
 * survives restarts. A person who is away is taken by one process, by a lease; when it is killed, another one continues.
 *
 * While nobody can be away, a process that is alone does nothing; others look once a minute.
 */
export class InboxPresence {
  readonly #options: Options
  readonly #work: DueWork<AwayPerson>
  readonly #noted = new Map<string, number>()

  constructor(options: Options) {
    this.#options = options
    this.#work = new DueWork({
      slots: slotCount,
      ...{ maxPause, now: options.now, report: options.report },
      look: (slots) => this.#look(slots),
      perform: async (person) => {
        await options.putBack(person)
        this.#wait(await options.store.endAway(person, options.now()))
      },
    })
  }

  /** A person is there. Returns at once. */
  note(workspaceId: string, userId: string): void {
    const { store, now } = this.#options
    const key = `${workspaceId} ${userId}`
    const time = now()
    if (time - (this.#noted.get(key) ?? Number.NEGATIVE_INFINITY) < notedFor) return
    if (this.#noted.size >= maxNoted) this.#noted.clear()
    this.#noted.set(key, time)
    store.note(workspaceId, userId, time).then(
      (at) => {
        this.#wait(at)
        this.#options.onNoted({ workspaceId, userId })
      },
      (error) => {
        this.#noted.delete(key)
        this.#options.report(error)
      },
    )
  }

  /** A person has been given a conversation: they have the whole time to come. */
  async expect(workspaceId: string, userId: string): Promise<void> {
    const { store, now } = this.#options
    this.#wait(await store.expect(workspaceId, userId, now()))
  }

  /** The same for somebody who has conversations already, when a visitor writes in one. */
  async expectAgain(workspaceId: string, userId: string): Promise<void> {
    const { store, now } = this.#options
    this.#wait(await store.expectAgain(workspaceId, userId, now()))
  }

  /** The workspace has changed after how many minutes people are away. */
  async expectAll(workspaceId: string): Promise<void> {
    const { store, now } = this.#options
    this.#noted.clear()
    this.#wait(await store.expectAll(workspaceId, now()))
  }

  /** Looks for people who are away. Returns at once. */
  soon(): void {
    this.#work.soon()
  }

  /** Waits for the work in progress. */
  close(): Promise<void> {
    return this.#work.close()
  }

  #wait(at: number | undefined): void {
    if (at !== undefined) this.#work.note(at)
  }

  async #look(slots: WorkspaceSlots): Promise<Look<AwayPerson>> {
    const { store, now, isAlone } = this.#options
    const time = now()
    const awayAt = await store.nextAwayAt(slots.shares().busy)
    if (awayAt === undefined) return { items: [], nextAt: isAlone ? Number.POSITIVE_INFINITY : time + unusedPause }
    if (awayAt > time) return { items: [], nextAt: awayAt }
    const items = await slots.take(async (_, busy) => {
      const person = await store.takeAway(time, time + lease, busy)
      return person ? [person] : []
    })
    return { items, nextAt: items.length > 0 ? time : time + maxPause }
  }
}
