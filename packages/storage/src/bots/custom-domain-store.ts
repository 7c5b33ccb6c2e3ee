import { all, type Database, get, run } from '../database.js'
import { takeSlot } from '../quotas.js'
import { Table } from '../table.js'
import type { CustomDomain, CustomDomainStore, ListedDomain } from './custom-domains.js'

const claims = new Table<CustomDomain>('domain_claims', {
  name: 'text',
  workspaceId: 'text',
  createdAt: 'integer',
  verifiedAt: 'integer',
  expiresAt: 'integer',
})

const listed =
  `SELECT ${claims.columns}, CASE WHEN EXISTS (SELECT 1 FROM domain_claims AS other WHERE other.name = domain_claims.name ` +
  'AND other.workspace_id <> domain_claims.workspace_id AND other.verified_at IS NOT NULL) THEN 1 ELSE 0 END AS "isTaken" ' +
  'FROM domain_claims'

export function customDomainStore(database: Database): CustomDomainStore {
  return {
    async claim(domain) {
      const find = 'SELECT 1 FROM domain_claims WHERE name = ? AND (workspace_id = ? OR verified_at IS NOT NULL)'
      return database.transaction(function* () {
        if (yield* get(find, domain.name, domain.workspaceId)) return 'taken'
        yield* takeSlot(database, 'domainsPerWorkspace', domain.workspaceId)
        const added = yield* run(`${claims.insert} ON CONFLICT DO NOTHING`, ...claims.values(domain))
        return added === 1 ? 'claimed' : 'taken'
      })
    },
    async get(workspaceId, name) {
      const row = await database.get(`${listed} WHERE name = ? AND workspace_id = ?`, name, workspaceId)
      return row && readListed(row)
    },
    async isVerified(name) {
      const sql = 'SELECT 1 FROM domain_claims WHERE name = ? AND verified_at IS NOT NULL'
      return (await database.get(sql, name)) !== undefined
    },
    async list(workspaceId) {
      const sql = `${listed} WHERE workspace_id = ? ORDER BY created_at DESC, name`
      return (await database.all(sql, workspaceId)).map(readListed)
    },
    async listAll() {
      const rows = await database.all(`SELECT ${claims.columns} FROM domain_claims ORDER BY name, created_at`)
      return rows.map((row) => claims.read(row))
    },
    async markVerified(workspaceId, name, now) {
      // All claims of the domain are locked, so that of two workspaces one comes first.
      const find = `SELECT workspace_id AS "workspaceId", verified_at AS "verifiedAt" FROM domain_claims WHERE name = ? ORDER BY workspace_id${database.dialect.forUpdate}`
      const mark =
        'UPDATE domain_claims SET verified_at = coalesce(verified_at, ?), expires_at = NULL WHERE name = ? AND workspace_id = ?'
      return database.transaction(function* () {
        const rows = yield* all<Pick<CustomDomain, 'workspaceId' | 'verifiedAt'>>(find, name)
        if (rows.some((row) => row.verifiedAt !== null && row.workspaceId !== workspaceId)) return 'taken'
        yield* run(mark, now, name, workspaceId)
        return 'verified'
      })
    },
    async setExpiry(workspaceId, name, expiresAt) {
      const sql = 'UPDATE domain_claims SET expires_at = ? WHERE name = ? AND workspace_id = ?'
      await database.run(sql, expiresAt, name, workspaceId)
    },
    async expire(now, renewedUntil) {
      const remove = 'DELETE FROM domain_claims WHERE verified_at IS NULL AND expires_at <= ?'
      const lapse = 'UPDATE domain_claims SET verified_at = NULL, expires_at = ? WHERE expires_at <= ?'
      return database.transaction(function* () {
        return { removed: yield* run(remove, now), lapsed: yield* run(lapse, renewedUntil, now) }
      })
    },
    async delete(workspaceId, name) {
      const sql = 'DELETE FROM domain_claims WHERE name = ? AND workspace_id = ?'
      return (await database.run(sql, name, workspaceId)) > 0
    },
  }
}

function readListed(row: Record<string, unknown>): ListedDomain {
  return { ...claims.read(row), isTaken: row.isTaken === 1 }
}
