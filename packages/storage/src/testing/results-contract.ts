import { columnFields, fieldOf, segmentOf } from '@colloquy/flow/result-fields'
import { describe, expect, it } from 'vitest'
import type { ResultFilter } from '../results/result-search.js'
import type { Storage } from '../storage.js'
import { allLogs } from './all-logs.js'
import { commit, exampleFields } from './rows.js'

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
        isDeleted: false,
        variables: '[2]',
        lastChatSessionId: 's1',
        contactId: null,
        ...exampleFields,
        releaseId: 'rel1',
        environmentId: 'env1',
      })
    })
    it.each(columnFields)('stores, finds, compares and sorts by the field %s', async (field) => {
      const { analytics, resultSearch, results, sessions } = current()
      const { example, ofVisit } = fieldOf(field)
      const save = (id: string, version: number, value: unknown) => {
        const { session, ...rest } = commit(version, { sessionId: id, resultId: id, result: { [field]: value } })
        return sessions.commit({ ...rest, session: { ...session, releaseId: null } })
      }
      await save('with', 1, example)
      await save('without', 1, null)
      expect((await results.get('w1', 'b1', 'with'))?.[field]).toBe(example)
      expect((await results.get('w1', 'b1', 'without'))?.[field]).toBeNull()
      expect((await results.origins('w1', 'b1', ['with']))[0]?.[field]).toBe(example)
      const span = { workspaceId: 'w1', botId: 'b1' }
      const size = { limit: 10, bytes: 1_000_000 }
      const found = async (filter: ResultFilter) =>
        (await resultSearch.page(span, filter, size)).rows.map(({ id }) => id).join()
      expect(await found({ origins: [{ [field]: [`${example}`] }] })).toBe('with')
      expect(await found({ origins: [{ [field]: [null] }] })).toBe('without')
      expect(await found({ conditions: [{ column: { field }, is: 'containing', value: `${example}` }] })).toBe('with')
      expect(await found({ conditions: [{ column: { field }, is: 'empty' }] })).toBe('without')
      const sort = { by: { field }, isDescending: false }
      const { rows } = await resultSearch.sorted(span, {}, sort, { ...size, max: 10 })
      expect(rows.map(({ id }) => id)).toEqual(['with', 'without'])
      const segments = await analytics.segments(span, segmentOf(field))
      expect(new Map(segments.map(({ value, views }) => [value, views]))).toEqual(
        new Map([
          [`${example}`, 1],
          [null, 1],
        ]),
      )
      await save('with', 2, null)
      expect((await results.get('w1', 'b1', 'with'))?.[field]).toBe(ofVisit ? example : null)
      await save('with', 3, example)
      await results.delete('w1', 'b1', ['with'], 8_000)
      expect((await results.get('w1', 'b1', 'with'))?.[field]).toBe(ofVisit ? null : example)
    })
    it('lists started results newest first, ties by id, after the keyset', async () => {
      const at = { a: 10, b: 20, c: 20, d: 30 }
      for (const [id, time] of Object.entries(at)) {
        await current().sessions.commit(commit(1, { sessionId: id, resultId: id, result: { at: time } }))
      }
      await current().sessions.commit(commit(1, { sessionId: 'e', resultId: 'e', result: { hasStarted: false } }))
      const ids = async (filter: Omit<Parameters<Storage['results']['list']>[2], 'limit' | 'bytes'>, limit = 10) =>
        (await current().results.list('w1', 'b1', { ...filter, limit, bytes: 1_000_000 })).rows
          .map(({ id }) => id)
          .join('')
      expect(await ids({})).toBe('dcba')
      expect(await ids({}, 2)).toBe('dc')
      expect(await ids({ before: { createdAt: 20, id: 'c' } })).toBe('ba')
      expect(await ids({ from: 20, to: 30 })).toBe('cb')
      expect(await ids({ from: 20, before: { createdAt: 30, id: 'd' } })).toBe('cb')
      const idAt = (index: number, range = {}) => current().results.idAt('w1', 'b1', { ...range, index })
      expect([await idAt(0), await idAt(2), await idAt(0, { to: 20 })]).toEqual(['d', 'b', 'a'])
      expect([await idAt(4), await idAt(1, { from: 30 })]).toEqual([undefined, undefined])
    })
    it('ends a page of results where their variables and answers exceed its bytes, and continues behind it', async () => {
      for (const [index, content] of ['x'.repeat(100), 'é'.repeat(50), 'x'.repeat(500)].entries()) {
        const made = commit(1, {
          sessionId: `s${index}`,
          resultId: `r${index}`,
          result: { at: index, variables: '[]' },
        })
        const answers = made.answers.map((answer) => ({ ...answer, content, attachedFileUrls: '["12345678"]' }))
        await current().sessions.commit({ ...made, answers })
      }
      const owner = { workspaceId: 'w1', botId: 'b1' }
      type Size = { limit: number; bytes: number; before?: { createdAt: number; id: string } }
      const lists = [
        (size: Size) => current().results.list('w1', 'b1', size),
        (size: Size) => current().resultSearch.page(owner, { answer: { blockId: 'block-1' } }, size),
      ]
      for (const list of lists) {
        const page = async (size: Size) => {
          const { rows, bytes, next } = await list(size)
          return [rows.map(({ id }) => id).join(' '), bytes, next?.id]
        }
        expect(await page({ limit: 5, bytes: 742 })).toEqual(['r2 r1 r0', 742, undefined])
        expect(await page({ limit: 5, bytes: 741 })).toEqual(['r2 r1', 628, 'r1'])
        expect(await page({ limit: 5, bytes: 1 })).toEqual(['r2', 514, 'r2'])
        expect(await page({ limit: 1, bytes: 741 })).toEqual(['r2', 514, 'r2'])
        expect(await page({ limit: 5, bytes: 228, before: { createdAt: 2, id: 'r2' } })).toEqual([
          'r1 r0',
          228,
          undefined,
        ])
      }
      const short = await current().results.shortAnswers('r1', 49)
      expect(short).toMatchObject([{ content: 'é'.repeat(49), blockId: 'block-1', isCut: true }])
      expect(await current().results.shortAnswers('r1', 50)).toMatchObject([{ content: 'é'.repeat(50), isCut: false }])
    })
    it('archives results with all that belongs to them', async () => {
      await current().sessions.commit(commit(1))
      await current().sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2' }))
      expect(await current().results.delete('w1', 'b1', ['r1', 'none'], 50)).toBe(1)
      expect(await current().results.delete('w1', 'b1', ['r1'], 50)).toBe(0)
      expect(
        (await current().results.list('w1', 'b1', { limit: 10, bytes: 1_000_000 })).rows.map(({ id }) => id),
      ).toEqual(['r2'])
      expect(await current().results.get('w1', 'b1', 'r1')).toMatchObject({ isDeleted: true, variables: '[]' })
      expect(await current().results.answers(['r1'])).toEqual([])
      expect(await allLogs(current(), 'w1', 'b1', 'r1')).toEqual([])
      expect(await current().results.visitedEdges('r1')).toEqual([])
      expect(await current().sessions.turns('s1')).toEqual([])
      expect(await current().results.answers(['r1', 'r2'])).toHaveLength(1)
      await current().results.deleteAll('w1', 'b1')
      expect((await current().results.list('w1', 'b1', { limit: 10, bytes: 1_000_000 })).rows).toEqual([])
    })
    it('does not revive a deleted result', async () => {
      await current().sessions.commit(commit(1))
      await current().results.delete('w1', 'b1', ['r1'], 50)
      expect(await current().sessions.commit(commit(2))).toBe('committed')
      await current().results.addLogs([{ ...commit(3).logs[0]! }])
      expect(await current().results.get('w1', 'b1', 'r1')).toMatchObject({ isDeleted: true, variables: '[]' })
      expect(await current().results.answers(['r1'])).toEqual([])
      expect(await allLogs(current(), 'w1', 'b1', 'r1')).toEqual([])
    })
    it('finds a result by its id alone, until it is deleted', async () => {
      await current().sessions.commit(commit(1))
      expect(await current().results.find('r1')).toMatchObject({
        workspaceId: 'w1',
        botId: 'b1',
        lastChatSessionId: 's1',
      })
      expect(await current().results.find('none')).toBeUndefined()
      await current().results.deleteAll('w1', 'b1')
      expect(await current().results.find('r1')).toBeUndefined()
    })
    it('adds logs, oldest first', async () => {
      await current().sessions.commit(commit(1))
      await current().results.addLogs([{ ...commit(1).logs[0]!, id: 'early', createdAt: 1 }])
      expect((await allLogs(current(), 'w1', 'b1', 'r1')).map(({ id }) => id)).toEqual(['early', 'log-s1-1'])
    })
  })

  describe('logs', () => {
    const log = (id: string, description: string) => ({
      ...commit(1).logs[0]!,
      id,
      createdAt: commit(1).logs[0]!.createdAt + 1,
      description,
    })
    const pageOf = async (size: { limit: number; bytes: number }, after?: { createdAt: number; number: number }) => {
      const { rows, next } = await current().results.logs('w1', 'b1', 'r1', { ...size, ...(after && { after }) })
      return { ids: rows.map(({ id }) => id).join(' '), next }
    }
    it('come in pages of a number and of bytes, each with the position of the next', async () => {
      await current().sessions.commit(commit(1))
      await current().results.addLogs(['a', 'b', 'c'].map((id) => log(id, 'é'.repeat(50))))
      const first = await pageOf({ limit: 2, bytes: 1_000 })
      expect(first.ids).toBe('log-s1-1 a')
      expect(await pageOf({ limit: 2, bytes: 1_000 }, first.next)).toEqual({ ids: 'b c', next: undefined })
      expect((await pageOf({ limit: 9, bytes: 100 }, first.next)).ids).toBe('b')
      expect((await pageOf({ limit: 9, bytes: 101 }, first.next)).ids).toBe('b c')
      expect(await pageOf({ limit: 9, bytes: 1_000 }, { createdAt: 1e9, number: 0 })).toEqual({
        ids: '',
        next: undefined,
      })
    })
    it('of clients are stored within limits of their session', async () => {
      await current().sessions.commit(commit(1))
      const add = (ids: string[], max: { logs: number; bytes: number }) =>
        current().results.addClientLogs(
          's1',
          ids.map((id) => log(id, 'x'.repeat(10))),
          max,
        )
      expect(await add(['a', 'b'], { logs: 3, bytes: 100 })).toBe(2)
      expect(await add(['c', 'd'], { logs: 3, bytes: 100 })).toBe(1)
      expect(await add(['e'], { logs: 3, bytes: 100 })).toBe(0)
      expect(await add(['e', 'f'], { logs: 9, bytes: 45 })).toBe(1)
      expect(await current().results.addClientLogs('none', [log('g', 'x')], { logs: 9, bytes: 100 })).toBe(0)
      expect((await pageOf({ limit: 9, bytes: 1_000 })).ids).toBe('log-s1-1 a b c e')
      expect(await current().sessions.commit(commit(2))).toBe('committed')
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
