import { SharedPool } from '../shares/shared-pool.js'
import { CircuitBreaker } from './circuit-breaker.js'
import type { ScriptArgument } from './prelude.js'
import { ScriptFetches } from './script-fetches.js'
import type { ScriptLimit, ScriptLimits } from './script-limits.js'
import type {
  PatternOutcome,
  PatternRequest,
  ScriptFetch,
  ScriptOutcome,
  ScriptOwner,
  ScriptPort,
  ScriptRequest,
} from './script-port.js'
import { ScriptQueue } from './script-queue.js'
import { readReport } from './script-report.js'
import type { MemoryImage, Segment, SegmentResult } from './segment.js'
import { WorkerSupply } from './worker-supply.js'

export interface ScriptOptions {
  /** Workers of the quick queue; those of the slow one, and spares, are started after the first slow script. */
  workers?: number
  /** Implementation of `fetch` in scripts. Without it, each call is rejected. */
  fetch?: ScriptFetch
  limits: ScriptLimits
  /** Called with a sentence if a bot's scripts are paused. */
  log?: (sentence: string) => void
  /** Called if a limit of the instance rejects a script. */
  limitReached?: (name: ScriptLimit) => void
  /** Milliseconds; the clock for pauses. */
  now?: () => number
}

/** Opens the sandbox. Nothing is started before the first script. */
export function openScripts(options: ScriptOptions): ScriptPort {
  return new Scripts(options)
}

type Failure = Extract<ScriptOutcome, { ok: false }>
type Performed = { result: SegmentResult; left: number }

/** Maximum running time of a script if neither the request nor the limits are lower. */
const maxMilliseconds = 10_000
const rememberedSyntaxErrors = 500
const rememberedCodeLength = 4_000

class Scripts implements ScriptPort {
  readonly #limits: ScriptLimits
  readonly #fetch: ScriptFetch | undefined
  readonly #log: (sentence: string) => void
  readonly #breaker: CircuitBreaker
  readonly #supply: WorkerSupply
  readonly #limitReached: (name: ScriptLimit) => void
  readonly #quick: ScriptQueue
  readonly #slow: ScriptQueue
  readonly #waitingBytes: SharedPool
  readonly #heldBytes: SharedPool
  readonly #fetches = new Set<ScriptFetches>()
  readonly #waiting = new Map<string, number>()
  readonly #syntaxErrors = new Map<string, string>()
  #isClosed = false

  constructor(options: ScriptOptions) {
    const { workers = 2, fetch, limits, log = () => {}, limitReached = () => {}, now = Date.now } = options
    this.#limits = limits
    this.#fetch = fetch
    this.#log = log
    this.#limitReached = limitReached
    this.#breaker = new CircuitBreaker(this.#limits, now)
    this.#supply = new WorkerSupply(this.#limits)
    this.#waitingBytes = new SharedPool(this.#limits.waitingBytes)
    this.#heldBytes = new SharedPool(this.#limits.heldBytes)
    const { slowWorkers, queued: waiting, queuedPerBot: waitingPerBot } = this.#limits
    const hire = () => this.#supply.take()
    this.#quick = new ScriptQueue({ workers, behind: false, waiting, waitingPerBot, hire })
    this.#slow = new ScriptQueue({ workers: slowWorkers, behind: true, waiting, waitingPerBot, hire })
  }

