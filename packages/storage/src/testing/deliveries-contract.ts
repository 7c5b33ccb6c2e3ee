import { describe, expect, it } from 'vitest'
import type { Delivery, NewDelivery } from '../deliveries/deliveries.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'
import { commit, newDelivery } from './rows.js'

/** Contract of `Storage` implementations: deliveries of turns. `use` returns a seeded storage. */
export function deliveriesContract(use: () => Storage): void {
  const store = (...deliveries: NewDelivery[]) => use().sessions.commit(commit(1, { deliveries }))
  const take = (now = 200, limit = 9) => use().deliveries.take(now, now + 100, limit)
  const list = (filter: Parameters<Storage['deliveries']['list']>[1] = {}, workspaceId = 'w1') =>
    use().deliveries.list(workspaceId, filter, { limit: 9 })
  const idsOf = (rows: readonly Delivery[]) => rows.map(({ id }) => id)
  const kill = async (now = 200) => {
    for (const attempt of await take(now)) await use().deliveries.fail(attempt, 'Refused', null, now)
  }

  describe('deliveries', () => {
    it('are stored with their turn, once, and only if it is', async () => {
      expect(await store(newDelivery('d1'), newDelivery('d2', { createdAt: 102 }))).toBe('committed')
      const again = { ...newDelivery('d1'), payload: 'again' }
      expect(await use().sessions.commit(commit(2, { deliveries: [again, newDelivery('d3')] }))).toBe('committed')
      expect(await use().sessions.commit(commit(2, { deliveries: [newDelivery('d4')] }))).toBe('stale')
      const [newest, ...others] = await list()
      expect(newest).toEqual({
        ...newDelivery('d2', { createdAt: 102 }),
        workspaceId: 'w1',
        botName: expect.any(String),
        state: 'waiting',
        attempts: 0,
        failures: 0,
        lastError: null,
        endedAt: null,
      })
      expect(others).toMatchObject([{ id: 'd3' }, { id: 'd1', payload: newDelivery('d1').payload }])
      expect(await list({}, 'w2')).toEqual([])
    })

    it('of turns that are saved at once are stored each with its own', async () => {
      const first = use().sessions.commit(commit(1, { deliveries: [newDelivery('d1')] }))
      const second = { sessionId: 's2', resultId: 'r2', deliveries: [newDelivery('d2', { resultId: 'r2' })] }
      expect(await Promise.all([first, use().sessions.commit(commit(1, second))])).toEqual(['committed', 'committed'])
      expect((await list()).map(({ id, resultId }) => [id, resultId])).toEqual([
        ['d2', 'r2'],
        ['d1', 'r1'],
      ])
    })

    it('go with their result and with their bot', async () => {
      await store(newDelivery('d1'))
      await use().results.delete('w1', 'b1', ['r1'], 300)
      expect(await list()).toEqual([])
      await use().sessions.commit(
        commit(1, { sessionId: 's2', resultId: 'r2', deliveries: [newDelivery('d2', { resultId: 'r2' })] }),
      )
      expect(idsOf(await list())).toEqual(['d2'])
      await use().workspaces.delete('w1')
      await removeAll(use())
      expect(await list()).toEqual([])
    })

    it('are taken by one caller at a time when they are due, and again when it has not ended them', async () => {
      await store(newDelivery('d1'), newDelivery('d2', { dueAt: 150 }), newDelivery('d3', { dueAt: 250 }))
      expect(await use().deliveries.nextDueAt()).toBe(101)
      const both = await Promise.all([take(), take()])
      expect(idsOf(both.flat()).toSorted()).toEqual(['d1', 'd2'])
      expect(both.flat()).toMatchObject([
        { attempts: 1, dueAt: 300 },
        { attempts: 1, dueAt: 300 },
      ])
      expect(await take()).toEqual([])
      expect(await take(299)).toMatchObject([{ id: 'd3' }])
      expect((await take(300)).map(({ attempts }) => attempts)).toEqual([2, 2])
    })

    it('are skipped for workspaces that are busy, and postponed without a failure', async () => {
      await store(newDelivery('d1'))
      expect(await use().deliveries.take(200, 300, 9, ['w1'])).toEqual([])
      expect(await use().deliveries.nextDueAt(['w1'])).toBeUndefined()
      const [taken] = await use().deliveries.take(200, 300, 9, ['w2'])
      expect(await use().deliveries.postpone(taken!, 700)).toBe(true)
      expect(await use().deliveries.nextDueAt(['w2'])).toBe(700)
      expect(await list()).toMatchObject([{ state: 'waiting', failures: 0 }])
      expect(await use().deliveries.postpone({ ...taken!, attempts: 0 }, 800)).toBe(false)
    })

    it('are ended only by who took them last, and lose what they carry once they are delivered', async () => {
      await store(newDelivery('d1'))
      const [lost] = await take(200)
      const [taken] = await take(300)
      expect(await use().deliveries.deliver(lost!, 310)).toBe(false)
      expect(await use().deliveries.fail(lost!, 'Late', null, 310)).toBe(false)
      expect(await use().deliveries.deliver(taken!, 320)).toBe(true)
      expect(await use().deliveries.deliver(taken!, 330)).toBe(false)
      expect(await list()).toMatchObject([{ state: 'delivered', payload: '', endedAt: 320 }])
      expect(await use().deliveries.nextDueAt()).toBeUndefined()
    })

    it('wait after a failure until they are due, and are replayed once they are dead', async () => {
      await store(newDelivery('d1'))
      expect(await use().deliveries.fail((await take(200))[0]!, 'Refused', 500, 210)).toBe(true)
      expect(await take(499)).toEqual([])
      expect(await list()).toMatchObject([{ state: 'waiting', failures: 1, lastError: 'Refused' }])
      expect(await use().deliveries.replay('w1', 'd1', 500)).toBe(false)
      await kill(500)
      expect(await take(9_000)).toEqual([])
      expect(await list({ state: 'dead' })).toMatchObject([{ failures: 2, endedAt: 500 }])
      expect(await use().deliveries.replay('w2', 'd1', 600)).toBe(false)
      expect(await use().deliveries.replay('w1', 'd1', 600)).toBe(true)
      expect(await use().deliveries.replay('w1', 'd1', 600)).toBe(false)
      expect(await take(600)).toMatchObject([{ id: 'd1', failures: 0, attempts: 3, endedAt: null }])
    })

    it('are replayed by a filter, oldest first, up to a limit', async () => {
      const web = { kind: 'http', createdAt: 50 }
      await store(newDelivery('d1'), newDelivery('d2', { createdAt: 102 }), newDelivery('d3', web))
      await kill()
      expect(await use().deliveries.replayDead('w2', {}, 300, 9)).toBe(0)
      expect(await use().deliveries.replayDead('w1', { kind: 'mail', botId: 'b1' }, 300, 1)).toBe(1)
      expect(idsOf(await list({ state: 'waiting' }))).toEqual(['d1'])
      expect(await use().deliveries.replayDead('w1', {}, 300, 9)).toBe(2)
      expect(idsOf(await list({ state: 'dead' }))).toEqual([])
    })

    it('are listed page by page', async () => {
      await store(newDelivery('d1'), newDelivery('d2'), newDelivery('d3', { kind: 'http' }))
      const [first] = await use().deliveries.list('w1', {}, { limit: 1 })
      expect(first!.id).toBe('d3')
      expect(idsOf(await use().deliveries.list('w1', {}, { before: first!, limit: 9 }))).toEqual(['d2', 'd1'])
      expect(idsOf(await list({ kind: 'mail', botId: 'b1' }))).toEqual(['d2', 'd1'])
      expect(idsOf(await list({ botId: 'b2' }))).toEqual([])
    })

    it('are counted by kind and state', async () => {
      await store(
        newDelivery('d1'),
        newDelivery('d2', { dueAt: 400, createdAt: 90 }),
        newDelivery('d3', { kind: 'http' }),
      )
      const [first, second] = (await take()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      await use().deliveries.deliver(first!, 210)
      await use().deliveries.fail(second!, 'Refused', null, 220)
      const mail = { kind: 'mail', waiting: 1, dead: 0, oldestWaitingAt: 90 }
      const http = { kind: 'http', waiting: 0, dead: 1, delivered: 0, oldestWaitingAt: null }
      expect(await use().deliveries.health('w1', 210)).toEqual([http, { ...mail, delivered: 1 }])
      expect(await use().deliveries.health('w1', 211)).toEqual([http, { ...mail, delivered: 0 }])
      expect(await use().deliveries.health('w2', 0)).toEqual([])
      expect(await use().deliveries.waiting('w1', 9)).toBe(1)
    })

    it('are counted no further than asked', async () => {
      await store(newDelivery('d1'), newDelivery('d2'), newDelivery('d3'))
      expect(await use().deliveries.waiting('w1', 2)).toBe(2)
      expect(await use().deliveries.waiting('w1', 9)).toBe(3)
      expect(await use().deliveries.waiting('w2', 9)).toBe(0)
    })

    it('are discarded before they are delivered, and removed when they ended long ago', async () => {
      await store(newDelivery('d1'), newDelivery('d2', { dueAt: 400 }))
      await use().deliveries.deliver((await take(200))[0]!, 210)
      expect(await use().deliveries.discard('w1', 'd1')).toBe(false)
      expect(await use().deliveries.discard('w2', 'd2')).toBe(false)
      expect(await use().deliveries.removeOld(210, 9_000, 9)).toBe(0)
      expect(await use().deliveries.removeOld(211, 0, 9)).toBe(1)
      await kill(400)
      expect(await use().deliveries.removeOld(9_000, 400, 9)).toBe(0)
      expect(await use().deliveries.discard('w1', 'd2')).toBe(true)
      expect(await list()).toEqual([])
    })
  })
}
