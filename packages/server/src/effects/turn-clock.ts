/** Milliseconds that a turn computes before it requests a pause. */
const computedAtOnce = 10

/** Measures for how long a turn computes. The clock stands still while the turn waits for an effect or a pause. */
export class TurnClock {
  #left: number
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
    this.#left -= performance.now() - this.#startedAt
  }

  /** Leaves no time. */
  end(): void {
    this.#left = Number.NEGATIVE_INFINITY
  }

  readonly isOutOfTime = (): boolean => performance.now() - this.#startedAt > this.#left

  readonly isPauseDue = (): boolean => performance.now() - this.#startedAt > computedAtOnce
}
