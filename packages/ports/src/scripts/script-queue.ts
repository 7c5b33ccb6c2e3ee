import { setImmediate } from 'node:timers/promises'
import { FairQueue } from '../shares/fair-queue.js'
import type { Owner } from '../shares/owner.js'
import type { SandboxWorker } from './sandbox-worker.js'
import type { SegmentOrder, SegmentResult } from './segment.js'

interface Waiting {
  order: SegmentOrder
  resolve: (result: SegmentResult | undefined) => void
  reject: (error: unknown) => void
}

/** Milliseconds that the first segment in the queue waits before an additional worker is started. */
const patience = 10

/**
 * Some workers and the fair queue in front of them, which runs at most one segment of a bot at a time. Workers are started when the first
 * segment needs one, and replaced when they have ended. If something waits longer than a segment should take, one more worker helps out, so
 * that a segment that cannot be interrupted delays nobody; but not in a queue whose workers have low priority.
 */
export class ScriptQueue {
  readonly #queue: FairQueue<Waiting>
  readonly #hire: () => Promise<SandboxWorker>
  readonly #behind: boolean
  readonly #idle: SandboxWorker[] = []
  /** Segments with a place that wait for a worker. */
  readonly #wanted: { resolve: (worker: SandboxWorker) => void; reject: (error: unknown) => void }[] = []
  /** Workers that are being started; always at least as many as are needed. */
  #starting = 0
  #isHelpedOut = false
  #relief: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: {
    workers: number
    /** True if its workers have the lowest priority. */
    behind: boolean
    waiting: number
    waitingPerBot: number
    hire: () => Promise<SandboxWorker>
  }) {
    const { workers, behind, waiting, waitingPerBot, hire } = options
    this.#queue = new FairQueue({ slots: workers, slotsPerBot: 1, waiting, waitingPerBot })
    this.#hire = hire
    this.#behind = behind
  }

  /** Resolves to undefined if the queue is full, or if the bot is turned away in the meantime. */
  perform(owner: Owner, order: Omit<SegmentOrder, 'behind'>): Promise<SegmentResult | undefined> {
    return new Promise((resolve, reject) => {
      const added = this.#queue.add(owner, { order: { ...order, behind: this.#behind }, resolve, reject })
      if (added) this.#serve()
      else resolve(undefined)
    })
  }

  /**
   * Rejects all waiting segments of a bot, a few at a time, because each of their callers then has work to do. Running segments continue.
   */
  async turnAway(owner: Owner): Promise<void> {
    for (const [index, { resolve }] of this.#queue.drain(owner).entries()) {
      if (index % 4 === 3) await setImmediate()
      resolve(undefined)
    }
  }

  /** Rejects further segments. It does not end workers, which is the responsibility of the caller that supplies them. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#relief)
    for (const { resolve } of this.#queue.drain()) resolve(undefined)
  }

  #serve(): void {
    while (!this.#isClosed) {
      const next = this.#queue.take()
      if (next === undefined) break
      void this.#run(next.owner, next.item)
    }
    if (!this.#isClosed && !this.#behind && !this.#isHelpedOut && this.#queue.length > 0)
      this.#relief ??= setTimeout(() => this.#helpOut(), patience).unref()
  }

  #helpOut(): void {
    this.#relief = undefined
    if (this.#isHelpedOut || this.#isClosed || this.#queue.length === 0) return
    this.#isHelpedOut = true
    this.#queue.widen(1)
    this.#serve()
  }

  #leave(owner: Owner): void {
    clearTimeout(this.#relief)
    this.#relief = undefined
    this.#queue.leave(owner)
    if (this.#isHelpedOut && this.#queue.length === 0) {
      this.#isHelpedOut = false
      this.#queue.widen(-1)
    }
    this.#serve()
  }

  async #run(owner: Owner, { order, resolve, reject }: Waiting): Promise<void> {
    let worker: SandboxWorker | undefined
    try {
      worker = await this.#worker()
      resolve(await worker.perform(order))
    } catch (error) {
      if (this.#isClosed) resolve(undefined)
      else reject(error)
    } finally {
      if (worker?.isAlive) this.#free(worker)
      this.#leave(owner)
    }
  }

  /** Resolves to the first worker that is free: a new one as soon as it is ready, or one that has ended its segment before that. */
  #worker(): Promise<SandboxWorker> {
    return new Promise((resolve, reject) => {
      for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.isAlive) return resolve(idle)
      this.#wanted.push({ resolve, reject })
      if (this.#starting < this.#wanted.length) void this.#start()
    })
  }

  async #start(): Promise<void> {
    this.#starting += 1
    try {
      const worker = await this.#hire()
      await worker.ready
      this.#free(worker)
    } catch (error) {
      this.#wanted.shift()?.reject(error)
    } finally {
      this.#starting -= 1
    }
  }

  #free(worker: SandboxWorker): void {
    const next = this.#wanted.shift()
    if (next) next.resolve(worker)
    else this.#idle.push(worker)
  }
}