  async run(request: ScriptRequest): Promise<ScriptOutcome> {
    const { owner, code, mode } = request
    const key = `${mode} ${code}`
    const known = this.#syntaxErrors.get(key)
    const refused = this.#reasonToReject(owner)
    if (refused) return refused
    if (known !== undefined) return failure('syntax', known)
    const args = this.#argumentsOf(request)
    if (typeof args !== 'string') return args
    if (!this.#heldBytes.take(owner.workspaceId, args.length)) return this.#turnedAway(owner, 'scriptArgumentBytes')
    const fetch = request.isOffline ? undefined : this.#fetch
    const fetches = new ScriptFetches(fetch, owner, this.#limits, request.guard)
    this.#fetches.add(fetches)
    try {
      const outcome = await this.#follow(request, { kind: 'start', code, mode, args }, fetches)
      if (outcome.ok) return outcome
      fetches.abort()
      const details = fetches.privateReasons
      return details === undefined ? outcome : { ...outcome, details }
    } finally {
      this.#heldBytes.giveBack(owner.workspaceId, args.length)
      void fetches.settled().then(() => this.#fetches.delete(fetches))
    }
  }

  async test({ pattern, flags, texts, owner }: PatternRequest): Promise<PatternOutcome> {
    const refused = this.#reasonToReject(owner)
    if (refused) return refused
    const segment: Segment = { kind: 'match', pattern, flags, texts }
    const performed = await this.#perform(owner, segment, this.#limits.milliseconds)
    if (performed === undefined || this.#isClosed) return this.#turnedAway(owner, 'queuedScripts')
    const { result } = performed
    if (result.kind === 'matches') {
      this.#breaker.endedWell(owner.botId)
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

  /** Runs a script from start to end, segment by segment. */
  async #follow(request: ScriptRequest, start: Segment, fetches: ScriptFetches): Promise<ScriptOutcome> {
    const { owner } = request
    let segment = start
    let left = Math.min(request.milliseconds ?? maxMilliseconds, this.#limits.milliseconds)
    for (;;) {
      const performed = await this.#perform(owner, segment, left)
      if (performed === undefined || this.#isClosed) return this.#turnedAway(owner, 'queuedScripts')
      const { result } = performed
      left = performed.left
      if (result.kind !== 'report') return this.#failed(request, result)
      const report = readReport(result.text)
      if (result.isSyntax && report.message) {
        this.#rememberSyntaxError(request, report.message)
        this.#breaker.endedWell(owner.botId)
        return failure('syntax', report.message)
      }
      fetches.begin(report.requests ?? [])
      if (report.state !== 'waits' || result.image === undefined) return this.#ended(owner, report)
      const { image } = result
      const answers = await this.#wait(owner, image, fetches)
      if (!Array.isArray(answers)) return answers
      segment = { kind: 'resume', image, answers: JSON.stringify(answers) }
    }
  }

  /**
   * Runs one segment: first for a short time in the quick queue and, if it takes longer, from its beginning in the slow one. A bot that was
   * slow recently starts there. Undefined if it was rejected.
   */
  async #perform(owner: ScriptOwner, segment: Segment, milliseconds: number): Promise<Performed | undefined> {
    let left = milliseconds
    let seemsSlow = false
    const { quickMilliseconds, quickWallMilliseconds, slowWallFactor } = this.#limits
    if (!this.#breaker.isSlow(owner.botId)) {
      const ownMilliseconds = Math.min(left, quickMilliseconds)
      const result = await this.#quick.perform(owner, { segment, milliseconds: quickWallMilliseconds, ownMilliseconds })
      left -= result?.spent ?? 0
      const isOver = result?.kind === 'failed' && result.reason === 'time'
      if (result && (!isOver || left <= 0)) return { result, left }
      seemsSlow = isOver
      if (isOver) this.#markSlow(owner)
      else if (!this.#breaker.isSlow(owner.botId)) return undefined
    }
    if (this.#reasonToReject(owner)) return undefined
    const rest = Math.max(1, left)
    const result = await this.#slow.perform(owner, {
      segment,
      milliseconds: slowWallFactor * rest,
      ownMilliseconds: rest,
    })
    const wasQuick = result !== undefined && result.kind !== 'failed' && result.spent < quickMilliseconds
    if (seemsSlow && wasQuick) this.#breaker.seemedSlow(owner.botId)
    return result && { result, left: left - result.spent }
  }

  /** Also moves everything else that the bot has waiting in the quick queue to the slow one. */
  #markSlow(owner: ScriptOwner): void {
    this.#breaker.wasSlow(owner.botId)
    void this.#quick.turnAway(owner)
  }

  /** Keeps a script that waits, as long as there is enough memory for it. */
  async #wait(owner: ScriptOwner, image: MemoryImage, fetches: ScriptFetches) {
    const { workspaceId, botId } = owner
    const mine = this.#waiting.get(botId) ?? 0
    const bytes = image.bytes.length
    if (mine >= this.#limits.waitingPerBot || !this.#waitingBytes.take(workspaceId, bytes)) {
      this.#limitReached('waitingScriptBytes')
      return failure('busy', 'Too many scripts are waiting for the addresses that they fetched. Try again later.')
    }
    this.#waiting.set(botId, mine + 1)
    const answers = await fetches.next()
    this.#waitingBytes.giveBack(workspaceId, bytes)
    const others = (this.#waiting.get(botId) ?? 1) - 1
    if (others > 0) this.#waiting.set(botId, others)
    else this.#waiting.delete(botId)
    if (this.#isClosed) return this.#turnedAway(owner)
    const seconds = Math.round(this.#limits.waitMilliseconds / 1000)
    return answers ?? failure('time', `The script waited longer than ${seconds} s for the addresses that it fetched.`)
  }

  #ended(owner: ScriptOwner, report: ReturnType<typeof readReport>): ScriptOutcome {
    const { state, assigned = [], message } = report
    if (state === 'memory' || state === 'too-large') {
      this.#strike(owner)
      return failure(state, state === 'memory' ? this.#memoryMessage() : this.#sizeMessage())
    }
    this.#breaker.endedWell(owner.botId)
    if (state === 'done')
      return 'value' in report ? { ok: true, value: report.value, assigned } : { ok: true, assigned }
    if (state === 'threw') return failure('threw', message ?? 'Error')
    return failure('threw', 'Error: the script waits for a promise that nothing will settle')
  }

  #failed({ owner, milliseconds }: ScriptRequest, result: SegmentResult): Failure {
    if (result.kind !== 'failed' || result.reason === 'invalid') return failure('threw', 'Error: no outcome')
    const { reason, message } = result
    if (reason === 'threw') return failure(reason, message)
    this.#strike(owner)
    if (reason !== 'time') return failure(reason, message)
    const allowed = Math.min(milliseconds ?? maxMilliseconds, this.#limits.milliseconds)
    return failure('time', `The script ran longer than the ${allowed} ms that it may.`)
  }

  #strike(owner: ScriptOwner): void {
    if (!this.#breaker.endedAtLimit(owner.botId)) return
    const { strikes, pauseMilliseconds } = this.#limits
    const seconds = Math.round(pauseMilliseconds / 1000)
    this.#log(`The scripts of ${owner.botId} are paused for ${seconds} s: ${strikes} in a row ended at a limit.`)
    void this.#quick.turnAway(owner)
    void this.#slow.turnAway(owner)
  }

  #reasonToReject(owner: ScriptOwner): { ok: false; reason: 'paused' | 'busy'; message: string } | undefined {
    if (this.#isClosed) return { ok: false, reason: 'busy', message: 'The service is stopping.' }
    const seconds = Math.ceil(this.#breaker.pausedFor(owner.botId) / 1000)
    if (seconds === 0) return undefined
    const message = `The scripts of this bot are paused for another ${seconds} s: several in a row ended at a limit.`
    return { ok: false, reason: 'paused', message }
  }

  /** `limit` may have been the reason; a paused bot or a service that stops takes precedence. */
  #turnedAway(owner: ScriptOwner, limit?: ScriptLimit) {
    const refused = this.#reasonToReject(owner)
    if (refused) return refused
    if (limit) this.#limitReached(limit)
    const message = 'Too many scripts are waiting to run. Try again later.'
    return { ok: false as const, reason: 'busy' as const, message }
  }

  #argumentsOf({ args }: ScriptRequest): string | Failure {
    try {
      const json = JSON.stringify(argumentsOf(args))
      if (json.length <= this.#limits.argumentBytes) return json
      return failure('too-large', `The values given to the script are larger than ${this.#limits.argumentBytes} bytes.`)
    } catch (error) {
      return failure('threw', `Error: the values given to the script are not JSON: ${(error as Error).message}`)
    }
  }

  /** Text in place of code is common, and stays invalid JavaScript the next time. */
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

/** A script's globals as its sandbox reads them: JSON has no `undefined`. */
function argumentsOf(args: ScriptRequest['args']): ScriptArgument[] {
  return Object.entries(args).map(([name, value]) => (value === undefined ? [name] : [name, value]))
}

const failure = (reason: Failure['reason'], message: string): Failure => ({ ok: false, reason, message })
