import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ScriptLimits } from './script-limits.js'
import type { SegmentOrder, SegmentResult } from './segment.js'
import { openThreadTime, type ThreadTime } from './thread-time.js'

/**
 * A segment that does not stop by itself is stopped together with its thread, this long after its time is up, both by the wall clock and by
 * its own running time.
 */
const graceMilliseconds = 40

/** A worker thread, seen from outside: performs one segment at a time, and is terminated if a segment cannot be stopped otherwise. */
export class SandboxWorker {
  readonly #worker: Worker
  readonly #ready: Promise<void>
  #finish: ((result: SegmentResult) => void) | undefined
  #isAlive = true
  #time: ThreadTime | undefined

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
      this.#worker.once('message', (thread: number | undefined) => {
        this.#time = openThreadTime(thread)
        resolve()
      })
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

  /** Rejects only if the worker could not be started at all. */
  async perform(order: SegmentOrder): Promise<SegmentResult> {
    this.#worker.ref()
    let stopWatching = () => {}
    try {
      await this.#ready
      const done = new Promise<SegmentResult>((resolve) => {
        this.#finish = resolve
      })
      if (!this.#isAlive) return breakdown(undefined)
      stopWatching = this.#watch(order)
      this.#worker.postMessage(order)
      return await done
    } finally {
      stopWatching()
      this.#finish = undefined
      if (this.#isAlive) this.#worker.unref()
    }
  }

  /** Stops a segment that has used its time up, its own or that of the wall clock. Returns a function that ends the watch. */
  #watch({ milliseconds, ownMilliseconds }: SegmentOrder): () => void {
    const started = performance.now()
    const ownStarted = this.#ownTime()
    let timer: NodeJS.Timeout
    let isOver = false
    const look = () => {
      if (isOver) return
      const own = ownMilliseconds - (this.#ownTime() - ownStarted)
      const left = Math.min(own, milliseconds - (performance.now() - started)) + graceMilliseconds
      if (left > 0) timer = setTimeout(lookLater, left)
      else void this.#stop(tooLong(ownMilliseconds))
    }
    // A result that has already arrived takes precedence: this process may have been late itself.
    const lookLater = () => setImmediate(look)
    timer = setTimeout(lookLater, ownMilliseconds + graceMilliseconds)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }

  /** A thread that has ended has no time left to wait for. */
  #ownTime(): number {
    try {
      return this.#time?.read() ?? performance.now()
    } catch {
      return Number.POSITIVE_INFINITY
    }
  }

  /** Rejects if the worker could not be started. */
  get ready(): Promise<void> {
    return this.#ready
  }

  async close(): Promise<void> {
    await this.#stop(breakdown(undefined))
  }

  async #stop(result: SegmentResult): Promise<void> {
    this.#worker.ref()
    this.#end(result)
    await this.#worker.terminate()
  }

  #end(result: SegmentResult) {
    if (this.#isAlive) this.#time?.close()
    this.#isAlive = false
    this.#finish?.(result)
  }
}

/** The module that every worker shares, compiled once. */
export async function compileSandbox(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return WebAssembly.compile(await readFile(path))
}

/** Not every supported Node can run TypeScript in threads, so the built worker is used if this file runs from its source. */
function workerFile(): URL {
  const beside = new URL('./script-thread.js', import.meta.url)
  const built = new URL(beside.href.replace(/\/src\/scripts\/script-thread\.js$/, '/dist/scripts/script-thread.js'))
  const file = [beside, built].find((one) => existsSync(one))
  if (file === undefined) throw new Error(`Scripts need ${built.pathname}, which is not there: run \`npm run build\`.`)
  return file
}

const tooLong = (milliseconds: number): SegmentResult => ({
  kind: 'failed',
  reason: 'time',
  message: `The script ran longer than the ${Math.round(milliseconds)} ms that it may.`,
  spent: milliseconds + graceMilliseconds,
})

function breakdown(error: unknown): SegmentResult {
  const isMemory = (error as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory
    ? { kind: 'failed', reason: 'memory', message: 'The script needed more memory than it may use.', spent: 0 }
    : { kind: 'failed', reason: 'threw', message: 'The sandbox ended while it ran this script.', spent: 0 }
}
