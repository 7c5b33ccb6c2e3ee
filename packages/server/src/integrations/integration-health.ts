import type { Effects } from '@colloquy/engine'
import type { ModelOutcome } from '@colloquy/flow/integrations'
import type { IntegrationCallStore, IntegrationCalls } from '@colloquy/storage'
import { dayOf } from '../day-of.js'
import type { EffectHandlers, TurnScope } from '../effects/effects.js'
import { nowOrLater } from '../postponed.js'
import { failureOfAnswer } from '../service-calls/failure-of-answer.js'
import { sentence } from '../service-calls/sentence.js'

declare module '../service.js' {
  interface Service {
    /** Outcomes of calls to services. */
    readonly health: IntegrationHealth
  }
}

interface IntegrationHealthOptions {
  store: IntegrationCallStore
  now: () => number
  report: (error: unknown) => void
}

/** Counts the outcomes of calls to services, and writes them to the storage from time to time, so that turns do not wait. */
export class IntegrationHealth {
  readonly #options: IntegrationHealthOptions
  #counts = new Map<string, IntegrationCalls>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: IntegrationHealthOptions) {
    this.#options = options
  }

  /** `failure`: reason why a call failed; undefined if it succeeded. */
  note(workspaceId: string, kind: string, failure: string | undefined): void {
    const at = this.#options.now()
    const day = dayOf(at)
    const key = JSON.stringify([workspaceId, kind, day])
    const counts = this.#counts.get(key) ?? { workspaceId, kind, day, ...none }
    if (failure === undefined) this.#counts.set(key, { ...counts, succeeded: counts.succeeded + 1, lastSuccessAt: at })
    else {
      const lastFailure = sentence(failure.slice(0, maxFailureLength))
      this.#counts.set(key, { ...counts, failed: counts.failed + 1, lastFailureAt: at, lastFailure })
    }
    this.#timer ??= setTimeout(() => void this.write(), writtenEvery).unref()
  }

  /** Writes the counts so far. Never rejects. */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counts = [...this.#counts.values()]
    this.#counts = new Map()
    if (counts.length > 0)
      this.#writing = this.#writing.then(() => this.#options.store.add(counts).catch(this.#options.report))
    return this.#writing
  }
}

const none = { succeeded: 0, failed: 0, lastSuccessAt: null, lastFailureAt: null, lastFailure: null }
const maxFailureLength = 500
/** Milliseconds. */
const writtenEvery = 5_000

/**
 * Wraps effect handlers to count calls of live chats. Effects that are queued for delivery count when they are delivered, those that a
 * take-over cut short do not count.
 */
export function counted(effectHandlers: EffectHandlers, health: Pick<IntegrationHealth, 'note'>): EffectHandlers {
  const counting =
    <K extends keyof EffectHandlers>(
      kind: K,
      calls: (asks: Effects[K]['asks']) => (brings: Effects[K]['brings'], blockType: string | undefined) => Call[],
    ) =>
    (asks: Effects[K]['asks'], scope: TurnScope): Promise<Effects[K]['brings']> =>
      nowOrLater(effectHandlers[kind](asks, scope), noted<K>(calls(asks), scope))
  const noted = <K extends keyof EffectHandlers>(
    calls: (brings: Effects[K]['brings'], blockType: string | undefined) => Call[],
    { mode, workspaceId, asking, budget }: TurnScope,
  ) => {
    const blockType = asking?.block?.type
    return (brings: Effects[K]['brings']): Effects[K]['brings'] => {
      if (mode === 'live' && !budget.isCutShort)
        for (const { by, failure } of calls(brings, blockType))
          if (by !== undefined) health.note(workspaceId, by, failure)
      return brings
    }
  }
  return {
    ...effectHandlers,
    http: counting(
      'http',
      () => (outcome, by) => (outcome.answer === 'queued' ? [] : [{ by, failure: failureOfAnswer(outcome) }]),
    ),
    request: counting(
      'request',
      ({
        request: {
          service,
          call: { kind },
        },
      }) =>
        (outcome) =>
          kind !== 'http' || outcome.answer === 'queued' ? [] : [{ by: service, failure: failureOfAnswer(outcome) }],
    ),
    model: counting(
      'model',
      ({ request: { service } }) =>
        ({ outcome }) =>
          modelCalls(service, outcome),
    ),
    mail: counting(
      'mail',
      () =>
        ({ failure, isQueued }, by) =>
          isQueued ? [] : [{ by, failure: failure?.reason }],
    ),
    payment: counting('payment', () => (outcome, by) => [
      { by, failure: outcome.result === 'failed' ? outcome.reason : undefined },
    ]),
    mcp: counting('mcp', () => ({ outcome }) => [
      { by: 'mcp', failure: outcome.answer === 'failed' ? outcome.reason : undefined },
    ]),
  }
}

interface Call {
  /** Type of the integration. */
  by: string | undefined
  failure: string | undefined
}

/** Models that were skipped count as well. A call that a budget forbids, or whose visitor left, says nothing about its service. */
function modelCalls(by: string, outcome: ModelOutcome): Call[] {
  const passed = (outcome.passed ?? []).map(({ reason }) => ({ by, failure: reason }))
  if (outcome.answer === 'said') return [...passed, { by, failure: undefined }]
  const isOwn = outcome.cause === 'over-budget' || outcome.cause === 'left'
  return isOwn ? passed : [...passed, { by, failure: outcome.reason }]
}
