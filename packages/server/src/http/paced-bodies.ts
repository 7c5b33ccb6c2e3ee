/** Parses a body that has arrived, and continues with its request at once. */
type Task = () => void

/** Bytes of all bodies that are read before other requests have their turn. */
const maxAtOnce = 65_536

/** Bytes from which on a body waits in line. */
const longBody = 16_384

/**
 * Reads long bodies a few at a time, so that a request of another client waits for a few of them and not for all that have arrived: the
 * event loop runs in between. Clients take turns, and the bodies of one are read in the order of their arrival. Short bodies are read at
 * once.
 */
export class PacedBodies {
  /** Queues by client; the client that was served last is last. */
  readonly #lines = new Map<string, { bytes: number; task: Task }[]>()
  #isServing = false

  read(client: () => string, bytes: number, task: Task): void {
    if (bytes < longBody) {
      task()
      return
    }
    const name = client()
    const line = this.#lines.get(name)
    if (line) line.push({ bytes, task })
    else this.#lines.set(name, [{ bytes, task }])
    this.#serveSoon()
  }

  #serveSoon(): void {
    if (this.#isServing || this.#lines.size === 0) return
    this.#isServing = true
    setImmediate(() => this.#serve())
  }

  #serve(): void {
    let left = maxAtOnce
    for (const [client, line] of this.#lines) {
      const first = line[0] as { bytes: number; task: Task }
      if (first.bytes > left && left < maxAtOnce) break
      left -= first.bytes
      line.shift()
      this.#lines.delete(client)
      if (line.length > 0) this.#lines.set(client, line)
      first.task()
      if (left <= 0) break
    }
    this.#isServing = false
    this.#serveSoon()
  }
}
