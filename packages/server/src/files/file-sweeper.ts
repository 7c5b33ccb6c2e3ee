import type { FilePort } from '@colloquy/ports/files'
import type { Storage } from '@colloquy/storage'

declare module '../service.js' {
  interface Service {
    readonly sweeper: FileSweeper
  }
}

interface SweeperOptions {
  storage: Storage
  files: FilePort
  now: () => number
  onError: (error: unknown) => void
}

/**
 * Removes the bytes of files whose rows were removed, then the rows: on request, and every hour. A file that could not be removed is tried
 * again next time.
 */
export class FileSweeper {
  readonly #options: SweeperOptions
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | undefined
  #isAskedAgain = false
  #isClosed = false

  constructor(options: SweeperOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.soon(), 3_600_000).unref()
  }

  /** Starts at once, or as soon as the current sweep is done. */
  soon(): void {
    if (this.#isClosed) return
    if (this.#running) {
      this.#isAskedAgain = true
      return
    }
    this.#running = this.#sweep()
      .catch(this.#options.onError)
      .then(() => {
        this.#running = undefined
        if (!this.#isAskedAgain) return
        this.#isAskedAgain = false
        this.soon()
      })
  }

  /** Stops after the files that are being removed. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #sweep(): Promise<void> {
    const { storage, now } = this.#options
    while (!this.#isClosed && (await storage.uploads.abandon(now(), batch)) >= batch);
    while (!this.#isClosed) {
      const removed = await storage.uploads.listRemoved(now(), batch)
      const gone = await this.#removeAll(removed)
      await storage.uploads.forget(gone)
      if (removed.length < batch || gone.length === 0) return
    }
  }

  async #removeAll(uploads: { id: string; path: string }[]): Promise<string[]> {
    const { files, onError } = this.#options
    const gone: string[] = []
    const waiting = uploads.values()
    const work = async () => {
      for (const { id, path } of waiting) {
        if (this.#isClosed) return
        await files.remove(path).then(() => gone.push(id), onError)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return gone
  }
}

const batch = 500
const atOnce = 8
