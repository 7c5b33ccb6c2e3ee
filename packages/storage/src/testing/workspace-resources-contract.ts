import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { bot, folder } from './rows.js'

/** Contract of `Storage` implementations: folders, theme templates and custom domains. */
export function workspaceResourcesContract(use: () => Storage): void {
  describe('what belongs to a workspace', () => {
    it('folders lie in each other, never in a circle, and let go of what is in them', async () => {
      const make = (id: string, parentFolderId: string | null, createdAt = 10) =>
        use().folders.create({ ...folder, id, parentFolderId, createdAt })
      expect(await make('a', null)).toBe('created')
      expect(await make('b', 'a')).toBe('created')
      expect(await make('c', 'b', 20)).toBe('created')
      expect(await make('a', null)).toBe('taken')
      expect(await use().folders.update('w1', 'a', { parentFolderId: 'c' }, 50)).toEqual({ kind: 'cycle' })
      expect(await use().folders.update('w1', 'a', { parentFolderId: 'a' }, 50)).toEqual({ kind: 'cycle' })
      expect(await use().folders.update('w1', 'a', { parentFolderId: 'none' }, 50)).toEqual({ kind: 'missing' })
      expect(await use().folders.update('w2', 'a', { name: 'x' }, 50)).toEqual({ kind: 'missing' })
      const moved = { ...folder, id: 'c', parentFolderId: 'a', createdAt: 20, updatedAt: 50 }
      expect(await use().folders.update('w1', 'c', { parentFolderId: 'a' }, 50)).toEqual({
        kind: 'updated',
        folder: moved,
      })
      expect((await use().folders.list('w1', 'a')).map(({ id }) => id)).toEqual(['c', 'b'])
      await use().bots.create({ ...bot('b3'), folderId: 'a' })
      expect(await use().folders.delete('w2', 'a')).toBeUndefined()
      expect((await use().folders.delete('w1', 'a'))?.id).toBe('a')
      expect((await use().folders.list('w1', null)).map(({ id }) => id)).toEqual(['c', 'b'])
      expect((await use().bots.find('b3'))?.folderId).toBeNull()
    })

    it('theme templates are saved again under their id, apart for each workspace', async () => {
      const template = { id: 't1', workspaceId: 'w1', name: 'One', theme: '{}', createdAt: 10, updatedAt: 10 }
      expect(await use().themeTemplates.save(template, 100)).toEqual(template)
      const again = { ...template, name: 'Two', createdAt: 50, updatedAt: 50 }
      expect(await use().themeTemplates.save(again, 100)).toEqual({ ...again, createdAt: 10 })
      await use().themeTemplates.save({ ...template, workspaceId: 'w2' }, 100)
      expect((await use().themeTemplates.list('w1')).map(({ name }) => name)).toEqual(['Two'])
      expect((await use().themeTemplates.delete('w1', 't1'))?.name).toBe('Two')
      expect(await use().themeTemplates.delete('w1', 't1')).toBeUndefined()
      expect(await use().themeTemplates.list('w2')).toHaveLength(1)
    })

    it('theme templates of a workspace take no more bytes than they may', async () => {
      const save = (id: string, theme: string, workspaceId = 'w1') =>
        use().themeTemplates.save({ id, workspaceId, name: id, theme, createdAt: 10, updatedAt: 10 }, 10)
      expect(await save('t1', '"äää"')).toMatchObject({ id: 't1' })
      expect(await save('t2', '{  }')).toBe('full')
      expect(await save('t2', '{}')).toMatchObject({ id: 't2' })
      expect(await save('t2', '{}', 'w2')).toMatchObject({ workspaceId: 'w2' })
      expect(await save('t1', '"ääää"')).toBe('full')
      expect(await save('t1', '"aaaaaa"')).toMatchObject({ theme: '"aaaaaa"' })
    })

    const claim = { workspaceId: 'w1', createdAt: 10, verifiedAt: null, expiresAt: 100 }

    it('a bot is found by its custom domain once its workspace has shown that the host is its own', async () => {
      await use().bots.create({ ...bot('b4'), customDomain: 'own.example/help' })
      const found = () => use().bots.findByCustomDomain('own.example/help')
      expect(await found()).toBeUndefined()
      await use().customDomains.claim({ ...claim, name: 'own.example' })
      expect(await use().customDomains.isVerified('own.example')).toBe(false)
      expect(await found()).toBeUndefined()
      await use().customDomains.markVerified('w1', 'own.example', 50)
      expect(await found()).toMatchObject({ id: 'b4', isSuspended: false })
      expect(await use().bots.findByCustomDomain('own.example')).toBeUndefined()
      await use().customDomains.delete('w1', 'own.example')
      await use().customDomains.claim({ ...claim, name: 'own.example', workspaceId: 'w2', verifiedAt: 30 })
      expect(await found()).toBeUndefined()
    })

    it('a custom domain is claimed by several workspaces and verified by one', async () => {
      const domain = { ...claim, name: 'a.example' }
      const { customDomains } = use()
      expect(await customDomains.claim(domain)).toBe('claimed')
      expect(await customDomains.claim(domain)).toBe('taken')
      expect(await customDomains.claim({ ...domain, workspaceId: 'w2' })).toBe('claimed')
      expect((await customDomains.listAll()).map(({ workspaceId }) => workspaceId).toSorted()).toEqual(['w1', 'w2'])
      const marking = ['w1', 'w2'].map((workspaceId) => customDomains.markVerified(workspaceId, 'a.example', 50))
      expect((await Promise.all(marking)).toSorted()).toEqual(['taken', 'verified'])
      const both = await Promise.all(['w1', 'w2'].map((workspaceId) => customDomains.get(workspaceId, 'a.example')))
      const [owner, other] = both.toSorted((a, b) => Number(a?.isTaken) - Number(b?.isTaken))
      expect(owner).toMatchObject({ verifiedAt: 50, expiresAt: null, isTaken: false })
      expect(other).toMatchObject({ verifiedAt: null, expiresAt: 100, isTaken: true })
      expect(await customDomains.delete(other?.workspaceId ?? '', 'a.example')).toBe(true)
      expect(await customDomains.claim({ ...domain, workspaceId: other?.workspaceId ?? '' })).toBe('taken')
      expect(await customDomains.isVerified('a.example')).toBe(true)
      expect(await customDomains.isVerified('b.example')).toBe(false)
      expect(await customDomains.delete(owner?.workspaceId ?? '', 'a.example')).toBe(true)
      expect(await customDomains.delete(owner?.workspaceId ?? '', 'a.example')).toBe(false)
    })

    it('expired claims are removed, and expired verified ones become unverified', async () => {
      const { customDomains } = use()
      await customDomains.claim({ ...claim, name: 'lasting.example', expiresAt: 101 })
      await customDomains.claim({ ...claim, name: 'expired.example' })
      await customDomains.claim({ ...claim, name: 'unproven.example', verifiedAt: 20 })
      await customDomains.claim({ ...claim, name: 'verified.example', verifiedAt: 20, expiresAt: null })
      await customDomains.claim({ ...claim, name: 'renewed.example' })
      await customDomains.setExpiry('w2', 'lasting.example', 1)
      await customDomains.setExpiry('w1', 'renewed.example', 102)
      expect(await customDomains.expire(100, 200)).toEqual({ removed: 1, lapsed: 1 })
      const left = (await customDomains.list('w1')).map(({ name, verifiedAt, expiresAt }) => [
        name,
        verifiedAt,
        expiresAt,
      ])
      expect(left).toEqual([
        ['lasting.example', null, 101],
        ['renewed.example', null, 102],
        ['unproven.example', null, 200],
        ['verified.example', 20, null],
      ])
    })
  })
}
