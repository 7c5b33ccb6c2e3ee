import { keyOf, type PlacedPointer } from './presence.js'

/**
 * Batches cursor movements, so that a notification to all instances carries many: for each twenty moving cursors at most ten notifications
 * a second are sent, however fast they move. A cursor that moves again before the next batch is sent once, at its latest position.
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

/** Milliseconds in which moves are gathered. */
const pause = 100
/** Each cursor takes less than 200 bytes of the 4,000 that a notification may have. */
const mostAtOnce = 20
