import type { Limits } from '../limits/limits.js'
import { JobThread } from '../process/job-thread.js'
import type { HeadCodeJob, ParsedHeadCode } from './head-code-job.js'

declare module '../service.js' {
  interface Service {
    readonly headCodes: HeadCodes
  }
}

/** Parses custom head code in a worker thread, within `headCodeMilliseconds`. */
export class HeadCodes {
  readonly #thread: JobThread<HeadCodeJob, ParsedHeadCode>
  readonly #depth: number
  readonly #pending = new Map<string, Promise<ParsedHeadCode>>()

  constructor({ headCodeMilliseconds, headCodeDepth }: Pick<Limits, 'headCodeMilliseconds' | 'headCodeDepth'>) {
    this.#thread = new JobThread('head-code/head-code-thread.js', {
      milliseconds: headCodeMilliseconds,
      megabytes: 128,
    })
    this.#depth = headCodeDepth
  }

  /** Never rejects. */
  parse(authored: string): Promise<ParsedHeadCode> {
    const pending = this.#pending.get(authored)
    if (pending) return pending
    const parsing = this.#thread
      .run({ authored, depth: this.#depth })
      .catch((error: Error) => ({ problem: error.message, limit: 'headCodeMilliseconds' as const }))
      .finally(() => this.#pending.delete(authored))
    this.#pending.set(authored, parsing)
    return parsing
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
