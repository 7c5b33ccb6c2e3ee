import { changePerson, releaseIdentifier } from '../contacts/person-change.js'
import { all, type Database, get, run, type Work } from '../database.js'
import { maySend } from '../holders/may-send.js'
import { takeSlot } from '../quotas.js'
import { Table } from '../table.js'
import {
  type ContactKey,
  type LeasedContact,
  type MessagingStore,
  type NamedContact,
  type SentState,
  sentStates,
  type VerifyToken,
  type WebhookField,
} from './messaging.js'
import { inbox } from './messaging-tables.js'

const contacts = new Table<LeasedContact>('correspondents', {
  workspaceId: 'text',
  credentialsId: 'text',
  sender: 'text',
  number: 'text',
  userId: 'text',
  sessionId: 'text',
  sessionEndsAt: 'integer',
  lastMessageAt: 'integer',
  optedOutAt: 'integer',
  cappedUntil: 'integer',
})

const verifyTokens = new Table<VerifyToken>('verify_tokens', {
  hash: 'text',
  workspaceId: 'text',
  credentialsId: 'text',
  expiresAt: 'integer',
})

const ofKey = 'workspace_id = ? AND credentials_id = ? AND sender = ?'
const keyOf = ({ workspaceId, credentialsId, sender }: ContactKey) => [workspaceId, credentialsId, sender]
const isFree = '(leased_until IS NULL OR leased_until <= ?)'

