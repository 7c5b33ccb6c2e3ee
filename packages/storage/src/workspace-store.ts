import type { Connection } from './connection.js'
import type { Role, WorkspaceStore } from './storage.js'
import { workspaces } from './table.js'

export function workspaceStore(connection: Connection): WorkspaceStore {
  return {
    async create(workspace, ownerId) {
      return connection.write(() => {
        const sameName =
          'SELECT 1 FROM workspaces WHERE name = ? AND id IN (SELECT workspace_id FROM members WHERE user_id = ?)'
        if (connection.get(sameName, workspace.name, ownerId)) return false
        connection.run(workspaces.insert, ...workspaces.values(workspace))
        const addOwner = "INSERT INTO members (user_id, workspace_id, role) VALUES (?, ?, 'ADMIN')"
        connection.run(addOwner, ownerId, workspace.id)
        return true
      })
    },
    async get(id) {
      const row = connection.get(`SELECT ${workspaces.columns} FROM workspaces WHERE id = ?`, id)
      return row && workspaces.read(row)
    },
    async role(id, userId) {
      const sql = 'SELECT role FROM members WHERE user_id = ? AND workspace_id = ?'
      return connection.get<{ role: Role }>(sql, userId, id)?.role
    },
    async setRole(id, userId, role) {
      const sql =
        'INSERT INTO members (user_id, workspace_id, role) VALUES (?, ?, ?) ' +
        'ON CONFLICT DO UPDATE SET role = excluded.role'
      connection.write(() => connection.run(sql, userId, id, role))
    },
    async list(userId) {
      const sql =
        `SELECT ${workspaces.columns} FROM workspaces ` +
        'WHERE id IN (SELECT workspace_id FROM members WHERE user_id = ?) ORDER BY created_at DESC, id DESC'
      return connection.all(sql, userId).map((row) => workspaces.read(row))
    },
    async update(id, change, now) {
      const { sql, values } = workspaces.assignments({ ...change, updatedAt: now })
      const row = connection.write(() =>
        connection.get(`UPDATE workspaces SET ${sql} WHERE id = ? RETURNING ${workspaces.columns}`, ...values, id),
      )
      return row && workspaces.read(row)
    },
    async delete(id) {
      return connection.write(() => {
        connection.run("UPDATE uploads SET state = 'removed' WHERE workspace_id = ? AND state <> 'removed'", id)
        return connection.run('DELETE FROM workspaces WHERE id = ?', id) > 0
      })
    },
  }
}
