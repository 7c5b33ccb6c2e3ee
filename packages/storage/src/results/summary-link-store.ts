import { all, type Database, get, run } from '../database.js'
import { Table } from '../table.js'
import type { SummaryLink, SummaryLinkStore } from './summary-links.js'

const links = new Table<SummaryLink>('summary_links', {
  id: 'text',
  botId: 'text',
  token: 'text',
  authorId: 'text',
  span: 'text',
  showsTexts: 'boolean',
  createdAt: 'integer',
  expiresAt: 'integer',
})

export function summaryLinkStore(database: Database): SummaryLinkStore {
  const findBot = `SELECT id FROM bots WHERE id = ?${database.dialect.forUpdate}`
  return {
    async list(botId) {
      const sql = `SELECT ${links.columns} FROM summary_links WHERE bot_id = ? ORDER BY created_at DESC, id DESC`
      return (await database.all(sql, botId)).map((row) => links.read(row))
    },
    async create(link, max) {
      return database.transaction(function* () {
        // Two at once wait for each other, so that neither goes beyond.
        yield* get(findBot, link.botId)
        const existing = yield* all('SELECT id FROM summary_links WHERE bot_id = ?', link.botId)
        if (existing.length >= max) return 'full'
        yield* run(links.insert, ...links.values(link))
        return 'created'
      })
    },
    async findByToken(token) {
      const row = await database.get(`SELECT ${links.columns} FROM summary_links WHERE token = ?`, token)
      return row && links.read(row)
    },
    async delete(botId, id) {
      const sql = 'DELETE FROM summary_links WHERE bot_id = ? AND id = ? RETURNING id'
      return (await database.returning(sql, botId, id)) !== undefined
    },
  }
}
