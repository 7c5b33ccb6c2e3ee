import { type Database, get, run, type Work } from '../database.js'
import { Table } from '../table.js'
import type { PasswordStore, SignIn, SignInStore } from './sign-ins.js'

export const signIns = new Table<SignIn>('sign_ins', {
  id: 'text',
  userId: 'text',
  hash: 'text',
  tokenId: 'text',
  userAgent: 'text',
  address: 'text',
  createdAt: 'integer',
  lastUsedAt: 'integer',
  expiresAt: 'integer',
})

/** Login sessions in a list: those used last. */
const maxListed = 500

export function signInStore(database: Database): SignInStore {
  return {
    async create(signIn) {
      await database.transaction(function* () {
        yield* run('DELETE FROM sign_ins WHERE user_id = ? AND expires_at <= ?', signIn.userId, signIn.createdAt)
        yield* run(signIns.insert, ...signIns.values(signIn))
      })
    },
    async findByHash(hash) {
      const row = await database.get(`SELECT ${signIns.columns} FROM sign_ins WHERE hash = ?`, hash)
      return row && signIns.read(row)
    },
    async list(userId) {
      const sql = `SELECT ${signIns.columns} FROM sign_ins WHERE user_id = ? ORDER BY last_used_at DESC, id DESC LIMIT ${maxListed}`
      return (await database.all(sql, userId)).map((row) => signIns.read(row))
    },
    async touch(id, now) {
      await database.run('UPDATE sign_ins SET last_used_at = ? WHERE id = ?', now, id)
    },
    async delete(userId, id) {
      const sql = 'DELETE FROM sign_ins WHERE id = ? AND user_id = ?'
      return (await database.run(sql, id, userId)) > 0
    },
  }
}

export function passwordStore(database: Database): PasswordStore {
  return {
    async get(userId) {
      return (await database.get<{ hash: string }>('SELECT hash FROM passwords WHERE user_id = ?', userId))?.hash
    },
    async set(userId, hash, now, keptSignInId, email) {
      return database.transaction(function* () {
        if ((yield* setEmail(userId, email.address, email.isVerified, now)) === 'taken') return 'taken'
        yield* run(setPassword, userId, hash, now)
        yield* run('DELETE FROM sign_ins WHERE user_id = ? AND id <> ?', userId, keptSignInId ?? '')
        yield* run("DELETE FROM account_links WHERE user_id = ? AND kind = 'password'", userId)
        return 'set'
      })
    },
  }
}

export function* setEmail(userId: string, email: string, isVerified: boolean, now: number): Work<'set' | 'taken'> {
  if (yield* get('SELECT 1 FROM users WHERE email = ? AND id <> ?', email, userId)) return 'taken'
  yield* run(assignEmail, email, isVerified ? now : null, email, now, userId)
  return 'set'
}

/** The same address stays verified. Parameters: address, time of verification or null, address, time, user id. */
const assignEmail =
  'UPDATE users SET email_verified_at = coalesce(CASE WHEN email = ? THEN email_verified_at END, ?), ' +
  'email = ?, updated_at = ? WHERE id = ?'

/** Parameters: user id, hash, time. */
export const setPassword =
  'INSERT INTO passwords (user_id, hash, updated_at) VALUES (?, ?, ?) ' +
  'ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, updated_at = excluded.updated_at'
