import type { ModelOutcome } from '@colloquy/flow/integrations'

declare module '../service.js' {
  interface Service {
    /** Models that are not called for a while, as far as this process knows. */
    readonly modelBreaker: ModelBreaker
  }
}

/** Milliseconds for which failures count. */
const remembered = 60_000
/** Latest calls whose failures count. */
const lastCalls = 10
/** Failures that open a circuit. A timeout counts as two, because it kept a visitor waiting. */
const maxFailures = 5
const firstPause = 15_000
const maxPause = 300_000
/** Maximum number of circuits; the least recently used one is dropped first. */
const maxCircuits = 1_000
/** Maximum milliseconds for which calls wait because a service asked one of them to: its operator may lift the limit meanwhile. */
const maxHold = 60_000

interface Circuit {
  calls: { at: number; weight: number }[]
  /** Duration of the latest opening, and its end; 0 while closed. */
  pause: number
  openUntil: number
  isProbed: boolean
}

/** A model that is not called for a while, with the account that calls it. */
export interface PausedModel {
  credentialsId: string
  model: string
  /** Time until it may be called again. */
  milliseconds: number
}

/** Circuits are separate by host, account and model: failures of one say nothing about another. */
export const circuitKey = (host: string, credentialsId: string, model: string): string =>
  JSON.stringify([host, credentialsId, model])

export type Admission = 'closed' | 'probe'

/**
 * Circuit breakers for language models, so that visitors do not wait for a model that does not answer: after failures it is not called for
 * a while, then a single call probes it. Circuits with different keys are independent.
 */
export class ModelBreaker {
  readonly #circuits = new Map<string, Circuit>()
  /** Times before which a service wants no call, by the keys of circuits. */
  readonly #holds = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Number of open circuits. */
  get open(): number {
    let open = 0
    for (const { pause } of this.#circuits.values()) if (pause > 0) open++
    return open
  }

  /** The models that are not called now, by the keys of `circuitKey`. */
  get paused(): PausedModel[] {
    const now = this.#now()
    return [...this.#circuits].flatMap(([key, { openUntil }]) => {
      if (openUntil <= now) return []
      const [, credentialsId, model] = JSON.parse(key) as [string, string, string]
      return [{ credentialsId, model, milliseconds: openUntil - now }]
    })
  }

  /** Notes that a service, which is asked too often, wants no call for some milliseconds. */
  hold(key: string, milliseconds: number): void {
    const now = this.#now()
    for (const [other, until] of this.#holds) if (until <= now) this.#holds.delete(other)
    if (this.#holds.size >= maxCircuits) return
    this.#holds.set(key, Math.max(this.#holds.get(key) ?? 0, now + Math.min(milliseconds, maxHold)))
  }

  /** Milliseconds until the service wants calls again; 0 if it does. */
  heldFor(key: string): number {
    return Math.max(0, (this.#holds.get(key) ?? 0) - this.#now())
  }

  /** Admits a call, after whose end `ended` has to be called; undefined if it may not be made. */
  admit(key: string): Admission | undefined {
    const circuit = this.#circuits.get(key)
    if (!circuit || circuit.pause === 0) return 'closed'
    if (circuit.isProbed || circuit.openUntil > this.#now()) return undefined
    circuit.isProbed = true
    return 'probe'
  }

  /** Records the outcome of a call; undefined for one that says nothing about the model. */
  ended(key: string, admission: Admission, outcome: ModelOutcome | undefined): void {
    const circuit = this.#circuits.get(key)
    const weight = outcome && weightOf(outcome)
    if (admission === 'probe') {
      if (!circuit) return
      circuit.isProbed = false
      if (weight === 0) this.#circuits.delete(key)
      else if (weight !== undefined) this.#pause(circuit)
      return
    }
    if (weight === undefined || (circuit && circuit.pause > 0) || (!circuit && weight === 0)) return
    const since = this.#now() - remembered
    const calls = [...(circuit?.calls ?? []).filter(({ at }) => at > since), { at: this.#now(), weight }]
    const changed = { calls: calls.slice(-lastCalls), pause: 0, openUntil: 0, isProbed: false }
    this.#circuits.delete(key)
    this.#circuits.set(key, changed)
    if (changed.calls.reduce((sum, call) => sum + call.weight, 0) >= maxFailures) this.#pause(changed)
    const [oldest] = this.#circuits.keys()
    if (this.#circuits.size > maxCircuits && oldest !== undefined) this.#circuits.delete(oldest)
  }

  #pause(circuit: Circuit): void {
    circuit.pause = circuit.pause === 0 ? firstPause : Math.min(circuit.pause * 2, maxPause)
    circuit.openUntil = this.#now() + circuit.pause
  }
}

/** Weight of an outcome as a failure of the model; undefined when the model did not cause it. */
function weightOf(outcome: ModelOutcome): number | undefined {
  if (outcome.answer === 'said') return 0
  switch (outcome.cause) {
    case 'overloaded':
      return 1
    case 'timeout':
      return 2
    case 'refused':
    case 'left':
    case 'over-budget':
      return undefined
    default:
      return 0
  }
}
