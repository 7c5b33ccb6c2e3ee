import { closeSync, openSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type SyncOutcome, syncFile } from './sync-file.js'
import { threadFile } from './thread-file.js'

/** Average milliseconds of a sync from which on a thread does them: passing one on takes 0.05. */
const slowMs = 1
/** Weight of the last sync in the average. */
const weight = 0.1
/** Milliseconds after which a thread that is not needed ends. */
const idleMs = 10_000
const threadMegabytes = 8

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/**
 * Syncs SQLite's write-ahead log, which a connection with `synchronous = NORMAL` leaves to its owner. If syncs are slow, a thread does them:
 * the main thread serves other requests meanwhile, and all that is committed until a sync ends shares the next one. Quick ones are done
 * where they are asked for.
 */
export class LogSync {
  readonly #path: string
  readonly #onFailure: (error: Error) => void
  readonly #slowMs: number
  #file: number | undefined
  #averageMs = 0
  /** True once something is committed that no sync has begun to cover. */
  #isDue = false
  /** Calls that wait for the sync under way, if there is one. */
  #underWay: Waiting[] | undefined
  /** Calls that wait for the sync after it. */
  #next: Waiting[] = []
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /** `path` is that of the database. `onFailure` is called when the disk fails. */
  constructor(path: string, onFailure: (error: Error) => void, options: { slowMs?: number } = {}) {
    this.#path = path
    this.#onFailure = onFailure
    this.#slowMs = options.slowMs ?? slowMs
  }

  /** To be called after each commit. */
  noteCommit(): void {
    this.#isDue = true
  }

  /** Resolves once all that is committed is on the disk, and rejects if the disk fails. Undefined if it is there already. */
  done(): Promise<void> | undefined {
    if (this.#underWay) return this.#wait(this.#isDue ? this.#next : this.#underWay)
    if (!this.#isDue) return undefined
    if (this.#averageMs < this.#slowMs) return this.#syncHere()
    const waiting: Waiting[] = []
    const done = this.#wait(waiting)
    this.#begin(waiting)
    return done
  }

  /** To be called once nothing waits. */
  close(): void {
    clearTimeout(this.#idle)
    void this.#thread?.terminate()
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #wait(line: Waiting[]): Promise<void> {
    return new Promise((resolve, reject) => line.push({ resolve, reject }))
  }

  #syncHere(): Promise<void> | undefined {
    this.#isDue = false
    const error = this.#take(this.#sync())
    return error && Promise.reject(error)
  }

  #sync(): SyncOutcome {
    return syncFile(() => this.#open())
  }

  #begin(waiting: Waiting[]): void {
    this.#isDue = false
    this.#underWay = waiting
    clearTimeout(this.#idle)
    try {
      this.#thread ??= this.#start()
      this.#thread.postMessage('sync')
    } catch (error) {
      this.#end({ failure: (error as Error).message })
    }
  }

  #start(): Worker {
    const thread = new Worker(threadFile('log-sync-thread'), {
      name: 'syncs',
      workerData: this.#open(),
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: threadMegabytes, maxYoungGenerationSizeMb: 1 },
    })
    thread.on('message', (outcome: SyncOutcome) => this.#end(outcome))
    thread.on('error', () => {})
    thread.on('exit', () => {
      if (this.#thread !== thread) return
      this.#thread = undefined
      // It has crashed before it could answer.
      if (this.#underWay && this.#file !== undefined) this.#end(this.#sync())
    })
    return thread
  }

  #end(outcome: SyncOutcome): void {
    const waiting = this.#underWay ?? []
    this.#underWay = undefined
    const error = this.#take(outcome)
    for (const { resolve, reject } of waiting) {
      if (error) reject(error)
      else resolve()
    }
    this.#continue()
  }

  /** Returns the error of a failed sync. */
  #take(outcome: SyncOutcome): Error | undefined {
    if ('failure' in outcome) {
      const error = new Error('The disk failed to store what was written', { cause: new Error(outcome.failure) })
      this.#onFailure(error)
      return error
    }
    this.#averageMs += (outcome.milliseconds - this.#averageMs) * weight
    return undefined
  }

  #continue(): void {
    const next = this.#next
    this.#next = []
    if (next.length > 0) this.#begin(next)
    else this.#idle = setTimeout(() => this.#endThread(), idleMs).unref()
  }

  #endThread(): void {
    const thread = this.#thread
    this.#thread = undefined
    void thread?.terminate()
  }

  #open(): number {
    this.#file ??= openSync(`${this.#path}-wal`, 'r+')
    return this.#file
  }
}
