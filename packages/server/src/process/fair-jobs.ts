import { type Entry, FairQueue } from '@colloquy/ports/shares'

/** A report on a job; `error`: the stack of an error that was not expected. */
type Report<Result> = Result | { error: string }

/** A thread or process that runs jobs one after another. */
interface JobRunner<Job, Result> {
  run(job: Job): Promise<Report<Result>>
  close(): Promise<void>
}

/** Thrown for a job of a workspace that has too many waiting. */
export class TooManyJobs extends Error {}

/** Thrown for a job that the end of the service has cut off. */
export class JobsClosed extends Error {
  constructor() {
    super('The service is stopping.')
  }
}

/** Performs a job, with something before and after it. */
export type Around = <Report>(perform: () => Promise<Report>) => Promise<Report>

interface Waiting<Job, Result> {
  job: Job
  around: Around
  resolve(result: Result): void
  reject(error: unknown): void
}

const maxWaiting = 64
const alone: Around = (perform) => perform()

/** Runs jobs in a thread or process, one at a time and fairly between workspaces. */
export class FairJobs<Job, Result extends object> {
  readonly #queue: FairQueue<Waiting<Job, Result>>
  readonly #runner: JobRunner<Job, Result>
  #isClosed = false

  /** `waiting`: jobs of one workspace that may wait. */
  constructor(runner: JobRunner<Job, Result>, waiting: number) {
    this.#runner = runner
    this.#queue = new FairQueue({ slots: 1, waiting: maxWaiting, waitingPerBot: waiting })
  }

  /**
   * Rejects with a `TooManyJobs` if the workspace has too many jobs waiting, and as the runner does if it fails. `around`: called when it is the job's turn.
   */
  run(workspaceId: string, job: Job, around: Around = alone): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new JobsClosed())
    return new Promise((resolve, reject) => {
      if (this.#queue.add({ workspaceId }, { job, around, resolve, reject })) this.#next()
      else reject(new TooManyJobs('Too many jobs of this workspace are waiting.'))
    })
  }

  /** Ends the current job as well. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#queue.drain()) reject(new JobsClosed())
    await this.#runner.close()
  }

  #next(): void {
    const entry = this.#queue.take()
    if (entry) void this.#perform(entry)
  }

  async #perform({ owner, item }: Entry<Waiting<Job, Result>>): Promise<void> {
    try {
      const report = await item.around(() => this.#runner.run(item.job))
      if ('error' in report) throw new Error(report.error)
      item.resolve(report)
    } catch (error) {
      item.reject(this.#isClosed ? new JobsClosed() : error)
    }
    this.#queue.leave(owner)
    this.#next()
  }
}
