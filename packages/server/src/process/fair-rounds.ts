/**
 * Starts one task in each round of the event loop; owners take turns. Short tasks that hold the main thread, such as a write
 * to SQLite, waits here where there may be hundreds at once, so that requests of others come in between.
 */
export class FairRounds {
  /** Waiting work by owner; the owner served last comes last. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /** Resolves when the work may begin. */
  next(owner: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) setImmediate(() => this.#begin())
      const line = this.#waiting.get(owner)
      if (line) line.push(resolve)
      else this.#waiting.set(owner, [resolve])
    })
  }

  #begin(): void {
    for (const [owner, line] of this.#waiting) {
      const first = line.shift()
      this.#waiting.delete(owner)
      if (line.length > 0) this.#waiting.set(owner, line)
      if (this.#waiting.size > 0) setImmediate(() => this.#begin())
      first?.()
      return
    }
  }
}
