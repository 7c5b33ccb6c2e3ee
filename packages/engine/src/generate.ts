import type { ReplyMessage } from '@colloquy/chat'
import { assign } from './assign.js'
import { awaitStream } from './await-stream.js'
import { contextOf } from './block-context.js'
import type { Effectful } from './effect.js'
import { guarded } from './enter.js'
import { hasToPrepare } from './prepare.js'
import type { Generation } from './session.js'
import type { TurnError } from './turn.js'
import type { TurnState } from './turn-state.js'
import { type Position, positionAfter } from './walk.js'

/** A turn that generates the text that the session waits for. The session does not move. */
export function* generate(state: TurnState): Effectful<TurnError | undefined> {
  const { session } = state
  const { generation, currentBlockId } = session
  const location = currentBlockId === undefined ? undefined : state.compiledFlow.blockById.get(currentBlockId)
  const runtime = location && state.runtimeOf(location.block)
  if (!generation || generation.blockId !== currentBlockId || !location || !runtime?.stream)
    return { refused: { code: 'stream_not_expected', message: 'No text is generated for this session.' } }
  const { block, group } = location
  state.isClientResult = true
  state.waitsAt = { block, group }
  state.runs?.(block)
  if (hasToPrepare(block)) yield* state.prepare(block)
  const running = runtime.stream(block, contextOf(state, block, group))
  const streamed = yield* guarded(state, block, running, { text: '', isComplete: false })
  const { blockId, bubbleId, variableIds } = generation
  const { text, isComplete, isTakenBack, isSettled, exitEdgeId } = streamed
  const isWithinQuota = state.size.takesTexts(text)
  if (!isWithinQuota)
    state.tellOnce('full-session', 'The streamed text was not kept: the conversation has no room for it.', block)
  awaitStream(state, {
    blockId,
    bubbleId,
    variableIds,
    status: isComplete ? 'done' : 'failed',
    text: isWithinQuota ? text : '',
    ...(isTakenBack && { isTakenBack }),
    ...(isSettled && { isSettled }),
    ...(exitEdgeId !== undefined && { exitEdgeId }),
    ...(session.mode === 'preview' && { logs: [...state.logs] }),
  })
  return undefined
}

/** Consumes a generation and returns where the flow continues. The text that the client claims to have received is ignored. */
export function resumeStream(
  state: TurnState,
  { blockId, bubbleId, variableIds, status, text = '', isTakenBack, exitEdgeId, logs = [] }: Generation,
  message: ReplyMessage | undefined,
): Position | undefined {
  delete state.session.generation
  state.size.hasShrunk()
  state.logs.push(...logs)
  const { blockById } = state.compiledFlow
  const block = blockById.get(blockId)
  if (!block) return undefined
  if (status === 'awaited') {
    if (message)
      state.log('unexpected-message', {
        status: 'info',
        description: 'A client sent a text that it never followed. It was ignored.',
      })
    state.unstreamed = blockId
    return block
  }
  if (status === 'failed' && text !== '')
    assign(
      state,
      variableIds.map((id) => ({ id, value: text })),
    )
  if (exitEdgeId !== undefined) return positionAfter(state, block.block, exitEdgeId)
  const bubble = blockById.get(bubbleId)
  const isShown = status === 'done' && message !== undefined && !isTakenBack
  if (!isShown || !bubble) return positionAfter(state, block.block)
  state.streamed = text
  return positionAfter(state, bubble.block)
}
