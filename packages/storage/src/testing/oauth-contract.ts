import { beforeEach, describe, expect, it } from 'vitest'
import type { OAuthSignIn } from '../people/oauth-sign-ins.js'
import type { Storage } from '../storage.js'

/** Contract of `Storage` implementations: users who sign in at a provider. Users and workspaces are seeded. */
export function oauthContract(use: () => Storage): void {
  const row = (hash: string, change: Partial<OAuthSignIn> = {}): OAuthSignIn => ({
    hash,
    workspaceId: 'w1',
    userId: 'u1',
    signInId: 'in1',
    sealed: `sealed-${hash}`,
    createdAt: 10,
    expiresAt: 100,
    ...change,
  })
  const taken = async (...hashes: string[]) => {
    const rows = await Promise.all(hashes.map((hash) => use().oauthSignIns.take(hash, 50)))
    return rows.flatMap((it) => it?.hash ?? [])
  }

  describe('oauthSignIns', () => {
    beforeEach(async () => {
      const login = { userId: 'u1', tokenId: null, userAgent: '', address: '', createdAt: 10, lastUsedAt: 10 }
      for (const id of ['in1', 'in2'])
        await use().signIns.create({ ...login, id, hash: `hash-${id}`, expiresAt: 1_000 })
    })
    it('are taken once, and in their time', async () => {
      await use().oauthSignIns.create(row('a'), 5)
      await use().oauthSignIns.create(row('b'), 5)
      expect(await use().oauthSignIns.take('a', 99)).toEqual(row('a'))
      expect(await use().oauthSignIns.take('a', 99)).toBeUndefined()
      expect(await use().oauthSignIns.take('b', 100)).toBeUndefined()
    })
    it('of one user are limited to the newest, and those whose time is up go', async () => {
      await use().oauthSignIns.create(row('other', { userId: 'u2', signInId: null }), 2)
      await use().oauthSignIns.create(row('over', { userId: 'u2', expiresAt: 13 }), 2)
      for (const at of [11, 12, 13]) await use().oauthSignIns.create(row(`n${at}`, { createdAt: at }), 2)
      expect(await taken('other', 'over', 'n11', 'n12', 'n13')).toEqual(['other', 'n12', 'n13'])
    })
    it('go with their login session and their workspace', async () => {
      await use().oauthSignIns.create(row('a'), 5)
      await use().oauthSignIns.create(row('b', { signInId: 'in2' }), 5)
      await use().signIns.delete('u1', 'in1')
      expect(await taken('a')).toEqual([])
      await use().workspaces.delete('w1')
      expect(await taken('b')).toEqual([])
    })
  })
}
