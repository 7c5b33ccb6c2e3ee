import type { ReplyMessage } from '@colloquy/chat'
import { type Block, definitionOf, promptOfType } from '@colloquy/flow'
import { answer } from './answer.js'
import { targetOfEdge } from './compiled-flow.js'
import type { Effectful } from './effect.js'
import type { TurnError, TurnEvent } from './turn.js'
import type { TurnState } from './turn-state.js'
import { follow, type Position, walk } from './walk.js'

type StartFrom = Extract<TurnEvent, { kind: 'start' }>['startFrom']

/** Runs the flow from its start. A message answers the first input when nothing is shown before it. */
export function* begin(
  state: TurnState,
  message?: ReplyMessage,
  startFrom?: StartFrom,
): Effectful<TurnError | undefined> {
  const position = entry(state, startFrom)
  if (position) yield* walk(state, position)
  const asked = state.waitsAt
  const isFreeInput = asked && state.runtimeOf(asked.block)?.kind === 'input' && !isChosen(asked.block)
  const isSilent = state.messages.length === 0 && !state.actions.some((action) => action.expectsDedicatedReply)
  if (!message || message.type === 'command' || message.type === 'no-answer' || !isFreeInput || !isSilent)
    return undefined
  state.actions.length = 0
  state.logs.length = 0
  return yield* answer(state, asked, message, { mayRunReplyEvent: true })
}

/** True if the answer is a choice or a payment, which a message sent with the start cannot be. */
function isChosen({ type }: Block): boolean {
  return definitionOf(type)?.items !== undefined || promptOfType(type)?.isPayment === true
}

/** The position at which a conversation begins. */
export function entry(state: TurnState, startFrom?: StartFrom): Position | undefined {
  const { compiledFlow } = state
  if (startFrom?.type === 'group') {
    const group = compiledFlow.groupById.get(startFrom.groupId)
    return group && { group, index: 0 }
  }
  const event = startFrom ? compiledFlow.events.find(({ id }) => id === startFrom.eventId) : compiledFlow.events[0]
  return follow(state, targetOfEdge(compiledFlow, event?.outgoingEdgeId), true)
}
