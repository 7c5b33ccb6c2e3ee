import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Effect, Effectful, EffectOutcome, Effects } from '@colloquy/engine'
import type { Ceilings } from '@colloquy/flow'
import type { Contact, ContactAttribute, ContactIdentifier, UploadRow } from '@colloquy/storage'
import { traced } from '../observability/tracing.js'
import { nowOrLater, Postponed } from '../postponed.js'
import type { LongWork } from '../process/long-work.js'
import type { BotWork, WorkInProgress } from './bot-work.js'
import { SessionChanged } from './session-changed.js'
import type { TextSink } from './text-sink.js'
import { bytesOf, failed, type TurnBudget } from './turn-budget.js'
import type { TurnClock } from './turn-clock.js'

declare module '../service.js' {
  interface Service {
    /** Perform the effects of turns. */
    readonly effectHandlers: EffectHandlers
  }
}

/** A person who is known by a messaging app or a signed page. */
export interface KnownPerson {
  readonly identifiers: readonly ContactIdentifier[]
  readonly name?: string | undefined
  /** Why a page that names its visitor is not believed. */
  readonly problem?: string
}

/** The contact of a turn. */
export interface ContactOfScope extends KnownPerson {
  /** Null if the session has none yet. */
  readonly id: string | null
  /** The contact and the attributes of the workspace, once the turn has read them. */
  read?: { contact: Contact | undefined; definitions: readonly ContactAttribute[] }
}

/** Context of the turn that requests an effect. */
export interface TurnScope {
  readonly workspaceId: string
  /** The bot that the session began with. */
  readonly botId: string
  readonly sessionId: string
  readonly resultId: string | undefined
  readonly mode: 'live' | 'preview'
  /** True if nothing may leave the service. */
  readonly isDryRun?: boolean
  /** Number of this turn in its session. */
  readonly turn: number
  /** Limits for the effects of the turn. */
  readonly budget: TurnBudget
  /** Public address of this server as the request shows it, for addresses of files. */
  readonly ownUrl?: string
  /** Limits for calls to language models of this bot. */
  readonly ceilings?: Ceilings
  /** Receives the text of models while it is generated. */
  readonly text?: TextSink
  /** True if the turn is taken again after a handler has thrown `Postponed`. */
  readonly canPostpone?: boolean
  /** For an effect that is performed after its turn: allows receivers to recognize a repetition. */
  readonly deliveryId?: string
  /** The block that currently requests effects. */
  readonly asking?: { block?: { id: string; type: string } }
  /** Absent for effects that are performed without a turn. */
  readonly contact?: ContactOfScope
  /** Files that blocks of this turn have created so far, in all attempts to take it. */
  readonly madeFiles?: UploadRow[]
}

/** Excludes the pause, for which `drive` itself waits. */
type PerformedKind = Exclude<keyof Effects, 'pause'>
type PerformedEffect = Extract<Effect, { kind: PerformedKind }>

/**
 * A handler for each kind of effect. Failures of a flow or of external services are outcomes, and never thrown. The handler of `model` may
 * throw a `Postponed` where the scope allows it.
 */
export type EffectHandlers = {
  [K in PerformedKind]: (asks: Effects[K]['asks'], scope: TurnScope) => Promise<Effects[K]['brings']>
}

/**
 * Records the performed effects of a turn. When the turn is computed again, because another one was saved first, effects with identical
 * requests are not performed again.
 */
export class EffectJournal {
  readonly #entries: { hash: string; outcome: NotedOutcome }[] = []

  recall(index: number, hash: string): NotedOutcome | undefined {
    const entry = this.#entries[index]
    return entry?.hash === hash ? entry.outcome : undefined
  }

  note(index: number, hash: string, outcome: NotedOutcome): void {
    this.#entries.length = index
    this.#entries.push({ hash, outcome })
  }
}

