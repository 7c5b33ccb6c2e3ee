import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { bot, folder } from './rows.js'

/** What an implementation of `Storage` promises of folders, theme templates and custom domains. */
export function belongingsContract(use: () => Storage): void {
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
      expect(await use().themeTemplates.save(template)).toEqual(template)
      const again = { ...template, name: 'Two', createdAt: 50, updatedAt: 50 }
      expect(await use().themeTemplates.save(again)).toEqual({ ...again, createdAt: 10 })
      await use().themeTemplates.save({ ...template, workspaceId: 'w2' })
      expect((await use().themeTemplates.list('w1')).map(({ name }) => name)).toEqual(['Two'])
      expect((await use().themeTemplates.delete('w1', 't1'))?.name).toBe('Two')
      expect(await use().themeTemplates.delete('w1', 't1')).toBeUndefined()
      expect(await use().themeTemplates.list('w2')).toHaveLength(1)
    })

    it('a bot is found by its custom domain once its workspace has shown that the host is its own', async () => {
      await use().bots.create({ ...bot('b4'), customDomain: 'own.example/help' })
      const found = () => use().bots.findByCustomDomain('own.example/help')
      expect(await found()).toBeUndefined()
      await use().customDomains.claim({ name: 'own.example', workspaceId: 'w1', createdAt: 10, verifiedAt: null })
      expect(await use().customDomains.isVerified('own.example')).toBe(false)
      expect(await found()).toBeUndefined()
      await use().customDomains.markVerified('w1', 'own.example', 50)
      expect(await found()).toMatchObject({ id: 'b4', isSuspended: false })
      expect(await use().bots.findByCustomDomain('own.example')).toBeUndefined()
      await use().customDomains.delete('w1', 'own.example')
      await use().customDomains.claim({ name: 'own.example', workspaceId: 'w2', createdAt: 20, verifiedAt: 30 })
      expect(await found()).toBeUndefined()
    })

    it('custom domains are claimed once', async () => {
      const domain = { name: 'a.example', workspaceId: 'w1', createdAt: 10, verifiedAt: null }
      expect(await use().customDomains.claim(domain)).toBe('claimed')
      expect(await use().customDomains.claim({ ...domain, workspaceId: 'w2' })).toBe('taken')
      expect(await use().customDomains.get('w2', 'a.example')).toBeUndefined()
      await use().customDomains.markVerified('w2', 'a.example', 50)
      expect(await use().customDomains.list('w1')).toEqual([domain])
      await use().customDomains.markVerified('w1', 'a.example', 50)
      expect(await use().customDomains.get('w1', 'a.example')).toEqual({ ...domain, verifiedAt: 50 })
      expect(await use().customDomains.isVerified('a.example')).toBe(true)
      expect(await use().customDomains.isVerified('b.example')).toBe(false)
      expect(await use().customDomains.delete('w2', 'a.example')).toBe(false)
      expect(await use().customDomains.delete('w1', 'a.example')).toBe(true)
    })
  })
}
