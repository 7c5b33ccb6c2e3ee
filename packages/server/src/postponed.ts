/**
 * Thrown in place of the outcome of an effect that arrives later, while nothing waits for it. The turn is given up, and taken again once the
 * outcome is in its journal. A turn that waits holds its session, the block's generator and twenty suspended functions, which thousands
 * of open texts cannot afford; this holds a function for each of those that still have to process the outcome.
 */
export class Postponed<T = unknown> {
  #steps: readonly Step[] = []
  #wake: (() => void) | undefined
  #settled: { error?: unknown } | undefined

  /** Adds a step. Each step takes what the previous one returned, and the first one the outcome. */
  add(step: (outcome: T) => unknown): void {
    this.#steps = this.#steps.concat(step as Step)
  }

  /** To be called once. */
  arrived(outcome: unknown): void {
    void this.#run(outcome).then(
      () => this.#settle({}),
      (error) => this.#settle({ error }),
    )
  }

  /** Resolves when the steps have been taken; rejects if one of them failed. */
  ended(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#wake = () => {
        if (!this.#settled) return
        if (this.#settled.error === undefined) resolve()
        else reject(this.#settled.error)
      }
      this.#wake()
    })
  }

  async #run(outcome: unknown): Promise<void> {
    let taken = outcome
    for (const step of this.#steps) taken = await step(taken)
  }

  #settle(settled: { error?: unknown }): void {
    this.#settled = settled
    this.#wake?.()
  }
}

type Step = (outcome: unknown) => unknown

/** Passes the outcome of work on, now or when it arrives. `step` must capture nothing that need not be kept until then. */
export async function nowOrLater<T, Result>(
  work: Promise<T>,
  step: (outcome: T) => Result | Promise<Result>,
): Promise<Result> {
  let outcome: T
  try {
    outcome = await work
  } catch (error) {
    if (error instanceof Postponed) error.add(step)
    throw error
  }
  return step(outcome)
}
