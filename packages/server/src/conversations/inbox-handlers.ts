import { ApiError } from '@colloquy/api'
import { channels } from '@colloquy/channels'
import { hasInboxBots, roleCan, type Standing } from '@colloquy/permissions'
import {
  type Conversation,
  type ConversationFilter,
  type SessionRow,
  unassigned,
  type Workspace,
} from '@colloquy/storage'
import { admitToWorkspace } from '../access/access.js'
import { authenticate, type Caller } from '../access/auth.js'
import { isAdmitted } from '../access/is-admitted.js'
import { invalidCursor, readCursor, writeCursor } from '../http/cursor.js'
import { type Handlers, StreamResponse } from '../http/handler.js'
import { idempotencyKey } from '../http/idempotency-key.js'
import { publicUrl } from '../http/public-url.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { preferencesOf } from '../mail/preferences.js'
import { requestEntry } from '../observability/logger.js'
import type { Needs, Service } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { sessionEnd } from '../turns/commit.js'
import { hold, holderEvent, liveSession } from './change-holder.js'
import { conversationDocument, holderDocument, messageDocument } from './conversation-document.js'
import { resolve, returnToBot } from './hand-back-at.js'
import { inboxScope } from './inbox-scope.js'
import { liveConversations } from './live-conversations.js'
import { mentionedInNote, notifyMentioned } from './note-mentions.js'
import { offerToTeam } from './offer-to-team.js'
import { outgoingMessage } from './outgoing-message.js'
import { readConversation } from './read-conversation.js'

export const inboxHandlers: Handlers<
  | 'getInboxSetup'
  | 'saveInboxFilters'
  | 'listConversations'
  | 'searchConversations'
  | 'getConversation'
  | 'takeConversation'
  | 'sendToConversation'
  | 'updateConversation'
  | 'returnConversation'
  | 'reportTyping'
  | 'followInbox'
