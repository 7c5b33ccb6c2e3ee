import type { CustomDomain, CustomDomainStore } from './custom-domains.js'
import type { Database } from './database.js'
import { Table } from './table.js'

const domains = new Table<CustomDomain>('custom_domains', {
  name: 'text',
  workspaceId: 'text',
  createdAt: 'integer',
  verifiedAt: 'integer',
})

export function customDomainStore(database: Database): CustomDomainStore {
  return {
    async claim(domain) {
      const sql = `${domains.insert} ON CONFLICT (name) DO NOTHING`
      return (await database.run(sql, ...domains.values(domain))) === 1 ? 'claimed' : 'taken'
    },
    async get(workspaceId, name) {
      const sql = `SELECT ${domains.columns} FROM custom_domains WHERE name = ? AND workspace_id = ?`
      const row = await database.get(sql, name, workspaceId)
      return row && domains.read(row)
    },
    async isVerified(name) {
      const sql = 'SELECT 1 FROM custom_domains WHERE name = ? AND verified_at IS NOT NULL'
      return (await database.get(sql, name)) !== undefined
    },
    async list(workspaceId) {
      const sql = `SELECT ${domains.columns} FROM custom_domains WHERE workspace_id = ? ORDER BY created_at DESC, name`
      return (await database.all(sql, workspaceId)).map((row) => domains.read(row))
    },
    async markVerified(workspaceId, name, now) {
      const sql = 'UPDATE custom_domains SET verified_at = ? WHERE name = ? AND workspace_id = ?'
      await database.run(sql, now, name, workspaceId)
    },
    async delete(workspaceId, name) {
      const sql = 'DELETE FROM custom_domains WHERE name = ? AND workspace_id = ?'
      return (await database.run(sql, name, workspaceId)) > 0
    },
  }
}
