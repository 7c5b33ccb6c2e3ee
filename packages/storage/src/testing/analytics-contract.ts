import { beforeEach, describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { commit, upload } from './rows.js'

/** What an implementation of `Storage` promises of figures and of finding results. */
export function analyticsContract(use: () => Storage): void {
  const span = { workspaceId: 'w1', botId: 'b1' }

  /** A result that began at `at` and has these answers: block, content, and seconds since what came before. */
  async function converse(id: string, at: number, answers: [string, string, number][], isCompleted = false) {
    let time = at
    const rows = answers.map(([blockId, content, seconds]) => {
      time += seconds * 1000
      const common = { groupId: 'g1', variableId: `of-${blockId}`, attachedFileUrls: null, storageUsed: 0 }
      return { resultId: id, blockId, content, ...common, createdAt: time }
    })
    const hasStarted = rows.length > 0
    const one = commit(1, { sessionId: id, resultId: id, result: { at, hasStarted, isCompleted } })
    await use().sessions.commit({ ...one, answers: rows })
  }

  describe('figures and finding', () => {
    beforeEach(async () => {
      await converse(
        'r1',
        1_000,
        [
          ['a', 'Ada', 5],
          ['b', '50%', 10],
          ['c', 'x', 4000],
        ],
        true,
      )
      await converse('r2', 2_000, [
        ['a', 'ada_', 7],
        ['b', 'no', 20],
      ])
      await converse('r3', 900_000, [
        ['b', 'Grace', 1],
        ['a', 'Ada', 1],
        ['a', 'again', 1],
      ])
      await converse('r4', 1_800_001, [])
      await converse('r5', 3_000, [['a', 'Ada', 1]])
      await use().results.archive('w1', 'b1', ['r5'], 50)
    })
    const sorted = <Row extends { blockId: string }>(rows: Row[]) =>
      rows.toSorted((a, b) => (a.blockId < b.blockId ? -1 : 1))

    it('count views, starts and completions, within a span, of one bot', async () => {
      const { analytics } = use()
      expect(await analytics.totals(span)).toEqual({ views: 4, starts: 3, completions: 1 })
      expect(await analytics.totals({ ...span, from: 2_000, to: 900_000 })).toEqual({
        views: 1,
        starts: 1,
        completions: 0,
      })
      expect(await analytics.totals({ ...span, workspaceId: 'w2' })).toEqual({ views: 0, starts: 0, completions: 0 })
      expect(await analytics.byQuarter(span)).toEqual([
        { at: 0, views: 2, starts: 2, completions: 1 },
        { at: 900_000, views: 1, starts: 1, completions: 0 },
        { at: 1_800_000, views: 1, starts: 0, completions: 0 },
      ])
      expect(await analytics.firstView(span)).toBe(1_000)
      expect(await analytics.firstView({ ...span, from: 5_000_000 })).toBeUndefined()
    })

    it('count answers, visits and where results were left', async () => {
      const { analytics } = use()
      expect(sorted(await analytics.answersByBlock(span))).toEqual([
        { blockId: 'a', answers: 4 },
        { blockId: 'b', answers: 3 },
        { blockId: 'c', answers: 1 },
      ])
      expect(await analytics.visitsByEdge(span)).toEqual([{ edgeId: 'edge-1', visits: 4 }])
      expect(sorted(await analytics.dropOff(span))).toEqual([
        { blockId: 'a', answered: 3, left: 1 },
        { blockId: 'b', answered: 3, left: 1 },
        { blockId: 'c', answered: 1, left: 0 },
      ])
    })

    it('follow results from block to block', async () => {
      const { analytics } = use()
      expect(await analytics.funnel(span, ['a', 'b', 'c'])).toEqual([3, 2, 1])
      expect(await analytics.funnel(span, ['b', 'a', 'a'])).toEqual([3, 1, 1])
      expect(await analytics.funnel({ ...span, to: 2_000 }, ['a', 'none'])).toEqual([1, 0])
    })

    it('tell how long answers took, up to an hour', async () => {
      expect(await use().analytics.secondsToAnswer(span)).toEqual([
        { blockId: 'a', seconds: 1, answers: 2 },
        { blockId: 'a', seconds: 5, answers: 1 },
        { blockId: 'a', seconds: 7, answers: 1 },
        { blockId: 'b', seconds: 1, answers: 1 },
        { blockId: 'b', seconds: 10, answers: 1 },
        { blockId: 'b', seconds: 20, answers: 1 },
        { blockId: 'c', seconds: 3600, answers: 1 },
      ])
    })

    it('count the replies that inputs did not accept', async () => {
      const reject = (id: string, version: number, blockIds: string[]) =>
        use().sessions.commit({
          ...commit(version, { sessionId: id, resultId: id, result: { hasStarted: true } }),
          answers: [],
          rejections: blockIds.map((blockId) => ({ resultId: id, blockId, createdAt: 5_000 + version })),
        })
      await reject('r1', 2, ['a', 'b'])
      await reject('r1', 3, ['a'])
      await reject('r3', 2, ['a'])
      expect(sorted(await use().analytics.rejectionsByBlock(span))).toEqual([
        { blockId: 'a', rejections: 3, results: 2 },
        { blockId: 'b', rejections: 1, results: 1 },
      ])
      expect(await use().analytics.rejectionsByBlock({ ...span, from: 900_000 })).toEqual([
        { blockId: 'a', rejections: 1, results: 1 },
      ])
      await use().results.archive('w1', 'b1', ['r1'], 60)
      expect(await use().analytics.rejectionsByBlock(span)).toEqual([{ blockId: 'a', rejections: 1, results: 1 }])
    })

    it('tell what a workspace used, archived results too', async () => {
      await use().uploads.create(upload('up1'), 1_000)
      expect(await use().analytics.usage('w1', 0)).toEqual({ chats: 4, fileBytes: 10 })
      expect(await use().analytics.usage('w1', 2_000)).toEqual({ chats: 3, fileBytes: 10 })
      expect(await use().analytics.usage('w2', 0)).toEqual({ chats: 0, fileBytes: 0 })
    })

    it.each([
      [{}, ['r3', 'r2', 'r1']],
      [{ isCompleted: true }, ['r1']],
      [{ isCompleted: false }, ['r3', 'r2']],
      [{ text: 'ADA' }, ['r3', 'r2', 'r1']],
      [{ text: 'a_' }, ['r2']],
      [{ text: '0%' }, ['r1']],
      [{ answer: { content: 'Ada' } }, ['r3', 'r1']],
      [{ answer: { blockId: 'b' }, text: 'grace' }, ['r3']],
      [{ answer: { variableId: 'of-b', content: 'no' } }, ['r2']],
      [{ answer: { blockId: 'b', content: 'Ada' } }, []],
    ])('%j finds %j', async (filter, ids) => {
      const { rows, next } = await use().resultSearch.page(span, filter, { limit: 10 })
      expect(rows.map(({ id }) => id)).toEqual(ids)
      expect(next).toBeUndefined()
      expect(rows[0] ? await use().results.get('w1', 'b1', rows[0].id) : undefined).toEqual(rows[0])
      expect(await use().resultSearch.count(span, filter)).toBe(ids.length)
    })

    it('find page after page, within a span', async () => {
      const first = await use().resultSearch.page(span, { text: 'a' }, { limit: 2 })
      expect(first.rows.map(({ id }) => id)).toEqual(['r3', 'r2'])
      const before = first.next as { createdAt: number; id: string }
      const second = await use().resultSearch.page(span, { text: 'a' }, { limit: 2, before })
      expect(second.rows.map(({ id }) => id)).toEqual(['r1'])
      expect(second.next).toBeUndefined()
      const within = await use().resultSearch.page({ ...span, from: 2_000, to: 900_000 }, {}, { limit: 5 })
      expect(within.rows.map(({ id }) => id)).toEqual(['r2'])
    })
  })
}
