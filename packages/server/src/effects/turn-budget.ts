import type { Log } from '@colloquy/chat'
import type { Effect, EffectOutcome, Effects } from '@colloquy/engine'
import type { CallGuard, SharedPool, StopSignal } from '@colloquy/ports/shares'
import type { LimitName, Limits } from '../limits/limits.js'
import { nowOrLater } from '../postponed.js'
import type { WorkInProgress } from './bot-work.js'

declare module '../service.js' {
  interface Service {
    /** Bytes of the large outcomes that turns in progress hold. */
    readonly heldOutcomes: SharedPool
  }
}

type BudgetLimits = Pick<
  Limits,
  'turnTotalMilliseconds' | 'turnModelMilliseconds' | 'turnCalls' | 'turnOutcomeBytes' | 'heldOutcomeBytes'
>
type Budget = keyof BudgetLimits
/** Calls to models may take longer than the rest of a turn, so their time is counted separately. */
type Clock = 'turnTotalMilliseconds' | 'turnModelMilliseconds'

/** Bytes from which an outcome counts among those that all turns hold. */
const largeOutcome = 100_000

/**
 * Limits the effects of one turn, over all attempts to take it. Beyond a limit, effects fail and the flow continues to its end. With a
 * pool of bytes, `end` has to be called after the turn.
 */
export class TurnBudget implements CallGuard {
  readonly #limits: BudgetLimits
  readonly #onReached: (name: LimitName) => void
  readonly #began = performance.now()
  /** Milliseconds spent in calls to models. */
  #modelTime = 0
  #calls = 0
  #bytes = 0
  #reached: Budget[] = []
  #held: SharedPool | undefined
  #work: WorkInProgress | undefined
  #holding: { workspaceId: string; bytes: number } | undefined

  constructor(limits: BudgetLimits, onReached: (name: LimitName) => void = () => {}, held?: SharedPool) {
    this.#limits = limits
    this.#onReached = onReached
    this.#held = held
  }

