import releaseSync from '@jitl/quickjs-wasmfile-release-sync'
import {
  type EmscriptenModuleLoader,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSEmscriptenModule,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { ImageCache } from './image-cache.js'
import { IntlFormats } from './intl.js'
import { intlPrelude } from './intl-prelude.js'
import { nestsDeeper } from './nests-deeper.js'
import { type PreludeCommand, prelude } from './prelude.js'
import { SandboxMemory } from './sandbox-memory.js'
import type { ScriptLimits } from './script-limits.js'
import type { Segment, SegmentResult } from './segment.js'
import { openThreadTime } from './thread-time.js'

type ScriptSegment = Exclude<Segment, { kind: 'match' }>
type WithoutTime<Result> = Result extends unknown ? Omit<Result, 'spent'> : never
type Result = WithoutTime<SegmentResult>
type Failure = Extract<Result, { kind: 'failed' }>

/** Enough for JSON and recursion of legitimate scripts; V8's own stack, which WebAssembly shares, has to be larger. */
const stackBytes = 128 * 1024
const pageBytes = 64 * 1024
/** Maximum memory of a waiting script, which occupies memory without using up any running time. */
const waitingImageBytes = 8 * 1024 * 1024
const cachedImagesBytes = 16 * 1024 * 1024
const jobsAtATime = 1000

/**
 * One JavaScript engine in WebAssembly with one function of the host, from text to text, for locale-aware formatting. Each segment starts
 * from a copy of the engine's memory: a script that was seen before starts from the state after its compilation, a script that has waited
 * from the state in which it waited. So no segment finds anything that another script left behind.
 */
export class Sandbox {
  readonly #context: QuickJSContext
  readonly #enter: QuickJSHandle
  readonly #memory: SandboxMemory
  readonly #limits: ScriptLimits
  readonly #images = new ImageCache(cachedImagesBytes)
  readonly #threadTime = openThreadTime()
  #deadline = Number.POSITIVE_INFINITY
  #ownFrom = Number.POSITIVE_INFINITY
  #ownDeadline = Number.POSITIVE_INFINITY
  #isLate = false
  #isSpoiled = false

  private constructor(context: QuickJSContext, memory: SandboxMemory, limits: ScriptLimits) {
    this.#context = context
    this.#memory = memory
    this.#limits = limits
    context.runtime.setMaxStackSize(stackBytes)
    context.runtime.setInterruptHandler(() => {
      this.#isLate ||= this.#isOver()
      return this.#isLate
    })
    this.#installIntl()
    this.#enter = context.unwrapResult(context.evalCode(`(${prelude})()`, 'sandbox'))
    memory.keepAsBase()
  }

  static async open(wasmModule: WebAssembly.Module, limits: ScriptLimits): Promise<Sandbox> {
    const maximum = Math.max(256, (limits.memoryMegabytes * 1024 * 1024) / pageBytes)
    const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum })
    const silent = () => {}
    const variant = newVariant(releaseVariant, {
      wasmModule,
      wasmMemory,
      emscriptenModule: { thisProgram: 'script', print: silent, printErr: silent } as object,
    })
    const load = (await variant.importModuleLoader()) as EmscriptenModuleLoader<QuickJSEmscriptenModule>
    const module = await load()
    const engine = await newQuickJSWASMModuleFromVariant({
      ...variant,
      importModuleLoader: async () => async () => module,
    })
    const { _malloc, _free } = module as unknown as Allocator
    const memory = new SandboxMemory(wasmMemory, _malloc, _free)
    return atNoTime(() => new Sandbox(engine.newContext(), memory, limits))
  }

  /** True if a script damaged the engine, which must not be used again. */
  get isSpoiled(): boolean {
    return this.#isSpoiled
  }

  /** For tests: number of occurrences of a byte sequence in the memory after it is restored. */
  countAfterRestore(sequence: Uint8Array): number {
    this.#memory.restore()
    return this.#memory.count(sequence)
  }

  /** Runs for at most `milliseconds` by the wall clock, and `ownMilliseconds` of this thread's own time. */
  run(segment: ScriptSegment, milliseconds: number, ownMilliseconds = milliseconds): SegmentResult {
    const started = performance.now()
    const ownStarted = this.#threadTime.read()
    this.#deadline = started + milliseconds
    this.#ownFrom = started + ownMilliseconds
    this.#ownDeadline = ownStarted + ownMilliseconds
    this.#isLate = false
    const result = this.#attempt(segment, ownMilliseconds)
    this.#isSpoiled ||= this.#memory.hasGrown
    return { ...result, spent: this.#threadTime.read() - ownStarted } as SegmentResult
  }

  /** The thread cannot have run longer than the wall clock says, so its own clock is read last. */
  #isOver(): boolean {
    const now = performance.now()
    return now > this.#deadline || (now > this.#ownFrom && this.#threadTime.read() > this.#ownDeadline)
  }

  #installIntl(): void {
    const context = this.#context
    const formats = new IntlFormats()
    const call = context.newFunction('askHost', (json) => context.newString(formats.response(context.getString(json))))
    const install = context.unwrapResult(context.evalCode(`(${intlPrelude})`, 'sandbox'))
    context.unwrapResult(context.callFunction(install, context.undefined, call))
  }

  #attempt(segment: ScriptSegment, milliseconds: number): Result {
    try {
      return segment.kind === 'start' ? this.#start(segment) : this.#resume(segment)
    } catch (error) {
      if (this.#isLate) return tooLong(milliseconds)
      if (error instanceof OutOfMemory) return tooMuchMemory(this.#limits)
      // The engine crashed, not the script: a WebAssembly trap, or the end of the thread's own stack.
      this.#isSpoiled = true
      return failed('memory', 'The script went beyond what its sandbox can hold: too much memory, or nested too deep.')
    }
  }

  #start({ code, mode, args }: Extract<Segment, { kind: 'start' }>): Result {
    const key = `${mode} ${code}`
    const image = this.#images.get(key)
    this.#memory.restore(image)
    if (image === undefined) {
      const refused = this.#command(`{"do":"compile","mode":"${mode}","code":${JSON.stringify(code)}}`)
      if (refused !== '') return { kind: 'report', text: refused, isSyntax: true }
      const compiled = this.#memory.hasGrown ? undefined : this.#memory.save(cachedImagesBytes / 4)
      if (compiled) this.#images.set(key, compiled)
    }
    const seed = JSON.stringify([...crypto.getRandomValues(new Uint32Array(4))])
    const { resultBytes } = this.#limits
    const report = this.#command(`{"do":"start","seed":${seed},"resultLength":${resultBytes},"args":${args}}`)
    return mode === 'value' ? this.#report(report) : this.#finish(report)
  }

  #resume({ image, answers }: Extract<Segment, { kind: 'resume' }>): Result {
    this.#memory.restore(image)
    return this.#finish(this.#command(`{"do":"resume","answers":${answers}}`))
  }

  /** Runs pending jobs, and determines the state of the script. */
  #finish(already: string): Result {
    const { runtime } = this.#context
    while (runtime.hasPendingJob()) {
      const done = runtime.executePendingJobs(jobsAtATime)
      if (done.error) this.#fail(done.error)
      this.#isLate ||= this.#isOver()
      if (this.#isLate) throw new Error('late')
    }
    const text = already === '' ? this.#command(look) : already
    const report = this.#report(text)
    if (report.kind !== 'report' || !text.startsWith('{"state":"waits"')) return report
    const image = this.#memory.hasGrown ? undefined : this.#memory.save(waitingImageBytes)
    if (image) return { kind: 'report', text, image }
    return failed('memory', 'The script holds more than 8 MB while it waits for a response; it may hold less.')
  }

  /** The unchanged report, once its size and nesting are known to be safe to parse. */
  #report(text: string): Result {
    const { resultBytes, depth } = this.#limits
    // If there is not enough memory for an error object, the engine throws null instead.
    if (text.endsWith(threwNull) && this.#memory.ranOut) return tooMuchMemory(this.#limits)
    if (Buffer.byteLength(text) > resultBytes + 4096) return tooLarge(this.#limits)
    if (nestsDeeper(text, depth + 3)) {
      return failed('too-large', `What the script gave nests deeper than ${depth} levels.`)
    }
    return { kind: 'report', text }
  }

  #command(json: string): string {
    const { undefined: nothing } = this.#context
    const result = this.#context.callFunction(this.#enter, nothing, this.#context.newString(json))
    if (result.error) return this.#fail(result.error)
    if (this.#isLate) throw new Error('late')
    return this.#context.getString(result.value)
  }

  /** The code inside the sandbox failed, which it should not: the time is up, or there is not enough memory to report anything. */
  #fail(error: QuickJSHandle): never {
    if (this.#isLate) throw new Error('late')
    const message = this.#context.getString(this.#context.getProp(error, 'message'))
    if (message.includes('out of memory')) throw new OutOfMemory()
    throw new Error(message)
  }
}

