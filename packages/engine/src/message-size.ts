import type { Message } from '@colloquy/chat'

/** Holds what a turn says against a limit, in characters of JSON. Nothing is made JSON as long as a glance is enough. */
export class MessageSize {
  readonly #messages: readonly Message[]
  readonly #limit: number
  /** Not less than all of them take. */
  #atMost = 0
  /** What the first of them take, and how many these are. */
  #counted = 0
  #count = 0

  constructor(messages: readonly Message[], limit: number) {
    this.#messages = messages
    this.#limit = limit
  }

  /** To be told of each message, once it is there. */
  add(message: Message): void {
    this.#atMost += longest(message)
  }

  isExceeded(): boolean {
    if (this.#atMost <= this.#limit) return false
    while (this.#count < this.#messages.length) this.#counted += JSON.stringify(this.#messages[this.#count++]).length
    return this.#counted > this.#limit
  }
}

/** Not less than the characters that it has as JSON: each letter may be escaped, and what is no text is a number at most. */
function longest(value: unknown): number {
  if (typeof value === 'string') return 6 * value.length + 2
  if (typeof value !== 'object' || value === null) return 25
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + longest(item) + 1, 2)
  let characters = 2
  for (const key in value) characters += 6 * key.length + 4 + longest((value as Record<string, unknown>)[key])
  return characters
}
