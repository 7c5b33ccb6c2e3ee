/** Milliseconds that a turn computes before it requests a pause, with all effects in between: many bring their outcome at once. */
const computedAtOnce = 10

/** Measures for how long a turn computes. The clock stands still while the turn waits for an effect or a pause. */
export class TurnClock {
  #left: number
  #sincePause = 0
  #startedAt = performance.now()

  constructor(milliseconds: number) {
    this.#left = milliseconds
  }

  /** Called when the turn begins or continues to compute. */
  start(): void {
    this.#startedAt = performance.now()
  }

  /** Called when the turn begins to wait. */
  stop(): void {
    const computed = performance.now() - this.#startedAt
    this.#left -= computed
    this.#sincePause += computed
  }

  /** Called when the turn continues after a pause. */
  startAnew(): void {
    this.#sincePause = 0
    this.start()
  }

  /** Leaves no time. */
  end(): void {
    this.#left = Number.NEGATIVE_INFINITY
  }

  readonly isOutOfTime = (): boolean => performance.now() - this.#startedAt > this.#left

  readonly isPauseDue = (): boolean => this.#sincePause + performance.now() - this.#startedAt > computedAtOnce
}
