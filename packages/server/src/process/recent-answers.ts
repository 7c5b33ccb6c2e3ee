import { createHash } from 'node:crypto'

/** Recent answers to calls, by a key that identifies the call. Beyond the maximum number, the oldest answers are removed. */
export class RecentAnswers<T> {
  readonly #max: number
  readonly #answers = new Map<string, { answer: T; at: number }>()

  constructor(max: number) {
    this.#max = max
  }

  /** Returns an answer that is younger than the given number of seconds. */
  get(key: string, seconds: number): T | undefined {
    const known = this.#answers.get(key)
    return known && performance.now() - known.at < seconds * 1_000 ? known.answer : undefined
  }

  forget(key: string): void {
    this.#answers.delete(key)
  }

  keep(key: string, answer: T): void {
    this.#answers.delete(key)
    this.#answers.set(key, { answer, at: performance.now() })
    if (this.#answers.size > this.#max) this.#answers.delete(this.#answers.keys().next().value as string)
  }
}

/** Returns a key that identifies a call; two workspaces never share an answer. */
export const callKey = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64')
