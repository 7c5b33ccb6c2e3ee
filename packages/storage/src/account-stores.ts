import type { Connection } from './connection.js'
import type { SettingStore, TokenStore, UserStore } from './storage.js'
import { tokens, users } from './table.js'

export function userStore(connection: Connection): UserStore {
  return {
    async get(id) {
      const row = connection.get(`SELECT ${users.columns} FROM users WHERE id = ?`, id)
      return row && users.read(row)
    },
    async first() {
      const row = connection.get(`SELECT ${users.columns} FROM users ORDER BY created_at, id LIMIT 1`)
      return row && users.read(row)
    },
    async findByEmail(email) {
      const row = connection.get(`SELECT ${users.columns} FROM users WHERE email = ?`, email)
      return row && users.read(row)
    },
    async create(user) {
      return connection.write(() => {
        if (isEmailTaken(connection, user.id, user.email)) return 'taken'
        connection.run(users.insert, ...users.values(user))
        return 'created'
      })
    },
    async update(id, change, now) {
      const { sql, values } = users.assignments({ ...change, updatedAt: now })
      return connection.write(() => {
        if (isEmailTaken(connection, id, change.email)) return { kind: 'taken' }
        const row = connection.get(`UPDATE users SET ${sql} WHERE id = ? RETURNING ${users.columns}`, ...values, id)
        return row ? { kind: 'updated', user: users.read(row) } : { kind: 'missing' }
      })
    },
  }
}

function isEmailTaken(connection: Connection, id: string, email: string | null | undefined): boolean {
  return email != null && connection.get('SELECT 1 FROM users WHERE email = ? AND id <> ?', email, id) !== undefined
}

export function tokenStore(connection: Connection): TokenStore {
  return {
    async create(token) {
      connection.write(() => connection.run(tokens.insert, ...tokens.values(token)))
    },
    async findByHash(hash) {
      const row = connection.get(`SELECT ${tokens.columns} FROM tokens WHERE hash = ?`, hash)
      return row && tokens.read(row)
    },
    async list(ownerId) {
      const sql = `SELECT ${tokens.columns} FROM tokens WHERE owner_id = ? ORDER BY created_at DESC, id DESC`
      return connection.all(sql, ownerId).map((row) => tokens.read(row))
    },
    async delete(ownerId, id) {
      const sql = `DELETE FROM tokens WHERE id = ? AND owner_id = ? RETURNING ${tokens.columns}`
      const row = connection.write(() => connection.get(sql, id, ownerId))
      return row && tokens.read(row)
    },
  }
}

export function settingStore(connection: Connection): SettingStore {
  const get = (name: string) =>
    connection.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)?.value
  return {
    async get(name) {
      return get(name)
    },
    async setIfAbsent(name, value) {
      const sql = 'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING'
      connection.write(() => connection.run(sql, name, value))
      return get(name) ?? value
    },
  }
}
