import { type Database, get, run } from '../database.js'
import { isNotRemoved } from '../not-removed.js'
import { uploads } from './bot-tables.js'
import type { UploadStore } from './uploads.js'

export function uploadStore(database: Database): UploadStore {
  return {
    async create(upload, workspaceBytes) {
      const lockWorkspace = `SELECT 1 FROM workspaces WHERE id = ?${database.dialect.forCounting}`
      return database.transaction(function* () {
        yield* get(lockWorkspace, upload.workspaceId)
        if (!(yield* get(findBot, upload.botId, upload.workspaceId))) return 'missing'
        if (yield* get(findDeletedResult, upload.resultId)) return 'missing'
        const sum = yield* get<{ bytes: number }>(sumOfWorkspace, upload.workspaceId)
        if (sum!.bytes + upload.size > workspaceBytes) return 'full'
        yield* run(uploads.insert, ...uploads.values(upload))
        return 'created'
      })
    },
    async find(id) {
      const row = await database.get(`SELECT ${uploads.columns} FROM uploads WHERE id = ? AND ${isKept}`, id)
      return row && uploads.read(row)
    },
    async begin(id, now, expiresAt) {
      const sql =
        "UPDATE uploads SET state = 'receiving', expires_at = ? WHERE id = ? AND state = 'pending' AND expires_at > ? " +
        `RETURNING ${uploads.columns}`
      const row = await database.returning(sql, expiresAt, id, now)
      return row && uploads.read(row)
    },
    async release(id, expiresAt) {
      const sql = "UPDATE uploads SET state = 'pending', expires_at = ? WHERE id = ? AND state = 'receiving'"
      await database.run(sql, expiresAt, id)
    },
    async finish(id, { type, size, expiresAt = null }) {
      const sql =
        "UPDATE uploads SET state = 'stored', type = ?, size = ?, expires_at = ? WHERE id = ? AND state = 'receiving'"
      return (await database.run(sql, type, size, expiresAt, id)) > 0
    },
    async ofSession(sessionId, ids) {
      const sql =
        `SELECT ${uploads.columns} FROM uploads ` +
        `WHERE id ${database.dialect.isOneOf} AND session_id = ? AND state = 'stored'`
      return (await database.all(sql, ids, sessionId)).map((row) => uploads.read(row))
    },
    async abandon(now, limit) {
      return (await database.run(removeExpired, now, limit)) + (await database.run(removeWithoutSession, now, limit))
    },
    async listRemoved(now, limit) {
      const sql =
        "SELECT id, path FROM uploads WHERE state = 'removed' AND (expires_at IS NULL OR expires_at <= ?) LIMIT ?"
      return database.all<{ id: string; path: string }>(sql, now, limit)
    },
    async forget(ids) {
      const sql = `DELETE FROM uploads WHERE id ${database.dialect.isOneOf} AND state = 'removed'`
      await database.run(sql, ids)
    },
  }
}

/** SQL condition: the owners of a file are not deleted. */
const isKept = [
  isNotRemoved('workspaces', 'uploads.workspace_id'),
  isNotRemoved('bots', 'uploads.bot_id'),
  '(SELECT 1 FROM removals JOIN results ON results.id = uploads.result_id ' +
    "WHERE kind = 'results' AND owner_id = results.bot_id AND results.created_at <= until LIMIT 1) IS NULL",
].join(' AND ')

const findBot = 'SELECT 1 FROM bots WHERE id = ? AND workspace_id = ? AND is_deleted = 0'
const findDeletedResult = 'SELECT 1 FROM results WHERE id = ? AND is_deleted = 1'
const sumOfWorkspace =
  'SELECT CAST(coalesce(sum(size), 0) AS BIGINT) AS bytes FROM uploads ' +
  "WHERE workspace_id = ? AND state IN ('pending', 'receiving', 'stored')"
const removeExpired =
  "UPDATE uploads SET state = 'removed' WHERE id IN " +
  "(SELECT id FROM uploads WHERE state IN ('pending', 'receiving') AND expires_at <= ? LIMIT ?)"
const removeWithoutSession =
  "UPDATE uploads SET state = 'removed' WHERE id IN (SELECT id FROM uploads WHERE state = 'stored' AND is_kept = 0 " +
  'AND (expires_at IS NULL OR expires_at <= ?) AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = uploads.session_id ' +
  'AND sessions.expires_at > 0) LIMIT ?)'
