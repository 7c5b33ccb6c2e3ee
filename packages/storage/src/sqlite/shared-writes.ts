import type { Connection } from './connection.js'
import { type Outcomes, writeTogether } from './write-together.js'

interface Waiting {
  readonly work: () => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

const outcomes: Outcomes<Waiting, unknown> = {
  apply: ({ work }) => work(),
  done: ({ resolve }, result) => resolve(result),
  failed: ({ reject }, error) => reject(error),
}

/** Writes that arrive in the same iteration of the event loop share one transaction. */
export class SharedWrites {
  readonly #connection: Connection
  #waiting: Waiting[] = []

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Resolves once it is durable. `work` runs again if the transaction fails because of another one. */
  write<Result>(work: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.flush())
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
    })
  }

  /** Writes what waits immediately; resolves once it is on the disk. */
  async flush(): Promise<void> {
    if (this.#connection.held) await this.#connection.held
    const batch = this.#waiting
    this.#waiting = []
    if (batch.length > 0) await writeTogether(this.#connection, batch, outcomes)
  }
}
