import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type DriverCalls, forgetDriverCalls, newDriverCalls, outsideOfDriver } from '@colloquy/storage'

export interface ThreadLimits {
  /** Time limit of a job. */
  milliseconds: number
  megabytes: number
  /** Space for short-lived values, in addition to `megabytes`; Node.js's default unless given. A larger value saves garbage collections. */
  youngMegabytes?: number
}

/** Data for a thread, which receives it as its `workerData`. */
interface ThreadData {
  data?: object
  /** Its environment; empty by default. */
  env?: Record<string, string>
  /** The thread opens the SQLite database: its `workerData` also has `calls`, for `driverCallsIn`. */
  opensDatabase?: boolean
}

/** Thrown when a job exceeded its time. */
export class JobTimeoutError extends Error {}

/**
 * Runs jobs one after another in a worker thread, which posts one message when it is ready and one for each job. The thread starts with the
 * first job, and again after a job that exceeded its time or memory.
 */
export class JobThread<Job, Result> {
  readonly #file: URL
  readonly #limits: ThreadLimits
  readonly #given: ThreadData
  readonly #calls = new WeakMap<Worker, DriverCalls>()
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()

  /**
   * `name`: path of the compiled file relative to the source folder, such as `head-code/head-code-thread.js`.
   */
  constructor(name: string, limits: ThreadLimits, given: ThreadData = {}) {
    this.#file = compiledFile(name)
    this.#limits = limits
    this.#given = given
  }

  /** Rejects with a `JobTimeoutError` when the job exceeded its time, otherwise when it exceeded its memory or its thread ended. */
  run(job: Job): Promise<Result> {
    const done = this.#last.then(() => this.#perform(job))
    this.#last = done.catch(() => {})
    return done
  }

  /** Ends the thread; the next job starts a new one. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    if (worker) await this.#end(worker)
  }

  async #perform(job: Job): Promise<Result> {
    this.#worker ??= await this.#start()
    const worker = this.#worker
    worker.ref()
    try {
      return await this.#answer(worker, () => worker.postMessage(job))
    } catch (error) {
      this.#worker = undefined
      void this.#end(worker)
      throw error
    } finally {
      worker.unref()
    }
  }

  async #end(worker: Worker): Promise<void> {
    const calls = this.#calls.get(worker)
    if (calls) {
      worker.ref()
      await outsideOfDriver(calls)
    }
    await worker.terminate()
  }

  async #start(): Promise<Worker> {
    const calls = this.#given.opensDatabase ? newDriverCalls() : undefined
    const worker = new Worker(this.#file, {
      env: this.#given.env ?? {},
      workerData: { ...this.#given.data, ...(calls && { calls }) },
      argv: [],
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.megabytes,
        ...(this.#limits.youngMegabytes && { maxYoungGenerationSizeMb: this.#limits.youngMegabytes }),
      },
    })
    worker.on('error', () => {})
    if (calls) {
      this.#calls.set(worker, calls)
      worker.once('exit', () => forgetDriverCalls(calls))
    }
    await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    return worker
  }

  #answer(worker: Worker, ask: () => void): Promise<Result> {
    const { milliseconds } = this.#limits
    return new Promise((resolve, reject) => {
      // Lets a message that has already arrived go first: this thread may itself have been late.
      const isLate = () =>
        setImmediate(() => end(() => reject(new JobTimeoutError(`It took longer than ${milliseconds} ms.`))))
      const timer = setTimeout(isLate, milliseconds)
      const onMessage = (result: Result) => end(() => resolve(result))
      const onError = (error: Error) => end(() => reject(error))
      const onExit = () => end(() => reject(new Error('The worker thread ended.')))
      const end = (settle: () => void) => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        settle()
      }
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      ask()
    })
  }
}

/** Resolves the compiled file also when running from sources: not every supported Node.js can run TypeScript in worker threads. */
export function compiledFile(name: string): URL {
  const found = [new URL(`../${name}`, import.meta.url), new URL(`../../dist/${name}`, import.meta.url)].find((one) =>
    existsSync(one),
  )
  if (found === undefined) throw new Error(`${name} is not compiled. Run npm run build.`)
  return found
}
