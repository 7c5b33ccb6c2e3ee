import type { Database } from '../database.js'
import type { DueWait, WaitingMailStore } from './waiting-mails.js'

const isNew = 'waiting_since IS NOT NULL AND (mail_wait IS NULL OR mail_wait <> waiting_since)'
const ofConversation = 'session_id = ? AND workspace_id = ?'
const hour = 3_600_000

export function waitingMailStore(database: Database): WaitingMailStore {
  const { isOneOf } = database.dialect
  const isDue = 'mail_due_at IS NOT NULL'
  const isOther = `NOT (workspace_id ${isOneOf})`
  return {
    async assign(limit, earliest) {
      const at =
        'waiting_since + 60000 * (SELECT waiting_mail_minutes FROM workspaces WHERE workspaces.id = conversations.workspace_id)'
      const some = `SELECT session_id, workspace_id FROM conversations WHERE ${isNew} ORDER BY waiting_since LIMIT ?`
      // The condition is checked once more on the row itself: another process may have set the time in between.
      const sql =
        `UPDATE conversations SET mail_wait = waiting_since, mail_due_at = CASE WHEN state = 'open' AND ${at} >= ? THEN ${at} END ` +
        `WHERE (session_id, workspace_id) IN (${some}) AND ${isNew}`
      return database.run(sql, earliest, limit)
    },
    async nextDueAt(except) {
      const next = `SELECT mail_due_at FROM conversations WHERE ${isDue} AND ${isOther} ORDER BY mail_due_at LIMIT 1`
      const sql = `SELECT CASE WHEN EXISTS (SELECT 1 FROM conversations WHERE ${isNew}) THEN 0 ELSE (${next}) END AS "at"`
      return (await database.get<{ at: number | null }>(sql, except))?.at ?? undefined
    },
    async take(now, until, except) {
      const next =
        `SELECT session_id, workspace_id FROM conversations WHERE ${isDue} AND mail_due_at <= ? AND ${isOther} ` +
        'ORDER BY mail_due_at LIMIT 1'
      const sql =
        `UPDATE conversations SET mail_due_at = ? WHERE (session_id, workspace_id) = (${next}) AND mail_due_at <= ? ` +
        'RETURNING session_id AS "sessionId", workspace_id AS "workspaceId", bot_id AS "botId", state, assignee_id AS "assigneeId", ' +
        'last_text AS "lastText", waiting_since AS "waitingSince", mail_wait AS "mailWait", mail_due_at AS "dueAt"'
      return database.returning<DueWait>(sql, until, now, except, now)
    },
    async end({ sessionId, workspaceId, dueAt }, againAt) {
      const sql = `UPDATE conversations SET mail_due_at = ? WHERE ${ofConversation} AND mail_due_at = ?`
      await database.run(sql, againAt ?? null, sessionId, workspaceId, dueAt)
    },
    async seenSince(workspaceId, since) {
      const sql = 'SELECT user_id AS id FROM inbox_presence WHERE workspace_id = ? AND seen_at > ?'
      return (await database.all<{ id: string }>(sql, workspaceId, since)).map(({ id }) => id)
    },
    async count(workspaceId, userId, now, max) {
      const ofHour = Math.floor(now / hour)
      const sql =
        'INSERT INTO inbox_presence (workspace_id, user_id, seen_at, mail_hour, mail_count) VALUES (?, ?, 0, ?, 1) ' +
        'ON CONFLICT (workspace_id, user_id) DO UPDATE SET mail_hour = excluded.mail_hour, ' +
        'mail_count = CASE inbox_presence.mail_hour WHEN excluded.mail_hour THEN inbox_presence.mail_count + 1 ELSE 1 END ' +
        'WHERE inbox_presence.mail_hour <> excluded.mail_hour OR inbox_presence.mail_count < ?'
      return (await database.run(sql, workspaceId, userId, ofHour, max)) > 0
    },
  }
}
