import { type Database, get, run } from '../database.js'
import type { PreviewPhoneStore } from './preview-phones.js'

export function previewPhoneStore(database: Database): PreviewPhoneStore {
  const lockUser = `SELECT 1 FROM users WHERE id = ?${database.dialect.forCounting}`
  const lockWorkspace = `SELECT 1 FROM workspaces WHERE id = ?${database.dialect.forCounting}`
  return {
    async ask({ userId, phone, codeHash, expiresAt }, max, now) {
      const insert =
        'INSERT INTO preview_phones (user_id, phone, code_hash, asked_at, expires_at) VALUES (?, ?, ?, ?, ?) ' +
        'ON CONFLICT (user_id, phone) DO UPDATE SET code_hash = excluded.code_hash, asked_at = excluded.asked_at, ' +
        'expires_at = excluded.expires_at'
      const newest = 'SELECT phone FROM preview_phones WHERE user_id = ? ORDER BY asked_at DESC, phone LIMIT ?'
      await database.transaction(function* () {
        yield* get(lockUser, userId)
        yield* run(insert, userId, phone, codeHash, now, expiresAt)
        yield* run(`DELETE FROM preview_phones WHERE user_id = ? AND phone NOT IN (${newest})`, userId, userId, max)
      })
    },
    async confirm(phone, codeHash, now) {
      const sql = 'UPDATE preview_phones SET confirmed_at = ? WHERE phone = ? AND code_hash = ? AND expires_at > ?'
      return (await database.run(sql, now, phone, codeHash, now)) > 0
    },
    async isConfirmed(userId, phone) {
      const sql = 'SELECT 1 FROM preview_phones WHERE user_id = ? AND phone = ? AND confirmed_at IS NOT NULL'
      return (await database.get(sql, userId, phone)) !== undefined
    },
    async take(workspaceId, day, max) {
      const find = 'SELECT count FROM preview_counts WHERE workspace_id = ? AND day = ?'
      const add =
        'INSERT INTO preview_counts (workspace_id, day, count) VALUES (?, ?, 1) ON CONFLICT (workspace_id) DO UPDATE SET ' +
        'count = CASE WHEN preview_counts.day = excluded.day THEN preview_counts.count + 1 ELSE 1 END, day = excluded.day'
      return database.transaction(function* () {
        yield* get(lockWorkspace, workspaceId)
        if (((yield* get<{ count: number }>(find, workspaceId, day))?.count ?? 0) >= max) return false
        yield* run(add, workspaceId, day)
        return true
      })
    },
  }
}
