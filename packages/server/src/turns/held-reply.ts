import { ApiError } from '@colloquy/api'
import type { ReplyMessage } from '@colloquy/chat'
import type { Session } from '@colloquy/engine'
import type { Hold, SessionRow } from '@colloquy/storage'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Needs } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { sessionEnd } from './commit.js'

interface HeldReply {
  message?: ReplyMessage | undefined
  key?: string | undefined
  receivedAt?: number | undefined
}

/**
 * Takes a reply in a conversation in which people have spoken. One that was received while somebody other than the bot spoke is stored for
 * them, also if the bot has been given the conversation back since; returns the response, and the same one for a repeated request. Undefined
 * if the reply is for the bot.
 */
export async function heldReply(
  service: Needs<'storage' | 'config' | 'inboxPresence' | 'now'>,
  { row, session: { returnedAt = 0 } }: { row: SessionRow; session: Session },
  { message, key, receivedAt = Number.POSITIVE_INFINITY }: HeldReply,
): Promise<string | undefined> {
  const { conversations } = service.storage
  const content = JSON.stringify(message ?? null)
  const stored = key === undefined ? undefined : await conversations.byKey(row.id, key)
  if (stored && stored.content !== content) throw new ApiError('idempotency_key_reused')
  const hold = holdOf(row)
  if (stored) return heldAnswer(hold)
  const isLate = !hold && receivedAt < returnedAt
  if (!hold && !isLate) return undefined
  if (isLate && message?.type === 'no-answer') throw new ApiError('answer_required')
  if (message?.type !== 'text' && message?.type !== 'audio') return heldAnswer(hold)
  const { limits } = service.config
  const now = service.now()
  const outcome = await conversations.add(
    {
      sessionId: row.id,
      workspaceId: row.workspaceId,
      kind: 'visitor',
      authorId: null,
      authorName: null,
      content,
      key: key ?? null,
      createdAt: now,
    },
    { max: limits.conversationMessages, expiresAt: sessionEnd(now, limits.sessionHours), isLate },
  )
  if (outcome === 'full') throw new LimitExceeded('conversationMessages')
  if (outcome && hold?.by === 'person' && hold.who) await service.inboxPresence.expectAgain(row.workspaceId, hold.who)
  return outcome && heldAnswer(hold)
}

/** Response to a reply that was stored for somebody other than the bot. */
function heldAnswer(hold: Hold | undefined): string {
  return JSON.stringify({ messages: [], ...(hold && { heldBy: { by: hold.by, name: hold.name } }) })
}
