import { type Database, run } from '../database.js'
import { isNotRemoved } from '../not-removed.js'
import { takeSlot } from '../quotas.js'
import type { UserStore } from './people.js'
import { tokens, users } from './people-tables.js'
import type { SettingStore } from './settings.js'
import type { TokenStore } from './tokens.js'

export function userStore(database: Database): UserStore {
  return {
    async get(id) {
      const row = await database.get(`SELECT ${users.columns} FROM users WHERE id = ? AND ${isKept}`, id)
      return row && users.read(row)
    },
    async first() {
      const row = await database.get(
        `SELECT ${users.columns} FROM users WHERE ${isKept} ORDER BY is_admin DESC, created_at, id LIMIT 1`,
      )
      return row && users.read(row)
    },
    async findByEmail(email) {
      const row = await database.get(`SELECT ${users.columns} FROM users WHERE email = ?`, email)
      return row && users.read(row)
    },
    async create(user) {
      try {
        await database.run(users.insert, ...users.values(user))
        return 'created'
      } catch (error) {
        if (database.isTaken(error)) return 'taken'
        throw error
      }
    },
    async update(id, change, now) {
      const { sql, values } = users.assignments({ ...change, updatedAt: now })
      const update = `UPDATE users SET ${sql} WHERE id = ? AND ${isKept} RETURNING ${users.columns}`
      const row = await database.returning(update, ...values, id)
      return row && users.read(row)
    },
    async verifyEmail(email, now) {
      const sql = 'UPDATE users SET email_verified_at = coalesce(email_verified_at, ?) WHERE email = ?'
      return (await database.run(sql, now, email)) > 0
    },
  }
}

const isKept = isNotRemoved('users', 'users.id')

export function tokenStore(database: Database): TokenStore {
  return {
    async create(token) {
      await database.transaction(function* () {
        yield* takeSlot(database, 'tokensPerUser', token.ownerId)
        yield* run(tokens.insert, ...tokens.values(token))
      })
    },
    async findByHash(hash) {
      const row = await database.get(`SELECT ${tokens.columns} FROM tokens WHERE hash = ?`, hash)
      return row && tokens.read(row)
    },
    async list(ownerId) {
      const sql = `SELECT ${tokens.columns} FROM tokens WHERE owner_id = ? ORDER BY created_at DESC, id DESC`
      return (await database.all(sql, ownerId)).map((row) => tokens.read(row))
    },
    async delete(ownerId, id) {
      const sql = `DELETE FROM tokens WHERE id = ? AND owner_id = ? RETURNING ${tokens.columns}`
      const row = await database.returning(sql, id, ownerId)
      return row && tokens.read(row)
    },
  }
}

export function settingStore(database: Database): SettingStore {
  const get = async (name: string) =>
    (await database.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name))?.value
  return {
    get,
    async setIfAbsent(name, value) {
      const sql = 'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING'
      await database.run(sql, name, value)
      return (await get(name)) ?? value
    },
  }
}
