import { beforeEach, describe, expect, it } from 'vitest'
import type { UploadRow } from '../bots/uploads.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'
import { commit, upload } from './rows.js'

/** Contract of `UploadStore` implementations, on a storage that `seed` has filled. */
export function uploadContract(open: () => Storage): void {
  describe('uploads', () => {
    let storage: Storage
    let uploads: Storage['uploads']
    beforeEach(() => {
      storage = open()
      uploads = storage.uploads
    })
    const create = (id: string, difference?: Partial<UploadRow>) => uploads.create(upload(id, difference), 1_000)
    const store = async (id: string, difference?: Partial<UploadRow>) => {
      await create(id, { ...difference, state: 'receiving' })
      await uploads.finish(id, { type: 'image/gif', size: 5 })
    }
    const stateOf = async (id: string) => (await uploads.find(id))?.state

    it('reads what was created', async () => {
      expect(await create('up1')).toBe('created')
      expect(await uploads.find('up1')).toEqual(upload('up1'))
      expect(await uploads.find('none')).toBeUndefined()
    })
    it('creates none for a bot or result that is deleted, missing or of another workspace', async () => {
      await storage.sessions.commit(commit(1))
      await storage.results.delete('w1', 'b1', ['r1'], 50)
      expect(await create('up1')).toBe('missing')
      expect(await create('up2', { resultId: null, botId: 'none' })).toBe('missing')
      expect(await create('up3', { resultId: null, botId: 'b2' })).toBe('missing')
      await storage.bots.delete('w1', 'b1', 50)
      await removeAll(storage)
      expect(await create('up4', { resultId: null })).toBe('missing')
      expect(await uploads.find('up4')).toBeUndefined()
    })
    it('counts reservations and files of a workspace against its space, and nothing else', async () => {
      const ask = (id: string, size: number, difference?: Partial<UploadRow>) =>
        uploads.create(upload(id, { size, ...difference }), 100)
      expect(await ask('up1', 60)).toBe('created')
      expect(await ask('up2', 41)).toBe('full')
      expect(await uploads.find('up2')).toBeUndefined()
      expect(await ask('up3', 41, { workspaceId: 'w2', botId: 'b2' })).toBe('created')
      await uploads.begin('up1', 50, 200)
      await uploads.finish('up1', { type: 'image/png', size: 30 })
      expect(await ask('up4', 70)).toBe('created')
      await uploads.abandon(100, 10)
      expect(await ask('up5', 70)).toBe('created')
    })
    it('lets one caller begin, and only in time', async () => {
      await create('up1')
      expect(await uploads.begin('up1', 100, 200)).toBeUndefined()
      const both = await Promise.all([uploads.begin('up1', 99, 200), uploads.begin('up1', 99, 200)])
      expect(both.filter(Boolean)).toEqual([upload('up1', { state: 'receiving', expiresAt: 200 })])
      await uploads.release('up1', 100)
      expect(await uploads.find('up1')).toEqual(upload('up1'))
    })
    it('stores what was received, once', async () => {
      await create('up1')
      expect(await uploads.finish('up1', { type: 'image/gif', size: 5 })).toBe(false)
      await uploads.begin('up1', 50, 200)
      expect(await uploads.finish('up1', { type: 'image/gif', size: 5 })).toBe(true)
      expect(await uploads.find('up1')).toEqual(
        upload('up1', { state: 'stored', type: 'image/gif', size: 5, expiresAt: null }),
      )
      expect(await uploads.begin('up1', 50, 200)).toBeUndefined()
    })
    it('finds stored ones of a session, among those asked for', async () => {
      await store('up1')
      await store('up2', { sessionId: 's2' })
      await create('up3')
      await store('up4')
      const found = await uploads.ofSession('s1', ['up1', 'up2', 'up3', 'none'])
      expect(found.map(({ id }) => id)).toEqual(['up1'])
    })
    it('abandons what expired, and what was stored but not kept when the session is gone', async () => {
      await storage.sessions.commit(commit(1))
      await create('pending')
      await create('receiving', { state: 'receiving', expiresAt: 150 })
      await store('unanswered')
      await store('answered')
      await store('author', { sessionId: null, isKept: true })
      await storage.sessions.commit(commit(2, { keptUploads: ['answered'] }))
      expect(await uploads.abandon(99, 10)).toBe(0)
      expect(await uploads.abandon(100, 10)).toBe(1)
      expect(await uploads.abandon(150, 10)).toBe(1)
      await storage.sessions.removeExpired(2_000, 10)
      expect(await uploads.abandon(150, 10)).toBe(1)
      expect(await stateOf('unanswered')).toBe('removed')
      expect(await stateOf('answered')).toBe('stored')
      expect(await stateOf('author')).toBe('stored')
    })
    it('keeps a stored file without a session until its end', async () => {
      await create('made', { state: 'receiving', expiresAt: 200 })
      expect(await uploads.finish('made', { type: 'image/png', size: 5, expiresAt: 200 })).toBe(true)
      expect(await uploads.abandon(199, 10)).toBe(0)
      expect(await stateOf('made')).toBe('stored')
      expect(await uploads.abandon(200, 10)).toBe(1)
      expect(await stateOf('made')).toBe('removed')
    })
    it('keeps no upload of another session', async () => {
      await store('up1', { sessionId: 's2' })
      await storage.sessions.commit(commit(1, { keptUploads: ['up1'] }))
      expect((await uploads.find('up1'))?.isKept).toBe(false)
    })
    it('removes uploads with their result, bot or workspace', async () => {
      await storage.sessions.commit(commit(1))
      await store('of-result')
      await store('of-bot', { resultId: null, sessionId: null })
      await storage.results.deleteAll('w1', 'b1')
      await removeAll(storage)
      expect([await stateOf('of-result'), await stateOf('of-bot')]).toEqual(['removed', 'stored'])
      await storage.bots.delete('w1', 'b1', 50)
      await removeAll(storage)
      expect(await stateOf('of-bot')).toBe('removed')
      await store('of-workspace', { workspaceId: 'w2', botId: 'b2', resultId: null })
      await storage.workspaces.delete('w2')
      await removeAll(storage)
      expect(await stateOf('of-workspace')).toBe('removed')
    })
    it('cannot finish an upload that was removed while it came in', async () => {
      await storage.sessions.commit(commit(1))
      await create('up1')
      await uploads.begin('up1', 50, 200)
      await storage.results.deleteAll('w1', 'b1')
      await removeAll(storage)
      expect(await uploads.finish('up1', { type: 'image/gif', size: 5 })).toBe(false)
      await uploads.release('up1', 100)
      expect(await stateOf('up1')).toBe('removed')
      expect(await uploads.listRemoved(199, 10)).toEqual([])
      expect(await uploads.listRemoved(200, 10)).toEqual([{ id: 'up1', path: 'workspaces/w1/up1' }])
    })
    it('lists removed ones until they are forgotten, and forgets no others', async () => {
      await create('up1')
      await store('up2')
      await uploads.abandon(100, 10)
      expect((await uploads.listRemoved(100, 10)).map(({ id }) => id).sort()).toEqual(['up1', 'up2'])
      expect(await uploads.listRemoved(100, 1)).toHaveLength(1)
      await create('up3')
      await uploads.forget(['up1', 'up2', 'up3'])
      expect(await uploads.listRemoved(100, 10)).toEqual([])
      expect(await stateOf('up3')).toBe('pending')
    })
  })
}
