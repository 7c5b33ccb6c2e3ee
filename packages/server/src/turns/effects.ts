import { createHash } from 'node:crypto'
import type { Effect, Effectful, EffectOutcome, Effects } from '@colloquy/engine'
import type { Ceilings } from '@colloquy/flow'
import type { UploadRow } from '@colloquy/storage'
import type { TextSink } from '../generations/generation.js'
import type { LongWork } from '../limits/long-work.js'
import { traced } from '../observability/tracing.js'
import { bytesOf, failed, type TurnBudget } from './turn-budget.js'

/** Whose turn it is that wants something done. */
export interface TurnScope {
  readonly workspaceId: string
  /** The bot at the bottom of the session. */
  readonly botId: string
  readonly sessionId: string
  readonly resultId: string | undefined
  readonly mode: 'live' | 'preview'
  /** Nothing may leave the service. */
  readonly isDryRun?: boolean
  /** Number of this turn in its session. */
  readonly turn: number
  /** What its effects may use up. */
  readonly budget: TurnBudget
  /** The address of this server, as whoever takes the turn knows it: for addresses of files. */
  readonly ownUrl?: string
  /** What calls to language models of this bot may use up. */
  readonly ceilings?: Ceilings
  /** Takes the text of models while they generate it. */
  readonly text?: TextSink
  /** Of an effect that is performed after its turn: receivers recognize a repeated one by it. */
  readonly deliveryId?: string
  /** The block that asks for effects now. */
  readonly asking?: { block?: { id: string; type: string } }
  /** Files that blocks of this turn have made so far, in all attempts to take it. */
  readonly madeFiles?: UploadRow[]
}

/** Performs each kind of effect. Nothing in it throws for what a flow or the world did: that is an outcome. */
export type Performers = {
  [K in keyof Effects]: (asks: Effects[K]['asks'], scope: TurnScope) => Promise<Effects[K]['brings']>
}

/**
 * Remembers which effects of a turn were performed. When the turn is taken once more, because somebody else saved first, what it asks for
 * again in the same words is not done again.
 */
export class EffectJournal {
  readonly #entries: { hash: string; outcome: EffectOutcome }[] = []

  recall(index: number, hash: string): EffectOutcome | undefined {
    const entry = this.#entries[index]
    return entry?.hash === hash ? entry.outcome : undefined
  }

  note(index: number, hash: string, outcome: EffectOutcome): void {
    this.#entries.length = index
    this.#entries.push({ hash, outcome })
  }
}

/** Stands for what an effect asks for, which may be large. Undefined for what is read again when a turn is taken once more. */
function hashOf(effect: Effect): string | undefined {
  if (effect.kind === 'program' || effect.kind === 'transcript') return undefined
  return createHash('sha256').update(JSON.stringify(effect)).digest('base64')
}

export interface DriveOptions {
  performers: Performers
  journal?: EffectJournal
  /** Called once, before anything is done: when it rejects, nothing is. */
  confirm?: () => Promise<void>
  /** Called for each effect with its outcome, also with one that an earlier attempt at the turn had performed. */
  answered?: (effect: Effect, outcome: EffectOutcome) => void
  /** Told of each effect that was performed, with the milliseconds that it took. */
  performed?: (kind: keyof Effects, milliseconds: number) => void
  /** Where a long outcome waits before the engine goes on with it. */
  longWork?: LongWork
  /** Told of each such wait, in milliseconds. */
  waited?: (milliseconds: number) => void
}

/** Runs something that wants effects to its end; what wants none has ended when this returns. */
export function drive<T>(running: Effectful<T>, scope: TurnScope, options: DriveOptions): T | Promise<T> {
  const step = running.next()
  return step.done ? step.value : performAll(running, step, scope, options)
}

async function performAll<T>(
  running: Effectful<T>,
  first: IteratorResult<Effect, T>,
  scope: TurnScope,
  options: DriveOptions,
): Promise<T> {
  await options.confirm?.()
  let step = first
  for (let index = 0; !step.done; index++) {
    const effect = step.value
    const hash = options.journal && hashOf(effect)
    let outcome = hash === undefined ? undefined : options.journal?.recall(index, hash)
    if (!outcome) {
      const began = performance.now()
      outcome = await traced(`effect ${effect.kind}`, {}, () =>
        scope.budget.spend(effect, () => performOne(effect, scope, options.performers)),
      )
      options.performed?.(effect.kind, performance.now() - began)
      if (hash !== undefined) options.journal?.note(index, hash, outcome)
    }
    const leave = await entered(outcome, scope, options)
    if (leave === 'refused') outcome = failed(outcome, tooManyWait)
    options.answered?.(effect, outcome)
    try {
      step = running.next(outcome)
    } finally {
      if (typeof leave === 'function') leave()
    }
  }
  return step.value
}

/** A long outcome waits until it holds nobody up; what is returned has to be called once the engine has gone on with it. */
async function entered(
  outcome: EffectOutcome,
  { workspaceId }: TurnScope,
  { longWork, waited }: DriveOptions,
): Promise<(() => void) | 'refused' | undefined> {
  if (!longWork) return undefined
  const bytes = bytesOf(outcome)
  if (!longWork.isLong(bytes)) return undefined
  const began = performance.now()
  const leave = await longWork.enter(workspaceId, bytes)
  waited?.(performance.now() - began)
  return leave ?? 'refused'
}

const tooManyWait = 'Too many large responses of this workspace are waiting. Try again in a few seconds.'

async function performOne<K extends keyof Effects>(
  effect: Effect & { kind: K },
  scope: TurnScope,
  performers: Performers,
): Promise<EffectOutcome> {
  const brings = await performers[effect.kind](effect as never, scope)
  return { kind: effect.kind, ...brings } as EffectOutcome
}
