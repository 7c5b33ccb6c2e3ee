import { longest } from './state-size.js'

/** Checks the response of a turn against a limit, in characters of JSON. Serializes nothing as long as a quick estimate suffices. */
export class AnswerSize {
  readonly #parts: object[] = []
  readonly #limit: number
  /** Upper bound of the size of all parts. */
  #atMost = 0
  /** Exact size of the first parts, and their number. */
  #counted = 0
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a message, an action or an input. */
  add(part: object): void {
    this.#parts.push(part)
    this.#atMost += maxCharacters(part)
  }

  isExceeded(): boolean {
    if (this.#atMost <= this.#limit) return false
    while (this.#count < this.#parts.length) this.#counted += JSON.stringify(this.#parts[this.#count++]).length
    return this.#counted > this.#limit
  }
}

/** Upper bound of the characters in JSON; values other than text are at most numbers. */
function maxCharacters(value: unknown): number {
  if (typeof value === 'string') return longest(value)
  if (typeof value !== 'object' || value === null) return 25
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + maxCharacters(item) + 1, 2)
  let characters = 2
  for (const key in value) characters += longest(key) + 2 + maxCharacters((value as Record<string, unknown>)[key])
  return characters
}
