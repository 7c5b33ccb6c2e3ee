import type { BlockRegistry } from './block-runtime.js'
import { conclude } from './conclude.js'
import type { Effectful } from './effect.js'
import type { Program } from './program.js'
import { reply } from './reply.js'
import type { Session } from './session.js'
import { start } from './start.js'
import { type Budgets, defaultBudgets, type Refusal, type Turn, type TurnEvent } from './turn.js'
import { TurnState } from './turn-state.js'

/** What `advance` needs to know; plain data but for the registry of blocks. */
export interface AdvanceInput {
  sessionId: string
  session: Session
  event: TurnEvent
  /** Programs of the session's frames by program id; others are asked for with an effect. */
  programs: ReadonlyMap<string, Program>
  blocks: BlockRegistry
  budgets?: Budgets
  /** The address of the service, for links in what blocks send. */
  publicUrl?: string
  /** Asked before each block; true ends the turn for lack of time. */
  isOutOfTime?: () => boolean
}

/**
 * One event in, one turn out. A generator: it yields the I/O that blocks want, is resumed with what came of it, and returns the
 * turn. The same arguments and outcomes give the same turn; the session handed in is left as it was.
 */
export function* advance(input: AdvanceInput): Effectful<Turn | Refusal> {
  const state = new TurnState({
    sessionId: input.sessionId,
    session: input.session,
    event: input.event,
    programs: input.programs,
    blocks: input.blocks,
    budgets: input.budgets ?? defaultBudgets,
    isOutOfTime: input.isOutOfTime ?? (() => false),
    publicUrl: input.publicUrl,
  })
  const refusal =
    input.event.kind === 'start' ? yield* start(state, input.event) : yield* reply(state, input.event.message)
  return refusal ?? (yield* conclude(state))
}
