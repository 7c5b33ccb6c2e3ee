import { type Database, get, run, type Work } from '../database.js'
import { takeSlot } from '../quotas.js'
import { folders } from './bot-tables.js'
import type { Folder, FolderStore } from './folders.js'

export function folderStore(database: Database): FolderStore {
  const find = `SELECT ${folders.columns} FROM folders WHERE id = ? AND workspace_id = ?`
  /** Without the lock, two concurrent moves of folders could create a cycle. */
  const lock = `SELECT 1 FROM workspaces WHERE id = ?${database.dialect.forUpdate}`

  /** True if `id` is the folder itself or one of its ancestors. */
  function* isAbove(workspaceId: string, id: string, folderId: string): Work<boolean> {
    let at: string | null = folderId
    while (at !== null && at !== id) {
      const folder: Folder | undefined = yield* get<Folder>(find, at, workspaceId)
      at = folder?.parentFolderId ?? null
    }
    return at === id
  }

  return {
    async create(folder) {
      const sql = `${folders.insert} ON CONFLICT (id) DO NOTHING`
      return database.transaction(function* () {
        yield* takeSlot(database, 'foldersPerWorkspace', folder.workspaceId)
        return (yield* run(sql, ...folders.values(folder))) === 1 ? 'created' : 'taken'
      })
    },
    async get(workspaceId, id) {
      const row = await database.get(find, id, workspaceId)
      return row && folders.read(row)
    },
    async list(workspaceId, parentFolderId) {
      const parent = parentFolderId === null ? 'parent_folder_id IS NULL' : 'parent_folder_id = ?'
      const values = parentFolderId === null ? [workspaceId] : [workspaceId, parentFolderId]
      const sql = `SELECT ${folders.columns} FROM folders WHERE workspace_id = ? AND ${parent} ORDER BY created_at DESC, id DESC`
      return (await database.all(sql, ...values)).map((row) => folders.read(row))
    },
    async update(workspaceId, id, change, now) {
      const { sql, values } = folders.assignments({ ...change, updatedAt: now })
      const update = `UPDATE folders SET ${sql} WHERE id = ? RETURNING ${folders.columns}`
      return database.transaction(function* () {
        yield* get(lock, workspaceId)
        const parent = change.parentFolderId
        if (!(yield* get(find, id, workspaceId))) return { kind: 'missing' }
        if (parent && !(yield* get(find, parent, workspaceId))) return { kind: 'missing' }
        if (parent && (yield* isAbove(workspaceId, id, parent))) return { kind: 'cycle' }
        const row = yield* get(update, ...values, id)
        return { kind: 'updated', folder: folders.read(row as Record<string, unknown>) }
      })
    },
    async delete(workspaceId, id) {
      const some = 'SELECT id FROM bots WHERE workspace_id = ? AND folder_id = ? LIMIT ?'
      const moveOut = `UPDATE bots SET folder_id = NULL WHERE id IN (${some})`
      // A bot with its flow may be large. What is left of a batch, or comes in meanwhile, leaves with the folder.
      if (!(await database.get(find, id, workspaceId))) return undefined
      while ((await database.run(moveOut, workspaceId, id, botsAtOnce)) === botsAtOnce);
      return database.transaction(function* () {
        yield* get(lock, workspaceId)
        const row = yield* get(find, id, workspaceId)
        if (!row) return undefined
        yield* run(
          'UPDATE folders SET parent_folder_id = NULL WHERE workspace_id = ? AND parent_folder_id = ?',
          workspaceId,
          id,
        )
        yield* run('UPDATE bots SET folder_id = NULL WHERE workspace_id = ? AND folder_id = ?', workspaceId, id)
        yield* run('DELETE FROM folders WHERE id = ?', id)
        return folders.read(row)
      })
    },
  }
}

const botsAtOnce = 10
