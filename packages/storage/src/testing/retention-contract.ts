import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { commit, upload } from './rows.js'

/** Results that go: those that grew old, and those of a person who asked for it. `current` answers a seeded storage. */
export function retentionContract(current: () => Storage): void {
  describe('retention', () => {
    it('deletes for good what nothing was written to for long', async () => {
      const { sessions, uploads, results } = current()
      await sessions.commit(commit(1))
      await sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2', result: { at: 5_000 } }))
      await uploads.create(upload('f1'), 1_000_000)
      expect(await results.deleteOlder(101, 10)).toBe(0)
      expect(await results.deleteOlder(5_000, 10)).toBe(1)
      expect(await results.get('w1', 'b1', 'r1')).toBeUndefined()
      expect(await results.answers(['r1'])).toEqual([])
      expect(await sessions.get('s1')).toBeUndefined()
      expect(await sessions.turns('s1')).toEqual([])
      expect((await uploads.find('f1'))?.state).toBe('removed')
      expect(await results.get('w1', 'b1', 'r2')).toBeDefined()
      expect(await results.deleteOlder(9_000, 0)).toBe(0)
    })
    it('deletes at most the given number at a time, deleted results included', async () => {
      const { sessions, results } = current()
      for (const id of ['r1', 'r2', 'r3']) await sessions.commit(commit(1, { sessionId: `s-${id}`, resultId: id }))
      await results.delete('w1', 'b1', ['r3'], 200)
      expect(await results.deleteOlder(5_000, 2)).toBe(2)
      expect(await results.deleteOlder(5_000, 2)).toBe(1)
      expect(await results.deleteOlder(5_000, 2)).toBe(0)
    })
    it('keeps an old result that was written to lately', async () => {
      const { sessions, results } = current()
      await sessions.commit(commit(1))
      await sessions.commit(commit(2, { result: { at: 5_000 } }))
      expect(await results.deleteOlder(5_000, 10)).toBe(0)
    })
    it('erases whatever holds a text, in one workspace', async () => {
      const { sessions, uploads, results } = current()
      const holding = { variables: '[{"id":"v1","name":"Mail","value":["x","Ada@Example.com"]}]' }
      const named = { variables: '[{"id":"ada@example.com","name":"ada@example.com","value":"x"}]' }
      await sessions.commit(commit(1, { result: holding }))
      await sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2', result: named }))
      const said = commit(1, { sessionId: 's3', resultId: 'r3' })
      const answers = said.answers.map((answer) => ({ ...answer, content: 'ADA@example.com' }))
      await sessions.commit({ ...said, answers })
      await uploads.create(upload('f1'), 1_000_000)
      expect(await results.countWith('w2', 'ada@example.com')).toBe(0)
      expect(await results.countWith('w1', 'ada@example.com')).toBe(2)
      expect(await results.erase('w2', 'ada@example.com')).toBe(0)
      expect(await results.erase('w1', 'ada@example.com')).toBe(2)
      expect(await results.get('w1', 'b1', 'r1')).toBeUndefined()
      expect(await sessions.get('s1')).toBeUndefined()
      expect(await results.get('w1', 'b1', 'r3')).toBeUndefined()
      expect((await uploads.find('f1'))?.state).toBe('removed')
      expect(await results.get('w1', 'b1', 'r2')).toBeDefined()
    })
    it('erases the session that led to a result by a link', async () => {
      const { sessions, results } = current()
      const made = commit(1, { sessionId: 's1', resultId: 'r1' })
      const [own] = made.results
      const linked = { ...own!, id: 'r2', variables: '[{"id":"v1","name":"Mail","value":"ada@example.com"}]' }
      await sessions.commit({ ...made, results: [...made.results, linked] })
      expect(await results.erase('w1', 'ada@example.com')).toBe(1)
      expect(await sessions.turns('s1')).toEqual([])
    })
    it.each(['Ñandú "Émile"\n\\ \u{1F600}', '%_', "'; DROP TABLE results; --"])('erases the text %j', async (text) => {
      const { sessions, results } = current()
      const variables = JSON.stringify([{ id: 'v1', name: 'Name', value: text }])
      await sessions.commit(commit(1, { result: { variables } }))
      await sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2' }))
      expect(await results.erase('w1', text)).toBe(1)
      expect(await results.find('r1')).toBeUndefined()
      expect(await results.find('r2')).toBeDefined()
    })
    it('erases previews that hold a text', async () => {
      const { sessions, results } = current()
      const preview = commit(1)
      const state = '{"variables":{"v1":"ada@example.com"}}'
      const session = { ...preview.session, resultId: null, state }
      const none = { results: [], answers: [], visitedEdges: [], logs: [] }
      await sessions.commit({ ...preview, ...none, session })
      expect(await results.erase('w1', 'somebody else')).toBe(0)
      expect(await sessions.get('s1')).toBeDefined()
      await results.erase('w1', 'ada@example.com')
      expect(await sessions.get('s1')).toBeUndefined()
    })
    it('lists answers in the order in which they were given, also when the clock went back', async () => {
      const { sessions, results } = current()
      for (const version of [1, 2, 3]) {
        const made = commit(version)
        const answers = made.answers.map((answer) => ({ ...answer, createdAt: 1_000 - version }))
        await sessions.commit({ ...made, answers })
      }
      const given = await results.answers(['r1'])
      expect(given.map(({ blockId }) => blockId)).toEqual(['block-1', 'block-2', 'block-3'])
    })
  })
}
