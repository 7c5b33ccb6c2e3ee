import { SharedPool } from '@colloquy/ports/shares'

/** Counts the bytes of the files of one call. */
export interface FilesOfCall {
  /** Returns false and counts nothing if these bytes exceed the space that is left. */
  hold(bytes: number): boolean
  /** Has to be called once the call has ended. */
  letGo(): void
}

/** The files that calls to services send, which are in memory until the service has answered. */
export class HeldFiles {
  readonly #pool: SharedPool
  readonly #onFull: () => void

  constructor(bytes: number, onFull: () => void) {
    this.#pool = new SharedPool(bytes)
    this.#onFull = onFull
  }

  /** Counts the files of one call of a workspace. */
  ofCall(workspaceId: string): FilesOfCall {
    let held = 0
    return {
      hold: (bytes) => {
        if (!this.#pool.take(workspaceId, bytes)) {
          this.#onFull()
          return false
        }
        held += bytes
        return true
      },
      letGo: () => {
        this.#pool.giveBack(workspaceId, held)
        held = 0
      },
    }
  }
}