export function messagingStore(database: Database): MessagingStore {
  const find = async (where: string, ...values: string[]) => {
    const row = await database.get(`SELECT ${contacts.columns} FROM correspondents WHERE ${where}`, ...values)
    return row && contacts.read(row)
  }
  return {
    async receive(messages, isWritten, named = []) {
      const owners = new Set(messages.filter(({ handledAt }) => handledAt === null).map((it) => it.workspaceId))
      const senders = new Map(messages.map((message) => [JSON.stringify(keyOf(message)), message]))
      const at = isWritten ? Math.max(...messages.map(({ receivedAt }) => receivedAt)) : null
      return database.transaction(function* () {
        for (const owner of owners) yield* takeSlot(database, 'waitingMessages', owner)
        yield* receiveFrom(database, [...senders.values()], at)
        for (const one of named) yield* identify(database, one)
        const rows = messages.map((message) => inbox.values(message))
        return (yield* database.insertRows(inbox, rows, onlyNewMessages)).map(({ id }) => id as string)
      })
    },
    async due(now, limit) {
      const sql =
        'SELECT workspace_id AS "workspaceId", credentials_id AS "credentialsId", sender FROM inbox ' +
        'JOIN correspondents USING (workspace_id, credentials_id, sender) ' +
        `WHERE handled_at IS NULL AND due_at <= ? AND ${isFree} ` +
        'GROUP BY workspace_id, credentials_id, sender ' +
        'ORDER BY row_number() OVER (PARTITION BY workspace_id ORDER BY min(due_at)), min(due_at) LIMIT ?'
      return database.all<ContactKey & Record<string, unknown>>(sql, now, now, limit)
    },
    async lease(key, owner, now, until) {
      const sql =
        `UPDATE correspondents SET leased_by = ?, leased_until = ? WHERE ${ofKey} AND ${isFree} ` +
        `RETURNING ${contacts.columns}`
      const row = await database.returning(sql, owner, until, ...keyOf(key), now)
      return row && contacts.read(row)
    },
    async extendLeases(owner, until) {
      await database.run('UPDATE correspondents SET leased_until = ? WHERE leased_by = ?', until, owner)
    },
    async release(key, owner) {
      const sql = `UPDATE correspondents SET leased_by = NULL, leased_until = NULL WHERE ${ofKey} AND leased_by = ?`
      await database.run(sql, ...keyOf(key), owner)
    },
    async freeAll() {
      await database.run('UPDATE correspondents SET leased_by = NULL, leased_until = NULL WHERE leased_by IS NOT NULL')
    },
    async waiting(key, limit) {
      const sql =
        `SELECT ${inbox.columns} FROM inbox WHERE ${ofKey} AND handled_at IS NULL ` +
        'ORDER BY sent_at, received_at, position, id LIMIT ?'
      return (await database.all(sql, ...keyOf(key), limit)).map((row) => inbox.read(row))
    },
    async join(workspaceId, ids) {
      const sql = 'UPDATE inbox SET reply_id = ? WHERE workspace_id = ? AND id = ?'
      await database.transaction(function* () {
        for (const id of ids) yield* run(sql, ids[0] as string, workspaceId, id)
      })
    },
    async progress(workspaceId, id, change, sent) {
      const { sql, values } = inbox.assignments(change)
      const set = `UPDATE inbox SET ${sql}, sending_at = NULL WHERE workspace_id = ? AND id = ?`
      if (!sent) {
        await database.run(set, ...values, workspaceId, id)
        return
      }
      const { sessionId, providerId, key, at } = sent
      // A session that was deleted meanwhile has no messages.
      const add =
        'INSERT INTO sent_messages (credentials_id, provider_id, workspace_id, session_id, key, state, state_at) ' +
        "SELECT inbox.credentials_id, ?, sessions.workspace_id, sessions.id, ?, 'sent', ? FROM inbox " +
        'JOIN sessions ON sessions.workspace_id = inbox.workspace_id AND sessions.id = ? ' +
        'WHERE inbox.workspace_id = ? AND inbox.id = ? ON CONFLICT DO NOTHING'
      await database.transaction(function* () {
        yield* run(set, ...values, workspaceId, id)
        yield* run(add, providerId, key, at, sessionId, workspaceId, id)
      })
    },
    async reportDeliveries({ workspaceId, credentialsId }, reports) {
      const rank = (column: string) =>
        `CASE ${column} ${sentStates.map((it, at) => `WHEN '${it}' THEN ${at}`).join(' ')} END`
      const sql =
        'UPDATE sent_messages SET state = ?, state_at = ? WHERE credentials_id = ? AND provider_id = ? ' +
        `AND workspace_id = ? AND ${rank('state')} < ? RETURNING session_id AS "sessionId"`
      await database.transaction(function* () {
        const changed = new Set<string>()
        for (const { providerId, state, at } of reports) {
          const position = sentStates.indexOf(state)
          const row = yield* get<{ sessionId: string }>(
            sql,
            state,
            at,
            credentialsId,
            providerId,
            workspaceId,
            position,
          )
          if (row) changed.add(row.sessionId)
        }
        for (const id of changed) {
          const listed = 'SELECT 1 AS found FROM conversations WHERE session_id = ? AND workspace_id = ?'
          if (yield* get(listed, id, workspaceId)) yield* database.changed('conversations', id)
        }
      })
    },
    async listDeliveries({ id, workspaceId }, keys) {
      const sql =
        'SELECT DISTINCT key, state FROM sent_messages WHERE session_id = ? AND workspace_id = ? AND key ' +
        database.dialect.isOneOf
      const rows = await database.all<{ key: string; state: SentState }>(sql, id, workspaceId, keys)
      const states = new Map<string, SentState>()
      for (const { key, state } of rows) states.set(key, worse(states.get(key) ?? state, state))
      return states
    },
    async beginSending(workspaceId, id, sessionId, now) {
      const session = `SELECT held FROM sessions WHERE id = ? AND workspace_id = ?${database.dialect.forUpdate}`
      return database.transaction(function* () {
        const found = yield* get<{ held: string | null }>(session, sessionId, workspaceId)
        if (!found || !maySend(found.held)) return false
        return (
          (yield* run('UPDATE inbox SET sending_at = ? WHERE workspace_id = ? AND id = ?', now, workspaceId, id)) === 1
        )
      })
    },
    async isSending(sessionId, since) {
      const sql =
        'SELECT 1 AS found FROM correspondents JOIN inbox USING (workspace_id, credentials_id, sender) ' +
        'WHERE correspondents.session_id = ? AND handled_at IS NULL AND sending_at > ? LIMIT 1'
      return (await database.get(sql, sessionId, since)) !== undefined
    },
    async postpone(key, until) {
      const sql = `UPDATE inbox SET due_at = ? WHERE ${ofKey} AND handled_at IS NULL AND due_at < ?`
      await database.run(sql, until, ...keyOf(key), until)
    },
    async settle(workspaceId, ids, outcome, now) {
      const sql = "UPDATE inbox SET handled_at = ?, outcome = ?, body = '' WHERE workspace_id = ? AND id = ?"
      await database.transaction(function* () {
        for (const id of ids) yield* run(sql, now, outcome, workspaceId, id)
      })
    },
    async setSession(key, sessionId, endsAt) {
      const sql = `UPDATE correspondents SET session_id = ?, session_ends_at = ? WHERE ${ofKey}`
      await database.run(sql, sessionId, endsAt, ...keyOf(key))
    },
    async restrict(key, { optedOutAt = 0, cappedUntil = 0 }) {
      const later = (column: string) => `${column} = CASE WHEN coalesce(${column}, 0) < ? THEN ? ELSE ${column} END`
      const sql = `UPDATE correspondents SET ${later('opted_out_at')}, ${later('capped_until')} WHERE ${ofKey}`
      await database.run(sql, optedOutAt, optedOutAt, cappedUntil, cappedUntil, ...keyOf(key))
    },
    ofSession: (sessionId) => find('session_id = ?', sessionId),
    find: (key) => find(ofKey, ...(keyOf(key) as string[])),
    async findByIdentity({ workspaceId, credentialsId }, { number, userId }) {
      const ofCredentials = [credentialsId, workspaceId] as const
      const where = 'credentials_id = ? AND workspace_id = ?'
      const byId = userId && (await find(`${where} AND user_id = ?`, ...ofCredentials, userId))
      const byNumber = number && !byId && (await find(`${where} AND number = ?`, ...ofCredentials, number))
      return byId || byNumber || (await find(`${where} AND sender = ?`, ...ofCredentials, number ?? userId ?? ''))
    },
    async identify(named) {
      await database.transaction(() => identify(database, named))
    },
    async startAnew(key, former) {
      const sql = `UPDATE correspondents SET number = NULL, user_id = NULL, session_id = NULL, session_ends_at = NULL, opted_out_at = NULL, capped_until = NULL WHERE ${ofKey}`
      await database.transaction(function* () {
        yield* run(sql, ...keyOf(key))
        if (former) yield* releaseIdentifier(database, key.workspaceId, former)
      })
    },
    async countFields({ workspaceId, credentialsId }, fields, max, now) {
      const find = 'SELECT field FROM webhook_fields WHERE credentials_id = ? AND workspace_id = ?'
      const add =
        'INSERT INTO webhook_fields (workspace_id, credentials_id, field, count, last_at) VALUES (?, ?, ?, 1, ?) ' +
        'ON CONFLICT (credentials_id, field, workspace_id) DO UPDATE SET count = webhook_fields.count + 1, last_at = excluded.last_at'
      await database.transaction(function* () {
        const known = new Set(
          (yield* all<{ field: string }>(find, credentialsId, workspaceId)).map(({ field }) => field),
        )
        for (const field of fields) {
          if (!known.has(field) && known.size >= max) continue
          known.add(field)
          yield* run(add, workspaceId, credentialsId, field, now)
        }
      })
    },
    fields(workspaceId, credentialsId) {
      const sql =
        'SELECT field, count, last_at AS "lastAt" FROM webhook_fields WHERE workspace_id = ? AND credentials_id = ? ORDER BY field'
      return database.all<WebhookField & Record<string, unknown>>(sql, workspaceId, credentialsId)
    },
    async takeOver(row) {
      const { credentialsId, sender } = row
      const last = 'SELECT max(last_message_at) AS "at" FROM correspondents WHERE credentials_id = ? AND sender = ?'
      await database.transaction(function* () {
        const known = yield* get<{ at: number | null }>(last, credentialsId, sender)
        const others = 'DELETE FROM correspondents WHERE credentials_id = ? AND sender = ? AND workspace_id <> ?'
        yield* run(others, credentialsId, sender, row.workspaceId)
        yield* run('DELETE FROM inbox WHERE credentials_id = ? AND sender = ?', credentialsId, sender)
        yield* receiveFrom(database, [row], known?.at ?? null)
        yield* run(`UPDATE correspondents SET session_id = NULL, session_ends_at = NULL WHERE ${ofKey}`, ...keyOf(row))
        yield* run(inbox.insert, ...inbox.values(row))
      })
    },
    ownerOf: (credentialsId, sender) => find('credentials_id = ? AND sender = ?', credentialsId, sender),
    async connection(workspaceId, credentialsId) {
      const sql =
        'SELECT (SELECT max(last_message_at) FROM correspondents WHERE credentials_id = ? AND workspace_id = ?) AS "lastMessageAt", ' +
        '(SELECT count(*) FROM inbox WHERE credentials_id = ? AND workspace_id = ? AND handled_at IS NULL AND block_id IS NULL) AS waiting'
      const ids = [credentialsId, workspaceId]
      const row = await database.get<{ lastMessageAt: number | null; waiting: number }>(sql, ...ids, ...ids)
      return { lastMessageAt: row?.lastMessageAt ?? null, waiting: Number(row?.waiting ?? 0) }
    },
    async removeOld(before, limit) {
      const isForgotten =
        '(last_message_at < ? OR last_message_at IS NULL) AND leased_by IS NULL ' +
        'AND NOT EXISTS (SELECT 1 FROM sessions WHERE id = correspondents.session_id AND expires_at > 0) ' +
        'AND NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.workspace_id = correspondents.workspace_id ' +
        'AND inbox.credentials_id = correspondents.credentials_id AND inbox.sender = correspondents.sender)'
      const remove = (table: string, key: string, where: string) =>
        database.run(
          `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ?)`,
          before,
          limit,
        )
      const removed = [
        await remove('inbox', 'id, workspace_id', 'handled_at < ?'),
        await remove('inbox', 'id, workspace_id', 'handled_at IS NULL AND due_at IS NULL AND received_at < ?'),
        await remove('correspondents', 'credentials_id, sender, workspace_id', isForgotten),
        await remove('verify_tokens', 'hash', 'expires_at < ?'),
      ]
      return Math.max(...removed)
    },
    async addVerifyToken(token) {
      await database.transaction(function* () {
        yield* takeSlot(database, 'verifyTokensPerWorkspace', token.workspaceId)
        yield* run(verifyTokens.insert, ...verifyTokens.values(token))
      })
    },
    async useVerifyToken({ hash, workspaceId, credentialsId }, now) {
      const sql =
        'DELETE FROM verify_tokens WHERE hash = ? AND workspace_id = ? AND credentials_id = ? AND expires_at > ?'
      return (await database.run(sql, hash, workspaceId, credentialsId, now)) > 0
    },
  }
}

