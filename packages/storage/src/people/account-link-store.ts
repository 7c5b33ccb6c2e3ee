import { type Database, get, run, type Work } from '../database.js'
import { Table } from '../table.js'
import type { AccountLink, AccountLinkStore } from './account-links.js'
import { setEmail, setPassword, signIns } from './sign-in-store.js'

const accountLinks = new Table<AccountLink>('account_links', {
  id: 'text',
  userId: 'text',
  kind: 'text',
  email: 'text',
  hash: 'text',
  createdAt: 'integer',
  expiresAt: 'integer',
})

export function accountLinkStore(database: Database): AccountLinkStore {
  const find = `SELECT ${accountLinks.columns} FROM account_links WHERE id = ?${database.dialect.forUpdate}`

  function* linkOf(id: string, kind: AccountLink['kind']): Work<AccountLink | undefined> {
    const row = yield* get(find, id)
    const link = row && accountLinks.read(row)
    return link?.kind === kind ? link : undefined
  }

  return {
    async create(link, max = Number.MAX_SAFE_INTEGER) {
      const { userId, kind, createdAt } = link
      const count = 'SELECT count(*) AS count FROM account_links WHERE user_id = ? AND kind = ?'
      const lock = `SELECT 1 FROM users WHERE id = ?${database.dialect.forUpdate}`
      return database.transaction(function* () {
        yield* get(lock, userId)
        yield* run('DELETE FROM account_links WHERE user_id = ? AND expires_at <= ?', userId, createdAt)
        if (Number((yield* get<{ count: number }>(count, userId, kind))?.count) >= max) return 'enough'
        yield* run(accountLinks.insert, ...accountLinks.values(link))
        return 'created'
      })
    },
    async findByHash(hash) {
      const row = await database.get(`SELECT ${accountLinks.columns} FROM account_links WHERE hash = ?`, hash)
      return row && accountLinks.read(row)
    },
    async setPassword(id, passwordHash, signIn, now) {
      return database.transaction(function* () {
        const link = yield* linkOf(id, 'password')
        if (!link) return 'missing'
        yield* run('DELETE FROM account_links WHERE user_id = ?', link.userId)
        yield* run(setPassword, link.userId, passwordHash, now)
        yield* run('DELETE FROM sign_ins WHERE user_id = ?', link.userId)
        yield* run(deleteTokensOfUnverified, link.userId, link.userId)
        yield* run(signIns.insert, ...signIns.values(signIn))
        return 'set'
      })
    },
    async confirmEmail(id, now) {
      return database.transaction(function* () {
        const link = yield* linkOf(id, 'email')
        return link ? yield* changeEmail(link.userId, link.email as string, true, now) : 'missing'
      })
    },
    async changeEmail(userId, email, isVerified, now) {
      return database.transaction(() => changeEmail(userId, email, isVerified, now))
    },
  }
}

const deleteTokensOfUnverified =
  'DELETE FROM tokens WHERE owner_id = ? AND EXISTS (SELECT 1 FROM users WHERE id = ? AND email_verified_at IS NULL)'

function* changeEmail(userId: string, email: string, isVerified: boolean, now: number): Work<'changed' | 'taken'> {
  if ((yield* setEmail(userId, email, isVerified, now)) === 'taken') return 'taken'
  yield* run('DELETE FROM account_links WHERE user_id = ?', userId)
  return 'changed'
}
