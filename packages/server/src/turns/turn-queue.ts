/** Runs the tasks of one session one after another, in the order of their arrival; those of others beside them. */
export class TurnQueue {
  readonly #tails = new Map<string, Promise<unknown>>()

  run<T>(sessionId: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(sessionId)
    const result = before ? before.then(task, task) : task()
    const tail = result.catch(() => undefined)
    this.#tails.set(sessionId, tail)
    void tail.then(() => {
      if (this.#tails.get(sessionId) === tail) this.#tails.delete(sessionId)
    })
    return result
  }

  get size(): number {
    return this.#tails.size
  }
}
