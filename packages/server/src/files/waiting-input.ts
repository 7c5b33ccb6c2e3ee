import { ApiError } from '@colloquy/api'
import type { Session } from '@colloquy/engine'
import { definitionOf } from '@colloquy/flow'
import type { UploadRow } from '@colloquy/storage'
import type { Referrer } from '../http/allowed-origin.js'
import type { Needs } from '../service.js'
import { openSession } from '../sessions/open-session.js'
import { type UploadRule, uploadRule } from './upload-rule.js'

/** File rules of the input that a session waits at. */
export interface WaitingInput {
  /** Undefined if it does not accept files, or if the session does not wait for input. */
  rule: UploadRule | undefined
  /** As the author wrote them, for display. */
  allowedTypes: readonly string[]
  /** Owner of the file: the bot and result that the answer belongs to. */
  owner: Pick<UploadRow, 'workspaceId' | 'botId' | 'sessionId' | 'blockId' | 'resultId'>
}

export async function waitingInput(
  service: Needs<'storage' | 'compiledFlows' | 'sessionCache' | 'rights' | 'now'>,
  sessionId: string,
  referrer: Referrer,
): Promise<WaitingInput> {
  const { row, session, compiledFlows } = await openSession(service, { sessionId, referrer }).catch((error) => {
    throw error instanceof ApiError && error.code === 'session_not_found'
      ? new ApiError('upload_session_unknown')
      : error
  })
  const block = compiledFlows.get(topOf(session).programId)?.blockById.get(session.currentBlockId ?? '')?.block
  const { programId, resultId } = resultOwner(session)
  const owner = {
    workspaceId: row.workspaceId,
    botId: compiledFlows.get(programId)?.botId ?? row.botId,
    sessionId: row.id,
    blockId: block?.id ?? null,
    resultId: resultId ?? null,
  }
  const rule = block && !session.ended ? uploadRule(block) : undefined
  const allowedTypes = (block && definitionOf(block.type)?.uploads?.(block)?.allowed) ?? []
  return { rule, allowedTypes, owner }
}

type Frame = Session['frames'][number]

function topOf(session: Session): Frame {
  return session.frames[0] as Frame
}

/** A linked bot that merges its answers writes into the result of the bot below it. */
function resultOwner(session: Session): Frame {
  const { resultId } = topOf(session)
  return session.frames.findLast((frame) => frame.resultId === resultId) as Frame
}
