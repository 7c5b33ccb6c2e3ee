/**
 * Runs the tasks of one session one after another, in the order of their arrival; those of others beside them.
 *
 * A tail lets go of its task before it leaves: a `Map` that is filled and emptied all the time is made anew every few moments, and what a former one
 * still names would stay in memory until V8 collects all of its heap, with everything that a turn has made.
 */
export class TurnQueue {
  readonly #tails = new Map<string, { last: Promise<unknown> | undefined }>()

  run<T>(sessionId: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(sessionId)
    const result = before?.last ? before.last.then(task, task) : task()
    const tail = before ?? { last: result }
    if (before) before.last = result
    else this.#tails.set(sessionId, tail)
    const end = () => {
      if (tail.last !== result) return
      tail.last = undefined
      this.#tails.delete(sessionId)
    }
    result.then(end, end)
    return result
  }

  get size(): number {
    return this.#tails.size
  }
}
