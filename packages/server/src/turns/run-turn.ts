import { ApiError } from '@colloquy/api'
import { blockRegistry } from '@colloquy/blocks'
import {
  advance,
  type Budgets,
  type CompiledFlow,
  defaultBudgets,
  type Session,
  type Turn,
  type TurnError,
  type TurnEvent,
} from '@colloquy/engine'
import type { Ceilings } from '@colloquy/flow'
import { EffectRecorder } from '@colloquy/prove/recorded-effects'
import type { NewDelivery, TurnContact } from '@colloquy/storage'
import { goalTracker } from '../assignments/goal-tracker.js'
import type { CachedSession } from '../caches/session-cache.js'
import type { Config } from '../config/config.js'
import { withContact } from '../contacts/contact-of-turn.js'
import { type Deliverable, deliveryOf, isQueued } from '../deliveries/delivery-of.js'
import { type DriveOptions, drive, type EffectHandlers, type KnownPerson, type TurnScope } from '../effects/effects.js'
import { TurnBudget } from '../effects/turn-budget.js'
import { TurnClock } from '../effects/turn-clock.js'
import { withCredentials } from '../environments/with-credentials.js'
import type { Needs, Service } from '../service.js'
import { checkBotSpeaks } from '../sessions/hold.js'
import { after } from './after.js'
import { dryRun } from './dry-run.js'

/**
 * Advances the engine by one turn, performing the effects of its blocks. Throws an API error if the engine rejects the turn; nothing
 * is stored here.
 */
export function runTurn(
  service: Service,
  scope: TurnScope,
  turn: { session: Session; event: TurnEvent; compiledFlows: ReadonlyMap<string, CompiledFlow> } & Pick<
    DriveOptions,
    'journal' | 'confirm'
  > & { recorder?: EffectRecorder },
): TurnWithDeliveries | Promise<TurnWithDeliveries> {
  service.longWork.notice(scope.workspaceId)
  const clock = new TurnClock(service.budgets.milliseconds)
  const watch = turn.session.environment && goalTracker(turn.session, turn.compiledFlows)
  let queued: Deliverable[] | undefined
  const asking: NonNullable<TurnScope['asking']> = {}
  const running = advance({
    sessionId: scope.sessionId,
    session: turn.session,
    event: turn.event,
    compiledFlows: turn.compiledFlows,
    blocks: blockRegistry,
    budgets: service.budgets,
    publicUrl: service.config.publicUrl,
    isOutOfTime: clock.isOutOfTime,
    isPauseDue: clock.isPauseDue,
    entered: watch?.entered,
    runs: (block) => {
      asking.block = block
    },
  })
  const result = drive(
    running,
    { ...scope, asking },
    {
      effectHandlers: effectHandlersOf(service, scope, turn),
      journal: turn.journal,
      confirm: turn.confirm,
      onOutcome(effect, outcome) {
        turn.recorder?.add(effect, outcome)
        if (isQueued(effect, outcome)) queued = [...(queued ?? []), effect]
      },
      longWork: service.longWork,
      clock,
      botWork: mayBeTakenOver(scope) ? service.botWork : undefined,
      performed: (kind, milliseconds) => service.metrics.effect(kind, milliseconds),
    },
  )
  return after(result, (result) => {
    const turnWithLogs = withContact(service, scope, withLogs(unlessRefused(result), scope))
    const noted = watch ? watch.note(turnWithLogs) : turnWithLogs
    return queued ? { ...noted, deliveries: deliveriesOf(service, scope, turn, queued) } : noted
  })
}

/** Nobody takes over a preview, or a conversation that is stored with this turn. */
const mayBeTakenOver = ({ mode, turn }: TurnScope): boolean => mode === 'live' && turn > 1

/** A turn with the effects to be delivered after it, and the part of its contact that it stores. */
export type TurnWithDeliveries = Turn & { deliveries?: NewDelivery[]; contact?: TurnContact }

