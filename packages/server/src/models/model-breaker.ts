import type { ModelOutcome } from '@colloquy/flow/integrations'

/** Milliseconds for which failures count. */
const remembered = 60_000
/** Calls of which failures count. */
const lastCalls = 10
/** Failures at which a circuit opens; a time-out is two of them, because it has kept a visitor waiting. */
const mostFailures = 5
const firstPause = 15_000
const longestPause = 300_000
/** Circuits that are remembered; the one that was used longest ago is forgotten first. */
const mostCircuits = 1_000

interface Circuit {
  calls: { at: number; weight: number }[]
  /** How long it was open last, and until when; 0 while it is closed. */
  pause: number
  openUntil: number
  isProbed: boolean
}

/** A model that is not asked for a while, with the account that asks it. */
export interface PausedModel {
  credentialsId: string
  model: string
  /** Until it may be asked again. */
  milliseconds: number
}

/** Failures at one host say nothing about another, nor about what another account or model does there. */
export const circuitKey = (host: string, credentialsId: string, model: string): string =>
  JSON.stringify([host, credentialsId, model])

export type Admission = 'closed' | 'probe'

/**
 * Keeps visitors from waiting for a model that does not answer: after failures nothing is asked of it for a while, then one call finds out
 * whether it answers again. Circuits of different keys know nothing of each other.
 */
export class ModelBreaker {
  readonly #circuits = new Map<string, Circuit>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** How many circuits are open. */
  get open(): number {
    let open = 0
    for (const { pause } of this.#circuits.values()) if (pause > 0) open++
    return open
  }

  /** The models that are not asked now, by keys of `circuitKey`. */
  get paused(): PausedModel[] {
    const now = this.#now()
    return [...this.#circuits].flatMap(([key, { openUntil }]) => {
      if (openUntil <= now) return []
      const [, credentialsId, model] = JSON.parse(key) as [string, string, string]
      return [{ credentialsId, model, milliseconds: openUntil - now }]
    })
  }

  /** Whether a call may be made; if so, `ended` has to be called when it has ended. */
  admit(key: string): Admission | undefined {
    const circuit = this.#circuits.get(key)
    if (!circuit || circuit.pause === 0) return 'closed'
    if (circuit.isProbed || circuit.openUntil > this.#now()) return undefined
    circuit.isProbed = true
    return 'probe'
  }

  /** Notes what came of a call; undefined for one that says nothing about the model. */
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
    if (changed.calls.reduce((sum, call) => sum + call.weight, 0) >= mostFailures) this.#pause(changed)
    const [oldest] = this.#circuits.keys()
    if (this.#circuits.size > mostCircuits && oldest !== undefined) this.#circuits.delete(oldest)
  }

  #pause(circuit: Circuit): void {
    circuit.pause = circuit.pause === 0 ? firstPause : Math.min(circuit.pause * 2, longestPause)
    circuit.openUntil = this.#now() + circuit.pause
  }
}

/** How much an outcome speaks against a model; undefined for what was not its doing. */
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
