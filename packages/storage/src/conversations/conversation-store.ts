import { all, type Database, get, type RawRow, run, type Work } from '../database.js'
import { conversations, messages, onListedAgain } from '../holders/conversation-tables.js'
import {
  type Conversation,
  type ConversationMessage,
  type ConversationMessageKind,
  conversationStates,
  type Hold,
  notRated,
  shownText,
} from '../holders/holders.js'
import { inbox } from '../messaging/messaging-tables.js'
import type { SqlValue } from '../table.js'
import { conversationSearch, wordOfMention, words, wordsOf } from './conversation-search.js'
import { withVisitors } from './conversation-visitors.js'
import type { ConversationFilter, ConversationStore, InboxListing, NewConversationMessage } from './conversations.js'
import { awayTime } from './inbox-presence-store.js'
import { listLive } from './live-conversations.js'
import { savedReplyStore } from './saved-replies.js'
import { countChoice, noteChoice, withKnownTeams } from './team-store.js'

const ofKey = `SELECT ${messages.columns} FROM conversation_messages WHERE session_id = ? AND key = ?`
const ofSession = 'session_id = ? AND workspace_id = ?'

export function conversationStore(database: Database): ConversationStore {
  const { forUpdate, skipLocked, isOneOf } = database.dialect
  const lockSession =
    'SELECT version, held, expires_at AS "expiresAt" FROM sessions ' +
    `WHERE id = ? AND workspace_id = ? AND expires_at > 0${forUpdate}`
  const find = `SELECT ${conversations.columns} FROM conversations WHERE ${ofSession}`
  const { search } = conversationSearch(database)
  const shown = async (rows: readonly Conversation[]) => withVisitors(database, await withKnownTeams(database, rows))
  const readAll = (rows: RawRow[]) => shown(rows.map((row) => conversations.read(row)))

  /** Part of a transaction: searches find a conversation by these words. */
  function* index(sessionId: string, workspaceId: string, found: readonly string[]): Work<void> {
    const rows = found.map((word) => words.values({ sessionId, workspaceId, word }))
    yield* database.insertRows(words, rows, 'ON CONFLICT DO NOTHING')
  }

  return {
    ...savedReplyStore(database),
    async hold({ id, workspaceId, version, updatedAt }, change, event, listing) {
      const sql =
        'UPDATE sessions SET held = ?, state = ?, updated_at = ?, expires_at = ?, ended_at = ?, no_answer_at = ? ' +
        'WHERE id = ? AND workspace_id = ? AND version = ? AND updated_at = ? AND expires_at > 0'
      const { held, state, updatedAt: at, expiresAt, endedAt, noAnswerAt } = change
      const values = [held, state, at, expiresAt, endedAt, noAnswerAt]
      const { choice } = listing
      return database.transaction(function* () {
        if (choice && !(yield* countChoice(workspaceId, choice))) return false
        if ((yield* run(sql, ...values, id, workspaceId, version, updatedAt)) === 0) return false
        yield* append(event, version)
        yield* putInInbox(event, listing)
        if (choice) yield* noteChoice(workspaceId, choice)
        if (listing.text) yield* index(id, workspaceId, wordsOf(listing.text))
        yield* database.changed('holders', id)
        yield* database.changed('conversations', id)
        return true
      })
    },
    async add(message, { max, expiresAt, outgoing, mentions = [], isLate = false }) {
      const { sessionId, workspaceId, key } = message
      const extend = 'UPDATE sessions SET expires_at = ? WHERE id = ? AND workspace_id = ?'
      return database.transaction(function* () {
        const session = yield* get<{ version: number; held: string | null; expiresAt: number }>(
          lockSession,
          sessionId,
          workspaceId,
        )
        if (!session) return undefined
        const stored = key === null ? undefined : yield* get(ofKey, sessionId, key)
        if (stored) return { message: messages.read(stored), isNew: false }
        if (!isLate && !mayAdd[message.kind](session.held, message)) return undefined
        const added = yield* append(message, session.version, max)
        if (!added) return 'full'
        if (session.expiresAt < expiresAt) yield* run(extend, expiresAt, sessionId, workspaceId)
        if (outgoing) yield* run(inbox.insert, ...inbox.values(outgoing))
        yield* noteMessage(added, isLate)
        yield* index(sessionId, workspaceId, [...wordsOf(textOf(added)), ...mentions.map(wordOfMention)])
        yield* database.changed('conversations', sessionId)
        return { message: added, isNew: true }
      })
    },
    async listInbox(workspaceId, filter, { before, limit }) {
      const { sql, values } = conditions(filter)
      const [column, direction, compares] =
        filter.waitingBefore === undefined
          ? (['last_at', 'DESC', '<'] as const)
          : (['waiting_since', 'ASC', '>'] as const)
      const after = before ? ` AND (${column}, session_id) ${compares} (?, ?)` : ''
      const listed = (ofBot: string) =>
        `SELECT ${conversations.columns} FROM conversations WHERE workspace_id = ? AND ${sql}${after}${ofBot} ` +
        `ORDER BY ${column} ${direction}, session_id ${direction} LIMIT ?`
      const given = [workspaceId, ...values, ...(before ? [before.at, before.sessionId] : [])]
      const { botIds } = filter
      if (botIds === undefined) return readAll(await database.all(listed(''), ...given, limit))
      if (botIds.length === 0) return []
      // Each bot has its part of an index in the order of the list.
      const ofBots = botIds.map(() => `SELECT * FROM (${listed(' AND bot_id = ?')}) AS of_bot`).join(' UNION ALL ')
      const property = column === 'last_at' ? 'lastAt' : 'waitingSince'
      const rows = await database.all(
        `SELECT * FROM (${ofBots}) AS found ORDER BY "${property}" ${direction}, "sessionId" ${direction} LIMIT ?`,
        ...botIds.flatMap((botId) => [...given, botId, limit]),
        limit,
      )
      return readAll(rows)
    },
    listLive: (workspaceId, botIds, span) => listLive(database, workspaceId, botIds, span),
    async search(workspaceId, searched, limit) {
      return shown(await search(workspaceId, searched, limit))
    },
    async get(workspaceId, sessionId) {
      const row = await database.get(find, sessionId, workspaceId)
      return row && (await readAll([row]))[0]
    },
    async update(workspaceId, sessionId, change, { event, isOfBot, seen } = {}) {
      const later =
        "SELECT 1 AS found FROM conversation_messages WHERE session_id = ? AND number > ? AND kind = 'visitor' LIMIT 1"
      const { sql, values } = conversations.assignments(change)
      return database.transaction(function* () {
        const session = yield* get<{ version: number; held: string | null }>(lockSession, sessionId, workspaceId)
        if (!session || (isOfBot && session.held !== null)) return undefined
        if (seen !== undefined && (yield* get(later, sessionId, seen))) {
          const row = yield* get(find, sessionId, workspaceId)
          return row && conversations.read(row)
        }
        const changed = yield* run(
          `UPDATE conversations SET ${sql} WHERE ${ofSession}`,
          ...values,
          sessionId,
          workspaceId,
        )
        if (changed === 0) return undefined
        if (event) yield* append(event, session.version)
        yield* database.changed('conversations', sessionId)
        const row = yield* get(find, sessionId, workspaceId)
        return row && conversations.read(row)
      })
    },
    async rate(workspaceId, sessionId, { rating, comment, at }) {
      const isRatable = "state = 'resolved' AND assignee_id IS NOT NULL"
      const sql = `UPDATE conversations SET rating = ?, rating_comment = ?, rated_at = ? WHERE ${ofSession} AND ${isRatable} AND rating IS NULL`
      const known = `SELECT 1 AS found FROM conversations WHERE ${ofSession} AND rating IS NOT NULL`
      return database.transaction(function* () {
        const changed = yield* run(sql, rating, comment, at, sessionId, workspaceId)
        if (changed === 0) return (yield* get(known, sessionId, workspaceId)) ? 'rated' : undefined
        yield* database.changed('conversations', sessionId)
        return 'stored'
      })
    },
    async wake(now, limit) {
      const due =
        "SELECT session_id AS id FROM conversations WHERE state = 'snoozed' AND snoozed_until <= ? " +
        `ORDER BY snoozed_until LIMIT ?${skipLocked}`
      return database.transaction(function* () {
        const ids = (yield* all<{ id: string }>(due, now, limit)).map(({ id }) => id)
        if (ids.length === 0) return 0
        const assignees = `SELECT workspace_id, assignee_id FROM conversations WHERE session_id ${isOneOf} AND assignee_id IS NOT NULL`
        const expectAssignees = `UPDATE inbox_presence SET away_at = ${awayTime} WHERE away_at IS NULL AND (workspace_id, user_id) IN (${assignees})`
        const wake =
          "UPDATE conversations SET state = 'open', snoozed_until = NULL WHERE state = 'snoozed' AND session_id"
        yield* run(`${wake} ${isOneOf}`, ids)
        yield* run(expectAssignees, now, ids)
        for (const id of ids) yield* database.changed('conversations', id)
        return ids.length
      })
    },
    async byKey(sessionId, key) {
      const row = await database.get(ofKey, sessionId, key)
      return row && messages.read(row)
    },
    async list(sessionId, { after, limit }) {
      const sql =
        `SELECT ${messages.columns} FROM conversation_messages WHERE session_id = ? AND number > ? ` +
        'ORDER BY number LIMIT ?'
      return (await database.all(sql, sessionId, after, limit)).map((row) => messages.read(row))
    },
    async latest(sessionId, limit) {
      const sql = `SELECT ${messages.columns} FROM conversation_messages WHERE session_id = ? ORDER BY number DESC LIMIT ?`
      return (await database.all(sql, sessionId, limit)).map((row) => messages.read(row)).reverse()
    },
  }
}

