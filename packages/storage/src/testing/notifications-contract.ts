import { describe, expect, it, vi } from 'vitest'
import type { Notice } from '../notifications/notifications.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'
import { commit, newDelivery, notice, notificationRule } from './rows.js'

/** Contract of `Storage` implementations: notifications of bots. `use` returns a seeded storage. */
export function notificationsContract(use: () => Storage): void {
  const store = (...notices: Notice[]) => use().sessions.commit(commit(1, { notices }))
  const create = (...ids: string[]) =>
    Promise.all(ids.map((id) => use().notifications.create(notificationRule(id, { dueAt: null }), 9)))
  const assign = (dueAt = 200) => use().notifications.assign(9, () => dueAt)
  const take = (now = 200, busy: string[] = []) => use().notifications.take(now, now + 100, busy)
  const due = (id: string) => use().notifications.due(id, 9)
  const failed = (id: string, cause: string, change: Partial<Notice> = {}) =>
    notice(id, { event: 'failed', cause, ...change })

  describe('notifications', () => {
    it('have rules of one person, newest first, up to a number, which only that person deletes', async () => {
      const [first, second] = [notificationRule('one'), notificationRule('two', { createdAt: 20, botId: 'b2' })]
      expect(await use().notifications.create(first, 2)).toBe(true)
      expect(await use().notifications.create(second, 2)).toBe(true)
      expect(await use().notifications.create(notificationRule('three'), 2)).toBe(false)
      expect(await use().notifications.create(notificationRule('theirs', { userId: 'u2' }), 2)).toBe(true)
      expect(await use().notifications.list('u1', 'b1')).toEqual([first])
      expect((await use().notifications.listAll('u1')).map(({ id, botName }) => [id, typeof botName])).toEqual([
        ['two', 'string'],
        ['one', 'string'],
      ])
      expect(await use().notifications.get('one')).toEqual(first)
      expect(await use().notifications.delete('one', 'u2')).toBe(false)
      expect(await use().notifications.delete('one', 'u1')).toBe(true)
      expect(await use().notifications.delete('one')).toBe(false)
      expect(await use().notifications.get('one')).toBeUndefined()
    })

    it('are changed by their person, with another time for what they have to report, or without it for another event', async () => {
      const rule = notificationRule('one', { dueAt: null })
      await use().notifications.create(rule, 9)
      const { event, channel, frequency, timeZone, filter, url } = rule
      const change = { event, channel, timeZone, filter, url, frequency: 'weekly' as const }
      const update = (more: object, userId = 'u1') =>
        use().notifications.update('one', userId, { ...change, ...more }, () => 900)
      expect(await update({}, 'u2')).toBeUndefined()
      expect(await update({})).toMatchObject({ frequency: 'weekly', dueAt: null })
      await store(notice('n1'))
      await assign()
      expect(await update({ channel: 'browser', frequency })).toMatchObject({ channel: 'browser', dueAt: 900 })
      expect(await use().notifications.get('one')).toMatchObject({ channel: 'browser', frequency, dueAt: 900 })
      expect(await due('one')).toHaveLength(1)
      const taken = await take(1_000)
      await use().notifications.fail(taken!, 1_000, 5_000)
      expect(await update({})).toMatchObject({ leasedUntil: 0, failedAt: null, dueAt: 900 })
      expect(await update({ event: 'failed' })).toMatchObject({ event: 'failed', dueAt: null })
      expect(await due('one')).toEqual([])
    })

    it('list the bots and events that they report, and announce changes', async () => {
      const changed: (string | undefined)[] = []
      const stop = use().changes.subscribe('notifications', (id) => changed.push(id))
      await create('one', 'two')
      await use().notifications.create(notificationRule('three', { botId: 'b2', event: 'failed' }), 9)
      const events = [
        { botId: 'b1', event: 'completed' },
        { botId: 'b2', event: 'failed' },
      ]
      const byBot = (await use().notifications.events()).toSorted((a, b) => (a.botId < b.botId ? -1 : 1))
      expect(byBot).toEqual(events)
      expect(await use().notifications.events('b2')).toEqual(events.slice(1))
      await use().notifications.delete('three')
      expect(await use().notifications.events('b2')).toEqual([])
      await vi.waitFor(() => expect(changed).toEqual(['b1', 'b1', 'b2', 'b2']))
      stop()
    })

    it('are stored with their turn, and given to the rules of their bot that report them, once', async () => {
      await create('one', 'two')
      await use().notifications.create(notificationRule('errors', { event: 'failed' }), 9)
      expect(await use().notifications.nextDueAt()).toBeUndefined()
      expect(await store(notice('n1'), failed('n2', 'No answer', { createdAt: 102 }))).toBe('committed')
      expect(await use().sessions.commit(commit(1, { notices: [notice('n3')] }))).toBe('stale')
      expect(await use().notifications.nextDueAt()).toBe(0)
      const both = await Promise.all([assign(150), assign(150)])
      expect(both.toSorted()).toEqual([0, 2])
      const completed = [{ subject: 'r1', resultId: 'r1', count: 1, createdAt: 101 }]
      expect(await due('one')).toEqual(completed)
      expect(await due('two')).toEqual(completed)
      expect(await due('errors')).toEqual([{ subject: 'No answer', resultId: 'r1', count: 1, createdAt: 102 }])
      expect(await use().notifications.nextDueAt()).toBe(150)
    })

    it('count the same error, and keep the time at which a rule is due', async () => {
      await use().notifications.create(notificationRule('errors', { event: 'failed' }), 9)
      await store(failed('n1', 'No answer'), failed('n2', 'Refused'), failed('n3', 'No answer', { createdAt: 105 }))
      await assign(150)
      await use().sessions.commit(commit(2, { notices: [failed('n4', 'No answer', { createdAt: 110 })] }))
      await assign(900)
      expect((await due('errors')).map(({ subject, count }) => [subject, count])).toEqual([
        ['No answer', 3],
        ['Refused', 1],
      ])
      expect(await use().notifications.nextDueAt()).toBe(150)
    })

    it('are taken by one of those who ask at once when they are due, and again after a failure or a lost attempt', async () => {
      await create('one')
      await store(notice('n1'))
      await assign(200)
      expect(await take(199)).toBeUndefined()
      expect(await take(200, ['w1'])).toBeUndefined()
      const taken = (await Promise.all([take(), take(), take()])).flatMap((it) => it ?? [])
      expect(taken).toMatchObject([{ id: 'one', workspaceId: 'w1', leasedUntil: 300, leaseBefore: 0 }])
      expect(await take(299)).toBeUndefined()
      const second = (await take(300))!
      expect(await use().notifications.end(taken[0]!, [], { now: 310, isSent: true, againAt: 400 })).toBe(false)
      await use().notifications.fail(second, 320, 350)
      expect(await use().notifications.get('one')).toMatchObject({ dueAt: 200, leasedUntil: 350, failedAt: 320 })
      expect(await take(349)).toBeUndefined()
      expect(await take(350)).toMatchObject({ id: 'one', leaseBefore: 350 })
    })

    it('end with the reported notices, and later ones are reported afterwards', async () => {
      await use().notifications.create(notificationRule('errors', { event: 'failed' }), 9)
      await create('one')
      await store(notice('n1'), failed('n2', 'No answer'), failed('n3', 'No answer'))
      await assign(200)
      const [first, second] = [(await take())!, (await take())!]
      const of = { [first.id]: first, [second.id]: second }
      const reported = { one: await due('one'), errors: await due('errors') }
      await use().sessions.commit(commit(2, { notices: [failed('n4', 'No answer')] }))
      await assign(200)
      const deliveries = [newDelivery('d1')]
      expect(
        await use().notifications.end(of.one!, reported.one, { now: 210, isSent: true, againAt: 400, deliveries }),
      ).toBe(true)
      expect(await use().notifications.get('one')).toMatchObject({ dueAt: null, leasedUntil: 0, sentAt: 210 })
      expect(await due('one')).toEqual([])
      expect(await use().deliveries.list('w1', {}, { limit: 9 })).toMatchObject([{ id: 'd1', state: 'waiting' }])
      expect(
        await use().notifications.end(of.errors!, reported.errors, { now: 220, isSent: false, againAt: 400 }),
      ).toBe(true)
      expect(await due('errors')).toMatchObject([{ subject: 'No answer', count: 1 }])
      expect(await use().notifications.get('errors')).toMatchObject({ dueAt: 400, sentAt: null })
    })

    it('go with their result, their rule, their bot and their person', async () => {
      await create('one', 'two')
      await store(notice('n1'))
      await assign()
      await use().results.delete('w1', 'b1', ['r1'], 300)
      expect(await due('one')).toEqual([])
      await use().sessions.commit(
        commit(1, { sessionId: 's2', resultId: 'r2', notices: [notice('n2', { resultId: 'r2' })] }),
      )
      await assign()
      expect(await due('one')).toHaveLength(1)
      await use().notifications.delete('one')
      expect(await due('one')).toEqual([])
      expect(await due('two')).toHaveLength(1)
      await use().workspaces.delete('w1')
      await removeAll(use())
      expect(await due('two')).toEqual([])
      expect(await use().notifications.get('two')).toBeUndefined()
    })
  })
}
