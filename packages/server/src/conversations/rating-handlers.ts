import { ApiError } from '@colloquy/api'
import type { Conversation, SessionRow } from '@colloquy/storage'
import { referrerOf } from '../http/allowed-origin.js'
import type { Handlers } from '../http/handler.js'
import type { Needs } from '../service.js'
import { openSession } from '../sessions/open-session.js'

export const ratingHandlers: Handlers<'getRating' | 'rateConversation'> = {
  async getRating(service, { params: { sessionId }, request }) {
    const { row } = await openSession(service, { sessionId, referrer: referrerOf(service, request) })
    const conversation = await service.storage.conversations.get(row.workspaceId, row.id)
    return { mayRate: mayRate(conversation), rating: conversation?.rating ?? null }
  },

  async rateConversation(service, { params: { sessionId }, body, request }) {
    const { row } = await openSession(service, { sessionId, referrer: referrerOf(service, request) })
    await rate(service, row, body)
    return { message: 'success' }
  },
}

/** True if a person has resolved the conversation, and it has no rating. */
export const mayRate = (conversation: Pick<Conversation, 'state' | 'assigneeId' | 'rating'> | undefined): boolean =>
  conversation?.state === 'resolved' && conversation.assigneeId !== null && conversation.rating === null

/** Stores a rating. Throws `rating_not_expected` for one that is not the first, or too early; repeating the first one changes nothing. */
export async function rate(
  { storage, now }: Needs<'storage' | 'now'>,
  { id, workspaceId }: Pick<SessionRow, 'id' | 'workspaceId'>,
  { rating, comment }: { rating: number; comment?: string | undefined },
): Promise<void> {
  const given = { rating, comment: comment || null, at: now() }
  const outcome = await storage.conversations.rate(workspaceId, id, given)
  if (outcome === 'stored') return
  const stored = outcome === 'rated' ? await storage.conversations.get(workspaceId, id) : undefined
  if (stored?.rating !== rating || stored.ratingComment !== given.comment) throw new ApiError('rating_not_expected')
}
