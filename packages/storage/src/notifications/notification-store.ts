import { all, type Database, get, type RawRow, run, type Work } from '../database.js'
import { newDeliveries } from '../deliveries/delivery-tables.js'
import { Table } from '../table.js'
import { notices } from './notification-tables.js'
import type { DueNotice, ListedRule, Notice, NotificationRule, NotificationStore, TakenRule } from './notifications.js'

const rules = new Table<NotificationRule>('notification_rules', {
  id: 'text',
  botId: 'text',
  userId: 'text',
  event: 'text',
  channel: 'text',
  frequency: 'text',
  timeZone: 'text',
  filter: 'text',
  url: 'text',
  createdAt: 'integer',
  dueAt: 'integer',
  leasedUntil: 'integer',
  sentAt: 'integer',
  failedAt: 'integer',
})

const dueNotices = new Table<DueNotice>(
  'due_notices',
  { subject: 'text', resultId: 'text', count: 'integer', createdAt: 'integer' },
  { ruleId: 'text', workspaceId: 'text' },
)

const isDue = 'due_at <= ? AND leased_until <= ?'
const newestFirst = 'ORDER BY created_at DESC, id DESC'

export function notificationStore(database: Database): NotificationStore {
  const { forUpdate, isOneOf, skipLocked } = database.dialect
  return {
    async create(rule, max) {
      return database.transaction(function* () {
        // Two at once wait for each other, so that neither goes beyond.
        yield* get(`SELECT id FROM users WHERE id = ?${forUpdate}`, rule.userId)
        const existing = yield* all('SELECT id FROM notification_rules WHERE user_id = ?', rule.userId)
        if (existing.length >= max) return false
        yield* run(rules.insert, ...rules.values(rule))
        yield* database.changed('notifications', rule.botId)
        return true
      })
    },
    async list(userId, botId) {
      const sql = `SELECT ${rules.columns} FROM notification_rules WHERE user_id = ? AND bot_id = ? ${newestFirst}`
      return (await database.all(sql, userId, botId)).map((row) => rules.read(row))
    },
    async listAll(userId) {
      const name = '(SELECT name FROM bots WHERE bots.id = bot_id) AS "botName"'
      const sql = `SELECT ${rules.columns}, ${name} FROM notification_rules WHERE user_id = ? ${newestFirst}`
      return (await database.all(sql, userId)).map((row) => rules.read(row) as ListedRule)
    },
    async get(id) {
      const row = await database.get(`SELECT ${rules.columns} FROM notification_rules WHERE id = ?`, id)
      return row && rules.read(row)
    },
    async update(id, userId, change, dueAt) {
      const find = `SELECT ${rules.columns} FROM notification_rules WHERE id = ? AND user_id = ?${forUpdate}`
      return database.transaction(function* () {
        const row = yield* get<RawRow>(find, id, userId)
        if (!row) return undefined
        const before = rules.read(row)
        const isOther = change.event !== before.event
        if (isOther) yield* run('DELETE FROM due_notices WHERE rule_id = ?', id)
        const changed = { ...before, ...change }
        const leasedUntil = before.failedAt === null ? before.leasedUntil : 0
        const due = before.dueAt === null || isOther ? null : dueAt(changed)
        const written = { ...change, dueAt: due, leasedUntil, failedAt: null }
        const { sql, values } = rules.assignments(written)
        yield* run(`UPDATE notification_rules SET ${sql} WHERE id = ?`, ...values, id)
        yield* database.changed('notifications', before.botId)
        return { ...changed, ...written }
      })
    },
    async delete(id, userId) {
      return database.transaction(function* () {
        const rule = yield* get<{ bot_id: string; user_id: string }>(
          `SELECT bot_id, user_id FROM notification_rules WHERE id = ?${forUpdate}`,
          id,
        )
        if (!rule || (userId !== undefined && rule.user_id !== userId)) return false
        yield* run('DELETE FROM notification_rules WHERE id = ?', id)
        yield* database.changed('notifications', rule.bot_id)
        return true
      })
    },
    async events(botId) {
      const events = 'SELECT DISTINCT bot_id AS "botId", event FROM notification_rules'
      return botId === undefined ? database.all(events) : database.all(`${events} WHERE bot_id = ?`, botId)
    },
    async assign(limit, dueAt) {
      const oldest = `SELECT ${notices.columns}, workspace_id AS "workspaceId" FROM notices ORDER BY created_at, id LIMIT ?${skipLocked}`
      // Locked, so that nobody ends an attempt without seeing the notices that are added.
      const ofBots = `SELECT ${rules.columns} FROM notification_rules WHERE bot_id ${isOneOf} ORDER BY id${forUpdate}`
      const add =
        `${dueNotices.insert} ON CONFLICT (rule_id, subject, workspace_id) ` +
        'DO UPDATE SET count = due_notices.count + excluded.count, result_id = excluded.result_id'
      const setDue = 'UPDATE notification_rules SET due_at = ? WHERE id = ?'
      return database.transaction(function* () {
        const found = (yield* all(oldest, limit)).map((row) => notices.read(row) as Notice & { workspaceId: string })
        if (found.length === 0) return 0
        const botIds = [...new Set(found.map(({ botId }) => botId))]
        for (const row of yield* all(ofBots, botIds)) {
          const rule = rules.read(row)
          const own = found.filter(({ botId, event }) => botId === rule.botId && event === rule.event)
          for (const { resultId, event, cause, createdAt, workspaceId } of own) {
            const subject = event === 'completed' ? resultId : cause
            yield* run(add, ...dueNotices.values({ subject, resultId, count: 1, createdAt }, rule.id, workspaceId))
          }
          if (own.length > 0 && rule.dueAt === null) yield* run(setDue, dueAt(rule), rule.id)
        }
        yield* run(
          `DELETE FROM notices WHERE id ${isOneOf}`,
          found.map(({ id }) => id),
        )
        return found.length
      })
    },
    async nextDueAt() {
      // In the order of an index: without one, PostgreSQL reads past the rows that were deleted.
      const waiting = '(SELECT 0 FROM notices ORDER BY created_at, id LIMIT 1)'
      const first = '(SELECT min(due_at) FROM notification_rules WHERE due_at IS NOT NULL)'
      const row = await database.get<{ dueAt: number | null }>(`SELECT coalesce(${waiting}, ${first}) AS "dueAt"`)
      return row?.dueAt ?? undefined
    },
    async take(now, until, busy = []) {
      const ofOthers = `bot_id IN (SELECT id FROM bots WHERE NOT (workspace_id ${isOneOf}))`
      const workspace = '(SELECT workspace_id FROM bots WHERE bots.id = bot_id) AS workspace'
      const next =
        `SELECT ${rules.columns}, ${workspace} FROM notification_rules WHERE ${isDue} AND ${ofOthers} ` +
        `ORDER BY due_at, id LIMIT 1${skipLocked}`
      return database.transaction(function* (): Work<TakenRule | undefined> {
        const row = yield* get<RawRow>(next, now, now, busy)
        if (!row) return undefined
        const { workspace: workspaceId, ...found } = row
        const rule = rules.read(found)
        yield* run('UPDATE notification_rules SET leased_until = ? WHERE id = ?', until, rule.id)
        return { ...rule, leasedUntil: until, leaseBefore: rule.leasedUntil, workspaceId: String(workspaceId) }
      })
    },
    async due(ruleId, limit) {
      const sql = `SELECT ${dueNotices.columns} FROM due_notices WHERE rule_id = ? ORDER BY created_at, subject LIMIT ?`
      return (await database.all(sql, ruleId, limit)).map((row) => dueNotices.read(row))
    },
    async end({ id, leasedUntil, workspaceId }, reported, { now, isSent, againAt, deliveries = [] }) {
      const find = `SELECT sent_at FROM notification_rules WHERE id = ? AND leased_until = ?${forUpdate}`
      const ofSubject = 'rule_id = ? AND subject = ?'
      return database.transaction(function* () {
        const rule = yield* get<{ sent_at: number | null }>(find, id, leasedUntil)
        if (!rule) return false
        const once = reported.filter(({ count }) => count === 1).map(({ subject }) => subject)
        yield* run(`DELETE FROM due_notices WHERE rule_id = ? AND count = 1 AND subject ${isOneOf}`, id, once)
        for (const { subject, count } of reported.filter((it) => it.count > 1)) {
          const gone = yield* run(`DELETE FROM due_notices WHERE ${ofSubject} AND count = ?`, id, subject, count)
          if (gone === 0) yield* run(`UPDATE due_notices SET count = count - ? WHERE ${ofSubject}`, count, id, subject)
        }
        for (const delivery of deliveries) {
          yield* run(`${newDeliveries.insert} ON CONFLICT DO NOTHING`, ...newDeliveries.values(delivery, workspaceId))
        }
        const more = yield* get('SELECT 1 FROM due_notices WHERE rule_id = ? LIMIT 1', id)
        yield* run(
          'UPDATE notification_rules SET due_at = ?, leased_until = 0, sent_at = ?, failed_at = NULL WHERE id = ?',
          ...[more ? againAt : null, isSent ? now : rule.sent_at, id],
        )
        return true
      })
    },
    async fail({ id, leasedUntil }, now, until) {
      const sql = 'UPDATE notification_rules SET leased_until = ?, failed_at = ? WHERE id = ? AND leased_until = ?'
      await database.run(sql, until, now, id, leasedUntil)
    },
  }
}
