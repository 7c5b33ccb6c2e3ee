import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compiledFile, JobTimeoutError } from './job-thread.js'

interface ProcessLimits {
  /** Processor time of a job; five times as long by the clock, since other programs may be busy. */
  milliseconds: number
  megabytes: number
}

/** Milliseconds without a job after which the process ends, as an idle one takes some 40 MB. */
const idleMilliseconds = 30_000

/** Time for a process to start. */
const startMilliseconds = 60_000

/** Factor by which a job may take longer than its processor time. */
const maxWaiting = 5

/** Thrown when the process ended during a job, for lack of memory above all. */
export class JobProcessEnded extends Error {}

/**
 * Runs jobs one after another in a separate process, which sends one message when it is ready and one for each job. Unlike a worker thread,
 * which ends the whole service if it exceeds its memory by much at once, it fails alone. It starts with the first job, and again after one
 * that exceeded its time or memory.
 */
export class JobProcess<Job extends object, Result> {
  readonly #file: string
  readonly #limits: ProcessLimits
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** `name`: path of the compiled file relative to the source folder. */
  constructor(name: string, limits: ProcessLimits) {
    this.#file = fileURLToPath(compiledFile(name))
    this.#limits = limits
  }

  /** Rejects with a `JobTimeoutError` when the job exceeded its time, and with a `JobProcessEnded` when its process ended. */
  run(job: Job): Promise<Result> {
    const done = this.#last.then(() => this.#perform(job))
    this.#last = done.catch(() => {})
    return done
  }

  /** Ends the process; the next job starts a new one. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  async #perform(job: Job): Promise<Result> {
    clearTimeout(this.#idle)
    try {
      const child = this.#child ?? (await this.#start())
      return await answerOf<Result>(child, this.#limits.milliseconds, job)
    } catch (error) {
      await this.close()
      throw error
    } finally {
      this.#idle = setTimeout(() => void this.close(), idleMilliseconds).unref()
    }
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(this.#file, [], {
      env: {},
      execArgv: [`--max-old-space-size=${this.#limits.megabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => {})
    // From now on `close` ends it.
    this.#child = child
    await answerOf(child, startMilliseconds)
    return child
  }
}

/** Resolves to the next message of a process, which does not keep this one alive. */
function answerOf<Message>(child: ChildProcess, milliseconds: number, job?: object): Promise<Message> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const before = processorMilliseconds(child)
    const isLate = () => {
      const left = milliseconds - (processorMilliseconds(child) - before)
      if (left >= 1 && performance.now() - began < milliseconds * maxWaiting) timer = setTimeout(isLate, left)
      // Lets a message that has already arrived go first: this process may itself have been late.
      else setImmediate(() => end(() => reject(new JobTimeoutError(`It took longer than ${milliseconds} ms.`))))
    }
    let timer = setTimeout(isLate, milliseconds)
    const onMessage = (message: unknown) => end(() => resolve(message as Message))
    const onEnd = () => end(() => reject(new JobProcessEnded('The process of the job ended.')))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      child.channel?.unref()
      child.unref()
      settle()
    }
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    child.ref()
    child.channel?.ref()
    if (child.exitCode !== null || child.signalCode !== null) onEnd()
    else if (job) child.send(job, (error) => error && onEnd())
  })
}

/** Returns the processor time that a process has used, where the system reports it (Linux); otherwise the time by the clock. */
function processorMilliseconds({ pid }: ChildProcess): number {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return performance.now()
  }
}
