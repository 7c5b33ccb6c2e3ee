import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '@colloquy/storage'
import { BackgroundPauses } from '../process/background-share.js'

declare module '../service.js' {
  interface Service {
    /** Deletes the rows of what was deleted. */
    readonly remover: Remover
  }
}

interface RemoverOptions {
  storage: Pick<Storage, 'removals'>
  /** Milliseconds since 1970. */
  now: () => number
  /** Called when rows of files were marked as removed, so that their bytes can be deleted. */
  onFiles: () => void
  onError: (error: unknown) => void
}

/**
 * Deletes the rows of what authors deleted, in batches with pauses: on request, and every minute for what another process left behind.
 * SQLite holds the main thread for each batch.
 */
export class Remover {
  readonly #options: RemoverOptions
  readonly #timer: NodeJS.Timeout
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  #isAskedAgain = false

  constructor(options: RemoverOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.soon(), 60_000).unref()
  }

  /** Starts at once, unless it is running. */
  soon(): void {
    if (this.#closing.signal.aborted) return
    if (this.#running) {
      this.#isAskedAgain = true
      return
    }
    this.#running = this.#work()
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.onError(error)
      })
      .then(() => {
        this.#running = undefined
        if (!this.#isAskedAgain) return
        this.#isAskedAgain = false
        this.soon()
      })
  }

  /** Stops after the current batch. The next start continues. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.#running
  }

  async #work(): Promise<void> {
    const { storage, now, onFiles } = this.#options
    const pauses = new BackgroundPauses()
    let waits = 0
    while (!this.#closing.signal.aborted) {
      const { state, milliseconds, hasFiles } = await storage.removals.work(now(), batch)
      if (hasFiles) onFiles()
      if (state === 'idle') return
      waits = state === 'waiting' ? waits + 1 : 0
      if (waits > maxWaits) return
      const { signal } = this.#closing
      await (waits > 0 ? sleep(waitingPause, undefined, { signal }) : pauses.after(milliseconds, signal))
    }
  }
}

/** With its commit, a batch takes about twice as long. */
const batch = { rows: 1_000, milliseconds: 10 }
/** While another process works on what is waited for. */
const waitingPause = 250
/** Then the next minute continues. */
const maxWaits = 20
