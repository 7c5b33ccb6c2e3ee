/** Runs the tasks of one session one after another, in the order of their arrival; those of others beside them. */
export class TurnQueue {
  readonly #tails = new Map<string, Promise<unknown>>()

  run<T>(sessionId: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(sessionId)
    const result = before ? before.then(task, task) : task()
    this.#tails.set(sessionId, result)
    const end = () => {
      if (this.#tails.get(sessionId) === result) this.#tails.delete(sessionId)
    }
    result.then(end, end)
    return result
  }

  get size(): number {
    return this.#tails.size
  }
}
