import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ScriptLimits } from './script-limits.js'
import type { SliceOrder, SliceResult } from './slice.js'

/** So long after its time is up a slice that does not stop by itself is stopped together with its thread. */
const graceMilliseconds = 40

/** A worker thread, seen from outside: performs one slice at a time, and is over when one cannot be stopped otherwise. */
export class SandboxWorker {
  readonly #worker: Worker
  readonly #ready: Promise<void>
  #finish: ((result: SliceResult) => void) | undefined
  #isAlive = true

  constructor(wasmModule: WebAssembly.Module, limits: ScriptLimits) {
    this.#worker = new Worker(workerFile(), {
      name: 'scripts',
      workerData: { wasmModule, limits },
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    })
    this.#worker.unref()
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.once('message', () => resolve())
      this.#worker.once('error', reject)
      this.#worker.once('exit', () => reject(new Error('The worker for scripts ended before it was ready.')))
    })
    this.#ready.catch(() => {})
    this.#worker.on('message', (result) => this.#finish?.(result))
    this.#worker.on('error', (error) => this.#end(breakdown(error)))
    this.#worker.on('exit', () => this.#end(breakdown(undefined)))
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  /** Rejects only when the worker could not be started at all. */
  async perform(order: SliceOrder): Promise<SliceResult> {
    const { milliseconds } = order
    this.#worker.ref()
    let timer: NodeJS.Timeout | undefined
    try {
      await this.#ready
      const done = new Promise<SliceResult>((resolve) => {
        this.#finish = resolve
      })
      if (!this.#isAlive) return breakdown(undefined)
      this.#worker.postMessage(order)
      // An answer that is there already goes first: this process may have been late itself.
      const stop = () => setImmediate(() => void this.#stop(tooLong(milliseconds)))
      timer = setTimeout(stop, milliseconds + graceMilliseconds)
      return await done
    } finally {
      clearTimeout(timer)
      this.#finish = undefined
      if (this.#isAlive) this.#worker.unref()
    }
  }

  whenReady(then: () => void): void {
    this.#ready.then(then, () => {})
  }

  async close(): Promise<void> {
    await this.#stop(breakdown(undefined))
  }

  async #stop(result: SliceResult): Promise<void> {
    this.#worker.ref()
    this.#end(result)
    await this.#worker.terminate()
  }

  #end(result: SliceResult) {
    this.#isAlive = false
    this.#finish?.(result)
  }
}

/** The module that every worker shares, compiled once. */
export async function compileSandbox(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return WebAssembly.compile(await readFile(path))
}

/** Threads cannot run TypeScript on every Node that we support: where this file runs from its source, theirs is the built one. */
function workerFile(): URL {
  const beside = new URL('./worker.js', import.meta.url)
  const built = new URL(beside.href.replace(/\/src\/ports\/scripts\/worker\.js$/, '/dist/ports/scripts/worker.js'))
  const file = [beside, built].find((one) => existsSync(one))
  if (file === undefined) throw new Error(`Scripts need ${built.pathname}, which is not there: run \`npm run build\`.`)
  return file
}

const tooLong = (milliseconds: number): SliceResult => ({
  kind: 'failed',
  reason: 'time',
  message: `The script ran longer than the ${Math.round(milliseconds)} ms that it may.`,
  spent: milliseconds + graceMilliseconds,
})

function breakdown(error: unknown): SliceResult {
  const isMemory = (error as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory
    ? { kind: 'failed', reason: 'memory', message: 'The script needed more memory than it may use.', spent: 0 }
    : { kind: 'failed', reason: 'threw', message: 'The sandbox ended while it ran this script.', spent: 0 }
}
