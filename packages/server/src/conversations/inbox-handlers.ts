import { ApiError } from '@colloquy/api'
import type { Conversation, ConversationFilter, SessionRow } from '@colloquy/storage'
import { admitToWorkspace } from '../access/access.js'
import { authenticate, type Caller } from '../access/auth.js'
import { isAdmitted } from '../access/is-admitted.js'
import { invalidCursor, readCursor, writeCursor } from '../http/cursor.js'
import { type Handlers, StreamResponse } from '../http/handler.js'
import { idempotencyKey } from '../http/idempotency-key.js'
import { publicUrl } from '../http/public-url.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Needs, Service } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { sessionEnd } from '../turns/commit.js'
import { hold, liveSession } from './change-holder.js'
import { conversationDocument, holderDocument, messageDocument } from './conversation-document.js'
import { resolve, returnToBot } from './hand-back-at.js'
import { outgoingMessage } from './outgoing-message.js'
import { readConversation } from './read-conversation.js'

export const inboxHandlers: Handlers<
  | 'listConversations'
  | 'getConversation'
  | 'takeConversation'
  | 'sendToConversation'
  | 'updateConversation'
  | 'returnConversation'
  | 'reportTyping'
  | 'followInbox'
> = {
  async listConversations({ storage, secret }, { query, caller, workspace: { id } }) {
    const { view, botId, channel, limit, cursor } = query
    const waitingBefore = query.waitingBefore === undefined ? undefined : Date.parse(query.waitingBefore)
    const list = `inbox ${id} ${view} ${waitingBefore === undefined ? 'newest' : 'waiting'}`
    const position = cursor === undefined ? undefined : readCursor(secret, list, cursor)
    if (cursor !== undefined && !position) throw invalidCursor()
    const before = position && { at: position.createdAt, sessionId: position.id }
    const filter = { ...filterOf[view](caller.user.id), botId, channel, waitingBefore }
    const found = await storage.conversations.listInbox(id, filter, { before, limit: limit + 1 })
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const lastAt = (last && waitingBefore !== undefined ? last.waitingSince : last?.lastAt) ?? 0
    return {
      conversations: rows.map(conversationDocument),
      nextCursor:
        found.length > limit && last ? writeCursor(secret, list, { createdAt: lastAt, id: last.sessionId }) : null,
    }
  },

  async getConversation(service, { params: { sessionId }, workspace }) {
    const row = await sessionOf(service, workspace.id, sessionId)
    return { ...(await shown(service, row)), botId: row.botId, ...(await readConversation(service, row)) }
  },

  async takeConversation(service, { params: { sessionId }, caller, workspace }) {
    service.inboxPresence.note(workspace.id, caller.user.id)
    await sessionOf(service, workspace.id, sessionId)
    return changed(service, await hold(service, sessionId, personOf(caller, 'taken')))
  },

  async sendToConversation(service, { params: { sessionId }, body, caller, request, workspace }) {
    service.inboxPresence.note(workspace.id, caller.user.id)
    const row = await sessionOf(service, workspace.id, sessionId)
    const { limits } = service.config
    const { kind, ...said } = body
    const now = service.now()
    const key = idempotencyKey(request) ?? newId()
    const outgoing =
      kind === 'person'
        ? await outgoingMessage(service, row, { key, said, publicUrl: publicUrl(service, request) })
        : undefined
    const message = {
      sessionId,
      workspaceId: workspace.id,
      kind,
      authorId: caller.user.id,
      authorName: caller.user.name,
      content: JSON.stringify(said),
      key,
      createdAt: now,
    }
    const outcome = await service.storage.conversations.add(message, {
      max: limits.conversationMessages,
      expiresAt: sessionEnd(now, limits.sessionHours),
      outgoing,
    })
    if (outcome === undefined) throw new ApiError('conversation_not_held')
    if (outcome === 'full') throw new LimitExceeded('conversationMessages')
    const { message: stored } = outcome
    if (stored.content !== message.content || stored.kind !== kind) throw new ApiError('idempotency_key_reused')
    if (outgoing) service.inbox.attend(outgoing)
    return { message: messageDocument(stored) }
  },

  async updateConversation(service, { params: { sessionId }, body, caller, request, workspace }) {
    service.inboxPresence.note(workspace.id, caller.user.id)
    const row = await sessionOf(service, workspace.id, sessionId)
    const { assigneeId, state, seen, snoozedUntil } = body
    const by = personOf(caller, 'assigned')
    if (assigneeId === null) await hold(service, sessionId, { by: 'queue', why: by.why })
    else if (assigneeId !== undefined) await assign(service, workspace.id, sessionId, assigneeId)
    const change: Partial<Conversation> = {
      ...(state && { state, snoozedUntil: null, resolvedAt: state === 'resolved' ? service.now() : null }),
      ...(state === 'resolved' && { waitingSince: null }),
      ...(snoozedUntil && { state: 'snoozed', snoozedUntil: Date.parse(snoozedUntil) }),
    }
    if (Object.keys(change).length > 0) {
      const isResolving = state === 'resolved'
      const options = isResolving ? { seen } : {}
      const updated = await service.storage.conversations.update(workspace.id, sessionId, change, options)
      if (!updated) throw new ApiError('conversation_not_found')
      if (isResolving && updated.state !== 'resolved') return changed(service, row)
    }
    if (state === 'resolved')
      await resolve(service, sessionId, { ...resolvedBy(caller), publicUrl: publicUrl(service, request) })
    return changed(service, await sessionOf(service, workspace.id, row.id))
  },

  async returnConversation(service, { params: { sessionId }, body, caller, request, workspace }) {
    await sessionOf(service, workspace.id, sessionId)
    const { by: _, ...from } = personOf(caller, 'returned')
    const { group, returns } = body
    await returnToBot(service, sessionId, { ...from, group, returns, publicUrl: publicUrl(service, request) })
    return changed(service, await sessionOf(service, workspace.id, sessionId))
  },

  async reportTyping(service, { params: { sessionId }, body, caller, workspace }) {
    const row = await sessionOf(service, workspace.id, sessionId)
    const hold = holdOf(row)
    const { id, name } = caller.user
    service.inboxPresence.note(workspace.id, id)
    const isSpeaking = hold?.by === 'person' && hold.who === id
    await service.conversationFeeds.noteTyping({
      sessionId,
      workspaceId: workspace.id,
      by: isSpeaking ? body.kind : 'note',
      userId: id,
      ...(name && { name }),
    })
    return { message: 'success' }
  },

  async followInbox(service, { request, reply, caller, workspace: { id } }) {
    const stream = service.conversationFeeds.followWorkspace(
      id,
      () =>
        isAdmitted(async () => {
          const now = await authenticate(service, request, 'read')
          return admitToWorkspace(service.storage, now, 'inbox.use', id)
        }),
      () => service.inboxPresence.note(id, caller.user.id),
    )
    if (!stream) throw new ApiError('too_many_requests', { retryAfter: 30 })
    reply.raw.once('close', () => stream.destroy())
    if (reply.raw.destroyed) stream.destroy()
    return new StreamResponse(stream)
  },
}