/** A promise for an effect whose turn was stopped in the middle. It resolves to undefined if the effect may be performed again. */
type NotedOutcome = EffectOutcome | Promise<EffectOutcome | undefined>

/** Hash of an effect's request, which may be large. Undefined for effects that are read again with each attempt at the turn. */
function hashOf(effect: PerformedEffect): string | undefined {
  if (effect.kind === 'program' || effect.kind === 'transcript' || effect.kind === 'contact') return undefined
  return createHash('sha256').update(JSON.stringify(effect)).digest('base64')
}

/** Effects that others notice. */
const leavesService: Readonly<Record<PerformedKind, boolean>> = {
  program: false,
  script: true,
  pattern: false,
  http: true,
  request: true,
  model: true,
  knowledge: true,
  mcp: true,
  mail: true,
  payment: true,
  person: false,
  transcript: false,
  contact: false,
}

export interface DriveOptions {
  effectHandlers: EffectHandlers
  journal?: EffectJournal
  /** Called before the first effect but pauses, and before each one that leaves the service: when it rejects, the effect is not performed. */
  confirm?: () => Promise<void>
  /** Called for each effect with its outcome, including outcomes from an earlier attempt at the turn. */
  onOutcome?: (effect: Effect, outcome: EffectOutcome) => void
  /** Called for each performed effect, with its duration in milliseconds. */
  performed?: (kind: PerformedKind, milliseconds: number) => void
  /** Queue in which a long outcome waits before the engine continues with it. */
  longWork?: LongWork
  /** Runs while the turn computes. */
  clock?: TurnClock
  /** The list that the turn is entered in, if somebody may take over its conversation. */
  botWork?: BotWork
}

/** Runs a computation with effects to its end; without any effects it ends synchronously. Rejects with a `Postponed` that a handler throws. */
export function drive<T>(running: Effectful<T>, scope: TurnScope, options: DriveOptions): T | Promise<T> {
  options.clock?.start()
  const step = running.next()
  options.clock?.stop()
  return step.done ? step.value : performAll(running, step, scope, options)
}

async function performAll<T>(
  running: Effectful<T>,
  first: IteratorResult<Effect, T>,
  scope: TurnScope,
  options: DriveOptions,
): Promise<T> {
  const { botWork } = options
  if (!botWork) return performEach(running, first, scope, options)
  // Entered before the session is read once more: somebody takes over either before that, or stops it.
  const work = botWork.begin([scope.sessionId])
  scope.budget.work = work
  let after: number | undefined
  const onOutcome: DriveOptions['onOutcome'] = (effect, outcome) => {
    if (effect.kind === 'script' && effect.mode === 'full') after = maxFetchLength
    options.onOutcome?.(effect, outcome)
  }
  try {
    return await performEach(running, first, scope, { ...options, onOutcome, work })
  } finally {
    botWork.end([scope.sessionId], work, after)
  }
}

/** Milliseconds after a script within which its requests begin. */
const maxFetchLength = 30_000

async function performEach<T>(
  running: Effectful<T>,
  first: IteratorResult<Effect, T>,
  scope: TurnScope,
  options: DriveOptions & { work?: WorkInProgress },
): Promise<T> {
  let step = first
  for (let index = 0; !step.done; ) {
    const effect = step.value
    if (effect.kind === 'pause') {
      step = await nextAfterPause(running, scope, options)
      continue
    }
    if (index === 0) await options.confirm?.()
    const hash = options.journal && hashOf(effect)
    let outcome = hash === undefined ? undefined : await options.journal?.recall(index, hash)
    if (!outcome) {
      if (index > 0 && leavesService[effect.kind]) await options.confirm?.()
      const began = performance.now()
      const performing = traced(`effect ${effect.kind}`, {}, () =>
        scope.budget.spend(scope.workspaceId, effect, () => performOne(effect, scope, options.effectHandlers)),
      )
      try {
        outcome = await untilStopped(performing, effect.kind, scope, options.work)
      } catch (error) {
        const note = noted(options.journal, index, hash)
        if (error instanceof Postponed) error.add(note)
        if (error instanceof SessionChanged) note(lateOutcome(performing, effect.kind, options.work))
        throw error
      }
      options.performed?.(effect.kind, performance.now() - began)
      if (hash !== undefined) options.journal?.note(index, hash, outcome)
    }
    const leave = await entered(outcome, scope, options)
    if (leave === 'refused') outcome = failed(outcome, tooManyWait)
    options.onOutcome?.(effect, outcome)
    index++
    try {
      options.clock?.start()
      step = running.next(outcome)
    } finally {
      options.clock?.stop()
      if (typeof leave === 'function') leave()
    }
  }
  return step.value
}

