import { defaultLateText, type FlowEvent, type LatePress, latePressOf } from '@colloquy/flow'
import { assign } from './assign.js'
import { contextOf } from './block-context.js'
import type { ParsedReply } from './block-runtime.js'
import { targetOfEdge } from './compiled-flow.js'
import type { Effectful } from './effect.js'
import { countInvalid, exitAfterInvalid, latePress } from './input-exits.js'
import { hasToPrepare } from './prepare.js'
import { textContent } from './rich-text.js'
import { saveAnswer } from './save-answer.js'
import type { Reply } from './session.js'
import type { TurnError } from './turn.js'
import type { TurnState, Waiting } from './turn-state.js'
import { follow, type Position, positionAfter, walk } from './walk.js'

const rejected: ParsedReply = { kind: 'rejected' }

/** Handles a reply to an input: validates and stores it and continues the flow, or asks again. */
export function* answer(
  state: TurnState,
  current: Waiting,
  message: Reply | undefined,
  options: { mayRunReplyEvent: boolean },
): Effectful<TurnError | undefined> {
  const { block, group } = current
  const late = latePress(state, current, message)
  if (late) return yield* takeLatePress(state, current, late, message, options)
  if (hasToPrepare(block)) yield* state.prepare(block)
  const parsing = state.runtimeOf(block)?.parse?.(block, message, contextOf(state, block, group)) ?? rejected
  const parsed = 'next' in parsing ? yield* parsing : parsing
  const { resultId } = state.frame
  const exit = parsed.kind === 'rejected' ? exitAfterInvalid(state, block, message) : undefined
  if (parsed.kind === 'rejected' && resultId && exit?.on !== 'anything-else')
    state.invalidReplies.push({ resultId, blockId: block.id })
  const mayRunEvents = options.mayRunReplyEvent && !state.session.pendingReply
  const invalidEvent = parsed.kind === 'rejected' && !exit ? leadingEvent(state, 'invalidReply') : undefined
  const replyEvent = !invalidEvent && mayRunEvents ? replyEventFor(state, message) : undefined
  const event = invalidEvent ?? replyEvent
  if (parsed.kind === 'rejected' && !replyEvent) countInvalid(state, block)
  if (event) {
    assignEventVariables(state, event, current, message)
    state.session.returnMark = { blockId: block.id }
    if (replyEvent) state.session.pendingReply = { blockId: block.id, reply: message ?? null }
    yield* resumeWalk(state, follow(state, targetOfEdge(state.compiledFlow, event.outgoingEdgeId), true))
    return undefined
  }
  if (exit) {
    if (exit.variableId !== undefined && message)
      assign(state, [{ id: exit.variableId, value: message.type === 'audio' ? message.url : message.text }], block)
    yield* resumeWalk(state, positionAfter(state, block, exit.outgoingEdgeId))
    return undefined
  }
  if (parsed.kind === 'rejected') {
    yield* askAgain(state, current)
    return undefined
  }
  if (parsed.kind === 'accepted') saveAnswer(state, current, message, parsed)
  state.waitsAt = undefined
  if (parsed.kind === 'accepted' && state.runtimeOf(block)?.enter) {
    state.reply = { blockId: block.id, text: parsed.content }
    yield* resumeWalk(state, state.compiledFlow.blockById.get(block.id))
    return undefined
  }
  yield* resumeWalk(
    state,
    positionAfter(state, block, (parsed.kind === 'accepted' ? parsed.edgeId : undefined) ?? block.outgoingEdgeId),
  )
  return undefined
}

/**
 * Continues the walk. A reply that an event held back is answered when its input is reached again, or when the event's branch has ended.
 */
export function* resumeWalk(state: TurnState, position: Position | undefined): Effectful<void> {
  state.waitsAt = undefined
  yield* walk(state, position)
  const { session } = state
  const { pendingReply } = session
  if (!pendingReply || state.cutBy || session.stoppedAt) return
  const waitsAt = state.waitsAt as Waiting | undefined
  if (waitsAt && waitsAt.block.id !== pendingReply.blockId) return
  const location = state.compiledFlow.blockById.get(pendingReply.blockId)
  delete session.pendingReply
  delete session.returnMark
  state.size.hasShrunk()
  if (location) yield* answer(state, location, pendingReply.reply ?? undefined, { mayRunReplyEvent: false })
}

/** The event of a reply that can wait in the session while its branch runs. */
function replyEventFor(state: TurnState, message: Reply | undefined): FlowEvent | undefined {
  const event = leadingEvent(state, 'reply')
  const held = message?.type === 'audio' ? message.url : (message?.text ?? '')
  return event && state.size.takesTexts(held) ? event : undefined
}

function leadingEvent(state: TurnState, type: 'reply' | 'invalidReply') {
  for (const event of state.compiledFlow.events) {
    if (event.type === type && targetOfEdge(state.compiledFlow, event.outgoingEdgeId)) return event
  }
  return undefined
}

function assignEventVariables(
  state: TurnState,
  event: FlowEvent,
  { block, group }: Waiting,
  message: Reply | undefined,
): void {
  if (event.type !== 'reply' && event.type !== 'invalidReply') return
  const { contentVariableId, inputNameVariableId, inputTypeVariableId } = event.options ?? {}
  const updates = []
  if (contentVariableId)
    updates.push({ id: contentVariableId, value: message?.type === 'audio' ? message.url : message?.text })
  if (inputTypeVariableId) updates.push({ id: inputTypeVariableId, value: state.runtimeOf(block)?.inputName })
  if (inputNameVariableId) updates.push({ id: inputNameVariableId, value: group.title })
  assign(state, updates, block)
}

const generalInvalidReplyText = "Sorry, that doesn't look right. Please try again."

function* askAgain(state: TurnState, current: Waiting): Effectful<void> {
  const { block, group } = current
  const runtime = state.runtimeOf(block)
  const own = runtime?.retryText?.(block, contextOf(state, block, group))
  const general = own ? undefined : state.compiledFlow.settings.general?.systemMessages?.invalidMessage
  if (general) yield* state.prepared.texts(general)
  const text = own || state.expand(general) || runtime?.invalidReplyText || generalInvalidReplyText
  sayAgain(state, current, text)
}

/** Says a text in place of the question, which still waits. */
export function sayAgain(state: TurnState, current: Waiting, text: string): void {
  state.say({
    id: current.block.id,
    type: 'text',
    content: textContent([{ type: 'p', children: [{ text }] }], state.event.textFormat),
  })
  waitAgain(state, current)
}

function waitAgain(state: TurnState, current: Waiting): void {
  state.session.currentBlockId = current.block.id
  state.waitsAt = current
}

/** Handles the press of a button of an earlier question as the block of the button says. */
function* takeLatePress(
  state: TurnState,
  current: Waiting,
  pressed: Waiting,
  message: Reply | undefined,
  options: { mayRunReplyEvent: boolean },
): Effectful<TurnError | undefined> {
  const { action, text } = latePressOf(pressed.block) as LatePress
  if (action === 'follow') return yield* answer(state, pressed, message, options)
  if (action === 'say') {
    if (text) yield* state.prepared.texts(text)
    sayAgain(state, current, state.expand(text) || defaultLateText)
    return undefined
  }
  state.isIgnored = true
  waitAgain(state, current)
  return undefined
}
