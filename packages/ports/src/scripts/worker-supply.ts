import { compileSandbox, SandboxWorker } from './sandbox-worker.js'
import type { ScriptLimits } from './script-limits.js'

const spareCount = 2

/** Milliseconds after which new spares are started: a start needs a part of a processor, at the very time when a slow script does. */
const calm = 500

/** Supplies the queues with workers. Nothing is compiled or started before the first one is requested. */
export class WorkerSupply {
  readonly #limits: ScriptLimits
  readonly #workers = new Set<SandboxWorker>()
  #module: Promise<WebAssembly.Module> | undefined
  #spares: SandboxWorker[] = []
  #isPreparing = false
  #isClosed = false

  constructor(limits: ScriptLimits) {
    this.#limits = limits
  }

  async take(): Promise<SandboxWorker> {
    const worker = this.#spares.find(({ isAlive }) => isAlive) ?? (await this.#start())
    this.#spares = this.#spares.filter((spare) => spare.isAlive && spare !== worker)
    worker.ready.then(
      () => setTimeout(() => void this.#keepSpares(), calm).unref(),
      () => {},
    )
    return worker
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#workers].map((worker) => worker.close()))
  }

  /** Keeps spare workers ready in case one has to be terminated: one helps out, the next takes the slow script. */
  async #keepSpares(): Promise<void> {
    if (this.#isPreparing) return
    this.#isPreparing = true
    while (!this.#isClosed && this.#spares.length < spareCount) {
      const spare = await this.#start().catch(() => undefined)
      if (!spare) break
      this.#spares.push(spare)
    }
    this.#isPreparing = false
  }

  async #start(): Promise<SandboxWorker> {
    this.#module ??= compileSandbox()
    const wasmModule = await this.#module
    if (this.#isClosed) throw new Error('No worker for scripts is started any more: the service is stopping.')
    for (const worker of this.#workers) if (!worker.isAlive) this.#workers.delete(worker)
    const worker = new SandboxWorker(wasmModule, this.#limits)
    this.#workers.add(worker)
    return worker
  }
}