/** Continues a turn that has computed for long, when it is the turn of its workspace. If that takes too long, the turn is out of time. */
async function nextAfterPause<T>(
  running: Effectful<T>,
  { workspaceId }: TurnScope,
  { longWork, clock }: DriveOptions,
): Promise<IteratorResult<Effect, T>> {
  const leave = longWork ? await longWork.pause(workspaceId) : await setImmediate(() => undefined)
  if (!leave) clock?.end()
  try {
    clock?.startAnew()
    return running.next({ kind: 'pause' })
  } finally {
    clock?.stop()
    leave?.({ isPart: true })
  }
}

/**
 * Waits for the outcome of an effect. Rejects with a `SessionChanged` once its turn is stopped: at once, unless the turn streams a text, which
 * ends by itself.
 */
function untilStopped(
  performing: Promise<EffectOutcome>,
  kind: PerformedKind,
  { text }: TurnScope,
  work: WorkInProgress | undefined,
): Promise<EffectOutcome> {
  if (!work) return performing
  return new Promise((resolve, reject) => {
    const stop = () => reject(new SessionChanged())
    if (!text) work.addEventListener('abort', stop)
    performing
      .then((outcome) => (isCutShort(kind, work) ? stop() : resolve(outcome)), reject)
      .finally(() => work.removeEventListener('abort', stop))
  })
}

/** True for an outcome that says only that the turn was stopped. Calls to models end with their turn, others once they are answered. */
const isCutShort = (kind: PerformedKind, work: WorkInProgress): boolean =>
  work.isCutShort || (work.aborted && kind === 'model')

/** The outcome of an effect whose turn was stopped in the middle; undefined if it was cut short, too. */
const lateOutcome = (
  performing: Promise<EffectOutcome>,
  kind: PerformedKind,
  work: WorkInProgress | undefined,
): Promise<EffectOutcome | undefined> =>
  performing.then(
    (outcome) => (work && isCutShort(kind, work) ? undefined : outcome),
    () => undefined,
  )

/** Returns the step that notes a postponed outcome. */
const noted =
  (journal: EffectJournal | undefined, index: number, hash: string | undefined) => (outcome: NotedOutcome) => {
    if (hash !== undefined) journal?.note(index, hash, outcome)
  }

/** Makes a long outcome wait until it holds nobody up. The returned function must be called once the engine has processed the outcome. */
async function entered(
  outcome: EffectOutcome,
  { workspaceId }: TurnScope,
  { longWork }: DriveOptions,
): Promise<(() => void) | 'refused' | undefined> {
  if (!longWork) return undefined
  const bytes = bytesOf(outcome)
  if (!longWork.isLong(bytes)) return undefined
  return (await longWork.enter(workspaceId, bytes)) ?? 'refused'
}

const tooManyWait = 'Too many large responses of this workspace are waiting. Try again in a few seconds.'

async function performOne<K extends PerformedKind>(
  effect: Effect & { kind: K },
  scope: TurnScope,
  effectHandlers: EffectHandlers,
): Promise<EffectOutcome> {
  const { kind } = effect
  return nowOrLater(effectHandlers[kind](effect as never, scope), (brings) => ({ kind, ...brings }) as EffectOutcome)
}
