import type { Block } from '@colloquy/flow'
import type { BlockRegistry } from './block-runtime.js'
import { conclude } from './conclude.js'
import type { Effectful } from './effect.js'
import { generate } from './generate.js'
import type { Program } from './program.js'
import { reply } from './reply.js'
import type { Session } from './session.js'
import { start } from './start.js'
import { type Budgets, defaultBudgets, type Refusal, type Turn, type TurnEvent } from './turn.js'
import { TurnState } from './turn-state.js'

/** Context of `advance`: plain data except for the registry of blocks. */
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
  /** Called with each block that the walk enters, before anything that the block asks for. */
  entered?: (block: Block) => void
  /** Called with each block before it may ask for anything: also with one that another block runs, and with that one again afterwards. */
  runs?: (block: Block) => void
}

/**
 * One event in, one turn out. A generator: it yields the I/O that blocks request, resumes with its outcome, and returns the
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
    entered: input.entered,
    runs: input.runs,
  })
  const refusal = yield* handle(state, input.event)
  return refusal ?? (yield* conclude(state))
}

function handle(state: TurnState, event: TurnEvent): Effectful<Refusal | undefined> {
  switch (event.kind) {
    case 'start':
      return start(state, event)
    case 'reply':
      return reply(state, event.message)
    case 'stream':
      return generate(state)
  }
}