/** Of two states of messages, the one that describes both: a failure, or else the earlier one. */
function worse(one: SentState, other: SentState): SentState {
  if (one === 'failed' || other === 'failed') return 'failed'
  return sentStates.indexOf(one) < sentStates.indexOf(other) ? one : other
}

/** Part of a transaction: see the store. */
function* identify(
  database: Database,
  { key, identity: { number, userId }, isKnown, person }: NamedContact,
): Work<void> {
  const change = {
    ...(number !== undefined && { number: number === key.sender ? null : number }),
    ...(userId !== undefined && { userId }),
  }
  const { sql, values } = contacts.assignments(change)
  if (sql !== '') {
    const one = isKnown ? yield* lockOne(database, ofKey, ...keyOf(key)) : undefined
    const double = one && (yield* lockDouble(database, one, { number, userId }))
    if (one && double) yield* joinConversations(one, double)
    yield* run(`UPDATE correspondents SET ${sql} WHERE ${ofKey}`, ...values, ...keyOf(key))
  }
  if (person) yield* changePerson(database, key.workspaceId, person)
}

function* lockOne(database: Database, where: string, ...values: string[]): Work<LeasedContact | undefined> {
  const sql = `SELECT ${contacts.columns} FROM correspondents WHERE ${where}${database.dialect.forUpdate}`
  const row = yield* get(sql, ...values)
  return row && contacts.read(row)
}

