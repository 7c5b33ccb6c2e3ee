import { ApiError } from '@colloquy/api'
import type { CompiledFlow, Session } from '@colloquy/engine'
import { can } from '@colloquy/permissions'
import type { SessionRow } from '@colloquy/storage'
import { admitToBotSummary } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import { retryOnConflict } from '../process/retry-on-conflict.js'
import type { Needs } from '../service.js'
import { silentCommit } from './commit.js'

/**
 * Moves a running session to the newest release of its bot: the conversation and its data stay, and the new flow comes next. A visitor who
 * waits at a block that no longer exists starts over with the next message. Previews follow their draft automatically.
 */
export function moveSession(
  service: Needs<'storage' | 'compiledFlows' | 'turnQueue' | 'now'>,
  { caller, sessionId }: { caller: Caller; sessionId: string },
) {
  return service.turnQueue.run(sessionId, () =>
    retryOnConflict(async () => {
      const row = await service.storage.sessions.get(sessionId)
      if (!row || row.expiresAt <= service.now()) throw new ApiError('session_not_found')
      const compiledFlow = await newestFlow(service, caller, row)
      if (!compiledFlow || compiledFlow.id === row.releaseId) return 'moved'
      const outcome = await service.storage.sessions.commit(moved(row, compiledFlow, service.now()))
      return outcome === 'committed' ? 'moved' : undefined
    }),
  )
}

/** Undefined for a preview. */
async function newestFlow(
  service: Needs<'storage' | 'compiledFlows'>,
  caller: Caller,
  row: SessionRow,
): Promise<CompiledFlow | undefined> {
  const { storage, compiledFlows } = service
  const admitted = admitToBotSummary(storage, caller, 'bot.read', row.botId)
  const { bot, standing } = await admitted.catch(instead(new ApiError('session_not_found')))
  const message = 'You may read this bot, but not change its conversations'
  if (bot.isDeleted || !can(standing, 'bot.publish')) throw new ApiError('unauthorized', { message })
  if (row.releaseId === null) return undefined
  const environmentId = (JSON.parse(row.state) as Session).environment?.id
  const environments = environmentId === undefined ? [] : await storage.environments.list(bot.workspaceId, bot.id)
  const releaseId =
    environmentId === undefined
      ? bot.publishedReleaseId
      : (environments.find(({ id }) => id === environmentId)?.releaseId ?? null)
  const compiledFlow = releaseId === null ? undefined : await compiledFlows.release(releaseId)
  if (!compiledFlow)
    throw new ApiError('unauthorized', { message: 'Publish the bot first: it has no release to continue with' })
  return compiledFlow
}

/** Replaces the error for an inaccessible bot by one that fits this operation. */
function instead(notFound: ApiError) {
  return (error: unknown): never => {
    throw error instanceof ApiError && error.code === 'bot_not_found' ? notFound : error
  }
}

function moved(row: SessionRow, compiledFlow: CompiledFlow, now: number) {
  const session = JSON.parse(row.state) as Session
  const frames = session.frames.map((frame) =>
    frame.programId === row.releaseId ? { ...frame, programId: compiledFlow.id } : frame,
  )
  const state = JSON.stringify({ ...session, frames })
  return silentCommit(
    row,
    { state, releaseId: compiledFlow.id },
    { request: { releaseId: compiledFlow.id }, answer: { message: 'success' }, now },
  )
}
