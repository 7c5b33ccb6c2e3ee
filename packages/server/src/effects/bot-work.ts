import { type CallGuard, Stop } from '@colloquy/ports/shares'

declare module '../service.js' {
  interface Service {
    readonly botWork: BotWork
  }
}

/** Something that a bot does in a conversation and that others notice: the effects of a turn, or a delivery. */
export class WorkInProgress extends Stop implements Pick<CallGuard, 'mayBegin'> {
  /** True once something was not begun because it was stopped. */
  isCutShort = false

  mayBegin(): boolean {
    if (this.aborted) this.isCutShort = true
    return !this.aborted
  }
}

/** Milliseconds for which a stop counts for work that began before and is entered afterwards. */
const remembered = 10_000

/**
 * The work of bots in this process that others notice, by the session. A person or system that takes over a conversation stops it: nothing
 * else begins.
 */
export class BotWork {
  readonly #work = new Map<string, Set<WorkInProgress>>()
  /** Times of the last stops, the oldest first. */
  readonly #stops = new Map<string, number>()

  /** Enters work for sessions. It is stopped at once if somebody has stopped one of them since that time, by `performance.now()`. */
  begin(sessionIds: readonly string[], since = performance.now()): WorkInProgress {
    const work = new WorkInProgress()
    for (const sessionId of sessionIds) {
      const all = this.#work.get(sessionId) ?? new Set()
      this.#work.set(sessionId, all.add(work))
      if ((this.#stops.get(sessionId) ?? 0) > since) work.abort()
    }
    return work
  }

  /** Has to be called in the end. Requests of a script may begin after the turn that has run it, within these milliseconds. */
  end(sessionIds: readonly string[], work: WorkInProgress, after?: number): void {
    if (after !== undefined) {
      setTimeout(() => this.end(sessionIds, work), after).unref()
      return
    }
    for (const sessionId of sessionIds) {
      const all = this.#work.get(sessionId)
      all?.delete(work)
      if (all?.size === 0) this.#work.delete(sessionId)
    }
  }

  get sessionIds(): string[] {
    return [...this.#work.keys()]
  }

  stop(sessionId: string): void {
    const now = performance.now()
    for (const [id, at] of this.#stops) {
      if (now - at < remembered) break
      this.#stops.delete(id)
    }
    this.#stops.delete(sessionId)
    this.#stops.set(sessionId, now)
    for (const work of this.#work.get(sessionId) ?? []) work.abort()
  }
}
