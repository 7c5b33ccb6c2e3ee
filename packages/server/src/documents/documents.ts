import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { LimitName, Limits } from '../limits/limits.js'
import { type Around, FairJobs, TooManyJobs } from '../process/fair-jobs.js'
import { JobProcess, JobProcessEnded } from '../process/job-process.js'
import { JobTimeoutError } from '../process/job-thread.js'
import type { DocumentInput, DocumentJob, DocumentResult } from './document-jobs.js'

declare module '../service.js' {
  interface Service {
    /** Reads documents from outside in a thread. */
    readonly documents: Documents
  }
}

export interface DocumentOrder {
  job: DocumentJob
  input: never
  limits: Limits
}

export type DocumentReport = { result: unknown } | { problem: string } | { error: string }

/** Why a document cannot be read, for its author. */
interface DocumentProblem {
  problem: string
}

const program = 'documents/document-process.js'

/**
 * Reads documents from outside: always in a separate process, whatever their size, within `documentMilliseconds` and
 * `documentMegabytes`, one at a time and fairly between workspaces. A document that exceeds them fails alone.
 */
export class Documents {
  readonly #limits: Limits
  readonly #limitReached: (name: LimitName) => void
  readonly #jobs: FairJobs<DocumentOrder, { result: unknown } | DocumentProblem>

  constructor(limits: Limits, limitReached: (name: LimitName) => void) {
    const { documentMilliseconds: milliseconds, documentMegabytes: megabytes } = limits
    const runner = new JobProcess<DocumentOrder, DocumentReport>(program, { milliseconds, megabytes })
    this.#limits = limits
    this.#limitReached = limitReached
    this.#jobs = new FairJobs(runner, limits.waitingDocuments)
  }

  /**
   * Returns a problem for a document that cannot be read. Rejects with a `LimitExceeded` if the workspace has too many documents waiting.
   * `around`: called when it is the document's turn.
   */
  async read<Job extends DocumentJob>(
    workspaceId: string,
    job: Job,
    input: DocumentInput<Job>,
    around?: Around,
  ): Promise<{ result: DocumentResult<Job> } | DocumentProblem> {
    try {
      const report = await this.#jobs.run(workspaceId, { job, input: input as never, limits: this.#limits }, around)
      return report as { result: DocumentResult<Job> } | DocumentProblem
    } catch (error) {
      if (error instanceof TooManyJobs) {
        const message = 'Too many documents of this workspace are being read. Try again in a few seconds.'
        throw new LimitExceeded('waitingDocuments', { message, retryAfter: 5 })
      }
      return this.#problemOf(error)
    }
  }

  close(): Promise<void> {
    return this.#jobs.close()
  }

  /** Rethrows errors that are not about the document. */
  #problemOf(error: unknown): DocumentProblem {
    if (error instanceof JobTimeoutError) {
      this.#limitReached('documentMilliseconds')
      return { problem: `It took longer than ${this.#limits.documentMilliseconds} ms to read. Divide or simplify it.` }
    }
    if (!(error instanceof JobProcessEnded)) throw error
    this.#limitReached('documentMegabytes')
    return { problem: `It took more than ${this.#limits.documentMegabytes} MB to read. Divide or simplify it.` }
  }
}