/** The package's types describe its CommonJS form, where this is one level deeper. */
const releaseVariant = releaseSync as unknown as QuickJSSyncVariant

/** Functions of the module that its types omit. */
interface Allocator {
  _malloc(bytes: number): number
  _free(pointer: number): void
}

const threwNull = '"state":"threw","message":"null"}'
const look = JSON.stringify({ do: 'look' } satisfies PreludeCommand)

class OutOfMemory extends Error {}

/** Makes each new engine identical to the last bit, so that an image of one fits any other: it seeds itself from the clock. */
function atNoTime<Value>(make: () => Value): Value {
  const { now } = Date
  Date.now = () => 0
  try {
    return make()
  } finally {
    Date.now = now
  }
}

const failed = (reason: Failure['reason'], message: string): Failure => ({ kind: 'failed', reason, message })

const tooLong = (milliseconds: number) =>
  failed('time', `The script ran longer than the ${Math.round(milliseconds)} ms that it may.`)

const tooMuchMemory = ({ memoryMegabytes }: ScriptLimits) =>
  failed('memory', `The script needed more than the ${memoryMegabytes} MB of memory that it may use.`)

const tooLarge = ({ resultBytes }: ScriptLimits) =>
  failed('too-large', `What the script gave is larger than the ${resultBytes} bytes of JSON that it may be.`)
