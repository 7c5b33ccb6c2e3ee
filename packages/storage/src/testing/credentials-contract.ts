import { describe, expect, it } from 'vitest'
import { channelsText } from '../bots/bot-channels.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'
import { bot, credentials, release } from './rows.js'

/** Contract of `Storage` implementations: credentials. Workspaces and bots are seeded. */
export function credentialsContract(use: () => Storage): void {
  describe('credentials', () => {
    it('reads what was created', async () => {
      expect(await use().credentials.create(credentials('c1'))).toBe('created')
      expect(await use().credentials.get('w1', 'c1')).toEqual(credentials('c1'))
      expect(await use().credentials.get('w1', 'none')).toBeUndefined()
    })
    it('those of another workspace are as those that do not exist', async () => {
      await use().credentials.create(credentials('c1'))
      expect(await use().credentials.get('w2', 'c1')).toBeUndefined()
      expect(await use().credentials.list('w2')).toEqual([])
      expect(await use().credentials.update('w2', 'c1', { name: 'Mine' }, 50)).toBe('missing')
      expect(await use().credentials.delete('w2', 'c1')).toBe(false)
      expect(await use().bots.listUsing('w2', 'c1')).toEqual([])
      expect(await use().credentials.get('w1', 'c1')).toEqual(credentials('c1'))
    })
    it('lists without the secret, by type and name', async () => {
      await use().credentials.create(credentials('c1', { name: 'b' }))
      await use().credentials.create(credentials('c2', { name: 'a' }))
      await use().credentials.create(credentials('c3', { type: 'openai' }))
      const listed = await use().credentials.list('w1')
      expect(listed.map(({ id }) => id)).toEqual(['c3', 'c2', 'c1'])
      const { keyId: _keyId, ciphertext: _ciphertext, ...summary } = credentials('c3', { type: 'openai' })
      expect(await use().credentials.list('w1', 'openai')).toEqual([summary])
    })
    it('updates what is given and nothing else', async () => {
      await use().credentials.create(credentials('c1'))
      expect(await use().credentials.update('w1', 'c1', { name: 'New' }, 50)).toBe('updated')
      expect(await use().credentials.get('w1', 'c1')).toEqual(credentials('c1', { name: 'New', updatedAt: 50 }))
      expect(await use().credentials.update('w1', 'none', { name: 'New' }, 50)).toBe('missing')
    })
    it('gives the name of messaging credentials once in a workspace, and to others as well', async () => {
      const messaging = { type: 'messaging', name: '+33612345678' }
      expect(await use().credentials.create(credentials('c1', messaging))).toBe('created')
      expect(await use().credentials.create(credentials('c2', { ...messaging, workspaceId: 'w2' }))).toBe('created')
      expect(await use().credentials.create(credentials('c5', messaging))).toBe('taken')
      expect(await use().credentials.create(credentials('c3', { ...messaging, type: 'smtp' }))).toBe('created')
      await use().credentials.create(credentials('c4', { type: 'messaging', workspaceId: 'w2' }))
      expect(await use().credentials.update('w2', 'c4', { name: messaging.name }, 50)).toBe('taken')
      expect(await use().credentials.get('w2', 'c4')).toMatchObject({ name: 'c4', updatedAt: 10 })
    })
    it('deletes them, and takes them off the bots that answer on them, and leaves their other channels', async () => {
      await use().credentials.create(credentials('c1'))
      const lists = [['c1'], ['c0', 'c1'], ['c1', 'c2'], ['c0', 'c1', 'c2'], ['c12']]
      const textOf = (ids: readonly string[]) => channelsText(ids.map((credentialsId) => ({ credentialsId })))
      for (const [index, ids] of lists.entries())
        await use().bots.create({ ...bot(`b3${index}`), channels: textOf(ids) })
      expect(await use().credentials.delete('w1', 'c1')).toBe(true)
      expect(await use().credentials.delete('w1', 'c1')).toBe(false)
      await removeAll(use())
      for (const [index, ids] of lists.entries())
        expect((await use().bots.find(`b3${index}`))?.channels).toBe(textOf(ids.filter((id) => id !== 'c1')))
    })
    it('goes with its workspace', async () => {
      await use().credentials.create(credentials('c1'))
      await use().workspaces.delete('w1')
      expect(await use().credentials.countByKey()).toEqual([])
    })
    it('finds the bots that use them in a draft, in the live release or as a channel', async () => {
      const naming = (id: string) => `{"groups":[{"blocks":[{"options":{"credentialsId":"${id}"}}]}]}`
      const using = async () => (await use().bots.listUsing('w1', 'c1')).map(({ id }) => id)
      expect(await using()).toEqual([])
      await use().bots.update('w1', 'b1', { flow: naming('c1') }, 20)
      await use().bots.create({ ...bot('b3'), createdAt: 30, channels: channelsText([{ credentialsId: 'c1' }]) })
      await use().bots.create({ ...bot('b4'), createdAt: 40, flow: naming('c12') })
      await use().releases.publish({ ...release, botId: 'b4', flow: naming('c1') }, 'public')
      await use().bots.create({ ...bot('b5'), createdAt: 50, flow: naming('c1') })
      await use().bots.delete('w1', 'b5', 60)
      expect(await using()).toEqual(['b4', 'b3', 'b1'])
      await use().releases.unpublish('w1', 'b4', 50)
      expect(await using()).toEqual(['b3', 'b1'])
    })
    it('lets one caller at a time refresh tokens, and only those that it has read', async () => {
      const row = credentials('c1', { type: 'google sheets' })
      await use().credentials.create(row)
      expect(await use().credentials.claimRefresh(row, 100, 50)).toBe(true)
      expect(await use().credentials.claimRefresh(row, 199, 99)).toBe(false)
      expect(await use().credentials.claimRefresh(row, 200, 100)).toBe(true)
      expect(await use().credentials.endRefresh(row, { ciphertext: 'new', needsSignIn: false })).toBe(true)
      expect(await use().credentials.get('w1', 'c1')).toEqual({ ...row, ciphertext: 'new', needsSignIn: false })
      expect(await use().credentials.claimRefresh(row, 300, 200)).toBe(false)
      expect(await use().credentials.endRefresh(row, { ciphertext: 'newer' })).toBe(false)
      expect(await use().credentials.claimRefresh({ ...row, ciphertext: 'new' }, 300, 200)).toBe(true)
    })
    it('counts and finds by key, and replaces only what has not changed since', async () => {
      await use().credentials.create(credentials('c1'))
      await use().credentials.create(credentials('c2', { workspaceId: 'w2' }))
      await use().credentials.create(credentials('c3', { keyId: 'key-2' }))
      expect(await use().credentials.notOfKey('key-2', '', 1)).toEqual([credentials('c1')])
      expect((await use().credentials.notOfKey('key-2', 'c1', 10)).map(({ id }) => id)).toEqual(['c2'])
      const next = (id: string, workspaceId: string, before: string) => {
        return { id, workspaceId, before, keyId: 'key-2', ciphertext: 'new' }
      }
      const rows = [next('c1', 'w1', 'sealed-c1'), next('c2', 'w2', 'changed'), next('c3', 'w2', 'sealed-c3')]
      expect(await use().credentials.reencrypt(rows)).toBe(1)
      expect(await use().credentials.get('w1', 'c1')).toEqual(credentials('c1', { keyId: 'key-2', ciphertext: 'new' }))
      expect((await use().credentials.countByKey()).sort((a, b) => a.count - b.count)).toEqual([
        { keyId: 'key-1', count: 1 },
        { keyId: 'key-2', count: 2 },
      ])
      expect((await use().credentials.notOfKey('key-2', '', 10)).map(({ id }) => id)).toEqual(['c2'])
    })
  })
}
