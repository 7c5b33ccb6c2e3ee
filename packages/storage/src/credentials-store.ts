import { type Connection, isUniqueViolation } from './connection.js'
import type { CredentialsStore } from './storage.js'
import { credentials, credentialsSummaries } from './table.js'

export function credentialsStore(connection: Connection): CredentialsStore {
  return {
    async create(row) {
      try {
        connection.write(() => connection.run(credentials.insert, ...credentials.values(row)))
        return 'created'
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken'
        throw error
      }
    },
    async get(workspaceId, id) {
      const sql = `SELECT ${credentials.columns} FROM credentials WHERE id = ? AND workspace_id = ?`
      const row = connection.get(sql, id, workspaceId)
      return row && credentials.read(row)
    },
    async list(workspaceId, type) {
      const ofType = type === undefined ? '' : 'AND type = ?'
      const sql =
        `SELECT ${credentialsSummaries.columns} FROM credentials WHERE workspace_id = ? ${ofType} ` +
        'ORDER BY type, name, id'
      const rows = type === undefined ? connection.all(sql, workspaceId) : connection.all(sql, workspaceId, type)
      return rows.map((row) => credentialsSummaries.read(row))
    },
    async update(workspaceId, id, change, now) {
      const { sql, values } = credentials.assignments({ ...change, updatedAt: now })
      const update = `UPDATE credentials SET ${sql} WHERE id = ? AND workspace_id = ?`
      try {
        const changes = connection.write(() => connection.run(update, ...values, id, workspaceId))
        return changes > 0 ? 'updated' : 'missing'
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken'
        throw error
      }
    },
    async delete(workspaceId, id) {
      const remove = 'DELETE FROM credentials WHERE id = ? AND workspace_id = ?'
      const takeOff =
        'UPDATE bots SET messaging_credentials_id = NULL WHERE workspace_id = ? AND messaging_credentials_id = ?'
      return connection.write(() => {
        if (connection.run(remove, id, workspaceId) === 0) return false
        connection.run(takeOff, workspaceId, id)
        return true
      })
    },
    async countByKey() {
      return connection.all('SELECT key_id AS "keyId", count(*) AS count FROM credentials GROUP BY key_id')
    },
    async notOfKey(keyId, after, limit) {
      const sql = `SELECT ${credentials.columns} FROM credentials WHERE key_id <> ? AND id > ? ORDER BY id LIMIT ?`
      return connection.all(sql, keyId, after, limit).map((row) => credentials.read(row))
    },
    async reencrypt(rows) {
      const sql =
        'UPDATE credentials SET key_id = ?, ciphertext = ? WHERE id = ? AND workspace_id = ? AND ciphertext = ?'
      return connection.write(() => {
        let replaced = 0
        for (const row of rows) {
          replaced += connection.run(sql, row.keyId, row.ciphertext, row.id, row.workspaceId, row.before)
        }
        return replaced
      })
    },
  }
}
