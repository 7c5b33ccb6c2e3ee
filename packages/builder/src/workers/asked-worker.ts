import { DraftSender } from './draft-updates.js'
import type { SentOrder, SentResponse } from './orders.js'
import { startWorker } from './start-worker.js'

interface AskedWorkerOptions {
  address: string
  /** Milliseconds after which the worker is terminated with all of its pending requests: a pattern in the flow may run forever. */
  max: number
  /** Error message for those requests, to show to people. */
  tooLong?(): string
}

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
}

/** A worker that answers requests. It starts with the first one, and again after one that took too long. */
export class AskedWorker<O extends { [K in keyof O]: { asks: object; answers: unknown } }> {
  readonly #options: AskedWorkerOptions
  readonly #waiting = new Map<number, Waiting>()
  #running: { worker: Worker; sender: DraftSender<object> } | undefined
  #count = 0
  /** Sent again with each draft, which costs nothing as long as it is the same. */
  #suite: object | undefined

  constructor(options: AskedWorkerOptions) {
    this.#options = options
  }

  ask<K extends keyof O & string>(kind: K, asks: O[K]['asks']): Promise<O[K]['answers']> {
    this.#running ??= { worker: this.#start(), sender: new DraftSender() }
    const { worker, sender } = this.#running
    this.#count += 1
    const id = this.#count
    const { draft, suite = this.#suite, ...others } = asks as { draft?: object; suite?: object }
    this.#suite = suite
    const kept = draft && { kept: sender.next({ draft, suite }) }
    worker.postMessage({ kind, id, asks: others, ...kept } satisfies SentOrder)
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      setTimeout(() => this.#waiting.has(id) && this.#giveUp(this.#options.tooLong?.() ?? 'timeout'), this.#options.max)
    }) as Promise<O[K]['answers']>
  }

  #start(): Worker {
    const worker = startWorker(this.#options.address)
    worker.addEventListener('message', ({ data }: MessageEvent<SentResponse>) => {
      const order = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if ('error' in data) {
        // Operations that it could not apply leave it with an older draft: the next draft is sent whole.
        if (this.#running?.worker === worker) this.#running.sender = new DraftSender()
        order?.reject(new Error(data.error))
      } else order?.resolve(data.answer)
    })
    // The worker could not be loaded: the next request tries again.
    worker.addEventListener('error', ({ message }) => this.#giveUp(message))
    return worker
  }

  #giveUp(reason: string): void {
    this.#running?.worker.terminate()
    this.#running = undefined
    const orders = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of orders) reject(new Error(reason))
  }
}
