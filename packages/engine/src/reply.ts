import type { ReplyMessage } from '@colloquy/chat'
import type { FlowEvent } from '@colloquy/flow'
import { answer, resumeWalk } from './answer.js'
import { begin } from './begin.js'
import { contextOf } from './block-context.js'
import { targetOfEdge, virtualTarget } from './compiled-flow.js'
import type { Effectful } from './effect.js'
import { resumeStream } from './generate.js'
import { connectedExit } from './input-exits.js'
import { hasToPrepare } from './prepare.js'
import type { TurnError } from './turn.js'
import type { TurnState, Waiting } from './turn-state.js'
import { follow, positionAfter, resumePosition } from './walk.js'

/** A turn after the first: a command, an answer to an input, or the result of a client's action. */
export function* reply(state: TurnState, message: ReplyMessage | undefined): Effectful<TurnError | undefined> {
  const { session } = state
  if (session.ended)
    return {
      refused: { code: 'session_ended', message: 'Session not found: this conversation has ended. Start a new one.' },
    }
  const { stoppedAt } = session
  if (stoppedAt) delete session.stoppedAt
  const standsAt = stoppedAt?.blockId ?? session.currentBlockId
  const current = standsAt === undefined ? undefined : state.compiledFlow.blockById.get(standsAt)
  if (message?.type === 'command') {
    const target = commandTarget(state, message.command)
    if (!target)
      return {
        refused: {
          code: 'command_not_found',
          message: `The flow has no command "${message.command}" that leads anywhere.`,
        },
      }
    if (current) return yield* runCommand(state, message.command, current)
  }
  if (message?.type === 'no-answer')
    return yield* continueWithoutAnswer(state, stoppedAt ? undefined : current, message)
  if (stoppedAt) {
    yield* resumeWalk(state, resumePosition(state, stoppedAt))
    return undefined
  }
  if (!current) {
    restart(state)
    return yield* begin(state, message)
  }
  if (state.runtimeOf(current.block)?.kind === 'input') {
    return yield* answer(state, current, message?.type === 'command' ? undefined : message, { mayRunReplyEvent: true })
  }
  return yield* resume(state, current, message)
}

/** Restarts the conversation: answers, marks and memories of blocks are discarded, variables stay. */
function restart(state: TurnState): void {
  const { session } = state
  for (const frame of session.frames) {
    frame.answers = []
    delete frame.memories
  }
  if (session.progress) session.progress.totalAnswers = 0
  delete session.returnMark
  delete session.pendingReply
}

function commandEvent(state: TurnState, command: string): FlowEvent | undefined {
  return state.compiledFlow.events.find(
    (event) =>
      event.type === 'command' &&
      event.options?.command === command &&
      targetOfEdge(state.compiledFlow, event.outgoingEdgeId),
  )
}

function commandTarget(state: TurnState, command: string) {
  return targetOfEdge(state.compiledFlow, commandEvent(state, command)?.outgoingEdgeId)
}

/** Maximum number of positions that commands leave to be resumed; beyond that, the oldest are dropped. */
const maxQueueLength = 100

function* runCommand(state: TurnState, command: string, current: Waiting): Effectful<undefined> {
  const event = commandEvent(state, command)
  if (event?.type === 'command' && event.options?.resumeAfter)
    state.frame.queue = [virtualTarget(current.group.id, current.block.id), ...state.frame.queue].slice(
      0,
      maxQueueLength,
    )
  else state.session.returnMark = { blockId: current.block.id }
  yield* resumeWalk(state, follow(state, commandTarget(state, command), true))
  return undefined
}

/** Handles a client's result for a block that waited for it. Without a text the flow continues. */
function* resume(
  state: TurnState,
  current: Waiting,
  message: ReplyMessage | undefined,
): Effectful<TurnError | undefined> {
  const runtime = state.runtimeOf(current.block)
  state.isClientResult = true
  const { generation } = state.session
  if (generation?.blockId === current.block.id) {
    yield* resumeWalk(state, resumeStream(state, generation, message))
    return undefined
  }
  if (message?.type === 'text') {
    if (hasToPrepare(current.block)) yield* state.prepare(current.block)
    const resumed = runtime?.resume?.(current.block, message.text, contextOf(state, current.block, current.group))
    const result = resumed && 'next' in resumed ? yield* resumed : resumed
    if (result) return { refused: { code: 'invalid_client_result', message: result.invalid } }
  }
  yield* resumeWalk(state, positionAfter(state, current.block))
  return undefined
}

/** Leaves the input that waits by its exit for no answer. */
function* continueWithoutAnswer(
  state: TurnState,
  current: Waiting | undefined,
  { waitId }: Extract<ReplyMessage, { type: 'no-answer' }>,
): Effectful<TurnError | undefined> {
  const { noAnswer } = state.session
  const exit = current && connectedExit(state, current.block, 'no-answer')
  if (!exit || !noAnswer || (waitId !== undefined && waitId !== noAnswer.waitId))
    return {
      refused: {
        code: 'answer_required',
        message:
          waitId === undefined
            ? 'No input with an exit for no answer waits. Send an answer.'
            : `The wait ${JSON.stringify(waitId)} is over: the visitor has answered, or the flow has continued.`,
      },
    }
  yield* resumeWalk(state, positionAfter(state, current.block, exit.outgoingEdgeId))
  return undefined
}
