import { setImmediate } from 'node:timers/promises'
import { FairQueue } from './fair-queue.js'
import type { SandboxWorker } from './sandbox-worker.js'
import type { SliceOrder, SliceResult } from './slice.js'

interface Waiting {
  owner: string
  order: SliceOrder
  resolve: (result: SliceResult | undefined) => void
  reject: (error: unknown) => void
}

/** Milliseconds for which the first in the queue waits before a worker more is put to work. */
const patience = 10

/**
 * Some workers and the queue in front of them; at most one slice of an owner runs in it at a time. Workers are hired when
 * the first slice needs one, and replaced when they have ended. While something waits for longer than a slice should take, one
 * worker more helps out, so that a slice that cannot be interrupted is in nobody's way until it is ended; not where all step back.
 */
export class Lane {
  readonly #queue: FairQueue<Waiting>
  readonly #hire: () => Promise<SandboxWorker>
  readonly #behind: boolean
  readonly #running = new Set<string>()
  readonly #idle: SandboxWorker[] = []
  #places: number
  #isHelpedOut = false
  #relief: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: {
    size: number
    /** Its workers let everything else go first. */
    behind: boolean
    perOwner: number
    maximum: number
    hire: () => Promise<SandboxWorker>
  }) {
    this.#queue = new FairQueue(options)
    this.#hire = options.hire
    this.#behind = options.behind
    this.#places = options.size
  }

  /** Resolves to undefined when there is no room, or when the owner is turned away meanwhile. */
  perform(owner: string, order: Omit<SliceOrder, 'behind'>): Promise<SliceResult | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#queue.add(owner, { owner, order: { ...order, behind: this.#behind }, resolve, reject })) this.#serve()
      else resolve(undefined)
    })
  }

  /** Turns away what an owner has waiting, a few at a time: whoever waits for them has work to do then. What runs is left to run. */
  async turnAway(owner: string): Promise<void> {
    for (const [index, { resolve }] of this.#queue.drain(owner).entries()) {
      if (index % 4 === 3) await setImmediate()
      resolve(undefined)
    }
  }

  /** Takes nothing any more. Ending the workers is for whoever supplies them. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#relief)
    for (const { resolve } of this.#queue.drain()) resolve(undefined)
  }

  #serve(): void {
    while (this.#places > 0 && !this.#isClosed) {
      const next = this.#queue.take(this.#running)
      if (next === undefined) return
      this.#places -= 1
      this.#running.add(next.owner)
      void this.#run(next)
    }
    if (!this.#behind && !this.#isHelpedOut && this.#queue.length > 0)
      this.#relief ??= setTimeout(() => this.#helpOut(), patience).unref()
  }

  #helpOut(): void {
    this.#relief = undefined
    if (this.#isHelpedOut || this.#isClosed || this.#queue.length === 0) return
    this.#isHelpedOut = true
    this.#places += 1
    this.#serve()
  }

  /** A place is free again, unless it was the helper's. */
  #leave(): void {
    clearTimeout(this.#relief)
    this.#relief = undefined
    if (this.#isHelpedOut && this.#queue.length === 0) this.#isHelpedOut = false
    else this.#places += 1
    this.#serve()
  }

  async #run({ owner, order, resolve, reject }: Waiting): Promise<void> {
    let worker: SandboxWorker | undefined
    try {
      worker = await this.#worker()
      resolve(await worker.perform(order))
    } catch (error) {
      if (this.#isClosed) resolve(undefined)
      else reject(error)
    } finally {
      if (worker?.isAlive) this.#idle.push(worker)
      this.#running.delete(owner)
      this.#leave()
    }
  }

  async #worker(): Promise<SandboxWorker> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.isAlive) return idle
    return this.#hire()
  }
}