function deliveriesOf(
  { vault }: Needs<'vault'>,
  { workspaceId, botId, sessionId, resultId, turn }: TurnScope,
  { session, event: { now } }: { session: Session; event: TurnEvent },
  queued: readonly Deliverable[],
): NewDelivery[] {
  if (resultId === undefined) return []
  const identity = { workspaceId, botId, sessionId, resultId, turn }
  const credentials = session.environment?.credentials
  return queued.map((effect, index) => deliveryOf(effect, { ...identity, index }, { vault, credentials, now }))
}

interface TurnInput {
  session: Session
  compiledFlows: ReadonlyMap<string, CompiledFlow>
}

function effectHandlersOf(
  { effectHandlers }: Needs<'effectHandlers'>,
  { isDryRun }: TurnScope,
  { session, compiledFlows }: TurnInput,
): EffectHandlers {
  if (isDryRun) return dryRun(effectHandlers)
  const { environment, frames } = session
  const main = frames.at(-1)
  const ceilings = main && compiledFlows.get(main.programId)?.settings.ai?.ceilings
  const within = ceilings ? withCeilings(effectHandlers, ceilings) : effectHandlers
  return environment?.credentials ? withCredentials(within, environment.credentials) : within
}

/** Applies the ceilings of a bot to calls to language models, including those of searches. */
const withCeilings = (effectHandlers: EffectHandlers, ceilings: Ceilings): EffectHandlers => ({
  ...effectHandlers,
  model: (asks, scope) => effectHandlers.model(asks, { ...scope, ceilings }),
  knowledge: (asks, scope) => effectHandlers.knowledge(asks, { ...scope, ceilings }),
})

const noIdentifiers: readonly [] = []

/** Context for the next turn of the bot in a stored session. Throws a `HeldConversation` while somebody else speaks. */
export function nextScope(
  { row, session }: CachedSession,
  { budget, ownUrl, text, madeFiles }: Pick<TurnScope, 'budget' | 'ownUrl' | 'text' | 'madeFiles'>,
  known?: KnownPerson,
): TurnScope {
  checkBotSpeaks(row)
  return {
    workspaceId: row.workspaceId,
    botId: row.botId,
    sessionId: row.id,
    resultId: row.resultId ?? undefined,
    mode: session.mode,
    isDryRun: session.isDryRun,
    turn: row.version + 1,
    budget,
    ownUrl,
    text,
    madeFiles,
    contact: known ? { ...known, id: row.contactId } : { identifiers: noIdentifiers, id: row.contactId },
  }
}

/** Performs the work of one turn with limits for its effects, from the settings of the instance. */
export async function withTurnBudget<Result>(
  { config, metrics, heldOutcomes }: Needs<'config' | 'metrics' | 'heldOutcomes'>,
  work: (budget: TurnBudget) => Promise<Result>,
): Promise<Result> {
  const budget = new TurnBudget(config.limits, metrics.limitReached, heldOutcomes)
  try {
    return await work(budget)
  } finally {
    budget.end()
  }
}

/** Records the effects of one turn; nothing for a session that has used half of its storage limit, so that recordings never end it. */
export function newRecorder({ config: { limits } }: Needs<'config'>, storedBytes = 0): EffectRecorder {
  return new EffectRecorder(Math.min(limits.recordedEffectBytes, limits.sessionBytes / 2 - storedBytes))
}

/** Budgets of a turn, from the settings of the instance. */
export function budgetsOf(limits: Config['limits']): Budgets {
  return {
    ...defaultBudgets,
    steps: limits.turnSteps,
    messages: limits.turnMessages,
    bytes: limits.turnBytes,
    stateBytes: limits.stateBytes,
    comparedPairs: limits.comparedPairs,
    comparedCharacters: limits.comparedCharacters,
    insertedCharacters: limits.insertedCharacters,
    milliseconds: limits.turnMilliseconds,
  }
}

function withLogs(turn: Turn, { budget }: TurnScope): Turn {
  turn.logs.unshift(...budget.logs())
  return turn
}

function unlessRefused(turn: Turn | TurnError): Turn {
  if ('refused' in turn) throw new ApiError(turn.refused.code, { message: turn.refused.message })
  return turn
}
