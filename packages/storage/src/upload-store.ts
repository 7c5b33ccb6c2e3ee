import type { Connection } from './connection.js'
import { uploads } from './table.js'
import type { UploadStore } from './uploads.js'

export function uploadStore(connection: Connection): UploadStore {
  return {
    async create(upload, workspaceBytes) {
      return connection.write(() => {
        if (!connection.get(findBot, upload.botId, upload.workspaceId)) return 'missing'
        if (connection.get(findArchivedResult, upload.resultId)) return 'missing'
        const { bytes } = connection.get<{ bytes: number }>(sumOfWorkspace, upload.workspaceId)!
        if (bytes + upload.size > workspaceBytes) return 'full'
        connection.run(uploads.insert, ...uploads.values(upload))
        return 'created'
      })
    },
    async find(id) {
      const row = connection.get(`SELECT ${uploads.columns} FROM uploads WHERE id = ?`, id)
      return row && uploads.read(row)
    },
    async begin(id, now, expiresAt) {
      const sql =
        "UPDATE uploads SET state = 'receiving', expires_at = ? WHERE id = ? AND state = 'pending' AND expires_at > ? " +
        `RETURNING ${uploads.columns}`
      const row = connection.write(() => connection.get(sql, expiresAt, id, now))
      return row && uploads.read(row)
    },
    async release(id, expiresAt) {
      const sql = "UPDATE uploads SET state = 'pending', expires_at = ? WHERE id = ? AND state = 'receiving'"
      connection.write(() => connection.run(sql, expiresAt, id))
    },
    async finish(id, { type, size }) {
      const sql =
        "UPDATE uploads SET state = 'stored', type = ?, size = ?, expires_at = NULL WHERE id = ? AND state = 'receiving'"
      return connection.write(() => connection.run(sql, type, size, id) > 0)
    },
    async ofSession(sessionId, ids) {
      const sql =
        `SELECT ${uploads.columns} FROM uploads ` +
        "WHERE id IN (SELECT value FROM json_each(?)) AND session_id = ? AND state = 'stored'"
      return connection.all(sql, JSON.stringify(ids), sessionId).map((row) => uploads.read(row))
    },
    async abandon(now, limit) {
      return connection.write(
        () => connection.run(removeExpired, now, limit) + connection.run(removeWithoutSession, limit),
      )
    },
    async listRemoved(now, limit) {
      const sql =
        "SELECT id, path FROM uploads WHERE state = 'removed' AND (expires_at IS NULL OR expires_at <= ?) LIMIT ?"
      return connection.all<{ id: string; path: string }>(sql, now, limit)
    },
    async forget(ids) {
      const sql = "DELETE FROM uploads WHERE id IN (SELECT value FROM json_each(?)) AND state = 'removed'"
      connection.write(() => connection.run(sql, JSON.stringify(ids)))
    },
  }
}

const findBot = 'SELECT 1 FROM bots WHERE id = ? AND workspace_id = ? AND is_archived = 0'
const findArchivedResult = 'SELECT 1 FROM results WHERE id = ? AND is_archived = 1'
const sumOfWorkspace =
  'SELECT coalesce(sum(size), 0) AS bytes FROM uploads ' +
  "WHERE workspace_id = ? AND state IN ('pending', 'receiving', 'stored')"
const removeExpired =
  "UPDATE uploads SET state = 'removed' WHERE id IN " +
  "(SELECT id FROM uploads WHERE state IN ('pending', 'receiving') AND expires_at <= ? LIMIT ?)"
const removeWithoutSession =
  "UPDATE uploads SET state = 'removed' WHERE id IN (SELECT id FROM uploads WHERE state = 'stored' AND is_kept = 0 " +
  'AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = uploads.session_id) LIMIT ?)'