  /** Returns to the pool the bytes that the turn has held. An effect that ends later takes none. */
  end(): void {
    if (this.#holding) this.#held?.giveBack(this.#holding.workspaceId, this.#holding.bytes)
    this.#held = undefined
  }

  /** Performs an effect of a turn of that workspace within the budget. */
  async spend(workspaceId: string, effect: Effect, perform: () => Promise<EffectOutcome>): Promise<EffectOutcome> {
    const fail = failures[effect.kind]
    if (!fail) return perform()
    const clock: Clock = effect.kind === 'model' ? 'turnModelMilliseconds' : 'turnTotalMilliseconds'
    const excess = this.#excess(clock)
    if (excess !== undefined) return fail(excess)
    return nowOrLater(this.#inTime(perform, clock), this.#counted(clock, { workspaceId, fail }))
  }

  #counted(clock: Clock, { workspaceId, fail }: { workspaceId: string; fail: (reason: string) => EffectOutcome }) {
    const began = performance.now()
    return (outcome: EffectOutcome | undefined): EffectOutcome => {
      if (clock === 'turnModelMilliseconds') this.#modelTime += performance.now() - began
      if (outcome === undefined) return fail(this.#reach(clock))
      const bytes = bytesOf(outcome)
      this.#bytes += bytes
      if (this.#bytes > this.#limits.turnOutcomeBytes) return fail(this.#reach('turnOutcomeBytes'))
      return this.#hold(workspaceId, bytes) ? outcome : fail(this.#reach('heldOutcomeBytes'))
    }
  }

  #hold(workspaceId: string, bytes: number): boolean {
    if (!this.#held || bytes < largeOutcome) return true
    if (!this.#held.take(workspaceId, bytes)) return false
    this.#holding = { workspaceId, bytes: (this.#holding?.bytes ?? 0) + bytes }
    return true
  }

  /** Lets calls begin until this work is stopped. */
  set work(work: WorkInProgress) {
    this.#work = work
  }

  /** Aborted when the outcomes of calls are no longer needed. */
  get stopped(): StopSignal | undefined {
    return this.#work
  }

  /** True once a call was not made because the work was stopped. */
  get isCutShort(): boolean {
    return this.#work?.isCutShort ?? false
  }

  mayBegin(): boolean {
    return this.#work?.mayBegin() ?? true
  }

  /** Counts one outgoing call; returns the reason if it must not be made. */
  takeCall(): string | undefined {
    if (!this.mayBegin()) return 'Somebody else continues the conversation.'
    if (this.#calls >= this.#limits.turnCalls) return this.#reach('turnCalls')
    this.#calls++
    return undefined
  }

  /** Seconds that a call may take: the requested ones, at most the remaining ones. */
  secondsFor(asked: number): number {
    return Math.max(0.1, Math.min(asked, Math.floor(this.#left() / 100) / 10))
  }

  /** Does the same for a call to a language model, whose time is counted separately. */
  modelSecondsFor(asked: number): number {
    return Math.max(0.1, Math.min(asked, Math.floor(this.#leftOf('turnModelMilliseconds') / 100) / 10))
  }

  /** Milliseconds until the time of the turn is used up. */
  millisecondsLeft(): number {
    return Math.max(1, Math.ceil(this.#left()))
  }

  /** Logs for the author about the limits that were reached. */
  logs(): Log[] {
    return this.#reached.map((name) => ({ status: 'error', description: this.#sentence(name), isPrivate: true }))
  }

  #left(): number {
    return this.#leftOf('turnTotalMilliseconds')
  }

  #leftOf(clock: Clock): number {
    const used = clock === 'turnModelMilliseconds' ? this.#modelTime : performance.now() - this.#began - this.#modelTime
    return this.#limits[clock] - used
  }

  #excess(clock: Clock): string | undefined {
    if (this.#leftOf(clock) <= 0) return this.#reach(clock)
    if (this.#bytes >= this.#limits.turnOutcomeBytes) return this.#reach('turnOutcomeBytes')
    return undefined
  }

  #reach(name: Budget): string {
    if (!this.#reached.includes(name)) {
      this.#reached.push(name)
      this.#onReached(name)
    }
    return this.#sentence(name)
  }

  #sentence(name: Budget): string {
    return `${sentences[name](this.#limits[name].toLocaleString('en-US'))} Does the flow run in a circle?`
  }

  /** Undefined when the time is used up first. Most effects end by themselves slightly earlier. */
  async #inTime(perform: () => Promise<EffectOutcome>, clock: Clock): Promise<EffectOutcome | undefined> {
    let timer: NodeJS.Timeout | undefined
    const end = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, Math.max(1, Math.ceil(this.#leftOf(clock))) + 250, undefined)
    })
    try {
      return await Promise.race([perform(), end])
    } finally {
      clearTimeout(timer)
    }
  }
}

const sentences: Record<Budget, (limit: string) => string> = {
  turnTotalMilliseconds: (limit) => `The turn has taken more than ${limit} ms with its calls and scripts.`,
  turnModelMilliseconds: (limit) => `The turn has waited more than ${limit} ms for language models.`,
  turnCalls: (limit) => `The turn has made its ${limit} outgoing calls.`,
  turnOutcomeBytes: (limit) => `The calls and scripts of the turn have brought back more than ${limit} bytes.`,
  heldOutcomeBytes: () => 'The calls and scripts of all turns in progress have brought back too many bytes.',
}

/** Failed outcomes of effects that are not performed; undefined for effects that only read our own storage. */
const failures: { [K in keyof Effects]: ((reason: string) => EffectOutcome & { kind: K }) | undefined } = {
  program: undefined,
  transcript: undefined,
  contact: undefined,
  person: undefined,
  pause: undefined,
  script: (message) => ({ kind: 'script', ok: false, reason: 'busy', message }),
  pattern: (message) => ({ kind: 'pattern', ok: false, reason: 'busy', message }),
  http: (reason) => ({ kind: 'http', answer: 'failed', reason }),
  request: (reason) => ({ kind: 'request', answer: 'failed', reason }),
  model: (reason) => ({ kind: 'model', outcome: { answer: 'failed', cause: 'refused', reason } }),
  knowledge: (reason) => ({ kind: 'knowledge', answer: 'failed', reason }),
  mcp: (reason) => ({ kind: 'mcp', outcome: { answer: 'failed', cause: 'refused', reason } }),
  mail: (reason) => ({ kind: 'mail', failure: { reason } }),
  payment: (reason) => ({ kind: 'payment', result: 'failed', reason }),
}

/** Turns an outcome into a failed one of the same kind. */
export function failed(outcome: EffectOutcome, reason: string): EffectOutcome {
  return failures[outcome.kind]?.(reason) ?? outcome
}

/** Approximate size of an outcome in memory, in bytes. */
export function bytesOf(outcome: EffectOutcome): number {
  if (outcome.kind === 'http' || outcome.kind === 'request')
    return outcome.answer === 'response' ? outcome.text.length : outcome.answer.length
  if (outcome.kind === 'model' || outcome.kind === 'mcp') return jsonLength(outcome.outcome)
  if (outcome.kind === 'knowledge') return jsonLength(outcome)
  if (outcome.kind === 'script' && outcome.ok) return jsonLength([outcome.value, outcome.assigned])
  return outcome.kind === 'pattern' && outcome.ok ? outcome.matches.length : 100
}

/** Approximate length of a value as JSON, in characters: ignores escapes, and writes nothing. */
function jsonLength(whole: unknown): number {
  const left = [whole]
  let length = 0
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string') length += value.length + 2
    else if (typeof value !== 'object' || value === null) length += 8
    else if (Array.isArray(value)) {
      length += 2 + value.length
      for (const part of value) left.push(part)
    } else
      for (const [key, part] of Object.entries(value)) {
        length += key.length + 4
        left.push(part)
      }
  }
  return length
}
