import { keyOf, type PlacedCursor } from './presence.js'

/**
 * Batches cursor movements, so that a notification to all instances carries many: for each twenty moving cursors at most ten notifications
 * a second are sent, however fast they move. A cursor that moves again before the next batch is sent once, at its latest position.
 */
export class Cursors {
  readonly #broadcast: (pointers: readonly PlacedCursor[]) => void
  readonly #waiting = new Map<string, PlacedCursor>()
  #timer: NodeJS.Timeout | undefined

  constructor(broadcast: (pointers: readonly PlacedCursor[]) => void) {
    this.#broadcast = broadcast
  }

  move(cursor: PlacedCursor): void {
    this.#waiting.set(`${cursor.botId} ${keyOf(cursor)}`, cursor)
    this.#timer ??= setTimeout(() => this.#broadcastAll(), pause).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #broadcastAll(): void {
    this.#timer = undefined
    const pointers = [...this.#waiting.values()]
    this.#waiting.clear()
    for (let start = 0; start < pointers.length; start += maxAtOnce) {
      this.#broadcast(pointers.slice(start, start + maxAtOnce))
    }
  }
}

/** Milliseconds in which moves are gathered. */
const pause = 100
/** Each cursor takes less than 200 bytes of the 4,000 that a notification may have. */
const maxAtOnce = 20
