import type { Database } from './database.js'
import type { SessionStore } from './storage.js'
import { sessions, turns } from './tables.js'

/** All of the sessions but the path of a turn, which each database has its own way for. */
export function sessionReads(database: Database): Omit<SessionStore, 'open' | 'commit'> {
  return {
    async get(id) {
      const row = await database.get(`SELECT ${sessions.columns} FROM sessions WHERE id = ?`, id)
      return row && sessions.read(row)
    },
    async turnByKey(sessionId, key) {
      const sql = `SELECT ${turns.columns} FROM turns WHERE session_id = ? AND key = ?`
      const row = await database.get(sql, sessionId, key)
      return row && turns.read(row)
    },
    async turns(sessionId) {
      const sql = `SELECT ${turns.columns} FROM turns WHERE session_id = ? ORDER BY number`
      return (await database.all(sql, sessionId)).map((row) => turns.read(row))
    },
    async latestPreview(workspaceId, botId, now) {
      const sql =
        `SELECT ${sessions.columns} FROM sessions WHERE bot_id = ? AND workspace_id = ? AND release_id IS NULL ` +
        'AND expires_at > ? ORDER BY updated_at DESC LIMIT 1'
      const row = await database.get(sql, botId, workspaceId, now)
      return row && sessions.read(row)
    },
    async removeExpired(now, limit) {
      const expired = 'SELECT id FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ?'
      return database.run(`DELETE FROM sessions WHERE id IN (${expired}${database.dialect.skipLocked})`, now, limit)
    },
  }
}
