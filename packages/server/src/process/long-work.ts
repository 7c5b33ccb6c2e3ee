import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Limits } from '../limits/limits.js'
import { backgroundPause } from './background-share.js'

declare module '../service.js' {
  interface Service {
    /** Queue for the main thread, for work on texts of megabytes. */
    readonly longWork: LongWork
  }
}

/** Bytes up to which work on a text occupies the main thread for a few milliseconds at most. */
const longText = 250_000

/** Milliseconds that work may take without delaying anybody. */
const freeMilliseconds = 4

/**
 * Factors on the time of a piece of work beyond `freeMilliseconds`: how long its workspace waits before the next one while others are
 * active, and how long the others wait.
 */
const ownPause = 100
const othersPause = 5
const maxPause = 10_000

/** Milliseconds after which work is given up, since its client has left by then. */
const maxWait = 30_000

/** Milliseconds for which a workspace counts as active after its last turn. */
const activeMilliseconds = 2_000

interface Line {
  /** Time by `performance.now()` before which no work of this workspace starts. */
  readyAt: number
  readonly waiting: Waiting[]
}

/** Ends a piece of work. After a part, its workspace and the others wait alike. */
type Leave = (of?: { isPart: boolean }) => void

interface Waiting {
  readonly bytes: number
  /** Time at which it is given up. */
  readonly until: number
  /** Called without a function to leave if it is given up. */
  readonly begin: (leave?: Leave) => void
}

/**
 * Lets workspaces take turns with work on texts of megabytes, which blocks the main thread: one piece at a time, and after each a pause
 * that leaves most of the time to the turns of others. A workspace that is alone on the instance does not wait.
 */
export class LongWork {
  readonly #maxBytes: number
  readonly #limitReached: (name: 'waitingLongBytes') => void
  readonly #now: () => number
  readonly #lines = new Map<string, Line>()
  readonly #active: { latest: string; before: string; beforeAt: number } = { latest: '', before: '', beforeAt: 0 }
  #latestAt = 0
  #readyAt = 0
  #isBusy = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    { waitingLongBytes }: Pick<Limits, 'waitingLongBytes'>,
    limitReached: (name: 'waitingLongBytes') => void = () => {},
    now = () => performance.now(),
  ) {
    this.#maxBytes = waitingLongBytes
    this.#limitReached = limitReached
    this.#now = now
  }

  isLong(bytes: number): boolean {
    return bytes >= longText
  }

  /** Notes that a workspace has a turn. */
  notice(workspaceId: string): void {
    const now = this.#now()
    if (this.#active.latest !== workspaceId) {
      this.#active.before = this.#active.latest
      this.#active.beforeAt = this.#latestAt
      this.#active.latest = workspaceId
    }
    this.#latestAt = now
  }

  /**
   * Resolves once the work may start, to a function that has to be called when it has ended; resolves to undefined at once if too much work
   * of this workspace is waiting already, or after half a minute.
   */
  async enter(workspaceId: string, bytes: number): Promise<Leave | undefined> {
    const leave = await this.#admit(workspaceId, bytes)
    if (!leave) this.#limitReached('waitingLongBytes')
    return leave
  }

  /**
   * Resolves once a computation that has taken long may continue for a part, to a function that has to be called when the part has ended;
   * resolves to undefined after half a minute.
   */
  pause(workspaceId: string): Promise<Leave | undefined> {
    return this.#admit(workspaceId, 0)
  }

  #admit(workspaceId: string, bytes: number): Promise<Leave | undefined> {
    const line = this.#lines.get(workspaceId) ?? { readyAt: 0, waiting: [] }
    const waitingBytes = line.waiting.reduce((sum, one) => sum + one.bytes, 0)
    if (line.waiting.length > 0 && waitingBytes + bytes > this.#maxBytes) return Promise.resolve(undefined)
    this.#lines.set(workspaceId, line)
    return new Promise((begin) => {
      line.waiting.push({ bytes, until: this.#now() + maxWait, begin })
      this.#serve()
    })
  }

  /**
   * Performs work on a text of that many bytes, at once if it is short. Only the time for which the call blocks the thread counts, not what
   * it awaits. Rejects with a `LimitExceeded` where `enter` resolves to undefined.
   */
  async run<Result>(workspaceId: string, bytes: number, work: () => Result | Promise<Result>): Promise<Result> {
    if (!this.isLong(bytes)) return work()
    const leave = await this.#admitted(workspaceId, bytes)
    try {
      return work()
    } finally {
      leave()
    }
  }

  /**
   * Performs a part of work that is long as a whole. The time until it resolves counts, with whatever else the thread does meanwhile: the
   * busier it is, the longer is the pause after the part.
   */
  async part<Result>(workspaceId: string, bytes: number, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.#admitted(workspaceId, bytes)
    try {
      return await work()
    } finally {
      leave({ isPart: true })
    }
  }

  async #admitted(workspaceId: string, bytes: number): Promise<Leave> {
    const leave = await this.#admit(workspaceId, bytes)
    if (!leave) throw new LimitExceeded('waitingLongBytes', { retryAfter: 5 })
    return leave
  }

  #serve(): void {
    if (this.#isBusy) return
    const now = this.#now()
    let next = Number.POSITIVE_INFINITY
    for (const [workspaceId, line] of this.#lines) {
      while (line.waiting.length > 0 && (line.waiting[0] as Waiting).until <= now) line.waiting.shift()?.begin()
      const readyAt = Math.max(line.readyAt, this.#readyAt)
      if (line.waiting.length === 0) {
        if (line.readyAt <= now) this.#lines.delete(workspaceId)
      } else if (readyAt > now) next = Math.min(next, readyAt, (line.waiting[0] as Waiting).until)
      else {
        this.#begin(workspaceId, line)
        return
      }
    }
    clearTimeout(this.#timer)
    if (next < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#serve(), next - now + 1).unref()
  }

  #begin(workspaceId: string, line: Line): void {
    this.#isBusy = true
    this.#lines.delete(workspaceId)
    this.#lines.set(workspaceId, line)
    const began = this.#now()
    line.waiting.shift()?.begin(({ isPart } = { isPart: false }) => {
      const now = this.#now()
      if (this.#isAnotherActive(workspaceId, now)) {
        const taken = now - began
        const excess = isPart ? 0 : Math.max(0, taken - freeMilliseconds)
        const pause = (factor: number) => Math.min(Math.max(excess * factor, taken * backgroundPause), maxPause)
        line.readyAt = now + pause(ownPause)
        this.#readyAt = now + pause(othersPause)
      }
      setImmediate(() => {
        this.#isBusy = false
        this.#serve()
      })
    })
  }

  #isAnotherActive(workspaceId: string, now: number): boolean {
    const at = this.#active.latest === workspaceId ? this.#active.beforeAt : this.#latestAt
    return at > 0 && now - at < activeMilliseconds
  }
}
