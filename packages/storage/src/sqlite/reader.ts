import { Worker } from 'node:worker_threads'
import type { RawRow } from '../database.js'
import type { SqlValue } from '../table.js'
import { type DriverCalls, forget, newDriverCalls, outsideOfDriver } from './driver-calls.js'
import { threadFile } from './thread-file.js'

/** Message to the thread; it replies with the rows or an error. */
export interface Question {
  id: number
  sql: string
  values: SqlValue[]
}
export interface ReaderData {
  path: string
  calls: DriverCalls
}
export type Reply = { id: number; rows: RawRow[] } | { id: number; failure: ReadFailure }
export interface ReadFailure {
  message: string
  /** SQLite's extended result code. */
  errcode: number | undefined
}

/**
 * Runs reads that may take long in a thread with its own connection, while conversations continue. The thread starts with the first
 * question, and again after a crash.
 */
export class Reader {
  readonly #path: string
  readonly #noteFailure: (error: Error) => void
  readonly #waiting = new Map<number, { resolve: (rows: RawRow[]) => void; reject: (error: Error) => void }>()
  #worker: Worker | undefined
  #calls: DriverCalls | undefined
  #lastId = 0
  #isClosing = false

  /** `noteFailure` gets each error of a read: one that the disk or the file causes concerns the other connections, too. */
  constructor(path: string, noteFailure: (error: Error) => void) {
    this.#path = path
    this.#noteFailure = noteFailure
  }

  all(sql: string, values: SqlValue[]): Promise<RawRow[]> {
    const worker = this.#worker ?? this.#start()
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, sql, values } satisfies Question)
    })
  }

  /** Waits for the question that the thread answers; others are rejected. */
  async close(): Promise<void> {
    const [worker, calls] = [this.#worker, this.#calls]
    if (!worker || !calls) return
    this.#isClosing = true
    worker.ref()
    await outsideOfDriver(calls)
    await worker.terminate()
  }

  #start(): Worker {
    const calls = newDriverCalls()
    const worker = new Worker(threadFile('reader-thread'), {
      name: 'reader',
      workerData: { path: this.#path, calls } satisfies ReaderData,
      execArgv: [],
      env: {},
    })
    worker.on('message', (reply: Reply) => this.#settle(worker, reply))
    worker.on('error', (error) => this.#end(worker, error))
    worker.on('exit', () => this.#end(worker, new Error('The thread that reads has ended')))
    this.#worker = worker
    this.#calls = calls
    return worker
  }

  #settle(worker: Worker, reply: Reply): void {
    const asked = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0 && !this.#isClosing) worker.unref()
    if ('rows' in reply) {
      asked?.resolve(reply.rows)
      return
    }
    const { message, errcode } = reply.failure
    const error = Object.assign(new Error(message), { errcode })
    this.#noteFailure(error)
    asked?.reject(error)
  }

  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    if (this.#calls) forget(this.#calls)
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
