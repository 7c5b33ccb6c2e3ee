import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Work in the background waits this many times as long as its last piece took, so that it occupies the main thread for a quarter of the time
 * at most.
 */
export const backgroundPause = 3

/** The same while the main thread has hardly anything else to do. */
const quietPause = 1

type Utilization = Pick<ReturnType<typeof performance.eventLoopUtilization>, 'utilization'>

/** Waits after a piece of work, less if the main thread is hardly used meanwhile. */
export class BackgroundPauses {
  #isQuiet = false
  readonly #measure: () => () => Utilization

  /** `measure` begins to measure how much of its time the main thread is used, and returns a function that ends this. */
  constructor(measure = measureMainThread) {
    this.#measure = measure
  }

  /** Milliseconds of the pause after a piece of work of `milliseconds`. */
  length(milliseconds: number): number {
    return milliseconds * (this.#isQuiet ? quietPause : backgroundPause)
  }

  /** Rejects when it is aborted. */
  async after(milliseconds: number, signal: AbortSignal): Promise<void> {
    const used = this.#measure()
    await sleep(this.length(milliseconds), undefined, { signal })
    this.#isQuiet = used().utilization < quietUtilization
  }
}

const quietUtilization = 0.1

function measureMainThread(): () => Utilization {
  const before = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(before)
}
