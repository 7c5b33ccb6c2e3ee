import { resumeWalk, sayAgain } from './answer.js'
import { virtualTarget } from './compiled-flow.js'
import type { Effectful } from './effect.js'
import { connectedExit } from './input-exits.js'
import { textContent } from './rich-text.js'
import type { TurnError, TurnEvent } from './turn.js'
import type { TurnState } from './turn-state.js'
import { leaveLinkedBot, positionAfter } from './walk.js'

type HandBackEvent = Extract<TurnEvent, { kind: 'handBack' }>

/** The bot speaks again. Variables stay. */
export function* handBack(state: TurnState, event: HandBackEvent): Effectful<TurnError | undefined> {
  const { ended } = state.session
  if (ended) return { refused: { code: 'session_ended', message: 'This conversation has ended.' } }
  const waiting = state.compiledFlow.blockById.get(state.session.currentBlockId ?? '')
  if (event.say) yield* state.prepared.texts(event.say)
  const text = state.expand(event.say)
  const isOnlySaying = event.exit === undefined && event.groupId === undefined && !event.ends
  if (isOnlySaying && waiting) {
    sayAgain(state, waiting, text)
    return undefined
  }
  if (text !== '') {
    const content = textContent([{ type: 'p', children: [{ text }] }], event.textFormat)
    state.say({ id: state.newId(), type: 'text', content })
  }
  if (event.ends) {
    state.isClosed = true
    return undefined
  }
  return event.exit === undefined ? yield* goToGroup(state, event) : yield* leavePerson(state, event.exit)
}

/** Leaves the block that asked for a person: by an exit if the author has connected it, else by its own edge. */
function* leavePerson(state: TurnState, exit: NonNullable<HandBackEvent['exit']>): Effectful<TurnError | undefined> {
  const asking = state.compiledFlow.blockById.get(state.session.person?.blockId ?? '')
  if (!asking) {
    const message = 'The block that asked for a person is gone. Let the bot continue at a group.'
    return { refused: { code: 'start_group_not_found', message } }
  }
  const { block } = asking
  const edgeId = exit === 'returned' ? undefined : connectedExit(state, block, exit)?.outgoingEdgeId
  yield* resumeWalk(state, positionAfter(state, block, edgeId))
  return undefined
}

/**
 * Continues at a group of the running bot, or of one that links to it. With `returns`, the flow comes back to the block that waited, once the
 * group has ended.
 */
function* goToGroup(state: TurnState, { groupId = '', returns }: HandBackEvent): Effectful<TurnError | undefined> {
  const { session } = state
  const owner = session.frames.findIndex((frame) => state.compiledFlowOf(frame).groupById.has(groupId))
  if (owner < 0 || (returns && owner > 0)) {
    const message = `The flow has no group "${groupId}" to continue at. Choose a group of the running bot.`
    return { refused: { code: 'start_group_not_found', message } }
  }
  const current = state.compiledFlow.blockById.get(session.currentBlockId ?? '')
  delete session.stoppedAt
  delete session.pendingReply
  for (let left = 0; left < owner; left++) leaveLinkedBot(state)
  const group = state.compiledFlow.groupById.get(groupId)
  if (returns && current) state.frame.queue = [virtualTarget(current.group.id, current.block.id), ...state.frame.queue]
  yield* resumeWalk(state, group && { group, index: 0 })
  return undefined
}
