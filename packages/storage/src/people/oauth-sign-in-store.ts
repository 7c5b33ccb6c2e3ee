import { type Database, get, run } from '../database.js'
import { Table } from '../table.js'
import type { OAuthSignIn, OAuthSignInStore } from './oauth-sign-ins.js'

const oauthSignIns = new Table<OAuthSignIn>('oauth_sign_ins', {
  hash: 'text',
  workspaceId: 'text',
  userId: 'text',
  signInId: 'text',
  sealed: 'text',
  createdAt: 'integer',
  expiresAt: 'integer',
})

export function oauthSignInStore(database: Database): OAuthSignInStore {
  return {
    async create(row, max) {
      const oldest =
        'DELETE FROM oauth_sign_ins WHERE user_id = ? AND hash NOT IN ' +
        '(SELECT hash FROM oauth_sign_ins WHERE user_id = ? ORDER BY created_at DESC, hash LIMIT ?)'
      await database.transaction(function* () {
        yield* run('DELETE FROM oauth_sign_ins WHERE expires_at <= ?', row.createdAt)
        yield* run(oldest, row.userId, row.userId, max - 1)
        yield* run(oauthSignIns.insert, ...oauthSignIns.values(row))
      })
    },
    async take(hash, now) {
      const find = `SELECT ${oauthSignIns.columns} FROM oauth_sign_ins WHERE hash = ?${database.dialect.forUpdate}`
      return database.transaction(function* () {
        const row = yield* get(find, hash)
        if (!row) return undefined
        yield* run('DELETE FROM oauth_sign_ins WHERE hash = ?', hash)
        const taken = oauthSignIns.read(row)
        return taken.expiresAt > now ? taken : undefined
      })
    },
  }
}