/**
 * Which kinds of messages a conversation takes: a person of the workspace speaks only as its holder, a visitor only while the bot does not. One
 * who has answered elsewhere has spoken already.
 */
const mayAdd: Readonly<
  Record<ConversationMessageKind, (held: string | null, message: NewConversationMessage) => boolean>
> = {
  visitor: (held) => held !== null,
  person: (held, { authorId }) => {
    if (authorId === null) return true
    const hold = held === null ? undefined : (JSON.parse(held) as Hold)
    return hold?.by === 'person' && hold.who === authorId
  },
  note: () => true,
  event: () => true,
}

/** Part of a transaction that has locked the session. Undefined if it has `max` messages. */
function* append(
  message: NewConversationMessage,
  afterTurn: number,
  max = Number.POSITIVE_INFINITY,
): Work<ConversationMessage | undefined> {
  const last = yield* get<{ number: number }>(
    'SELECT number FROM conversation_messages WHERE session_id = ? ORDER BY number DESC LIMIT 1',
    message.sessionId,
  )
  const number = (last?.number ?? 0) + 1
  if (number > max) return undefined
  const row = { ...message, number, afterTurn }
  yield* run(messages.insert, ...messages.values(row))
  return row
}

/** Part of a transaction: a conversation is in the inbox from its first holder on. */
function* putInInbox({ sessionId, workspaceId, createdAt }: NewConversationMessage, listing: InboxListing): Work<void> {
  const { botId, channel, state, assigneeId, teamId, lastText = '' } = listing
  const isOpen = state === 'open'
  const row: Conversation = {
    sessionId,
    workspaceId,
    botId,
    channel,
    state,
    assigneeId: assigneeId ?? null,
    teamId: teamId ?? null,
    lastText,
    lastAt: createdAt,
    waitingSince: isOpen && !assigneeId ? createdAt : null,
    snoozedUntil: null,
    openedAt: createdAt,
    firstResponseAt: null,
    resolvedAt: isOpen ? null : createdAt,
    ...notRated,
  }
  yield* run(
    `${conversations.insert} ${onListedAgain({ hasAssignee: assigneeId !== undefined, hasTeam: teamId !== undefined, isOpen })}`,
    ...conversations.values(row),
  )
}

