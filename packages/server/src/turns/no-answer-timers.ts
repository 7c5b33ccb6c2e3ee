import { WorkspaceSlots } from '@colloquy/ports/shares'
import type { SessionRow, SessionStore } from '@colloquy/storage'
import type { Limits } from '../limits/limits.js'

declare module '../service.js' {
  interface Service {
    /** Continues sessions whose visitors do not answer in time. */
    readonly noAnswerTimers: NoAnswerTimers
  }
}

interface NoAnswerTimersOptions {
  store: Pick<SessionStore, 'takeUnanswered' | 'nextNoAnswerAt' | 'setNoAnswerAt'>
  limits: Limits
  /** True if no other process uses this database. */
  isAlone: boolean
  now: () => number
  /** Continues a session. Returns when to try again, or null if there is nothing left to do; undefined: a turn has been committed. */
  continueSession(row: SessionRow): Promise<number | null | undefined>
  report: (error: unknown) => void
}

/**
 * Continues sessions whose visitors do not answer in time. The time is stored with the session by the turn that asks, and by the next turn
 * again, so that an answer cancels it in its own transaction. One process at a time continues a session, by a lease; when that process is
 * killed, another one does once the lease has expired. If both did, the second turn would be stale.
 *
 * While nothing waits, a process that is alone does nothing; others look once a minute, since the process that knows of a wait may be killed.
 */
export class NoAnswerTimers {
  readonly #options: NoAnswerTimersOptions
  readonly #active = new Set<Promise<void>>()
  readonly #slots: WorkspaceSlots
  #looking: Promise<void> | undefined
  #isAsked = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  /** The time of the next look; Infinity if none is planned. */
  #nextAt = Number.POSITIVE_INFINITY

  constructor(options: NoAnswerTimersOptions) {
    this.#options = options
    this.#slots = new WorkspaceSlots(options.limits.noAnswersAtOnce)
  }

  /** Must be called when a session has been stored that continues without an answer at this time. */
  note(at: number): void {
    if (at < this.#nextAt) this.#plan(at)
  }

  /** Continues the sessions that are due. Returns at once; does not repeat work that another call is doing. */
  soon(): void {
    this.#isAsked = true
    if (this.#isClosed || this.#looking) return
    this.#looking = this.#look()
      .catch((error) => {
        this.#options.report(error)
        this.#plan(this.#options.now() + maxPause)
      })
      .then(() => {
        this.#looking = undefined
        if (this.#isAsked) this.soon()
      })
  }

  /** Waits for the turns in progress. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(this.#active)
  }

  #plan(at: number): void {
    clearTimeout(this.#timer)
    this.#nextAt = at
    if (this.#isClosed || at === Number.POSITIVE_INFINITY) return
    // The clock may be set while it waits.
    const pause = Math.min(maxPause, Math.max(minPause, at - this.#options.now()))
    this.#timer = setTimeout(() => this.soon(), pause).unref()
  }

  async #look(): Promise<void> {
    const { store, limits, isAlone, now } = this.#options
    this.#isAsked = false
    this.#plan(Number.POSITIVE_INFINITY)
    const dueAt = await store.nextNoAnswerAt(this.#slots.shares().busy)
    if (dueAt === undefined) {
      if (!isAlone) this.note(now() + unusedPause)
      return
    }
    const time = now()
    if (dueAt > time) {
      this.note(dueAt)
      return
    }
    const until = time + limits.turnTotalMilliseconds + leaseReserve
    const taken = await this.#slots.take((max, except) => store.takeUnanswered(time, until, max, except))
    for (const row of taken) {
      const leave = this.#slots.enter(row.workspaceId)
      const running = this.#continue(row)
        .catch(this.#options.report)
        .finally(() => {
          leave()
          this.#active.delete(running)
          this.soon()
        })
      this.#active.add(running)
    }
    if (taken.length === 0) this.note(time + maxPause)
  }

  async #continue(row: SessionRow): Promise<void> {
    const at = await this.#options.continueSession(row)
    if (at !== undefined) await this.#options.store.setNoAnswerAt(row, at)
  }
}

/** Milliseconds of a lease beyond the time that the calls of a turn may take. */
const leaseReserve = 60_000
const minPause = 20
const maxPause = 10_000
const unusedPause = 60_000
