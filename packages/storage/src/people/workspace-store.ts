import { ownerRole, type Role } from '@colloquy/permissions'
import { type Database, get, type RawRow, run, type Work } from '../database.js'
import { isNotRemoved } from '../not-removed.js'
import { takeSlot } from '../quotas.js'
import { markRemoved } from '../removal-marks.js'
import { workspaces } from './people-tables.js'
import type { WorkspaceStore } from './workspaces.js'

export function workspaceStore(database: Database): WorkspaceStore {
  return {
    async create(workspace, ownerId) {
      const lockOwner = `SELECT 1 FROM users WHERE id = ?${database.dialect.forUpdate}`
      const sameName =
        'SELECT 1 FROM workspaces WHERE name = ? AND id IN (SELECT workspace_id FROM members WHERE user_id = ?)'
      const addOwner = `INSERT INTO members (user_id, workspace_id, role) VALUES (?, ?, '${ownerRole}')`
      return database.transaction(function* () {
        yield* get(lockOwner, ownerId)
        if (yield* get(sameName, workspace.name, ownerId)) return false
        yield* takeSlot(database, 'workspacesPerUser', ownerId)
        yield* run(workspaces.insert, ...workspaces.values(workspace))
        yield* run(addOwner, ownerId, workspace.id)
        return true
      })
    },
    async get(id) {
      const row = await database.get(`SELECT ${workspaces.columns} FROM workspaces WHERE id = ? AND ${isKept}`, id)
      return row && workspaces.read(row)
    },
    async role(id, userId) {
      const sql = 'SELECT role FROM members WHERE user_id = ? AND workspace_id = ?'
      return (await database.get<{ role: Role }>(sql, userId, id))?.role
    },
    async setRole(id, userId, role) {
      const sql =
        'INSERT INTO members (user_id, workspace_id, role) VALUES (?, ?, ?) ' +
        'ON CONFLICT (user_id, workspace_id) DO UPDATE SET role = excluded.role'
      await database.transaction(function* () {
        yield* run(sql, userId, id, role)
        yield* database.changed('rights', userId)
      })
    },
    async list(userId) {
      const sql =
        `SELECT ${workspaces.columns}, role FROM workspaces JOIN members ON workspace_id = id ` +
        'WHERE user_id = ? ORDER BY created_at DESC, id DESC'
      const rows = await database.all<RawRow & { role: Role }>(sql, userId)
      return rows.map((row) => ({ ...workspaces.read(row), role: row.role }))
    },
    async update(id, change, now) {
      const { sql, values } = workspaces.assignments({ ...change, updatedAt: now })
      const update = `UPDATE workspaces SET ${sql} WHERE id = ? AND ${isKept} RETURNING ${workspaces.columns}`
      const row = await database.returning(update, ...values, id)
      return row && workspaces.read(row)
    },
    async rotateIdentity(id, now) {
      const rotate = `UPDATE workspaces SET identity_version = identity_version + 1, identity_rotated_at = ? WHERE id = ? AND ${isKept} RETURNING ${workspaces.columns}`
      const row = await database.returning(rotate, now, id)
      return row && workspaces.read(row)
    },
    async delete(id) {
      return database.transaction(() => removeWorkspace(database, id))
    },
  }
}

/**
 * Part of a transaction: deletes a workspace. Nobody is a member of it, and nothing of it can be read, from now on; its secrets and
 * addresses are gone at once, and its other rows are deleted in the background. False if there is none.
 */
export function* removeWorkspace({ dialect }: Database, id: string): Work<boolean> {
  if (!(yield* get(`SELECT 1 FROM workspaces WHERE id = ? AND ${isKept}${dialect.forUpdate}`, id))) return false
  for (const table of ['members', 'invitations', 'credentials', 'oauth_sign_ins', 'verify_tokens', 'domain_claims'])
    yield* run(`DELETE FROM ${table} WHERE workspace_id = ?`, id)
  yield* markRemoved({ kind: 'workspaces', id, workspaceId: id, isWhole: true })
  return true
}

const isKept = isNotRemoved('workspaces', 'workspaces.id')
