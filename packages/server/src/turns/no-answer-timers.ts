import type { WorkspaceSlots } from '@colloquy/ports/shares'
import type { SessionRow, SessionStore } from '@colloquy/storage'
import type { Limits } from '../limits/limits.js'
import { DueWork, type Look } from '../process/due-work.js'
import { endAfterWait } from './commit.js'

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
  readonly #work: DueWork<SessionRow>

  constructor(options: NoAnswerTimersOptions) {
    this.#options = options
    const { limits, now, report } = options
    this.#work = new DueWork({
      slots: limits.noAnswersAtOnce,
      ...{ maxPause, now, report },
      look: (slots) => this.#look(slots),
      perform: (row) => this.#continue(row),
    })
  }

  /** Must be called when a session has been stored that continues without an answer at this time. */
  note(at: number): void {
    this.#work.note(at)
  }

  /** Continues the sessions that are due. Returns at once. */
  soon(): void {
    this.#work.soon()
  }

  /** Waits for the turns in progress. */
  close(): Promise<void> {
    return this.#work.close()
  }

  async #look(slots: WorkspaceSlots): Promise<Look<SessionRow>> {
    const { store, limits, isAlone, now } = this.#options
    const dueAt = await store.nextNoAnswerAt(slots.shares().busy)
    const time = now()
    if (dueAt === undefined) return { items: [], nextAt: isAlone ? Number.POSITIVE_INFINITY : time + unusedPause }
    if (dueAt > time) return { items: [], nextAt: dueAt }
    const until = time + limits.turnTotalMilliseconds + leaseReserve
    const items = await slots.take((max, except) => store.takeUnanswered(time, until, max, except))
    return { items, nextAt: items.length > 0 ? Number.POSITIVE_INFINITY : time + maxPause }
  }

  async #continue(row: SessionRow): Promise<void> {
    const at = await this.#options.continueSession(row)
    if (at !== undefined) await this.#options.store.setNoAnswerAt(row, at, endAfterWait(row.expiresAt, at))
  }
}

/** Milliseconds of a lease beyond the time that the calls of a turn may take. */
const leaseReserve = 60_000
const maxPause = 10_000
const unusedPause = 60_000
