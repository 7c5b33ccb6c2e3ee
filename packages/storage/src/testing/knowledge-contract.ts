import { beforeEach, describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'
import { knowledgeChunk, knowledgeSource } from './rows.js'

/** Contract of `Storage` implementations: knowledge bases. Workspaces are seeded. */
export function knowledgeContract(use: () => Storage): void {
  const max = { bytes: 1_000, chunks: 500 }
  const base = (id: string, workspaceId: string) => ({
    id,
    workspaceId,
    name: id,
    credentialsId: null,
    embeddingModel: null,
    revision: 0,
    createdAt: 10,
    updatedAt: 10,
  })
  const save = (id: string, texts: readonly string[], change = {}) =>
    use().knowledge.saveSource(
      knowledgeSource(id, { chunks: texts.length, bytes: texts.join('').length, ...change }),
      texts.map((text) => knowledgeChunk(`chunk${String(made++).padStart(10, '0')}`, text)),
      max,
    )
  let made = 0
  const find = async (baseId: string, ...words: string[]) =>
    (await use().knowledge.findByWords(baseId, words, 10)).map(({ text }) => text)

  describe('knowledge', () => {
    beforeEach(async () => {
      await use().knowledge.createBase(base('base1', 'w1'))
      await use().knowledge.createBase(base('base2', 'w2'))
    })
    it('finds the chunks of one base that have a word, those with more of them first', async () => {
      await save('aaaa', ['returns within 30 days', 'free returns and shipping', 'opening hours'])
      await save('bbbb', ['returns elsewhere'], { baseId: 'base2', workspaceId: 'w2' })
      expect(await find('base1', 'shipping', 'returns')).toEqual([
        'free returns and shipping',
        'returns within 30 days',
      ])
      expect(await find('base2', 'returns')).toEqual(['returns elsewhere'])
      expect(await find('base1', 'nothing')).toEqual([])
      expect(await use().knowledge.findByWords('base1', [], 10)).toEqual([])
    })
    it('keeps each character of a passage, but for those that no database stores', async () => {
      const said = ['quotes "\'\\', 'lines\r\n\t', 'é 猫 😀', 'half \ud83d, zero \0', '{"json": [null]}', '\\u0000']
      await save(
        'aaaa',
        said.map((text) => `word ${text}`),
      )
      const stored = said.map((text) => `word ${text.replace(/[\0\ud83d](?!\ude00)/g, '\uFFFD')}`)
      expect((await find('base1', 'word')).toSorted()).toEqual(stored.toSorted())
    })
    it('a rare word decides which chunks are found first, however often others have the frequent words of a question', async () => {
      const frequent = Array.from({ length: 600 }, (_, index) => `the the the of the the page ${index}`)
      const quota = { bytes: 100_000, chunks: 1_000 }
      for (const [id, texts] of [
        ['aaaa', frequent],
        ['bbbb', ['refund within 30 days']],
      ] as const)
        await use().knowledge.saveSource(
          knowledgeSource(id, { chunks: texts.length, bytes: 10_000 }),
          texts.map((text) => knowledgeChunk(`chunk${String(made++).padStart(10, '0')}`, text)),
          quota,
        )
      const found = await find('base1', 'the', 'refund', 'of')
      expect(found).toHaveLength(10)
      expect(found[0]).toBe('refund within 30 days')
    })
    it('replaces the chunks of a source that is saved again, and removes them with it', async () => {
      await save(
        'aaaa',
        Array.from({ length: 150 }, (_, index) => `old ${index}`),
      )
      expect(
        await use().knowledge.saveSource(knowledgeSource('aaaa'), [knowledgeChunk('zzzzzzzzz1', 'new text')], max),
      ).toBe('saved')
      expect(await find('base1', 'old')).toEqual([])
      expect(await find('base1', 'new')).toEqual(['new text'])
      expect(await use().knowledge.listSources('w1', 'base1')).toEqual([{ ...knowledgeSource('aaaa'), embedded: 0 }])
      expect(await use().knowledge.deleteSource('w2', 'base1', 'aaaa')).toBeUndefined()
      expect(await use().knowledge.deleteSource('w1', 'base1', 'aaaa')).toEqual(knowledgeSource('aaaa'))
      expect(await find('base1', 'new')).toEqual([])
    })
    it('changes a source without its chunks, and reads it alone', async () => {
      const { knowledge } = use()
      await save('aaaa', ['returns'])
      const changed = { ...knowledgeSource('aaaa', { chunks: 1, bytes: 7 }), title: 'New', dueAt: 90 }
      expect(await knowledge.changeSource('w2', 'aaaa', { title: 'Other' })).toBeUndefined()
      expect(await knowledge.changeSource('w1', 'aaaa', { title: 'New', dueAt: 90 })).toEqual(changed)
      expect(await knowledge.getSource('w1', 'base1', 'aaaa')).toEqual({ ...changed, embedded: 0 })
      expect(await knowledge.getSource('w1', 'base2', 'aaaa')).toBeUndefined()
      expect(await knowledge.baseIds('w1')).toEqual(['base1'])
      await knowledge.renewVectors('base1')
      expect(await knowledge.getBase('w1', 'base1')).toMatchObject({ revision: 1 })
      expect(await find('base1', 'returns')).toEqual(['returns'])
    })
    it('gives each source that is due to one reader, and not again before its time', async () => {
      const { knowledge } = use()
      await save('late', ['x'], { dueAt: 50 })
      await save('early', ['y'], { dueAt: 40 })
      await save('never', ['z'], { dueAt: null })
      await save('future', ['z'], { dueAt: 101 })
      const ids = async (limit: number) => (await knowledge.takeDueSources(100, 200, limit)).map(({ id }) => id)
      expect(await ids(1)).toEqual(['early'])
      expect(await ids(9)).toEqual(['late'])
      expect(await ids(9)).toEqual([])
      expect((await knowledge.takeDueSources(200, 300, 9)).map(({ id }) => id)).toEqual(['future', 'early', 'late'])
    })
    it('gives sources that are due in turns by workspace, and none of busy workspaces', async () => {
      const { knowledge } = use()
      for (const id of ['a1', 'a2', 'a3']) await save(id, ['x'], { dueAt: 10 })
      await knowledge.createBase(base('base9', 'w2'))
      const other = { ...knowledgeSource('b1', { baseId: 'base9', dueAt: 50 }), workspaceId: 'w2' }
      await knowledge.saveSource(other, [], { bytes: 1_000, chunks: 100 })
      const ids = async (limit: number, busy: string[] = []) =>
        (await knowledge.takeDueSources(100, 200, limit, busy)).map(({ id }) => id)
      expect(await ids(1, ['w1', 'w2'])).toEqual([])
      expect(await ids(2)).toEqual(['a1', 'b1'])
      expect(await ids(9, ['w1'])).toEqual([])
      expect(await ids(9)).toEqual(['a2', 'a3'])
    })
    it('keeps the pages of a site that are found again, adds new ones, and removes all with the site', async () => {
      const { knowledge } = use()
      await save('site', [], { kind: 'site', url: 'https://shop.example/', dueAt: null })
      const site = knowledgeSource('site')
      const page = (id: string, url: string) => knowledgeSource(id, { url, chunks: 0, bytes: 0, textHash: null })
      const pages = async () =>
        (await knowledge.listSources('w1', 'base1'))
          .flatMap(({ id, parentId, dueAt }) => (parentId === 'site' ? `${id} ${dueAt}` : []))
          .toSorted()
      await knowledge.setPages(site, [page('p1', '/a'), page('p2', '/b')], 60)
      expect(await pages()).toEqual(['p1 60', 'p2 60'])
      await knowledge.setPages(site, [page('p3', '/b'), page('p4', '/c')], 70)
      expect(await pages()).toEqual(['p2 70', 'p4 70'])
      await knowledge.setPages({ ...site, workspaceId: 'w2' }, [], 80)
      expect(await pages()).toEqual(['p2 70', 'p4 70'])
      await knowledge.deleteSource('w1', 'base1', 'site')
      expect(await knowledge.listSources('w1', 'base1')).toEqual([])
    })
    it('refuses a source beyond the size of its base, and one of a base elsewhere', async () => {
      expect(await save('aaaa', ['x'.repeat(900)])).toBe('saved')
      expect(await save('bbbb', ['x'.repeat(200)])).toBe('full')
      expect(await save('aaaa', ['y'.repeat(1_000)])).toBe('saved')
      expect(await save('cccc', ['x'], { workspaceId: 'w2' })).toBe('missing')
      expect(await use().knowledge.listBases('w1')).toEqual([
        { ...base('base1', 'w1'), bytes: 1_000, chunks: 1, sources: 1 },
      ])
    })
    it('keeps vectors of the model of a base, and reports which chunks have none', async () => {
      const { knowledge } = use()
      await save('aaaa', ['one', 'two', 'three'])
      await knowledge.changeBase('w1', 'base1', { credentialsId: 'c', embeddingModel: 'm' }, 20)
      const pending = await knowledge.pendingChunks('base1', 'm')
      expect(pending).toHaveLength(3)
      expect(await knowledge.basesToEmbed()).toEqual([{ id: 'base1', workspaceId: 'w1' }])
      const vectors = pending.map(({ id }) => ({ chunkId: id, vector: 'f4A=', scale: 0.25 }))
      await knowledge.saveVectors('m', [...vectors.slice(0, 2), { chunkId: 'gone', vector: 'f4A=', scale: 1 }])
      expect(await knowledge.vectors('base1', 'm', '', 10)).toEqual(vectors.slice(0, 2))
      expect(await knowledge.vectors('base1', 'm', vectors[0]!.chunkId, 1)).toEqual([vectors[1]])
      expect(await knowledge.listSources('w1', 'base1')).toMatchObject([{ embedded: 2, embeddingProblem: null }])
      await knowledge.setEmbeddingProblem('base1', 'm', 'It answered 401.')
      expect(await knowledge.listSources('w1', 'base1')).toMatchObject([{ embeddingProblem: 'It answered 401.' }])
      expect(await knowledge.pendingChunks('base1', 'm')).toEqual([])
      expect(await knowledge.basesToEmbed()).toEqual([])
      await knowledge.clearEmbeddingProblems('base2')
      expect(await knowledge.pendingChunks('base1', 'm')).toEqual([])
      await knowledge.clearEmbeddingProblems('base1')
      expect(await knowledge.pendingChunks('base1', 'm')).toHaveLength(1)
      const { revision } = (await knowledge.changeBase('w1', 'base1', { embeddingModel: 'n' }, 30))!
      expect(revision).toBe(2)
      expect(await knowledge.pendingChunks('base1', 'n')).toHaveLength(3)
      await knowledge.removeOldVectors('base1', 'n')
      expect(await knowledge.vectors('base1', 'm', '', 10)).toEqual([])
      await knowledge.saveVectors('n', vectors)
      expect(await knowledge.chunks('base1', [vectors[0]!.chunkId, 'gone'])).toMatchObject([
        { id: vectors[0]!.chunkId },
      ])
      await knowledge.deleteSource('w1', 'base1', 'aaaa')
      expect(await knowledge.vectors('base1', 'n', '', 10)).toEqual([])
    })
    it('counts a question that is asked again, and lets go of those that were asked least recently', async () => {
      const { knowledge } = use()
      const ask = (key: string, now: number, baseId = 'base1') =>
        knowledge.noteQuestion({ id: `${key}${now}`, baseId, workspaceId: 'w1', key, text: `${key}?`, now }, 2)
      await ask('a', 1)
      await ask('b', 2)
      await ask('b', 3)
      await ask('a', 4)
      await ask('b', 5)
      await ask('elsewhere', 5, 'base2')
      const listed = async () => (await knowledge.listQuestions('w1', 'base1')).map(({ key, count }) => [key, count])
      expect(await listed()).toEqual([
        ['b', 3],
        ['a', 2],
      ])
      await ask('c', 6)
      expect(await listed()).toEqual([
        ['b', 3],
        ['c', 1],
      ])
      expect(await knowledge.deleteQuestion('w2', 'base1', 'c6')).toBeUndefined()
      expect(await knowledge.deleteQuestion('w1', 'base1', 'c6')).toMatchObject({ text: 'c?', firstAskedAt: 6 })
      expect(await knowledge.removeQuestionsBefore(5, 10)).toBe(0)
      expect(await knowledge.removeQuestionsBefore(6, 10)).toBe(1)
      expect(await listed()).toEqual([])
    })
    it('answers a question with a source, and forgets questions that hold an erased text as a word', async () => {
      const { knowledge } = use()
      const ask = (id: string, text: string) =>
        knowledge.noteQuestion({ id, baseId: 'base1', workspaceId: 'w1', key: text, text, now: 1 }, 9)
      await ask('q1', 'Is Ada there?')
      await ask('q2', 'Where is Adam?')
      await ask('q3', 'When do you open?')
      const left = async () => (await knowledge.listQuestions('w1', 'base1')).map(({ id }) => id).toSorted()
      await use().results.erase('w1', 'ada')
      expect(await left()).toEqual(['q2', 'q3'])
      await knowledge.saveSource(knowledgeSource('aaaa'), [knowledgeChunk('zzzzzzzzz1', 'At nine')], max, 'q3')
      expect(await left()).toEqual(['q2'])
    })
    it('goes with its base and its workspace', async () => {
      await save('aaaa', ['returns'])
      expect(await use().knowledge.deleteBase('w2', 'base1')).toBeUndefined()
      await use().workspaces.delete('w1')
      await removeAll(use())
      expect(await use().knowledge.getBase('w1', 'base1')).toBeUndefined()
      expect(await find('base1', 'returns')).toEqual([])
    })
  })
}
