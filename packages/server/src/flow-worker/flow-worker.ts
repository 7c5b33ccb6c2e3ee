import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Limits } from '../limits/limits.js'
import { FairJobs, TooManyJobs } from '../process/fair-jobs.js'
import { JobThread, JobTimeoutError } from '../process/job-thread.js'
import { type FlowJob, type FlowJobInput, type FlowJobResult, runFlowJob } from './flow-jobs.js'

declare module '../service.js' {
  interface Service {
    readonly flows: FlowWorker
  }
}

export interface FlowOrder {
  job: FlowJob
  input: never
}

export type FlowReport = { result: unknown } | { error: string }

/** The thread failed on a flow, by a fault of ours or for lack of memory: it fails again with the same one. */
export class FlowWorkFailed extends Error {}

/** Bytes from which on the thread handles a flow: smaller ones take a few milliseconds at most. */
const largeFlow = 100_000

const megabytes = 1_024

/**
 * Runs work on whole flows: small ones at once, large ones in a thread, one at a time and fairly between workspaces. The thread starts with
 * the first large flow.
 */
export class FlowWorker {
  readonly #limits: Pick<Limits, 'waitingFlows' | 'flowMilliseconds'>
  readonly #jobs: FairJobs<FlowOrder, { result: unknown }>

  constructor(limits: Pick<Limits, 'waitingFlows' | 'flowMilliseconds'>) {
    const { flowMilliseconds: milliseconds, waitingFlows: waiting } = limits
    this.#limits = limits
    this.#jobs = new FairJobs(new JobThread('flow-worker/flow-thread.js', { milliseconds, megabytes }), waiting)
  }

  /** True if the thread handles a flow of that many bytes. */
  isLarge(bytes: number): boolean {
    return bytes >= largeFlow
  }

  /** Rejects with a `LimitExceeded` if the workspace has too many flows waiting or if the work takes too long, and with a `FlowWorkFailed` if the thread fails. */
  async run<Job extends FlowJob>(
    workspaceId: string,
    job: Job,
    input: FlowJobInput<Job>,
    bytes: number,
  ): Promise<FlowJobResult<Job>> {
    if (!this.isLarge(bytes)) return runFlowJob(job, input)
    try {
      const { result } = await this.#jobs.run(workspaceId, { job, input: input as never })
      return result as FlowJobResult<Job>
    } catch (error) {
      if (error instanceof TooManyJobs) throw tooMany()
      throw error instanceof JobTimeoutError ? this.#tooSlow() : failed(error as Error)
    }
  }

  close(): Promise<void> {
    return this.#jobs.close()
  }

  #tooSlow(): LimitExceeded {
    const seconds = Math.round(this.#limits.flowMilliseconds / 1000)
    const message = `The flow takes longer than ${seconds} s to read. Divide it into several bots.`
    return new LimitExceeded('flowMilliseconds', { message })
  }
}

/** The first line of a message is for people; the stack of the thread follows it. */
const failed = (error: Error): FlowWorkFailed => new FlowWorkFailed(error.message.split('\n', 1)[0], { cause: error })

function tooMany(): LimitExceeded {
  const message = 'Too many large flows of this workspace are waiting. Try again in a few seconds.'
  return new LimitExceeded('waitingFlows', { message, retryAfter: 5 })
}
