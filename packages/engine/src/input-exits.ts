import {
  type Block,
  type BlockExit,
  blockExits,
  defaultWait,
  type ExitKind,
  itemsOf,
  latePressOf,
  millisecondsOf,
  triesOf,
} from '@colloquy/flow'
import { inputExitsOf } from '@colloquy/flow/blocks'
import { type CompiledFlow, targetOfEdge } from './compiled-flow.js'
import type { Reply } from './session.js'
import type { Turn } from './turn.js'
import type { TurnState, Waiting } from './turn-state.js'

/** The exit of a block, if the author has connected it. */
export function connectedExit({ compiledFlow }: TurnState, block: Block, kind: ExitKind): BlockExit | undefined {
  return blockExits(block).find(
    ({ on, outgoingEdgeId }) => on === kind && targetOfEdge(compiledFlow, outgoingEdgeId) !== undefined,
  )
}

/** The exit by which an input is left after a reply that it did not accept; undefined: it asks again. */
export function exitAfterInvalid(state: TurnState, block: Block, message: Reply | undefined): BlockExit | undefined {
  const other = message && connectedExit(state, block, 'anything-else')
  if (other) return other
  const exit = connectedExit(state, block, 'invalid')
  return exit && triesBefore(state, block) + 1 >= (triesOf(exit) ?? Infinity) ? exit : undefined
}

/** Counts a reply that an input did not accept, if it has an exit after several. */
export function countInvalid(state: TurnState, block: Block): void {
  if (!connectedExit(state, block, 'invalid')) return
  state.session.invalidTries = { blockId: block.id, count: triesBefore(state, block) + 1 }
}

function triesBefore({ session }: TurnState, block: Block): number {
  return session.invalidTries?.blockId === block.id ? session.invalidTries.count : 0
}

/**
 * Begins, renews or ends the wait for an answer or a person at the end of a turn; returns what the client may know of it. Nobody waits for
 * a person but the service.
 */
export function noteWait(state: TurnState): Turn['noAnswer'] {
  const { session, event, waitsAt } = state
  if (session.invalidTries && session.invalidTries.blockId !== waitsAt?.block.id) delete session.invalidTries
  if (session.noAnswer) delete session.noAnswer
  if (!waitsAt) return undefined
  const kind = session.person ? 'gave-up' : 'no-answer'
  const exit = connectedExit(state, waitsAt.block, kind)
  if (!exit) return undefined
  // That of a block that asks a model is for an answer of the model.
  const isForVisitor = session.person !== undefined || inputExitsOf(waitsAt.block.type).includes('no-answer')
  const after = isForVisitor ? millisecondsOf(exit.after ?? defaultWait) : undefined
  if (after === undefined) return undefined
  const waitId = state.newId()
  session.noAnswer = {
    waitId,
    at: event.now + after,
    after,
    ...(event.textFormat === 'markdown' && { textFormat: 'markdown' }),
  }
  return session.person ? undefined : { waitId, after }
}

/** The block of a pressed button, if that is not the input that waits and says what happens then. */
export function latePress(state: TurnState, current: Waiting, message: Reply | undefined): Waiting | undefined {
  const replyId = message?.type === 'text' ? message.metadata?.replyId : undefined
  const pressed = replyId === undefined ? undefined : lateButtons(state.compiledFlow).get(replyId)
  return pressed && pressed.block.id !== current.block.id ? pressed : undefined
}

/** The blocks that say what a late press does, by the ids of their buttons. Computed once per compiled flow. */
function lateButtons(compiledFlow: CompiledFlow): ReadonlyMap<string, Waiting> {
  const known = compiledFlow.memo.get('lateButtons') as ReadonlyMap<string, Waiting> | undefined
  if (known) return known
  const buttons = new Map<string, Waiting>()
  for (const location of compiledFlow.blockById.values()) {
    if (!latePressOf(location.block)) continue
    for (const { id, paths = [] } of itemsOf(location.block))
      for (const button of [id, ...paths.map((path) => path.id)]) buttons.set(button, location)
  }
  compiledFlow.memo.set('lateButtons', buttons)
  return buttons
}
