import { beforeEach, describe, expect, it } from 'vitest'
import type { Position } from '../results/result-page.js'
import type { ResultCondition, ResultSort, SortedPosition } from '../results/result-search.js'
import type { Storage } from '../storage.js'
import { commit, upload } from './rows.js'

/** Contract of `Storage` implementations: analytics and the search for results. */
export function analyticsContract(use: () => Storage): void {
  const span = { workspaceId: 'w1', botId: 'b1' }

  /** A result that began at `at` and has these answers: block, content, and seconds since the previous event. */
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

  describe('metrics and finding', () => {
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
      await use().results.delete('w1', 'b1', ['r5'], 50)
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

    it('count the commonest values of a variable each, those without a value, and the others in one', async () => {
      const values = ['phone', 'phone', 'phone', 'desk', 'desk', ['a', 'b'], 7, '', 'x'.repeat(300), undefined]
      for (const [index, value] of values.entries()) {
        const held = [
          { id: 'other', name: 'Other', value: 'phone' },
          value !== undefined && { id: 'v', name: 'V', value },
        ]
        const variables = JSON.stringify(held.filter(Boolean))
        const result = {
          at: 5_000_000 + index,
          variables,
          isCompleted: index === 0,
          environmentId: index < 2 ? 'e' : null,
        }
        await use().sessions.commit(commit(1, { sessionId: `v${index}`, resultId: `v${index}`, result }))
      }
      const { analytics } = use()
      const valued = { ...span, from: 5_000_000, to: 6_000_000 }
      const counted = (views: number, completions = 0) => ({ views, starts: views, completions })
      expect(await analytics.segmentsOfVariable(valued, 'v', 2)).toEqual({
        segments: [
          { value: 'phone', ...counted(3, 1) },
          { value: null, ...counted(2) },
          { value: 'desk', ...counted(2) },
        ],
        other: { values: 3, ...counted(3) },
      })
      const all = await analytics.segmentsOfVariable(valued, 'v', 20)
      expect(all.other).toBeNull()
      expect(all.segments.map(({ value }) => value).filter((value) => value !== null)).toEqual([
        'phone',
        'desk',
        '7',
        'a, b',
        'x'.repeat(200),
      ])
      expect(await analytics.segmentsOfVariable({ ...valued, origin: { environmentId: ['e'] } }, 'v', 20)).toEqual({
        segments: [{ value: 'phone', ...counted(2, 1) }],
        other: null,
      })
      expect(await analytics.segmentsOfVariable({ ...valued, workspaceId: 'w2' }, 'v', 20)).toEqual({
        segments: [],
        other: null,
      })
    })

    it('count sources and devices, and forget them with a deleted result', async () => {
      const visits = [
        ['web:shop.example', 'phone'],
        ['web:shop.example', 'computer'],
        ['page', 'phone'],
        [null, null],
      ] as const
      for (const [index, [source, device]] of visits.entries()) {
        const result = { at: 7_000_000 + index, source, device }
        await use().sessions.commit(commit(1, { sessionId: `s${index}`, resultId: `s${index}`, result }))
      }
      const { analytics, results } = use()
      const visited = { ...span, from: 7_000_000, to: 7_000_100 }
      const views = async (by: 'source' | 'device', origin = {}) =>
        (await analytics.segments({ ...visited, origin }, by)).map(({ value, views }) => [value, views])
      expect(await views('source')).toEqual([
        ['web:shop.example', 2],
        expect.arrayContaining([1]),
        expect.arrayContaining([1]),
      ])
      expect(await views('device')).toContainEqual(['phone', 2])
      expect(await views('device', { source: ['page', null] })).toHaveLength(2)
      expect(await views('source', { device: [null] })).toEqual([[null, 1]])
      expect(await results.origins('w1', 'b1', ['s0'])).toMatchObject([{ source: 'web:shop.example', device: 'phone' }])
      const again = commit(1, { sessionId: 'again', resultId: 's0', result: { source: 'page', device: 'computer' } })
      await use().sessions.commit(again)
      expect(await results.get('w1', 'b1', 's0')).toMatchObject({ source: 'web:shop.example', device: 'phone' })
      await results.delete('w1', 'b1', ['s0'], 8_000_000)
      expect(await results.get('w1', 'b1', 's0')).toMatchObject({ source: null, device: null })
    })

    it('count what became of results by the quarter of an hour in which they began', async () => {
      const { analytics } = use()
      const none = { returns: 0, reached: 0 }
      expect(await analytics.returnsByQuarter(span)).toEqual([
        { at: 0, starts: 2, completions: 1, ...none },
        { at: 900_000, starts: 1, completions: 0, ...none },
      ])
      const dayLater = { at: 1_000 + 86_400_000, isCompleted: true }
      await use().sessions.commit(commit(1, { sessionId: 'later', resultId: 'r1', result: dayLater }))
      expect(await analytics.returnsByQuarter(span, 'c')).toEqual([
        { at: 0, starts: 2, completions: 1, returns: 1, reached: 1 },
        { at: 900_000, starts: 1, completions: 0, ...none },
      ])
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

    it('sum up answers, those of counted blocks by what they say, and list the newest of others', async () => {
      const { counts, answered, ...rest } = await use().answerSummary.page(span, ['a'])
      expect(rest).toEqual({ results: 3, next: undefined })
      const byBlock = (a: { blockId: string; content?: string | null }, b: typeof a) =>
        `${a.blockId}${a.content ?? ''}` < `${b.blockId}${b.content ?? ''}` ? -1 : 1
      expect(counts.toSorted(byBlock)).toEqual([
        { blockId: 'a', content: 'Ada', answers: 2, left: 0 },
        { blockId: 'a', content: 'ada_', answers: 1, left: 0 },
        { blockId: 'a', content: 'again', answers: 1, left: 1 },
        { blockId: 'b', content: null, answers: 3, left: 1 },
        { blockId: 'c', content: null, answers: 1, left: 0 },
      ])
      expect(answered.toSorted(byBlock)).toEqual([
        { blockId: 'a', results: 3 },
        { blockId: 'b', results: 3 },
        { blockId: 'c', results: 1 },
      ])
      const texts = await use().answerSummary.listTexts({ ...span, from: 2_000 }, ['b', 'c'], 1)
      expect(texts).toEqual([{ blockId: 'b', resultId: 'r3', createdAt: 901_000, text: 'Grace', isCut: false }])
      expect(await use().answerSummary.page({ ...span, from: 2_000, to: 900_000 }, [])).toMatchObject({ results: 1 })
      expect(await use().answerSummary.page({ ...span, workspaceId: 'w2' }, [])).toMatchObject({
        results: 0,
        counts: [],
      })
    })

    it('count how long answers took, up to an hour', async () => {
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
      expect(sorted(await use().analytics.invalidRepliesByBlock(span))).toEqual([
        { blockId: 'a', rejections: 3, results: 2 },
        { blockId: 'b', rejections: 1, results: 1 },
      ])
      expect(await use().analytics.invalidRepliesByBlock({ ...span, from: 900_000 })).toEqual([
        { blockId: 'a', rejections: 1, results: 1 },
      ])
      await use().results.delete('w1', 'b1', ['r1'], 60)
      expect(await use().analytics.invalidRepliesByBlock(span)).toEqual([{ blockId: 'a', rejections: 1, results: 1 }])
    })

    it('count the usage of a workspace, deleted results included', async () => {
      await use().uploads.create(upload('up1'), 1_000)
      expect(await use().analytics.usage('w1', 0)).toEqual({ chats: 4, fileBytes: 10 })
      expect(await use().analytics.usage('w1', 2_000)).toEqual({ chats: 3, fileBytes: 10 })
      expect(await use().analytics.usage('w2', 0)).toEqual({ chats: 0, fileBytes: 0 })
    })

    it('counts the bytes of the conversations and results of each workspace', async () => {
      const before = await use().analytics.resultBytes()
      expect(before.map(({ workspaceId }) => workspaceId)).toEqual(['w1'])
      await converse('r9', 5_000, [['a', 'ü'.repeat(50_000), 1]])
      const [after] = await use().analytics.resultBytes()
      const more = (after?.bytes ?? 0) - (before[0]?.bytes ?? 0)
      expect(more).toBeGreaterThan(100_000)
      expect(more).toBeLessThan(101_000)
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
      const { rows, next } = await use().resultSearch.page(span, filter, { limit: 10, bytes: 1_000_000 })
      expect(rows.map(({ id }) => id)).toEqual(ids)
      expect(next).toBeUndefined()
      expect(rows[0] ? await use().results.get('w1', 'b1', rows[0].id) : undefined).toEqual(rows[0])
      expect(await use().resultSearch.count(span, filter)).toBe(ids.length)
    })

    it.each([
      ['Café Ørsted', 'cafe orsted'],
      ['CAFÉ', 'Cafe\u0301'],
      ['Straße', 'STRASSE'],
      ['Łódź', 'lodz'],
      ['МОСКВА', 'москва'],
      ['Ελλάδα', 'ΕΛΛΑΔΑ'],
      ['ΟΔΟΣ', 'οδοσ'],
      ['plain', 'PLÁIN'],
    ])('a search finds the answer %j by %j, whatever their case and accents', async (answer, text) => {
      await converse('r9', 5_000, [['a', answer, 1]])
      for (const filter of [
        { text },
        { conditions: [{ column: { blockId: 'a' }, is: 'containing', value: text }] },
      ] as const) {
        const { rows } = await use().resultSearch.page(span, filter as never, { limit: 10, bytes: 1_000_000 })
        expect(rows.map(({ id }) => id)).toEqual(['r9'])
      }
    })

    const a = { blockId: 'a' }
    const v = { variableId: 'v1' }
    it.each<[ResultCondition[], string[]]>([
      [[{ column: a, is: 'equal', value: 'ADA' }], ['r1']],
      [[{ column: a, is: 'containing', value: 'ada_' }], ['r2']],
      [[{ column: a, is: 'oneOf', values: ['Again', 'x'] }], ['r3']],
      [[{ column: a, is: 'oneOf', values: ['ga', 'Ada'] }], ['r3', 'r1']],
      [[{ column: { blockId: 'c' }, is: 'empty' }], ['r3', 'r2']],
      [[{ column: { blockId: 'c' }, is: 'filled' }], ['r1']],
      [[{ column: v, is: 'greater', value: 9 }], ['r3', 'r1']],
      [[{ column: v, is: 'less', value: 10 }], ['r2']],
      [
        [
          { column: v, is: 'greater', value: 9 },
          { column: a, is: 'containing', value: 'again' },
        ],
        ['r3'],
      ],
      [[{ column: { variableId: 'v2', dateFormat: 'dd/MM/yyyy' }, is: 'before', value: '2026-03-15' }], ['r2']],
      [[{ column: { variableId: 'v2', dateFormat: 'dd/MM/yyyy' }, is: 'after', value: '2026-03-14' }], ['r3', 'r1']],
      [[{ column: { variableId: 'v3' }, is: 'equal', value: 'one, , Two' }], ['r1']],
    ])('%j finds %j', async (conditions, ids) => {
      await giveValues()
      const { rows } = await use().resultSearch.page(span, { conditions }, { limit: 10, bytes: 1_000_000 })
      expect(rows.map(({ id }) => id)).toEqual(ids)
      expect(await use().resultSearch.count(span, { conditions })).toBe(ids.length)
    })

    it.each<[ResultSort['by'], string[], string[]]>([
      ['isCompleted', ['r3', 'r2', 'r1'], ['r1', 'r3', 'r2']],
      [a, ['r1', 'r3', 'r2'], ['r2', 'r3', 'r1']],
      [{ blockId: 'c' }, ['r1', 'r3', 'r2'], ['r1', 'r3', 'r2']],
      [v, ['r2', 'r1', 'r3'], ['r3', 'r1', 'r2']],
      [{ variableId: 'v2', dateFormat: 'dd/MM/yyyy' }, ['r2', 'r1', 'r3'], ['r3', 'r1', 'r2']],
    ])('sorts by %j, page after page', async (by, ascending, descending) => {
      await giveValues()
      for (const isDescending of [false, true]) {
        const found: string[] = []
        let after: SortedPosition | undefined
        do {
          const options = { limit: 1, bytes: 1_000_000, max: 10, ...(after && { after }) }
          const { rows, next } = await use().resultSearch.sorted(span, {}, { by, isDescending }, options)
          found.push(...rows.map(({ id }) => id))
          after = next
        } while (after)
        expect(found).toEqual(isDescending ? descending : ascending)
      }
    })

    it('sorts the newest results only, where there are more than its limit, and reports that', async () => {
      const options = { limit: 10, bytes: 1_000_000 }
      const sort = { by: a, isDescending: false }
      const some = await use().resultSearch.sorted(span, {}, sort, { ...options, max: 2 })
      expect([some.rows.map(({ id }) => id), some.isPartial]).toEqual([['r3', 'r2'], true])
      const all = await use().resultSearch.sorted(span, {}, sort, { ...options, max: 3 })
      expect([all.rows.length, all.isPartial]).toEqual([3, false])
    })

    it('filters values with any escape of JSON', async () => {
      const value = 'x\0\uD800\\u0000'
      await giveValues(JSON.stringify([{ id: 'v1', name: 'One', value }]))
      const conditions: ResultCondition[] = [{ column: v, is: 'containing', value: 'x' }]
      const { rows } = await use().resultSearch.page(span, { conditions }, { limit: 10, bytes: 1_000_000 })
      expect(rows).toHaveLength(3)
    })

    it('finds the oldest first, page after page', async () => {
      const options = { limit: 2, bytes: 1_000_000, isOldestFirst: true }
      const first = await use().resultSearch.page(span, {}, options)
      expect(first.rows.map(({ id }) => id)).toEqual(['r1', 'r2'])
      const second = await use().resultSearch.page(span, {}, { ...options, before: first.next as Position })
      expect([second.rows.map(({ id }) => id), second.next]).toEqual([['r3'], undefined])
    })

    /** Values of variables: a number each, a date each, and a list for r1. */
    async function giveValues(same?: string) {
      const values = { r1: ['10', '15/03/2026'], r2: ['9', '28/02/2026'], r3: ['10.5', '01/04/2026'] }
      for (const [id, [number, date]] of Object.entries(values)) {
        const list = id === 'r1' ? [{ id: 'v3', name: 'Three', value: ['one', null, 'Two'] }] : []
        const variables = [{ id: 'v1', name: 'One', value: number }, { id: 'v2', name: 'Two', value: date }, ...list]
        const made = commit(2, { sessionId: id, resultId: id })
        const [result] = made.results
        const isCompleted = id === 'r1'
        const results = [{ ...result!, variables: same ?? JSON.stringify(variables), isCompleted }]
        await use().sessions.commit({ ...made, results, answers: [] })
      }
    }

    it('find page after page, within a span', async () => {
      const first = await use().resultSearch.page(span, { text: 'a' }, { limit: 2, bytes: 1_000_000 })
      expect(first.rows.map(({ id }) => id)).toEqual(['r3', 'r2'])
      const before = first.next as { createdAt: number; id: string }
      const second = await use().resultSearch.page(span, { text: 'a' }, { limit: 2, bytes: 1_000_000, before })
      expect(second.rows.map(({ id }) => id)).toEqual(['r1'])
      expect(second.next).toBeUndefined()
      const within = await use().resultSearch.page(
        { ...span, from: 2_000, to: 900_000 },
        {},
        { limit: 5, bytes: 1_000_000 },
      )
      expect(within.rows.map(({ id }) => id)).toEqual(['r2'])
    })
  })
}
