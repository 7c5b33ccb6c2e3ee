import { setImmediate, setTimeout } from 'node:timers/promises'
import { backgroundPause } from './background-share.js'

const atOnce = 16
/** Number of tasks of a round up to which nothing waits after it. */
const few = 4
const maxPause = 250

/**
 * Starts a few tasks in each round of the event loop; owners take turns. Short tasks that end in a write to SQLite, which
 * holds the main thread, wait here where there may be hundreds at once: writes of one round share a transaction, and between rounds with
 * many of them there is a pause for requests of others, the longer the more the main thread has to do.
 */
export class FairRounds {
  /** Waiting work by owner; the owner served last comes last. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #isServing = false

  /** Resolves when the work may begin. */
  next(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#waiting.get(owner)
      if (line) line.push(resolve)
      else this.#waiting.set(owner, [resolve])
      if (this.#isServing) return
      this.#isServing = true
      void this.#serve()
    })
  }

  async #serve(): Promise<void> {
    await setImmediate()
    while (this.#waiting.size > 0) {
      const began = performance.now()
      const begun = this.#begin()
      // Their writes are carried out in the next iteration.
      await setImmediate()
      await setImmediate()
      const pause = begun > few ? Math.min((performance.now() - began) * backgroundPause, maxPause) : 0
      if (pause >= 1) await setTimeout(pause)
    }
    this.#isServing = false
  }

  /** Returns how many began. */
  #begin(): number {
    let begun = 0
    for (const [owner, line] of this.#waiting) {
      if (begun === atOnce) break
      const first = line.shift()
      this.#waiting.delete(owner)
      if (line.length > 0) this.#waiting.set(owner, line)
      first?.()
      begun += 1
    }
    return begun
  }
}