type View = 'mine' | 'unassigned' | 'answered' | 'open' | 'snoozed' | 'resolved' | 'returned'

const filterOf: Readonly<Record<View, (userId: string) => ConversationFilter>> = {
  mine: (assigneeId) => ({ state: 'open', assigneeId }),
  unassigned: () => ({ state: 'open', assigneeId: null }),
  answered: () => ({ state: 'open', isAnswered: true }),
  open: () => ({ state: 'open' }),
  snoozed: () => ({ state: 'snoozed' }),
  resolved: () => ({ state: 'resolved' }),
  returned: () => ({ state: 'returned' }),
}

const resolvedBy = (caller: Caller) => {
  const { by: _, ...from } = personOf(caller, 'resolved')
  return from
}

/** The caller as the holder of a conversation. */
function personOf({ user: { id, name } }: Caller, why: string) {
  return { by: 'person' as const, who: id, ...(name && { name }), why }
}

async function assign(service: Service, workspaceId: string, sessionId: string, userId: string): Promise<void> {
  const { workspaces, users } = service.storage
  const role = await workspaces.role(workspaceId, userId)
  const user = role === undefined || role === 'GUEST' ? undefined : await users.get(userId)
  if (!user) throw new ApiError('member_not_found')
  await hold(service, sessionId, { by: 'person', who: userId, ...(user.name && { name: user.name }), why: 'assigned' })
}

/** Returns a running session of a workspace. */
async function sessionOf(
  service: Needs<'storage' | 'now'>,
  workspaceId: string,
  sessionId: string,
): Promise<SessionRow> {
  const row = await liveSession(service, sessionId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'session_not_found') throw error
  })
  if (row?.workspaceId !== workspaceId) throw new ApiError('conversation_not_found')
  return row
}

async function shown({ storage }: Needs<'storage'>, row: SessionRow) {
  const conversation = await storage.conversations.get(row.workspaceId, row.id)
  return { conversation: conversation ? conversationDocument(conversation) : null, holder: holderDocument(row) }
}

async function changed(service: Needs<'storage'>, row: SessionRow) {
  const { conversation, holder } = await shown(service, row)
  if (!conversation) throw new ApiError('conversation_not_found')
  return { conversation, holder }
}
