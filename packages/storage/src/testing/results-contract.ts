import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { commit } from './rows.js'

/** Results, and webhooks that wait for who listens to them. `current` answers a seeded storage. */
export function resultsContract(current: () => Storage): void {
  describe('results', () => {
    it('keeps hasStarted and isCompleted once set, and createdAt', async () => {
      await current().sessions.commit(commit(1, { result: { isCompleted: true } }))
      await current().sessions.commit(
        commit(2, { result: { hasStarted: false, isCompleted: false, variables: '[2]' } }),
      )
      expect(await current().results.get('w1', 'b1', 'r1')).toEqual({
        id: 'r1',
        botId: 'b1',
        workspaceId: 'w1',
        createdAt: 101,
        updatedAt: 102,
        hasStarted: true,
        isCompleted: true,
        isArchived: false,
        variables: '[2]',
        lastChatSessionId: 's1',
      })
    })
    it('lists started results newest first, ties by id, after the keyset', async () => {
      const at = { a: 10, b: 20, c: 20, d: 30 }
      for (const [id, time] of Object.entries(at)) {
        await current().sessions.commit(commit(1, { sessionId: id, resultId: id, result: { at: time } }))
      }
      await current().sessions.commit(commit(1, { sessionId: 'e', resultId: 'e', result: { hasStarted: false } }))
      const ids = async (filter: Omit<Parameters<Storage['results']['list']>[2], 'limit'>, limit = 10) =>
        (await current().results.list('w1', 'b1', { ...filter, limit })).map(({ id }) => id).join('')
      expect(await ids({})).toBe('dcba')
      expect(await ids({}, 2)).toBe('dc')
      expect(await ids({ before: { createdAt: 20, id: 'c' } })).toBe('ba')
      expect(await ids({ from: 20, to: 30 })).toBe('cb')
      expect(await ids({ from: 20, before: { createdAt: 30, id: 'd' } })).toBe('cb')
    })
    it('archives results with all that belongs to them', async () => {
      await current().sessions.commit(commit(1))
      await current().sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2' }))
      expect(await current().results.archive('w1', 'b1', ['r1', 'none'], 50)).toBe(1)
      expect(await current().results.archive('w1', 'b1', ['r1'], 50)).toBe(0)
      expect((await current().results.list('w1', 'b1', { limit: 10 })).map(({ id }) => id)).toEqual(['r2'])
      expect(await current().results.get('w1', 'b1', 'r1')).toMatchObject({ isArchived: true, variables: '[]' })
      expect(await current().results.answers(['r1'])).toEqual([])
      expect(await current().results.logs('w1', 'b1', 'r1')).toEqual([])
      expect(await current().results.visitedEdges('r1')).toEqual([])
      expect(await current().results.history('r1')).toEqual([])
      expect(await current().sessions.turns('s1')).toEqual([])
      expect(await current().results.answers(['r1', 'r2'])).toHaveLength(1)
      expect(await current().results.archive('w1', 'b1', 'all', 50)).toBe(1)
    })
    it('does not revive an archived result', async () => {
      await current().sessions.commit(commit(1))
      await current().results.archive('w1', 'b1', 'all', 50)
      expect(await current().sessions.commit(commit(2))).toBe('committed')
      await current().results.addLogs([{ ...commit(3).logs[0]! }])
      expect(await current().results.get('w1', 'b1', 'r1')).toMatchObject({ isArchived: true, variables: '[]' })
      expect(await current().results.answers(['r1'])).toEqual([])
      expect(await current().results.logs('w1', 'b1', 'r1')).toEqual([])
    })
    it('finds a result by its id alone, until it is archived', async () => {
      await current().sessions.commit(commit(1))
      expect(await current().results.find('r1')).toMatchObject({
        workspaceId: 'w1',
        botId: 'b1',
        lastChatSessionId: 's1',
      })
      expect(await current().results.find('none')).toBeUndefined()
      await current().results.archive('w1', 'b1', 'all', 50)
      expect(await current().results.find('r1')).toBeUndefined()
    })
    it('adds logs, oldest first', async () => {
      await current().sessions.commit(commit(1))
      await current().results.addLogs([{ ...commit(1).logs[0]!, id: 'early', createdAt: 1 }])
      expect((await current().results.logs('w1', 'b1', 'r1')).map(({ id }) => id)).toEqual(['early', 'log-s1-1'])
    })
  })

  describe('held webhooks', () => {
    const held = (id: string, createdAt: number) => ({
      id,
      workspaceId: 'w1',
      sessionId: 's1',
      blockId: 'block',
      body: `{"id":"${id}"}`,
      createdAt,
    })
    it('are given in their order, each to one turn', async () => {
      await current().sessions.commit(commit(1))
      expect(await current().webhooks.hold(held('h1', 10))).toBe('held')
      expect(await current().webhooks.hold(held('h2', 20))).toBe('held')
      expect(await current().webhooks.take('s1', 'other', 1)).toBeUndefined()
      expect(await current().webhooks.take('s1', 'block', 1)).toEqual(held('h1', 10))
      expect(await current().webhooks.take('s1', 'block', 1)).toEqual(held('h1', 10))
      expect(await current().webhooks.take('s1', 'block', 2)).toEqual(held('h2', 20))
      expect(await current().webhooks.take('s1', 'block', 3)).toBeUndefined()
    })
    it('go with their session, and are refused without one', async () => {
      await current().sessions.commit(commit(1))
      await current().webhooks.hold(held('h1', 10))
      expect(await current().sessions.removeExpired(2_000, 10)).toBe(1)
      expect(await current().webhooks.take('s1', 'block', 1)).toBeUndefined()
      expect(await current().webhooks.hold(held('h1', 10))).toBe('missing')
      await current().sessions.commit(commit(1))
      expect(await current().webhooks.hold({ ...held('h1', 10), workspaceId: 'w2' })).toBe('missing')
    })
  })

  it('finds the preview of a bot that was used last', async () => {
    await current().sessions.commit(commit(1))
    await current().sessions.commit(commit(2))
    await current().sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2' }))
    expect((await current().sessions.latestPreview('w1', 'b1', 0))?.id).toBe('s1')
    expect(await current().sessions.latestPreview('w2', 'b1', 0)).toBeUndefined()
    expect(await current().sessions.latestPreview('w1', 'b1', 1_002)).toBeUndefined()
  })
}
