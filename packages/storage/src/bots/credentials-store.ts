import { type Database, run } from '../database.js'
import { takeSlot } from '../quotas.js'
import { markRemoved } from '../removal-marks.js'
import { credentials, credentialsSummaries } from './bot-tables.js'
import type { CredentialsStore } from './credentials.js'

export function credentialsStore(database: Database): CredentialsStore {
  return {
    async create(row) {
      const sql = `${credentials.insert} ON CONFLICT DO NOTHING`
      return database.transaction(function* () {
        yield* takeSlot(database, 'credentialsPerWorkspace', row.workspaceId)
        return (yield* run(sql, ...credentials.values(row))) === 1 ? 'created' : 'taken'
      })
    },
    async get(workspaceId, id) {
      const sql = `SELECT ${credentials.columns} FROM credentials WHERE id = ? AND workspace_id = ?`
      const row = await database.get(sql, id, workspaceId)
      return row && credentials.read(row)
    },
    async list(workspaceId, type) {
      const ofType = type === undefined ? '' : 'AND type = ?'
      const sql =
        `SELECT ${credentialsSummaries.columns} FROM credentials WHERE workspace_id = ? ${ofType} ` +
        'ORDER BY type, name, id'
      const rows = await database.all(sql, workspaceId, ...(type === undefined ? [] : [type]))
      return rows.map((row) => credentialsSummaries.read(row))
    },
    async update(workspaceId, id, change, now) {
      const { sql, values } = credentials.assignments({ ...change, updatedAt: now })
      const update = `UPDATE credentials SET ${sql} WHERE id = ? AND workspace_id = ?`
      try {
        const changes = await database.run(update, ...values, id, workspaceId)
        return changes > 0 ? 'updated' : 'missing'
      } catch (error) {
        if (database.isTaken(error)) return 'taken'
        throw error
      }
    },
    async delete(workspaceId, id) {
      const remove = 'DELETE FROM credentials WHERE id = ? AND workspace_id = ?'
      return database.transaction(function* () {
        if ((yield* run(remove, id, workspaceId)) === 0) return false
        for (const table of ['verify_tokens', 'webhook_fields'])
          yield* run(`DELETE FROM ${table} WHERE workspace_id = ? AND credentials_id = ?`, workspaceId, id)
        yield* markRemoved({ kind: 'credentials', id, workspaceId })
        return true
      })
    },
    async countByKey() {
      return database.all('SELECT key_id AS "keyId", count(*) AS count FROM credentials GROUP BY key_id')
    },
    async notOfKey(keyId, after, limit) {
      const sql = `SELECT ${credentials.columns} FROM credentials WHERE key_id <> ? AND id > ? ORDER BY id LIMIT ?`
      return (await database.all(sql, keyId, after, limit)).map((row) => credentials.read(row))
    },
    async reencrypt(rows) {
      const sql =
        'UPDATE credentials SET key_id = ?, ciphertext = ? WHERE id = ? AND workspace_id = ? AND ciphertext = ?'
      return database.transaction(function* () {
        let replaced = 0
        for (const row of rows) {
          replaced += yield* run(sql, row.keyId, row.ciphertext, row.id, row.workspaceId, row.before)
        }
        return replaced
      })
    },
    async claimRefresh({ workspaceId, id, ciphertext }, until, now) {
      const sql =
        'UPDATE credentials SET refreshing_until = ? ' +
        'WHERE id = ? AND workspace_id = ? AND ciphertext = ? AND refreshing_until <= ?'
      return (await database.run(sql, until, id, workspaceId, ciphertext, now)) > 0
    },
    async endRefresh({ workspaceId, id, ciphertext }, change) {
      const free = 'UPDATE credentials SET refreshing_until = 0 WHERE id = ? AND workspace_id = ?'
      const { sql, values } = credentials.assignments(change)
      return database.transaction(function* () {
        yield* run(free, id, workspaceId)
        if (values.length === 0) return true
        const update = `UPDATE credentials SET ${sql} WHERE id = ? AND workspace_id = ? AND ciphertext = ?`
        return (yield* run(update, ...values, id, workspaceId, ciphertext)) > 0
      })
    },
  }
}
