import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Connection } from './connection.js'
import { type DriverCalls, forget, newDriverCalls } from './driver-calls.js'
import { threadFile } from './thread-file.js'

export type ToCheckpointThread = 'checkpoint' | 'close'
export interface CheckpointData {
  path: string
  calls: DriverCalls
}
export interface CheckpointOutcome {
  failure?: { message: string; errcode: number | undefined }
}

const usualPauseMs = 5_000
/** Pages of the log, 8 MB, that background work leaves to a checkpoint before it writes more. */
const maxPagesBehind = 2_000
/** Pages of the log, 40 MB, from which on it is to restart from its beginning. */
const restartPages = 10_000
/** Pages of which a checkpoint is quick enough for writers to wait for it. */
const maxPagesHeld = 1_000
/** Checkpoints one after another by which the rest is to become that small. */
const maxPasses = 5
/** Pages of the log, 200 MB, from which on the connection moves them itself, because the thread cannot keep up. */
const maxLogPages = 50_000
/** Pauses between attempts while a long read keeps the log from being moved, and their number. */
const waitMs = 1_000
const maxWaits = 30
const threadMegabytes = 8

/**
 * Moves committed data from SQLite's write-ahead log to the database file, in a thread, because this takes tens of milliseconds after large
 * writes. The thread starts with the first tick after a write, and again after a crash. If writes never pause, a checkpoint always leaves a
 * remainder: once the log has 40 MB, writers wait while the thread moves that, and the log restarts from its beginning. The connection itself
 * never waits for the database file, unless the thread cannot keep up at all.
 */
export class Checkpoints {
  readonly #path: string
  readonly #connection: Connection
  readonly #timer: NodeJS.Timeout
  #thread: Worker | undefined
  #isUnderWay = false
  #isClosed = false
  #passes = 0
  #releaseWriters: (() => void) | undefined
  #doneWrites = 0
  #awaiting: (() => void)[] = []

  constructor(path: string, connection: Connection, everyMs = usualPauseMs) {
    this.#path = path
    this.#connection = connection
    connection.prepare(`PRAGMA wal_autocheckpoint = ${maxLogPages}`).run()
    this.#timer = setInterval(() => this.#checkpointWrites(), everyMs)
    this.#timer.unref()
  }

  /**
   * Resolves once little of the log is left to be moved. Background work that writes much waits for this, so that the log stays small.
   * A long read keeps the log from being moved: the wait for it ends after half a minute.
   */
  async caughtUp(): Promise<void> {
    for (let waits = 0; this.#isBehind() && waits < maxWaits; waits++) {
      if (waits > 0) await sleep(waitMs)
      if (this.#isClosed) return
      this.#checkpoint()
      await new Promise<void>((resolve) => this.#awaiting.push(resolve))
    }
  }

  /** Resolves once the thread has closed the file. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    const thread = this.#thread
    if (thread === undefined) return
    const ended = once(thread, 'exit')
    thread.postMessage('close' satisfies ToCheckpointThread)
    await ended
  }

  #isBehind(): boolean {
    const { log, checkpointed } = this.#progress()
    return log - checkpointed >= maxPagesBehind
  }

  #checkpointWrites(): void {
    if (this.#connection.writes !== this.#doneWrites) this.#checkpoint()
  }

  #checkpoint(): void {
    if (this.#isUnderWay) return
    this.#doneWrites = this.#connection.writes
    this.#isUnderWay = true
    this.#passes = 0
    this.#begin()
  }

  #begin(): void {
    this.#passes += 1
    this.#thread ??= this.#start()
    this.#thread.postMessage('checkpoint' satisfies ToCheckpointThread)
  }

  /** Checkpoints again if the log is to restart: first until little is left, then once while nobody writes. */
  #continue(): void {
    const areWritersHeld = this.#releaseWriters !== undefined
    const { log, checkpointed } = this.#progress()
    if (areWritersHeld || log === checkpointed || log < restartPages || this.#passes > maxPasses) this.#end()
    else {
      if (log - checkpointed < maxPagesHeld) this.#releaseWriters = this.#connection.hold()
      this.#begin()
    }
  }

  #start(): Worker {
    const calls = newDriverCalls()
    const thread = new Worker(threadFile('checkpoint-thread'), {
      name: 'checkpoints',
      workerData: { path: this.#path, calls } satisfies CheckpointData,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: threadMegabytes, maxYoungGenerationSizeMb: 1 },
    })
    thread.unref()
    thread.on('message', ({ failure }: CheckpointOutcome) => {
      try {
        if (failure) throw Object.assign(new Error(failure.message), { errcode: failure.errcode })
        this.#continue()
      } catch (error) {
        this.#end()
        this.#connection.noteFailure(error)
      }
    })
    thread.on('error', () => {})
    thread.on('exit', () => {
      forget(calls)
      this.#thread = undefined
      this.#end()
    })
    return thread
  }

  #progress(): Progress {
    return this.#connection.get<Progress>('PRAGMA wal_checkpoint(NOOP)') as Progress
  }

  #end(): void {
    this.#isUnderWay = false
    this.#releaseWriters?.()
    this.#releaseWriters = undefined
    for (const resolve of this.#awaiting.splice(0)) resolve()
  }
}

/** Pages of the log, and how many of them are in the database file. */
interface Progress {
  log: number
  checkpointed: number
}