> = {
  async getInboxSetup({ storage }, { caller, workspace, standing }) {
    const scope = await inboxScope({ storage }, { caller, standing, workspaceId: workspace.id })
    const bots = await storage.bots.list(workspace.id, { isArchived: false })
    const people = (await storage.members.list(workspace.id)).filter(({ role }) => roleCan(role, 'inbox.use'))
    return {
      bots: bots.filter(({ id }) => scope?.has(id) ?? true).map(({ id, name }) => ({ id, name })),
      people: people.map(({ userId, user, role, inboxBots }) => ({
        id: userId,
        name: user.name ?? user.email ?? '',
        inboxBots: hasInboxBots(role) ? inboxBots && [...inboxBots] : null,
      })),
      teams: (await storage.teams.list(workspace.id)).map(({ id, name, memberIds }) => ({ id, name, memberIds })),
      channels: channels.map(({ type, label }) => ({ type, label })),
      filters: (preferencesOf(caller.user).inboxFilters ?? []).flatMap(({ workspaceId, id, name, query }) =>
        workspaceId === workspace.id ? [{ id, name, query }] : [],
      ),
    }
  },

  async saveInboxFilters({ storage, now }, { body: { filters }, caller: { user }, workspace }) {
    const preferences = preferencesOf(user)
    const others = (preferences.inboxFilters ?? []).filter(({ workspaceId }) => workspaceId !== workspace.id)
    const own = filters.map((filter) => ({ ...filter, workspaceId: workspace.id }))
    const kept = { ...preferences, inboxFilters: [...others, ...own] }
    await storage.users.update(user.id, { preferences: JSON.stringify(kept) }, now())
    return { filters }
  },

  async listConversations(service, { query, caller, workspace: { id }, standing }) {
    const { storage, secret } = service
    const { view, botId, channel, teamId, limit, cursor } = query
    const waitingBefore = query.waitingBefore === undefined ? undefined : Date.parse(query.waitingBefore)
    const list = `inbox ${id} ${view} ${waitingBefore === undefined ? 'newest' : 'waiting'}`
    const position = cursor === undefined ? undefined : readCursor(secret, list, cursor)
    if (cursor !== undefined && !position) throw invalidCursor()
    const before = position && { at: position.createdAt, sessionId: position.id }
    const scope = await inboxScope({ storage }, { caller, standing, workspaceId: id })
    const botIds = botId === undefined ? scope && [...scope] : (scope?.has(botId) ?? true) ? [botId] : []
    if (view === 'mentioned') {
      const search = { text: '', contactIds: [], mentioned: caller.user.id, botIds, channel, teamId }
      const found = await storage.conversations.search(id, search, maxFound)
      return { conversations: found.map(conversationDocument), nextCursor: null }
    }
    if (view === 'live') {
      // Nobody is asked for in these: they are of no team.
      const isListed = teamId === undefined
      const conversations = isListed ? await liveConversations(service, id, { botIds, channel, limit }) : []
      return { conversations, nextCursor: null }
    }
    const filter = { ...filterOf[view](caller.user.id), botIds, channel, teamId, waitingBefore }
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

  async searchConversations(service, { query: { search }, caller, workspace: { id }, standing }) {
    const { contacts, conversations } = service.storage
    const scope = await inboxScope(service, { caller, standing, workspaceId: id })
    const known = await contacts.list(id, { search }, { limit: maxContacts, bytes: service.config.limits.listBytes })
    const contactIds = known.contacts.map((contact) => contact.id)
    const found = await conversations.search(id, { text: search, contactIds, botIds: scope && [...scope] }, maxFound)
    return { conversations: found.map(conversationDocument) }
  },

  async getConversation(service, call) {
    const row = await sessionOf(service, call)
    return { ...(await shown(service, row)), botId: row.botId, ...(await readConversation(service, row)) }
  },

  async takeConversation(service, call) {
    service.inboxPresence.note(call.workspace.id, call.caller.user.id)
    const { id } = await sessionOf(service, call)
    const { from } = call.query
    return changed(service, await hold(service, id, personOf(call.caller, 'taken'), { seen: from }))
  },

  async sendToConversation(service, call) {
    const { body, caller, request, workspace } = call
    service.inboxPresence.note(workspace.id, caller.user.id)
    const row = await sessionOf(service, call)
    const { limits } = service.config
    const { kind, ...said } = body
    const now = service.now()
    const key = idempotencyKey(request) ?? newId()
    const outgoing =
      kind === 'person'
        ? await outgoingMessage(service, row, { key, said, publicUrl: publicUrl(service, request) })
        : undefined
    const mentioned = kind === 'note' ? await mentionedInNote(service, row, body.text) : []
    const message = {
      sessionId: row.id,
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
      mentions: mentioned.map(({ userId }) => userId),
    })
    if (outcome === undefined) throw new ApiError('conversation_not_held')
    if (outcome === 'full') throw new LimitExceeded('conversationMessages')
    const { message: stored } = outcome
    if (stored.content !== message.content || stored.kind !== kind) throw new ApiError('idempotency_key_reused')
    if (outgoing) service.inbox.attend(outgoing)
    if (outcome.isNew && mentioned.length > 0) {
      const note = { conversation: row, author: caller.user, text: body.text, mentioned }
      const failed = (error: unknown) =>
        request.log.error({ err: error, ...requestEntry(request) }, 'notifying the people whom a note mentions failed')
      setImmediate(() => void notifyMentioned(service, note).catch(failed))
    }
    return { message: messageDocument(stored) }
  },

  async updateConversation(service, call) {
    const { body, caller, request, workspace } = call
    service.inboxPresence.note(workspace.id, caller.user.id)
    const row = await sessionOf(service, call)
    const sessionId = row.id
    const { assigneeId, teamId, state, seen, snoozedUntil } = body
    if (teamId && !(await service.storage.teams.get(workspace.id, teamId))) throw new ApiError('team_not_found')
    if (typeof assigneeId === 'string') await assign(service, row, assigneeId, teamId)
    else if (assigneeId === null || teamId !== undefined) {
      const why = teamId === undefined ? unassigned : 'assigned'
      await hold(service, sessionId, { by: 'queue', why }, { teamId })
      if (teamId) await offerToTeam(service, sessionId)
    }
    const change: Partial<Conversation> = {
      ...(state && { state, snoozedUntil: null, resolvedAt: state === 'resolved' ? service.now() : null }),
      ...(state === 'resolved' && { waitingSince: null }),
      ...(snoozedUntil && { state: 'snoozed', snoozedUntil: Date.parse(snoozedUntil) }),
    }
    if (Object.keys(change).length > 0) {
      const isResolving = state === 'resolved'
      const { who, name, why } = resolvedBy(caller)
      const event = holderEvent(row, { who, why, ...(name && { name }), to: 'resolved' }, service.now())
      const options = isResolving ? { seen, event } : {}
      const updated = await service.storage.conversations.update(workspace.id, sessionId, change, options)
      if (!updated) throw new ApiError('conversation_not_found')
      if (isResolving && updated.state !== 'resolved') return changed(service, row)
    }
    if (state === 'resolved')
      await resolve(service, sessionId, { ...resolvedBy(caller), publicUrl: publicUrl(service, request) })
    return changed(service, await sessionOf(service, call))
  },

  async returnConversation(service, call) {
    const { body, caller, request } = call
    const { id } = await sessionOf(service, call)
    const { by: _, ...from } = personOf(caller, 'returned')
    const { group, returns } = body
    await returnToBot(service, id, { ...from, group, returns, publicUrl: publicUrl(service, request) })
    return changed(service, await sessionOf(service, call))
  },

  async reportTyping(service, call) {
    const { body, caller, workspace } = call
    const row = await sessionOf(service, call)
    const hold = holdOf(row)
    const { id, name } = caller.user
    service.inboxPresence.note(workspace.id, id)
    const isSpeaking = hold?.by === 'person' && hold.who === id
    await service.conversationFeeds.noteTyping({
      sessionId: row.id,
      workspaceId: workspace.id,
      botId: row.botId,
      by: isSpeaking ? body.kind : 'note',
      userId: id,
      ...(name && { name }),
    })
    return { message: 'success' }
  },

  async followInbox(service, { request, reply, caller, standing, workspace: { id } }) {
    let scope = await inboxScope(service, { caller, standing, workspaceId: id })
    const stream = service.conversationFeeds.followWorkspace(id, {
      userId: caller.user.id,
      onBeat: () => service.inboxPresence.note(id, caller.user.id),
      sees: (botId) => scope?.has(botId) ?? true,
      isAllowed: () =>
        isAdmitted(async () => {
          const now = await authenticate(service, request, 'read')
          const admitted = await admitToWorkspace(service.storage, now, 'inbox.use', id)
          scope = await inboxScope(service, { caller: now, standing: admitted.standing, workspaceId: id })
        }),
    })
    if (!stream) throw new ApiError('too_many_requests', { retryAfter: 30 })
    reply.raw.once('close', () => stream.destroy())
    if (reply.raw.destroyed) stream.destroy()
    return new StreamResponse(stream)
  },
}