/** Another row of the same person, who was known under their new name by itself. */
function* lockDouble(
  database: Database,
  { workspaceId, credentialsId, sender, userId: knownId }: LeasedContact,
  { number, userId }: { number: string | undefined; userId: string | undefined },
): Work<LeasedContact | undefined> {
  const where = 'credentials_id = ? AND workspace_id = ? AND sender <> ?'
  const of = [credentialsId, workspaceId, sender]
  const names: [string, string | undefined][] = [
    ['user_id = ?', userId],
    ['number = ?', number],
    ['sender = ? AND number IS NULL', number],
    ['sender = ?', userId],
  ]
  for (const [name, value] of names) {
    const found = value && (yield* lockOne(database, `${where} AND ${name}`, ...of, value))
    const id = userId ?? knownId
    // An app gives a person one id: who has another one is another person.
    if (found) return found.userId === null || id === null || found.userId === id ? found : undefined
  }
  return undefined
}

/** The next message continues the conversation that began last. The other one stays where the bot finds it. */
function* joinConversations(one: LeasedContact, double: LeasedContact): Work<void> {
  const forget = `UPDATE correspondents SET number = NULL, user_id = NULL WHERE ${ofKey}`
  yield* run(forget, ...keyOf(double))
  if (double.sessionId === null) return
  const began = 'SELECT created_at AS "at" FROM sessions WHERE id = ? AND ended_at IS NULL AND expires_at > 0'
  const at = yield* get<{ at: number }>(began, double.sessionId)
  const other = one.sessionId === null ? undefined : yield* get<{ at: number }>(began, one.sessionId)
  if (!at || (other && Number(other.at) > Number(at.at))) return
  const set = `UPDATE correspondents SET session_id = ?, session_ends_at = ? WHERE ${ofKey}`
  yield* run(set, double.sessionId, double.sessionEndsAt, ...keyOf(one))
  yield* run(set, one.sessionId, one.sessionEndsAt, ...keyOf(double))
}

/** Records messages of these contacts at `at`; null if they have not written anything just now. */
function* receiveFrom(database: Database, keys: readonly ContactKey[], at: number | null): Work<void> {
  const rows = keys.map((key) => [...keyOf(key), at])
  yield* database.insertRows(arrivals, rows, updateArrival)
}

const arrivals = new Table<ContactKey & { lastMessageAt: number }>('correspondents', {
  workspaceId: 'text',
  credentialsId: 'text',
  sender: 'text',
  lastMessageAt: 'integer',
})
const updateArrival =
  'ON CONFLICT (credentials_id, sender, workspace_id) DO UPDATE SET ' +
  'last_message_at = coalesce(excluded.last_message_at, correspondents.last_message_at)'
const onlyNewMessages = 'ON CONFLICT (credentials_id, provider_id, workspace_id) DO NOTHING RETURNING id'
