import { type Database, get, run, type Work } from '../database.js'
import { Table } from '../table.js'
import type {
  ConversationMessage,
  ConversationMessageKind,
  ConversationStore,
  NewConversationMessage,
} from './conversations.js'

const messages = new Table<ConversationMessage>('conversation_messages', {
  sessionId: 'text',
  number: 'integer',
  workspaceId: 'text',
  kind: 'text',
  authorId: 'text',
  authorName: 'text',
  content: 'text',
  key: 'text',
  afterTurn: 'integer',
  createdAt: 'integer',
})

const ofKey = `SELECT ${messages.columns} FROM conversation_messages WHERE session_id = ? AND key = ?`

export function conversationStore(database: Database): ConversationStore {
  return {
    async hold({ id, workspaceId, version, updatedAt }, change, event) {
      const sql =
        'UPDATE sessions SET held = ?, state = ?, updated_at = ?, expires_at = ?, ended_at = ? ' +
        'WHERE id = ? AND workspace_id = ? AND version = ? AND updated_at = ? AND expires_at > 0'
      const values = [change.held, change.state, change.updatedAt, change.expiresAt, change.endedAt]
      return database.transaction(function* () {
        if ((yield* run(sql, ...values, id, workspaceId, version, updatedAt)) === 0) return false
        yield* append(event, version)
        yield* database.changed('conversations', id)
        return true
      })
    },
    async add(message, { max, expiresAt }) {
      const { sessionId, workspaceId, kind, key } = message
      const find =
        'SELECT version, held, expires_at AS "expiresAt" FROM sessions ' +
        `WHERE id = ? AND workspace_id = ? AND expires_at > 0${database.dialect.forUpdate}`
      const extend = 'UPDATE sessions SET expires_at = ? WHERE id = ? AND workspace_id = ?'
      return database.transaction(function* () {
        const session = yield* get<{ version: number; held: string | null; expiresAt: number }>(
          find,
          sessionId,
          workspaceId,
        )
        if (!session) return undefined
        const stored = key === null ? undefined : yield* get(ofKey, sessionId, key)
        if (stored) return { message: messages.read(stored), isNew: false }
        if (session.held === null && needsHolder[kind]) return undefined
        const added = yield* append(message, session.version, max)
        if (!added) return 'full'
        if (session.expiresAt < expiresAt) yield* run(extend, expiresAt, sessionId, workspaceId)
        yield* database.changed('conversations', sessionId)
        return { message: added, isNew: true }
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
  }
}

/** Kinds of messages that are stored only while somebody other than the bot speaks. */
const needsHolder: Readonly<Record<ConversationMessageKind, boolean>> = {
  visitor: true,
  person: true,
  note: false,
  event: false,
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