/** Conversations that a search finds, and contacts whose conversations it lists. */
const maxFound = 50
const maxContacts = 100

/** Views of what is stored for the inbox. */
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

/** Lets another person speak, who sees the conversations of the bot; for a team, if it is given. */
async function assign(
  service: Service,
  { id, workspaceId, botId }: SessionRow,
  userId: string,
  teamId: string | null | undefined,
): Promise<void> {
  const { workspaces, members, users } = service.storage
  const role = await workspaces.role(workspaceId, userId)
  const bots = hasInboxBots(role) ? await members.inboxBots(workspaceId, userId) : null
  const isSeen = roleCan(role, 'inbox.use') && (bots?.includes(botId) ?? true)
  const user = isSeen ? await users.get(userId) : undefined
  if (!user) throw new ApiError('member_not_found')
  const by = { by: 'person' as const, who: userId, ...(user.name && { name: user.name }), why: 'assigned' }
  await hold(service, id, by, { teamId })
}

interface CallOfSession {
  params: { sessionId: string }
  caller: Caller
  workspace: Workspace
  standing: Standing
}

/** Returns a running session of a workspace whose conversations the caller sees. */
async function sessionOf(
  service: Needs<'storage' | 'now'>,
  { params: { sessionId }, caller, workspace, standing }: CallOfSession,
): Promise<SessionRow> {
  const row = await liveSession(service, sessionId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'session_not_found') throw error
  })
  if (row?.workspaceId !== workspace.id) throw new ApiError('conversation_not_found')
  const scope = await inboxScope(service, { caller, standing, workspaceId: workspace.id })
  if (scope && !scope.has(row.botId)) throw new ApiError('conversation_not_found')
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
