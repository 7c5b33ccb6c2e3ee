import { type Entry, FairQueue } from '@colloquy/ports/shares'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Limits } from '../limits/limits.js'
import { JobThread, JobTimeoutError } from '../process/job-thread.js'
import { type FlowJob, type FlowJobInput, type FlowJobResult, runFlowJob } from './flow-jobs.js'

export interface FlowOrder {
  job: FlowJob
  input: never
}

export type FlowReport = { result: unknown } | { error: string }

interface Waiting {
  order: FlowOrder
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** The thread failed on a flow, by a fault of ours or for lack of memory: it fails again with the same one. */
export class FlowWorkFailed extends Error {}

/** Bytes from which on the thread handles a flow: smaller ones take a few milliseconds at most. */
const largeFlow = 100_000

const mostWaiting = 64
const megabytes = 1_024

/**
 * Runs work on whole flows: small ones at once, large ones in a thread, one at a time and fairly between workspaces. The thread starts with
 * the first large flow.
 */
export class FlowWorker {
  readonly #limits: Pick<Limits, 'waitingFlows' | 'flowMilliseconds'>
  readonly #queue: FairQueue<Waiting>
  readonly #thread: JobThread<FlowOrder, FlowReport>
  #isClosed = false

  constructor(limits: Pick<Limits, 'waitingFlows' | 'flowMilliseconds'>) {
    this.#limits = limits
    this.#queue = new FairQueue({ places: 1, waiting: mostWaiting, waitingPerBot: limits.waitingFlows })
    this.#thread = new JobThread('flow-worker/flow-thread.js', { milliseconds: limits.flowMilliseconds, megabytes })
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
    if (this.#isClosed) throw new Error('The service is stopping.')
    return new Promise<FlowJobResult<Job>>((resolve, reject) => {
      const item = { order: { job, input: input as never }, resolve: resolve as Waiting['resolve'], reject }
      if (this.#queue.add({ workspaceId }, item)) this.#next()
      else reject(tooMany())
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#queue.drain()) reject(new Error('The service is stopping.'))
    await this.#thread.close()
  }

  #next(): void {
    const entry = this.#queue.take()
    if (entry) void this.#perform(entry)
  }

  async #perform({ owner, item }: Entry<Waiting>): Promise<void> {
    try {
      const report = await this.#thread.run(item.order)
      if ('error' in report) throw new Error(report.error)
      item.resolve(report.result)
    } catch (error) {
      item.reject(error instanceof JobTimeoutError ? this.#tooSlow() : failed(error as Error))
    }
    this.#queue.leave(owner)
    this.#next()
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