/** The text of a message, or the address of its file. */
function textOf({ content }: Pick<ConversationMessage, 'content'>): string {
  const { text, url } = JSON.parse(content) as { text?: string; url?: string }
  return text ?? url ?? ''
}

/**
 * Part of a transaction: what a message changes in the inbox. A reply of the visitor opens the conversation again. One that is late does so only if it
 * was resolved: otherwise the bot was to speak.
 */
function* noteMessage(
  { sessionId, workspaceId, kind, content, createdAt }: ConversationMessage,
  isLate: boolean,
): Work<void> {
  if (kind === 'note' || kind === 'event') return
  const text = shownText(textOf({ content }))
  const set = 'last_text = ?, last_at = ?'
  if (isLate) {
    yield* run(`UPDATE conversations SET ${set} WHERE ${ofSession}`, text, createdAt, sessionId, workspaceId)
    yield* run(
      "UPDATE conversations SET state = 'open', waiting_since = ?, resolved_at = NULL " +
        `WHERE ${ofSession} AND state = 'resolved'`,
      ...[createdAt, sessionId, workspaceId],
    )
    return
  }
  const sql =
    kind === 'visitor'
      ? `${set}, state = 'open', snoozed_until = NULL, waiting_since = coalesce(waiting_since, ?)`
      : `${set}, waiting_since = NULL, first_response_at = coalesce(first_response_at, ?)`
  yield* run(
    `UPDATE conversations SET ${sql} WHERE ${ofSession}`,
    ...[text, createdAt, createdAt],
    sessionId,
    workspaceId,
  )
}

function conditions({ state, assigneeId, channel, teamId, waitingBefore, isAnswered }: ConversationFilter) {
  // Written out, so that partial indexes apply.
  const parts = [`state = '${conversationStates.find((known) => known === state)}'`]
  const values: SqlValue[] = []
  if (assigneeId === null) parts.push('assignee_id IS NULL')
  const add = (sql: string, value: SqlValue | undefined) => {
    if (value === undefined || value === null) return
    parts.push(sql)
    values.push(value)
  }
  add('assignee_id = ?', assigneeId)
  add('channel = ?', channel)
  add('team_id = ?', teamId)
  add('waiting_since < ?', waitingBefore)
  if (isAnswered) parts.push('waiting_since IS NULL')
  return { sql: parts.join(' AND '), values }
}
