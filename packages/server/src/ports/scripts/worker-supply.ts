import { compileSandbox, SandboxWorker } from './sandbox-worker.js'
import type { ScriptLimits } from './script-limits.js'

/** Where lanes get their workers from. Nothing is compiled or started before the first is asked for. */
export class WorkerSupply {
  readonly #limits: ScriptLimits
  readonly #workers = new Set<SandboxWorker>()
  #module: Promise<WebAssembly.Module> | undefined
  #spare: SandboxWorker | undefined
  #isPreparing = false
  #isClosed = false

  constructor(limits: ScriptLimits) {
    this.#limits = limits
  }

  async take(): Promise<SandboxWorker> {
    const worker = this.#spare?.isAlive ? this.#spare : await this.#start()
    this.#spare = undefined
    worker.whenReady(() => void this.#keepSpare())
    return worker
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#workers].map((worker) => worker.close()))
  }

  /** One worker more stands ready, for the case that one has to be ended. */
  async #keepSpare(): Promise<void> {
    if (this.#spare?.isAlive || this.#isPreparing || this.#isClosed) return
    this.#isPreparing = true
    this.#spare = await this.#start().catch(() => undefined)
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
