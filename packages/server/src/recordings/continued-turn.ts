import { ApiError } from '@colloquy/api'
import type { CompiledFlow, Turn } from '@colloquy/engine'
import type { BotRow } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { recordedTurn } from './read-recording.js'

/** Place in the conversation of a result at which a preview begins. */
export interface ResultPosition {
  resultId: string
  turn: number
  replies?: { turn: number; text: string }[] | undefined
}

/**
 * Returns a turn of a result as the first turn of a preview: the draft continues with the state that the release left. The result itself
 * does not change. Actions that no reply waits for have already happened, and are not repeated.
 */
export async function continuedTurn(
  service: Needs<'storage' | 'config' | 'budgets' | 'flows' | 'secret'>,
  bot: BotRow,
  draft: CompiledFlow,
  { resultId, turn, replies = [] }: ResultPosition,
): Promise<Turn> {
  const found = await recordedTurn(service, bot, { resultId, turn, others: replies })
  if (!found) throw new ApiError('recorded_turn_not_found')
  const { session } = found
  const [top] = session.frames
  const isOwn = session.frames.length === 1
  const { currentBlockId } = session
  if (!top || (isOwn && currentBlockId !== undefined && !draft.blockById.has(currentBlockId)))
    throw new ApiError('recorded_block_not_found')
  const main = session.frames.length - 1
  const { messaging, storedBytes, ended, ...state } = session
  return {
    ...found,
    session: {
      ...state,
      channel: 'web',
      mode: 'preview',
      isStreamEnabled: true,
      frames: session.frames.map(({ resultId: _, ...frame }, index) => ({
        ...frame,
        programId: index === main ? draft.id : frame.programId,
      })),
    },
    clientSideActions: found.clientSideActions.filter((action) => action.expectsDedicatedReply),
    logs: [],
    answers: [],
    invalidReplies: [],
    visitedEdges: [],
    results: [],
  }
}
