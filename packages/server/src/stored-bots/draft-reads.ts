import { LimitExceeded } from '../limits/limit-exceeded.js'

declare module '../service.js' {
  interface Service {
    /** Queue for requests that read several drafts. */
    readonly draftReads: DraftReads
  }
}

/** Requests of one workspace that may wait. */
const maxWaiting = 64

/**
 * Performs the requests of a workspace that read several drafts one after another. A draft may have megabytes, so that a few such requests
 * at once would fill the memory. Those of different workspaces do not wait for each other.
 */
export class DraftReads {
  readonly #lines = new Map<string, { last: Promise<unknown>; waiting: number }>()

  /** Rejects with a `LimitExceeded` if too many requests of the workspace are waiting, and as `work` does. */
  async run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(workspaceId) ?? { last: Promise.resolve(), waiting: 0 }
    if (line.waiting === maxWaiting) throw new LimitExceeded('waitingLongBytes', { retryAfter: 5 })
    this.#lines.set(workspaceId, line)
    line.waiting++
    const result = line.last.then(work)
    line.last = result.then(
      () => this.#leave(workspaceId, line),
      () => this.#leave(workspaceId, line),
    )
    return result
  }

  #leave(workspaceId: string, line: { waiting: number }): void {
    line.waiting--
    if (line.waiting === 0) this.#lines.delete(workspaceId)
  }
}
