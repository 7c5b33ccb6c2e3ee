import { describe, expect, it } from 'vitest'
import type { SummaryLink } from '../results/summary-links.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'

export function summaryLinksContract(use: () => Storage): void {
  const link = (id: string, change: Partial<SummaryLink> = {}): SummaryLink => ({
    id,
    botId: 'b1',
    token: `token-${id}`,
    authorId: 'u1',
    span: '{"timeFilter":"today"}',
    showsTexts: false,
    createdAt: 10,
    expiresAt: null,
    ...change,
  })

  describe('links to a summary', () => {
    it('are listed newest first, each bot its own, and found by their token', async () => {
      const [first, second] = [link('one'), link('two', { createdAt: 20, showsTexts: true, expiresAt: 90 })]
      expect(await use().summaryLinks.create(first, 2)).toBe('created')
      expect(await use().summaryLinks.create(second, 2)).toBe('created')
      expect(await use().summaryLinks.list('b1')).toEqual([second, first])
      expect(await use().summaryLinks.list('b2')).toEqual([])
      expect(await use().summaryLinks.findByToken('token-two')).toEqual(second)
      expect(await use().summaryLinks.findByToken('one')).toBeUndefined()
    })

    it('have a limit for each bot, also when they are created at once', async () => {
      const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => use().summaryLinks.create(link(id), 2)))
      expect(outcomes.toSorted()).toEqual(['created', 'created', 'full'])
      expect(await use().summaryLinks.create(link('other', { botId: 'b2' }), 2)).toBe('created')
    })

    it('are gone once they are deleted, by their own bot alone, and with their bot', async () => {
      await use().summaryLinks.create(link('one'), 9)
      await use().summaryLinks.create(link('two'), 9)
      expect(await use().summaryLinks.delete('b2', 'one')).toBe(false)
      expect(await use().summaryLinks.delete('b1', 'one')).toBe(true)
      expect(await use().summaryLinks.delete('b1', 'one')).toBe(false)
      expect(await use().summaryLinks.findByToken('token-one')).toBeUndefined()
      await use().workspaces.delete('w1')
      await removeAll(use())
      expect(await use().summaryLinks.findByToken('token-two')).toBeUndefined()
    })
  })
}
