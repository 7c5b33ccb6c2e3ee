import { CircuitBreaker } from './circuit-breaker.js'
import { Lane } from './lane.js'
import { ScriptFetches } from './script-fetches.js'
import { defaultScriptLimits, type ScriptLimits } from './script-limits.js'
import type {
  PatternOutcome,
  PatternRequest,
  ScriptFetch,
  ScriptOutcome,
  ScriptPort,
  ScriptRequest,
} from './script-port.js'
import { readReport } from './script-report.js'
import type { MemoryImage, Slice, SliceResult } from './slice.js'
import { WorkerSupply } from './worker-supply.js'

export interface ScriptOptions {
  /** Workers of the quick lane; there is one more for slow scripts, and a spare, once a script was slow. */
  workers?: number
  /** What `fetch` does in a script. Without it, each call is rejected. */
  fetch?: ScriptFetch
  limits?: Partial<ScriptLimits>
  /** Told in a sentence when an owner's scripts are paused. */
  log?: (sentence: string) => void
  /** Milliseconds; what pauses are counted with. */
  now?: () => number
}

/** Opens the door to the sandbox. It costs nothing before the first script comes. */
export function openScripts(options: ScriptOptions = {}): ScriptPort {
  return new Scripts(options)
}

type Failure = Extract<ScriptOutcome, { ok: false }>
type Performed = { result: SliceResult; left: number }

/** As long as a script may run when neither the request nor the limits say less. */
const longestMilliseconds = 10_000
const rememberedSyntaxErrors = 500
const rememberedCodeLength = 4_000

class Scripts implements ScriptPort {
  readonly #limits: ScriptLimits
  readonly #fetch: ScriptFetch | undefined
  readonly #log: (sentence: string) => void
  readonly #breaker: CircuitBreaker
  readonly #supply: WorkerSupply
  readonly #quick: Lane
  readonly #slow: Lane
  readonly #fetches = new Set<ScriptFetches>()
  readonly #waiting = new Map<string, number>()
  readonly #syntaxErrors = new Map<string, string>()
  #waitingBytes = 0
  #heldBytes = 0
  #isClosed = false

  constructor({ workers = 1, fetch, limits, log = () => {}, now = Date.now }: ScriptOptions) {
    this.#limits = { ...defaultScriptLimits, ...limits }
    this.#fetch = fetch
    this.#log = log
    this.#breaker = new CircuitBreaker(this.#limits, now)
    this.#supply = new WorkerSupply(this.#limits)
    const { queuedPerOwner: perOwner, queued: maximum } = this.#limits
    const hire = () => this.#supply.take()
    this.#quick = new Lane({ size: workers, behind: false, perOwner, maximum, hire })
    this.#slow = new Lane({ size: 1, behind: true, perOwner, maximum, hire })
  }

