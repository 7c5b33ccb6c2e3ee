import { keyOf, type PlacedPointer } from './presence.js'

/**
 * Gathers where people point, so that a notification to all instances carries many moves: at most ten a second go out for each twenty
 * pointers that move, however fast they do. A pointer that moves again meanwhile is told of once, where it is by then.
 */
export class Pointers {
  readonly #tell: (pointers: readonly PlacedPointer[]) => void
  readonly #waiting = new Map<string, PlacedPointer>()
  #timer: NodeJS.Timeout | undefined

  constructor(tell: (pointers: readonly PlacedPointer[]) => void) {
    this.#tell = tell
  }

  move(pointer: PlacedPointer): void {
    this.#waiting.set(`${pointer.botId} ${keyOf(pointer)}`, pointer)
    this.#timer ??= setTimeout(() => this.#tellAll(), pause).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #tellAll(): void {
    this.#timer = undefined
    const pointers = [...this.#waiting.values()]
    this.#waiting.clear()
    for (let start = 0; start < pointers.length; start += mostAtOnce) {
      this.#tell(pointers.slice(start, start + mostAtOnce))
    }
  }
}

/** Milliseconds in which moves gather. */
const pause = 100
/** Each takes less than 200 bytes, of 4,000 that a notification may have. */
const mostAtOnce = 20
