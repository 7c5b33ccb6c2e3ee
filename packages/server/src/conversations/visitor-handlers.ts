import { ApiError } from '@colloquy/api'
import type { ConversationMessage } from '@colloquy/storage'
import { isAdmitted } from '../access/is-admitted.js'
import { referrerOf } from '../http/allowed-origin.js'
import { type Handlers, StreamResponse } from '../http/handler.js'
import type { Needs } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { openSession } from '../sessions/open-session.js'
import { contentOf, messageDocument } from './conversation-document.js'
import { maxTurnLength } from './max-turn-length.js'

export const visitorHandlers: Handlers<'listMessages' | 'followMessages' | 'reportVisitorTyping'> = {
  async listMessages(service, { params: { sessionId }, query, request }) {
    const found = await service.storage.conversations.list(sessionId, { after: query.after, limit: messagesAtOnce })
    // Read last: a turn in which the bot continues ends the hold.
    const { row } = await openSession(service, { sessionId, referrer: referrerOf(service, request) })
    const hold = holdOf(row)
    const settled = hold ? withoutPending(found, service.now()) : found
    const shown = []
    for (const message of settled) {
      if (message.kind === 'note') continue
      const { authorId: _, ...document } = messageDocument(message)
      const turn = await turnOf(service, message)
      shown.push({ ...document, ...(turn !== undefined && { turn }) })
    }
    return {
      messages: shown,
      last: settled.at(-1)?.number ?? query.after,
      heldBy: hold ? { by: hold.by, name: hold.name ?? null } : null,
      isFollowed: service.conversationFeeds.isFollowed(row.workspaceId),
    }
  },

  async followMessages(service, { params: { sessionId }, request, reply }) {
    const referrer = referrerOf(service, request)
    await openSession(service, { sessionId, referrer })
    const stream = service.conversationFeeds.followSession(sessionId, () =>
      isAdmitted(() => openSession(service, { sessionId, referrer })),
    )
    if (!stream) throw new ApiError('too_many_requests', { retryAfter: 30 })
    reply.raw.once('close', () => stream.destroy())
    if (reply.raw.destroyed) stream.destroy()
    return new StreamResponse(stream)
  },

  async reportVisitorTyping(service, { params: { sessionId }, request }) {
    const { row } = await openSession(service, { sessionId, referrer: referrerOf(service, request) })
    if (row.held !== null)
      await service.conversationFeeds.noteTyping({
        sessionId,
        workspaceId: row.workspaceId,
        botId: row.botId,
        by: 'visitor',
      })
    return { message: 'success' }
  },
}

const messagesAtOnce = 100

/**
 * The messages before one that announces a turn that is not committed yet: the page of the visitor waits for both, or it would know that the
 * bot speaks, and never what it said.
 */
function withoutPending(messages: readonly ConversationMessage[], now: number): readonly ConversationMessage[] {
  const index = messages.findLastIndex(({ kind }) => kind === 'event')
  const event = messages[index]
  const isPending = event && contentOf(event).turnKey !== undefined && now - event.createdAt < maxTurnLength
  return isPending ? messages.slice(0, index) : messages
}

/** The response of the bot at the group at which it continued. */
async function turnOf({ storage }: Needs<'storage'>, message: ConversationMessage): Promise<unknown> {
  const { turnKey } = message.kind === 'event' ? contentOf(message) : {}
  const turn = turnKey === undefined ? undefined : await storage.sessions.turnByKey(message.sessionId, turnKey)
  return turn && JSON.parse(turn.answer)
}
