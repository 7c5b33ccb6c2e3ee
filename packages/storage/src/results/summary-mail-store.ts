import { all, type Database, get, type RawRow, run } from '../database.js'
import { Table } from '../table.js'
import type { SummaryMail, SummaryMailStore } from './summary-mails.js'

const mails = new Table<SummaryMail>('summary_mails', {
  id: 'text',
  botId: 'text',
  linkId: 'text',
  authorId: 'text',
  userId: 'text',
  email: 'text',
  token: 'text',
  frequency: 'text',
  language: 'text',
  createdAt: 'integer',
  confirmedAt: 'integer',
  dueAt: 'integer',
  leasedUntil: 'integer',
  failedAt: 'integer',
})

export function summaryMailStore(database: Database): SummaryMailStore {
  const findBot = `SELECT id FROM bots WHERE id = ?${database.dialect.forUpdate}`
  const isDue = 'confirmed_at IS NOT NULL AND due_at <= ? AND leased_until <= ?'
  return {
    async list(botId) {
      const sql = `SELECT ${mails.columns} FROM summary_mails WHERE bot_id = ? ORDER BY created_at DESC, id DESC`
      return (await database.all(sql, botId)).map((row) => mails.read(row))
    },
    async create(mail, max) {
      return database.transaction(function* () {
        // Two at once wait for each other, so that neither goes beyond.
        yield* get(findBot, mail.botId)
        const link = yield* get('SELECT id FROM summary_links WHERE id = ? AND bot_id = ?', mail.linkId, mail.botId)
        if (!link) return 'missing'
        const existing = yield* all('SELECT link_id, email FROM summary_mails WHERE bot_id = ?', mail.botId)
        if (existing.some((it) => it.link_id === mail.linkId && it.email === mail.email)) return 'taken'
        if (existing.length >= max) return 'full'
        yield* run(mails.insert, ...mails.values(mail))
        return 'created'
      })
    },
    async findByToken(token) {
      const row = await database.get(`SELECT ${mails.columns} FROM summary_mails WHERE token = ?`, token)
      return row && mails.read(row)
    },
    async confirm(token, now, dueAt) {
      const sql =
        'UPDATE summary_mails SET confirmed_at = ?, due_at = ? WHERE token = ? AND confirmed_at IS NULL RETURNING id'
      await database.returning(sql, now, dueAt, token)
    },
    async take(now, until, busy = []) {
      // The condition is checked once more on the row itself: another process may have taken it in between.
      const ofOthers = `bot_id IN (SELECT id FROM bots WHERE NOT (workspace_id ${database.dialect.isOneOf}))`
      const next = `SELECT id FROM summary_mails WHERE ${isDue} AND ${ofOthers} ORDER BY due_at, id LIMIT 1`
      const workspace = '(SELECT workspace_id FROM bots WHERE bots.id = bot_id) AS workspace'
      const sql =
        `UPDATE summary_mails SET leased_until = ? WHERE id = (${next}) AND ${isDue} ` +
        `RETURNING ${mails.columns}, ${workspace}`
      const row = await database.returning<RawRow>(sql, until, now, now, busy, now, now)
      if (!row) return undefined
      const { workspace: workspaceId, ...mail } = row
      return { ...mails.read(mail), workspaceId: String(workspaceId) }
    },
    async end({ id, leasedUntil }, next) {
      const sql =
        'UPDATE summary_mails SET due_at = ?, leased_until = ?, failed_at = ? WHERE id = ? AND leased_until = ? RETURNING id'
      const values = [next.dueAt, next.leasedUntil, next.failedAt]
      return (await database.returning(sql, ...values, id, leasedUntil)) !== undefined
    },
    async delete(botId, id) {
      const sql = 'DELETE FROM summary_mails WHERE bot_id = ? AND id = ? RETURNING id'
      return (await database.returning(sql, botId, id)) !== undefined
    },
    async removeUnconfirmed(before) {
      await database.run('DELETE FROM summary_mails WHERE confirmed_at IS NULL AND created_at < ?', before)
    },
  }
}
