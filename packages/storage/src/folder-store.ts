import type { Connection } from './connection.js'
import type { FolderStore } from './storage.js'
import { folders } from './table.js'

export function folderStore(connection: Connection): FolderStore {
  const find = (workspaceId: string, id: string) => {
    const sql = `SELECT ${folders.columns} FROM folders WHERE id = ? AND workspace_id = ?`
    const row = connection.get(sql, id, workspaceId)
    return row && folders.read(row)
  }
  /** Whether `id` is the folder itself or one above it. */
  const isAbove = (workspaceId: string, id: string, folderId: string) => {
    let at: string | null = folderId
    while (at !== null && at !== id) at = find(workspaceId, at)?.parentFolderId ?? null
    return at === id
  }
  return {
    async create(folder) {
      return connection.write(() =>
        connection.run(`${folders.insert} ON CONFLICT (id) DO NOTHING`, ...folders.values(folder)),
      ) === 1
        ? 'created'
        : 'taken'
    },
    async get(workspaceId, id) {
      return find(workspaceId, id)
    },
    async list(workspaceId, parentFolderId) {
      const parent = parentFolderId === null ? 'parent_folder_id IS NULL' : 'parent_folder_id = ?'
      const sql = `SELECT ${folders.columns} FROM folders WHERE workspace_id = ? AND ${parent} ORDER BY created_at DESC, id DESC`
      const values = parentFolderId === null ? [workspaceId] : [workspaceId, parentFolderId]
      return connection.all(sql, ...values).map((row) => folders.read(row))
    },
    async update(workspaceId, id, change, now) {
      const { sql, values } = folders.assignments({ ...change, updatedAt: now })
      return connection.write(() => {
        const parent = change.parentFolderId
        if (!find(workspaceId, id)) return { kind: 'missing' }
        if (parent && !find(workspaceId, parent)) return { kind: 'missing' }
        if (parent && isAbove(workspaceId, id, parent)) return { kind: 'cycle' }
        const row = connection.get(`UPDATE folders SET ${sql} WHERE id = ? RETURNING ${folders.columns}`, ...values, id)
        return { kind: 'updated', folder: folders.read(row as Record<string, unknown>) }
      })
    },
    async delete(workspaceId, id) {
      return connection.write(() => {
        const folder = find(workspaceId, id)
        if (!folder) return undefined
        connection.run('UPDATE folders SET parent_folder_id = NULL WHERE parent_folder_id = ?', id)
        connection.run('UPDATE bots SET folder_id = NULL WHERE workspace_id = ? AND folder_id = ?', workspaceId, id)
        connection.run('DELETE FROM folders WHERE id = ?', id)
        return folder
      })
    },
  }
}
