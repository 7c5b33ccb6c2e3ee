import type { Message } from '@colloquy/chat'
import { longest } from './state-size.js'

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
    this.#atMost += mostCharacters(message)
  }

  isExceeded(): boolean {
    if (this.#atMost <= this.#limit) return false
    while (this.#count < this.#messages.length) this.#counted += JSON.stringify(this.#messages[this.#count++]).length
    return this.#counted > this.#limit
  }
}

/** Not less than the characters that it has as JSON; what is no text is a number at most. */
function mostCharacters(value: unknown): number {
  if (typeof value === 'string') return longest(value)
  if (typeof value !== 'object' || value === null) return 25
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + mostCharacters(item) + 1, 2)
  let characters = 2
  for (const key in value) characters += longest(key) + 2 + mostCharacters((value as Record<string, unknown>)[key])
  return characters
}
