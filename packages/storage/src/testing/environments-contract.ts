import { beforeEach, describe, expect, test } from 'vitest'
import type { Deployment, NewDeployment } from '../environments/environments.js'
import type { Storage } from '../storage.js'
import { commit, release } from './rows.js'

/** Contract of `Storage` implementations: environments and deployments. `storageOf` returns a storage with the rows of `seed`. */
export function environmentsContract(storageOf: () => Storage): void {
  describe('environments', () => {
    let storage: Storage
    const staging = {
      id: 'env1',
      workspaceId: 'w1',
      botId: 'b1',
      name: 'staging',
      publicId: 'b1-staging',
      releaseId: null,
      settings: null,
      createdAt: 10,
      updatedAt: 10,
    }
    const deployment = (id: string, change: Partial<NewDeployment> = {}): NewDeployment => ({
      id,
      workspaceId: 'w1',
      botId: 'b1',
      environmentId: null,
      releaseId: 'rel1',
      authorId: 'u1',
      createdAt: 20,
      dueAt: 20,
      ...change,
    })
    const publish = (id: string, target?: Parameters<Storage['releases']['publish']>[2]) =>
      storage.releases.publish({ ...release, id }, 'public', target)
    const liveRelease = async () => (await storage.bots.find('b1'))?.publishedReleaseId
    const startOf = async (releaseId: string, sessionId: string) => {
      const { session, ...rest } = commit(1, { sessionId, resultId: `r-${sessionId}` })
      return storage.sessions.commit({ ...rest, session: { ...session, releaseId } })
    }
    beforeEach(() => {
      storage = storageOf()
    })

    test('an environment has a unique name and public id, and a bot has a limited number', async () => {
      expect(await storage.environments.create(staging, 2)).toBe('created')
      expect(await storage.environments.create({ ...staging, id: 'x', publicId: 'x' }, 2)).toBe('name-taken')
      expect(await storage.environments.create({ ...staging, id: 'x', name: 'x' }, 2)).toBe('id-taken')
      expect(await storage.environments.create({ ...staging, id: 'x', name: 'x', publicId: 'x' }, 1)).toBe('full')
      expect(await storage.environments.create({ ...staging, id: 'x', workspaceId: 'w2' }, 2)).toBe('missing')
      expect(await storage.environments.list('w1', 'b1')).toEqual([staging])
      expect(await storage.bots.update('w1', 'b1', { publicId: 'b1-staging' }, 20)).toMatchObject({ kind: 'taken' })
    })

    test('a public id of an environment leads to its release and values, and chats begin there and nowhere else', async () => {
      await storage.environments.create(staging, 5)
      await publish('rel1')
      await publish('rel2', { environmentId: 'env1', dueAt: null })
      expect(await storage.environments.configure('w1', 'b1', 'env1', '{"a":1}', 30)).toBe(true)
      expect(await storage.environments.configure('w2', 'b1', 'env1', null, 30)).toBe(false)
      expect(await storage.bots.findByPublicId('b1-staging')).toMatchObject({
        id: 'b1',
        publicId: 'b1-staging',
        publishedReleaseId: 'rel2',
        environment: '{"a":1}',
      })
      expect(await storage.bots.findByPublicId('public')).toMatchObject({
        publishedReleaseId: 'rel1',
        environment: null,
      })
      expect(await Promise.all([startOf('rel1', 's1'), startOf('rel2', 's2')])).toEqual(['committed', 'committed'])
      await storage.environments.delete('w1', 'b1', 'env1', 40)
      expect(await startOf('rel2', 's3')).toBe('stale')
      expect(await storage.bots.findByPublicId('b1-staging')).toBeUndefined()
    })

    test('what was current is kept with each deployment, so that it can be taken back', async () => {
      await publish('rel1')
      await publish('rel2')
      expect(await storage.environments.deploy(deployment('back'))).toBe('deployed')
      expect(await liveRelease()).toBe('rel1')
      const wasLive = (releaseId: string, environmentId: string | null = null) =>
        storage.environments.wasCurrent('w1', 'b1', environmentId, releaseId)
      expect(await Promise.all([wasLive('rel2'), wasLive('rel2', 'env1'), wasLive('nothing')])).toEqual([
        true,
        false,
        false,
      ])
      const { latest } = await storage.environments.standing('w1', 'b1')
      expect(latest).toEqual([{ ...deployment('back'), replacedReleaseId: 'rel2', doneAt: 20, skippedAt: null }])
      const page = await storage.environments.deployments('w1', 'b1', { before: undefined, limit: 5 })
      expect(page.map(({ id }) => id)).toEqual(['back', 'rel2', 'rel1'])
      expect(await storage.environments.deploy(deployment('x', { releaseId: 'nothing' }))).toBe('missing')
      expect(await storage.environments.deploy(deployment('x', { environmentId: 'nothing' }))).toBe('missing')
      expect(await storage.environments.deploy(deployment('x', { workspaceId: 'w2' }))).toBe('missing')
    })

    test('a scheduled release becomes current when it is due, once, also with several at work', async () => {
      await publish('rel1')
      await publish('rel2', { environmentId: null, dueAt: 50 })
      expect(await liveRelease()).toBe('rel1')
      expect(await storage.environments.due(49, 10)).toEqual([])
      expect(await storage.environments.standing('w1', 'b1')).toMatchObject({ scheduled: [{ id: 'rel2', dueAt: 50 }] })
      const [due] = (await storage.environments.due(50, 10)) as [Deployment]
      const done = await Promise.all([1, 2, 3].map(() => storage.environments.perform(due, 50)))
      expect(done.filter(Boolean)).toEqual([true])
      expect(await liveRelease()).toBe('rel2')
      expect(await storage.environments.cancel('w1', 'b1', 'rel2')).toBe(false)
    })

    test('publishing at once replaces what was scheduled in the same environment, and what is cancelled never comes', async () => {
      await publish('rel1')
      await storage.environments.create(staging, 5)
      await publish('rel2', { environmentId: 'env1', dueAt: 50 })
      await publish('rel3', { environmentId: null, dueAt: 50 })
      await publish('rel4')
      const scheduled = async () => (await storage.environments.standing('w1', 'b1')).scheduled.map(({ id }) => id)
      expect(await scheduled()).toEqual(['rel2'])
      expect(await storage.environments.cancel('w1', 'b1', 'rel2')).toBe(true)
      expect(await scheduled()).toEqual([])
      expect(await storage.environments.due(60, 10)).toEqual([])
    })

    test('a skipped deployment is never performed, and stays in the list of deployments', async () => {
      await publish('rel1')
      await publish('rel2', { environmentId: null, dueAt: 50 })
      const [due] = (await storage.environments.due(50, 10)) as [Deployment]
      await storage.environments.skip(due, 60)
      expect(await storage.environments.due(70, 10)).toEqual([])
      expect(await storage.environments.perform(due, 70)).toBe(false)
      expect(await liveRelease()).toBe('rel1')
      expect((await storage.environments.standing('w1', 'b1')).scheduled).toEqual([])
      const [newest] = await storage.environments.deployments('w1', 'b1', { before: undefined, limit: 5 })
      expect(newest).toEqual({ ...due, skippedAt: 60 })
    })
  })
}
