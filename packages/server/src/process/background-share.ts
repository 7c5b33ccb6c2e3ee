import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Work in the background waits this many times as long as its last piece took, so that it occupies the main thread for a quarter of the time
 * at most.
 */
export const backgroundPause = 3

/** The same while the main thread has hardly anything else to do. */
const quietPause = 1

/** Waits after a piece of work of `milliseconds`, less if the main thread is hardly used meanwhile. */
export class BackgroundPauses {
  #isQuiet = false

  /** Rejects when it is aborted. */
  async after(milliseconds: number, signal: AbortSignal): Promise<void> {
    const before = performance.eventLoopUtilization()
    await sleep(milliseconds * (this.#isQuiet ? quietPause : backgroundPause), undefined, { signal })
    this.#isQuiet = performance.eventLoopUtilization(before).utilization < quietUtilization
  }
}

const quietUtilization = 0.1
