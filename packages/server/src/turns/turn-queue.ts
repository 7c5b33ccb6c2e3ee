import { ApiError } from '@colloquy/api'
import { LimitExceeded } from '../limits/limit-exceeded.js'

declare module '../service.js' {
  interface Service {
    readonly turnQueue: TurnQueue
  }
}

export interface QueueLimits {
  /** Maximum number of replies that wait behind the one in progress, for each session. */
  sessionQueue: number
  /** Maximum bytes of the bodies of all waiting and running replies. */
  queueBytes: number
}

/** A reply of a client: it counts towards the limits, and leaves the queue when its client disconnects. */
export interface QueuedReply {
  /** Size of its body. */
  bytes: number
  /** Connection that it arrived on, if any. */
  connection?: Connection
}

/** The part of a socket that is used here. */
export interface Connection {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
}

/**
 * Runs the tasks of one session one after another, in the order of their arrival; those of different sessions run concurrently.
 *
 * A line references no task once it leaves the map: V8 reallocates a `Map` that is filled and emptied constantly every few moments,
 * and anything that a previous copy still references would stay in memory until a full garbage collection, with everything that a
 * turn has created.
 */
export class TurnQueue {
  readonly #limits: QueueLimits
  readonly #lines = new Map<string, Line>()
  #bytes = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Rejects with a `LimitExceeded` when the queue has no space for the reply; tasks without a reply are always accepted. */
  run<T>(sessionId: string, task: () => Promise<T>, reply?: QueuedReply): Promise<T> {
    const line = this.#lines.get(sessionId)
    const excess = reply && this.#excess(line, reply)
    if (excess) return Promise.reject(excess)
    if (reply) this.#bytes += reply.bytes
    if (line) return this.#wait(line, task, reply)
    const alone: Line = { waiting: undefined }
    this.#lines.set(sessionId, alone)
    return this.#start(sessionId, alone, task, reply)
  }

  isBusy(sessionId: string): boolean {
    return this.#lines.has(sessionId)
  }

  /** Number of sessions with a task in progress. */
  get size(): number {
    return this.#lines.size
  }

  #excess(line: Line | undefined, { bytes }: QueuedReply): LimitExceeded | undefined {
    const { sessionQueue, queueBytes } = this.#limits
    if (line && (line.waiting?.length ?? 0) + 1 > sessionQueue)
      return new LimitExceeded('sessionQueue', { retryAfter: 2 })
    if (this.#bytes > 0 && this.#bytes + bytes > queueBytes) return new LimitExceeded('queueBytes', { retryAfter: 1 })
    return undefined
  }

  #start<T>(sessionId: string, line: Line, task: () => Promise<T>, reply: QueuedReply | undefined): Promise<T> {
    const result = task()
    const end = () => {
      if (reply) this.#bytes -= reply.bytes
      const next = line.waiting?.shift()
      if (next) next(sessionId)
      else this.#lines.delete(sessionId)
    }
    result.then(end, end)
    return result
  }

  #wait<T>(line: Line, task: () => Promise<T>, reply: QueuedReply | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      line.waiting ??= []
      const { waiting } = line
      const begin = (sessionId: string) => {
        reply?.connection?.off('close', leave)
        resolve(this.#start(sessionId, line, task, reply))
      }
      const leave = () => {
        const at = waiting.indexOf(begin)
        if (at < 0) return
        waiting.splice(at, 1)
        this.#bytes -= reply?.bytes ?? 0
        reject(new ApiError('too_many_replies_waiting', { message: 'The client left before its reply was begun' }))
      }
      waiting.push(begin)
      if (reply?.connection?.destroyed) leave()
      else reply?.connection?.once('close', leave)
    })
  }
}

/** The tasks behind the one in progress. */
interface Line {
  waiting: ((sessionId: string) => void)[] | undefined
}
