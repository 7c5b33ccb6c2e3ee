import { type Database, get, type RawRow } from '../database.js'
import { takeSlot } from '../quotas.js'
import { Table } from '../table.js'
import type { ThemeTemplate, ThemeTemplateStore } from './theme-templates.js'

const templates = new Table<ThemeTemplate>('theme_templates', {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  theme: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

export function themeTemplateStore(database: Database): ThemeTemplateStore {
  const lockWorkspace = `SELECT 1 FROM workspaces WHERE id = ?${database.dialect.forCounting}`
  const bytesOfOthers =
    'SELECT COALESCE(SUM(octet_length(theme)), 0) AS bytes FROM theme_templates WHERE workspace_id = ? AND id <> ?'
  return {
    async list(workspaceId) {
      const sql = `SELECT ${templates.columns} FROM theme_templates WHERE workspace_id = ? ORDER BY created_at DESC, id DESC`
      return (await database.all(sql, workspaceId)).map((row) => templates.read(row))
    },
    async save(template, maxBytes) {
      const sql =
        `${templates.insert} ON CONFLICT (workspace_id, id) DO UPDATE SET name = excluded.name, theme = excluded.theme, ` +
        'updated_at = excluded.updated_at ' +
        `RETURNING ${templates.columns}`
      const { workspaceId, id, theme } = template
      return database.transaction(function* () {
        // Two at once wait for each other, so that neither goes beyond.
        yield* get(lockWorkspace, workspaceId)
        const others = yield* get<{ bytes: number | string }>(bytesOfOthers, workspaceId, id)
        const isNew = !(yield* get('SELECT 1 FROM theme_templates WHERE workspace_id = ? AND id = ?', workspaceId, id))
        if (isNew) yield* takeSlot(database, 'themeTemplatesPerWorkspace', workspaceId)
        if (Number(others?.bytes) + new TextEncoder().encode(theme).length > maxBytes) return 'full'
        return templates.read((yield* get(sql, ...templates.values(template))) as RawRow)
      })
    },
    async delete(workspaceId, id) {
      const sql = `DELETE FROM theme_templates WHERE id = ? AND workspace_id = ? RETURNING ${templates.columns}`
      const row = await database.returning(sql, id, workspaceId)
      return row && templates.read(row)
    },
  }
}