  async run(request: ScriptRequest): Promise<ScriptOutcome> {
    const { owner, code, mode } = request
    const key = `${mode} ${code}`
    const known = this.#syntaxErrors.get(key)
    const refused = this.#refusal(owner)
    if (refused) return refused
    if (known !== undefined) return failure('threw', known)
    const args = this.#argumentsOf(request)
    if (typeof args !== 'string') return args
    if (this.#heldBytes + args.length > this.#limits.heldBytes) return this.#turnedAway(owner)
    const fetches = new ScriptFetches(this.#fetch, this.#limits)
    this.#fetches.add(fetches)
    this.#heldBytes += args.length
    try {
      const outcome = await this.#follow(request, { kind: 'start', code, mode, args }, fetches)
      if (!outcome.ok) fetches.abort()
      return outcome
    } finally {
      this.#heldBytes -= args.length
      void fetches.settled().then(() => this.#fetches.delete(fetches))
    }
  }

  async test({ pattern, flags, texts, owner }: PatternRequest): Promise<PatternOutcome> {
    const refused = this.#refusal(owner)
    if (refused) return refused
    const slice: Slice = { kind: 'match', pattern, flags, texts }
    const performed = await this.#perform(owner, slice, this.#limits.milliseconds)
    if (performed === undefined || this.#isClosed) return this.#turnedAway(owner)
    const { result } = performed
    if (result.kind === 'matches') {
      this.#breaker.endedWell(owner)
      return { ok: true, matches: result.matches }
    }
    if (result.kind === 'failed' && result.reason === 'invalid') {
      return { ok: false, reason: 'invalid', message: result.message }
    }
    this.#strike(owner)
    return {
      ok: false,
      reason: 'time',
      message: 'The pattern could not be tried on the text in the time that it may take.',
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#quick.close()
    this.#slow.close()
    for (const fetches of this.#fetches) fetches.abort()
    await this.#supply.close()
  }

  /** Takes a script from its start to its end, slice by slice. */
  async #follow(request: ScriptRequest, start: Slice, fetches: ScriptFetches): Promise<ScriptOutcome> {
    const { owner } = request
    let slice = start
    let left = Math.min(request.milliseconds ?? longestMilliseconds, this.#limits.milliseconds)
    for (;;) {
      const performed = await this.#perform(owner, slice, left)
      if (performed === undefined || this.#isClosed) return this.#turnedAway(owner)
      const { result } = performed
      left = performed.left
      if (result.kind !== 'report') return this.#failed(request, result)
      const report = readReport(result.text)
      if (result.isSyntax && report.message) this.#rememberSyntaxError(request, report.message)
      fetches.begin(report.requests ?? [])
      if (report.state !== 'waits' || result.image === undefined) return this.#ended(owner, report)
      const { image } = result
      const answers = await this.#wait(owner, image, fetches)
      if (!Array.isArray(answers)) return answers
      slice = { kind: 'resume', image, answers: JSON.stringify(answers) }
    }
  }

  /**
   * Runs one slice: first for a short time in the quick lane and, if it takes longer, from its beginning in the slow one.
   * Who was slow a while ago goes there directly. Undefined when it was turned away.
   */
  async #perform(owner: string, slice: Slice, milliseconds: number): Promise<Performed | undefined> {
    let left = milliseconds
    let seemsSlow = false
    const { quickMilliseconds, quickWallMilliseconds } = this.#limits
    if (!this.#breaker.isSlow(owner)) {
      const wall = Math.min(left, quickWallMilliseconds)
      const ownMilliseconds = Math.min(left, quickMilliseconds)
      const result = await this.#quick.perform(owner, { slice, milliseconds: wall, ownMilliseconds })
      left -= result?.spent ?? 0
      const isOver = result?.kind === 'failed' && result.reason === 'time'
      if (result && (!isOver || left <= 0)) return { result, left }
      seemsSlow = isOver
      if (isOver) this.#markSlow(owner)
      else if (!this.#breaker.isSlow(owner)) return undefined
    }
    if (this.#refusal(owner)) return undefined
    const rest = Math.max(1, left)
    const result = await this.#slow.perform(owner, { slice, milliseconds: rest, ownMilliseconds: rest })
    const wasQuick = result !== undefined && result.kind !== 'failed' && result.spent < quickMilliseconds
    if (seemsSlow && wasQuick) this.#breaker.seemedSlow(owner)
    return result && { result, left: left - result.spent }
  }

  /** Whatever else the owner has waiting in the quick lane goes over to the slow one, too. */
  #markSlow(owner: string): void {
    this.#breaker.wasSlow(owner)
    void this.#quick.turnAway(owner)
  }

  /** Keeps a script that waits, as long as there is room for it. */
  async #wait(owner: string, image: MemoryImage, fetches: ScriptFetches) {
    const mine = this.#waiting.get(owner) ?? 0
    const bytes = image.bytes.length
    if (mine >= this.#limits.waitingPerOwner || this.#waitingBytes + bytes > this.#limits.waitingBytes) {
      return failure('busy', 'Too many scripts are waiting for the addresses that they fetched. Try again later.')
    }
    this.#waiting.set(owner, mine + 1)
    this.#waitingBytes += bytes
    const answers = await fetches.next()
    this.#waitingBytes -= bytes
    const others = (this.#waiting.get(owner) ?? 1) - 1
    if (others > 0) this.#waiting.set(owner, others)
    else this.#waiting.delete(owner)
    if (this.#isClosed) return this.#turnedAway(owner)
    const seconds = Math.round(this.#limits.waitMilliseconds / 1000)
    return answers ?? failure('time', `The script waited longer than ${seconds} s for the addresses that it fetched.`)
  }

  #ended(owner: string, report: ReturnType<typeof readReport>): ScriptOutcome {
    const { state, assigned = [], message } = report
    if (state === 'memory' || state === 'too-large') {
      this.#strike(owner)
      return failure(state, state === 'memory' ? this.#memoryMessage() : this.#sizeMessage())
    }
    this.#breaker.endedWell(owner)
    if (state === 'done')
      return 'value' in report ? { ok: true, value: report.value, assigned } : { ok: true, assigned }
    if (state === 'threw') return failure('threw', message ?? 'Error')
    return failure('threw', 'Error: the script waits for a promise that nothing will settle')
  }

  #failed({ owner, milliseconds }: ScriptRequest, result: SliceResult): Failure {
    if (result.kind !== 'failed' || result.reason === 'invalid') return failure('threw', 'Error: no outcome')
    const { reason, message } = result
    if (reason === 'threw') return failure(reason, message)
    this.#strike(owner)
    if (reason !== 'time') return failure(reason, message)
    const allowed = Math.min(milliseconds ?? longestMilliseconds, this.#limits.milliseconds)
    return failure('time', `The script ran longer than the ${allowed} ms that it may.`)
  }

  #strike(owner: string): void {
    if (!this.#breaker.endedAtLimit(owner)) return
    const { strikes, pauseMilliseconds } = this.#limits
    const seconds = Math.round(pauseMilliseconds / 1000)
    this.#log(`The scripts of ${owner} are paused for ${seconds} s: ${strikes} in a row ended at a limit.`)
    void this.#quick.turnAway(owner)
    void this.#slow.turnAway(owner)
  }

  #refusal(owner: string): { ok: false; reason: 'paused' | 'busy'; message: string } | undefined {
    if (this.#isClosed) return { ok: false, reason: 'busy', message: 'The service is stopping.' }
    const seconds = Math.ceil(this.#breaker.pausedFor(owner) / 1000)
    if (seconds === 0) return undefined
    const message = `The scripts of this bot are paused for another ${seconds} s: several in a row ended at a limit.`
    return { ok: false, reason: 'paused', message }
  }

  #turnedAway(owner: string) {
    const message = 'Too many scripts are waiting to run. Try again later.'
    return this.#refusal(owner) ?? { ok: false as const, reason: 'busy' as const, message }
  }

  #argumentsOf({ args }: ScriptRequest): string | Failure {
    try {
      const json = JSON.stringify(args)
      if (json.length <= this.#limits.argumentBytes) return json
      return failure('too-large', `The values given to the script are larger than ${this.#limits.argumentBytes} bytes.`)
    } catch (error) {
      return failure('threw', `Error: the values given to the script are not JSON: ${(error as Error).message}`)
    }
  }

  /** Text in the place of code is common, and is no more JavaScript the next time. */
  #rememberSyntaxError({ mode, code }: ScriptRequest, message: string): void {
    if (code.length > rememberedCodeLength) return
    this.#syntaxErrors.set(`${mode} ${code}`, message)
    for (const oldest of this.#syntaxErrors.keys()) {
      if (this.#syntaxErrors.size <= rememberedSyntaxErrors) return
      this.#syntaxErrors.delete(oldest)
    }
  }

  #memoryMessage(): string {
    return `The script needed more than the ${this.#limits.memoryMegabytes} MB of memory that it may use.`
  }

  #sizeMessage(): string {
    return `What the script gave is larger than the ${this.#limits.resultBytes} bytes of JSON that it may be.`
  }
}

const failure = (reason: Failure['reason'], message: string): Failure => ({ ok: false, reason, message })
