import { FairQueue } from './fair-queue.js'
import type { SandboxWorker } from './sandbox-worker.js'
import type { SliceOrder, SliceResult } from './slice.js'

interface Waiting {
  owner: string
  order: SliceOrder
  resolve: (result: SliceResult | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Some workers and the queue in front of them; at most one slice of an owner runs in it at a time. Workers are hired when
 * the first slice needs one, and replaced when they have ended.
 */
export class Lane {
  readonly #queue: FairQueue<Waiting>
  readonly #hire: () => Promise<SandboxWorker>
  readonly #behind: boolean
  readonly #running = new Set<string>()
  readonly #idle: SandboxWorker[] = []
  #places: number
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

  /** Turns away what an owner, or everybody, has waiting. What runs is left to run. */
  turnAway(owner?: string): void {
    for (const { resolve } of this.#queue.drain(owner)) resolve(undefined)
  }

  /** Takes nothing any more. Ending the workers is for whoever supplies them. */
  close(): void {
    this.#isClosed = true
    this.turnAway()
  }

  #serve(): void {
    while (this.#places > 0 && !this.#isClosed) {
      const next = this.#queue.take(this.#running)
      if (next === undefined) return
      this.#places -= 1
      this.#running.add(next.owner)
      void this.#run(next)
    }
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
      this.#places += 1
      this.#serve()
    }
  }

  async #worker(): Promise<SandboxWorker> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.isAlive) return idle
    return this.#hire()
  }
}
