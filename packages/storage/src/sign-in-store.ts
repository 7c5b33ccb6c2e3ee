import type { Connection } from './connection.js'
import type { PasswordStore, SignIn, SignInStore } from './sign-ins.js'
import { Table } from './table.js'

const signIns = new Table<SignIn>('sign_ins', {
  id: 'plain',
  userId: 'plain',
  hash: 'plain',
  tokenId: 'plain',
  userAgent: 'plain',
  address: 'plain',
  createdAt: 'plain',
  lastUsedAt: 'plain',
  expiresAt: 'plain',
})

export function signInStore(connection: Connection): SignInStore {
  return {
    async create(signIn) {
      connection.write(() => {
        connection.run('DELETE FROM sign_ins WHERE user_id = ? AND expires_at <= ?', signIn.userId, signIn.createdAt)
        connection.run(signIns.insert, ...signIns.values(signIn))
      })
    },
    async findByHash(hash) {
      const row = connection.get(`SELECT ${signIns.columns} FROM sign_ins WHERE hash = ?`, hash)
      return row && signIns.read(row)
    },
    async list(userId) {
      const sql = `SELECT ${signIns.columns} FROM sign_ins WHERE user_id = ? ORDER BY last_used_at DESC, id DESC`
      return connection.all(sql, userId).map((row) => signIns.read(row))
    },
    async touch(id, now) {
      connection.write(() => connection.run('UPDATE sign_ins SET last_used_at = ? WHERE id = ?', now, id))
    },
    async delete(userId, id) {
      const sql = 'DELETE FROM sign_ins WHERE id = ? AND user_id = ?'
      return connection.write(() => connection.run(sql, id, userId) > 0)
    },
  }
}

export function passwordStore(connection: Connection): PasswordStore {
  return {
    async get(userId) {
      return connection.get<{ hash: string }>('SELECT hash FROM passwords WHERE user_id = ?', userId)?.hash
    },
    async set(userId, hash, now, keptSignInId) {
      connection.write(() => {
        connection.run(setPassword, userId, hash, now)
        connection.run('DELETE FROM sign_ins WHERE user_id = ? AND id <> ?', userId, keptSignInId ?? '')
      })
    },
  }
}

/** Parameters: user id, hash, time. */
export const setPassword =
  'INSERT INTO passwords (user_id, hash, updated_at) VALUES (?, ?, ?) ' +
  'ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, updated_at = excluded.updated_at'
