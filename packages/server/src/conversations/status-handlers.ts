import { ApiError } from '@colloquy/api'
import { can } from '@colloquy/permissions'
import type { SessionRow } from '@colloquy/storage'
import { admitToBotSummary } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import type { Handlers } from '../http/handler.js'
import { publicUrl } from '../http/public-url.js'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { close, hold, liveSession } from './change-holder.js'
import { returnToBot } from './hand-back-at.js'

export const statusHandlers: Handlers<'changeSessionStatus'> = {
  async changeSessionStatus(service, { params: { sessionId }, body, caller, request }) {
    await admit(service, caller, sessionId)
    const { status, group, returns } = body
    const by = { who: caller.user.id, why: 'api' }
    if (status === 'paused') await hold(service, sessionId, { ...by, by: 'elsewhere' })
    else if (status === 'closed') await close(service, sessionId, by)
    else await returnToBot(service, sessionId, { ...by, group, returns, publicUrl: publicUrl(service, request) })
    return shownStatus(await liveSession(service, sessionId))
  },
}

function shownStatus(row: SessionRow) {
  const current = holdOf(row)
  return {
    status: row.endedAt !== null ? ('closed' as const) : current ? ('paused' as const) : ('bot' as const),
    heldBy: current?.by ?? ('bot' as const),
    since: current ? timestamp(current.since) : null,
  }
}

async function admit(service: Needs<'storage' | 'now'>, caller: Caller, sessionId: string): Promise<void> {
  const { botId } = await liveSession(service, sessionId)
  const { bot, standing } = await admitToBotSummary(service.storage, caller, 'bot.read', botId).catch(
    (error: unknown) => {
      throw error instanceof ApiError && error.status < 500 ? new ApiError('session_not_found') : error
    },
  )
  if (bot.isDeleted || !can(standing, 'inbox.answer'))
    throw new ApiError('unauthorized', { message: 'You may read this bot, but not speak in its conversations' })
}
