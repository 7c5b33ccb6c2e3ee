import { beforeEach, describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { knowledgeChunk, knowledgeSource } from './rows.js'

/** What an implementation of `Storage` promises of knowledge bases. Workspaces are seeded. */
export function knowledgeContract(use: () => Storage): void {
  const most = { bytes: 1_000, chunks: 500 }
  const base = (id: string, workspaceId: string) => ({ id, workspaceId, name: id, createdAt: 10, updatedAt: 10 })
  const save = (id: string, texts: readonly string[], change = {}) =>
    use().knowledge.saveSource(
      knowledgeSource(id, { chunks: texts.length, bytes: texts.join('').length, ...change }),
      texts.map((text) => knowledgeChunk(`chunk${String(made++).padStart(10, '0')}`, text)),
      most,
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
    it('replaces the chunks of a source that is saved again, and removes them with it', async () => {
      await save(
        'aaaa',
        Array.from({ length: 150 }, (_, index) => `old ${index}`),
      )
      expect(
        await use().knowledge.saveSource(knowledgeSource('aaaa'), [knowledgeChunk('zzzzzzzzz1', 'new text')], most),
      ).toBe('saved')
      expect(await find('base1', 'old')).toEqual([])
      expect(await find('base1', 'new')).toEqual(['new text'])
      expect(await use().knowledge.listSources('w1', 'base1')).toEqual([knowledgeSource('aaaa')])
      expect(await use().knowledge.deleteSource('w2', 'base1', 'aaaa')).toBeUndefined()
      expect(await use().knowledge.deleteSource('w1', 'base1', 'aaaa')).toEqual(knowledgeSource('aaaa'))
      expect(await find('base1', 'new')).toEqual([])
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
    it('goes with its base and its workspace', async () => {
      await save('aaaa', ['returns'])
      expect(await use().knowledge.deleteBase('w2', 'base1')).toBeUndefined()
      await use().workspaces.delete('w1')
      expect(await use().knowledge.getBase('w1', 'base1')).toBeUndefined()
      expect(await find('base1', 'returns')).toEqual([])
    })
  })
}
