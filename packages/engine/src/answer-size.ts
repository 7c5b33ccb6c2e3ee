import { longest } from './state-size.js'

/** Holds what a turn answers against a limit, in characters of JSON. Nothing is made JSON as long as a glance is enough. */
export class AnswerSize {
  readonly #parts: object[] = []
  readonly #limit: number
  /** Not less than all of them take. */
  #atMost = 0
  /** Size of the first of them, and their number. */
  #counted = 0
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts a message, an action or an input. */
  add(part: object): void {
    this.#parts.push(part)
    this.#atMost += mostCharacters(part)
  }

  isExceeded(): boolean {
    if (this.#atMost <= this.#limit) return false
    while (this.#count < this.#parts.length) this.#counted += JSON.stringify(this.#parts[this.#count++]).length
    return this.#counted > this.#limit
  }
}

/** Not less than the characters that it has as JSON; values other than text are at most numbers. */
function mostCharacters(value: unknown): number {
  if (typeof value === 'string') return longest(value)
  if (typeof value !== 'object' || value === null) return 25
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + mostCharacters(item) + 1, 2)
  let characters = 2
  for (const key in value) characters += longest(key) + 2 + mostCharacters((value as Record<string, unknown>)[key])
  return characters
}
