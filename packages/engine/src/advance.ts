import type { Block } from '@colloquy/flow'
import type { BlockRegistry } from './block-runtime.js'
import type { CompiledFlow } from './compiled-flow.js'
import { conclude } from './conclude.js'
import type { Effectful } from './effect.js'
import { generate } from './generate.js'
import { handBack } from './hand-back.js'
import { loadContact, usesContact } from './load-contact.js'
import { reply } from './reply.js'
import type { Session } from './session.js'
import { start } from './start.js'
import { type Budgets, defaultBudgets, type Turn, type TurnError, type TurnEvent } from './turn.js'
import { TurnState } from './turn-state.js'

/** Context of `advance`: plain data except for the registry of blocks. */
export interface AdvanceInput {
  sessionId: string
  session: Session
  event: TurnEvent
  /** Compiled flows of the session's frames by id; others are requested with an effect. */
  compiledFlows: ReadonlyMap<string, CompiledFlow>
  blocks: BlockRegistry
  budgets?: Budgets
  /** The address of the service, for links in the output of blocks. */
  publicUrl?: string
  /** Checked before each block; true ends the turn for lack of time. */
  isOutOfTime?: () => boolean
  /** Checked before each block and within long work; true makes the turn request a pause. */
  isPauseDue?: () => boolean
  /** Called with each block that the walk enters, before any effect of the block. */
  entered?: (block: Block) => void
  /** Called with each block that lets the walk continue, and with the item that applied, if one did. */
  decided?: (block: Block, itemId: string | undefined) => void
  /** Called with each block before any of its effects: also with a block that another one runs, and afterwards again with the outer one. */
  runs?: (block: Block) => void
}

/**
 * One event in, one turn out. A generator: it yields the I/O that blocks request, resumes with its outcome, and returns the turn. The same
 * arguments and outcomes give the same turn; the given session is not modified.
 *
 * ```ts
 * import { type AdvanceInput, advance, type Effect, type EffectOutcome } from '@colloquy/engine'
 *
 * declare const input: AdvanceInput
 * declare function perform(effect: Effect): Promise<EffectOutcome>
 *
 * const walk = advance(input)
 * let step = walk.next()
 * while (!step.done) step = walk.next(await perform(step.value))
 * const turn = step.value
 * ```
 */
export function* advance(input: AdvanceInput): Effectful<Turn | TurnError> {
  const state = new TurnState({
    sessionId: input.sessionId,
    session: input.session,
    event: input.event,
    compiledFlows: input.compiledFlows,
    blocks: input.blocks,
    budgets: input.budgets ?? defaultBudgets,
    isOutOfTime: input.isOutOfTime ?? never,
    isPauseDue: input.isPauseDue ?? never,
    publicUrl: input.publicUrl,
    entered: input.entered,
    decided: input.decided,
    runs: input.runs,
  })
  if (usesContact(state)) yield* loadContact(state)
  const turnError = yield* handle(state, input.event)
  return turnError ?? (yield* conclude(state))
}

const never = () => false

function handle(state: TurnState, event: TurnEvent): Effectful<TurnError | undefined> {
  switch (event.kind) {
    case 'start':
      return start(state, event)
    case 'reply':
      return reply(state, event.message)
    case 'stream':
      return generate(state)
    case 'handBack':
      return handBack(state, event)
  }
}
