import { WorkspaceSlots } from '@colloquy/ports/shares'

/** The work that a look at the storage found, which this process has taken by a lease. */
export interface Look<Item> {
  items: readonly Item[]
  /** Time of the next look, in milliseconds since 1970; Infinity: none until the end of an item, `soon` or `note`. */
  nextAt: number
}

interface DueWorkOptions<Item> {
  /** Items that may be in progress at once. */
  slots: number
  /** Milliseconds until the next look at most, after a failure too: the clock may be set, and others may leave work behind. */
  maxPause: number
  now: () => number
  /** Takes work that is due, for the free slots; not called while there are none. */
  look(slots: WorkspaceSlots): Promise<Look<Item>>
  perform(item: Item): Promise<void>
  report(error: unknown): void
}

/**
 * Performs stored work when it is due, as `new DueWork({ slots: 4, maxPause: 10_000, now, look, perform, report })`. Workspaces take turns. One
 * look is in progress at a time, and the end of an item is followed by another. An error of an item is reported; its lease makes it due again.
 */
export class DueWork<Item extends { workspaceId: string }> {
  readonly #options: DueWorkOptions<Item>
  readonly #slots: WorkspaceSlots
  readonly #active = new Set<Promise<void>>()
  #looking: Promise<void> | undefined
  #isAsked = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  /** The time of the next look; Infinity if none is planned. */
  #nextAt = Number.POSITIVE_INFINITY

  constructor(options: DueWorkOptions<Item>) {
    this.#options = options
    this.#slots = new WorkspaceSlots(options.slots)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Must be called when work has been stored that is due at this time. */
  note(at: number): void {
    if (at >= this.#nextAt || this.#isClosed) return
    clearTimeout(this.#timer)
    this.#nextAt = at
    const pause = Math.min(this.#options.maxPause, Math.max(minPause, at - this.#options.now()))
    this.#timer = setTimeout(() => this.soon(), pause).unref()
  }

  /** Begins the work that is due. Returns at once; a look in progress is followed by another. */
  soon(): void {
    if (this.#isClosed) return
    this.#isAsked = true
    this.#looking ??= this.#look()
      .finally(() => {
        this.#looking = undefined
      })
      .then((nextAt) => {
        if (this.#isAsked) this.soon()
        else this.note(nextAt)
      })
      .catch((error: unknown) => {
        this.#options.report(error)
        this.#retry()
      })
  }

  /** Looks again after the longest pause, without asking for the time. */
  #retry(): void {
    if (this.#isAsked) this.soon()
    else if (!this.#isClosed) this.#timer = setTimeout(() => this.soon(), this.#options.maxPause).unref()
  }

  /** Waits for the work in progress. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(this.#active)
  }

  /** Resolves to the time of the next look. */
  async #look(): Promise<number> {
    this.#isAsked = false
    clearTimeout(this.#timer)
    this.#nextAt = Number.POSITIVE_INFINITY
    if (this.#slots.free <= 0) return Number.POSITIVE_INFINITY
    const { items, nextAt } = await this.#options.look(this.#slots)
    for (const item of items) this.#begin(item)
    return nextAt
  }

  #begin(item: Item): void {
    const { perform, report } = this.#options
    const leave = this.#slots.enter(item.workspaceId)
    const running = perform(item)
      .catch(report)
      .finally(() => {
        leave()
        this.#active.delete(running)
        this.soon()
      })
    this.#active.add(running)
  }
}

const minPause = 20
