import type { Effect, Effectful, EffectOutcome, Effects } from '@colloquy/engine'
import { traced } from '../tracing.js'

/** Whose turn it is that wants something done. */
export interface TurnScope {
  readonly workspaceId: string
  /** The bot at the bottom of the session. */
  readonly botId: string
  readonly sessionId: string
  readonly resultId: string | undefined
  readonly mode: 'live' | 'preview'
  /** Number of this turn in its session. */
  readonly turn: number
  /** The address of the service, as this client knows it. */
  readonly publicUrl: string
}

/** Performs each kind of effect. Nothing in it throws for what a flow or the world did: that is an outcome. */
export type Performers = {
  [K in keyof Effects]: (asks: Effects[K]['asks'], scope: TurnScope) => Promise<Effects[K]['brings']>
}

/**
 * What a turn has had done already. When the same turn is taken once more, because somebody else saved first, what it asks for again
 * in the same words is not done again.
 */
export class EffectJournal {
  readonly #entries: { asked: string; outcome: EffectOutcome }[] = []

  recall(index: number, asked: string): EffectOutcome | undefined {
    const entry = this.#entries[index]
    return entry?.asked === asked ? entry.outcome : undefined
  }

  note(index: number, asked: string, outcome: EffectOutcome): void {
    this.#entries.length = index
    this.#entries.push({ asked, outcome })
  }
}

export interface DriveOptions {
  performers: Performers
  journal?: EffectJournal
  /** Called once, before anything is done: when it rejects, nothing is. */
  confirm?: () => Promise<void>
  /** Told of each effect that was performed, with the milliseconds that it took. */
  performed?: (kind: keyof Effects, milliseconds: number) => void
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
    const asked = options.journal && effect.kind !== 'program' ? JSON.stringify(effect) : undefined
    let outcome = asked === undefined ? undefined : options.journal?.recall(index, asked)
    if (!outcome) {
      const began = performance.now()
      outcome = await traced(`effect ${effect.kind}`, {}, () => performOne(effect, scope, options.performers))
      options.performed?.(effect.kind, performance.now() - began)
      if (asked !== undefined) options.journal?.note(index, asked, outcome)
    }
    step = running.next(outcome)
  }
  return step.value
}

async function performOne<K extends keyof Effects>(
  effect: Effect & { kind: K },
  scope: TurnScope,
  performers: Performers,
): Promise<EffectOutcome> {
  const brings = await performers[effect.kind](effect as never, scope)
  return { kind: effect.kind, ...brings } as EffectOutcome
}
