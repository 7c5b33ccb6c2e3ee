import { describe, expect, it } from 'vitest'
import type { BotComment } from '../bots/bot-comments.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'

export function botCommentsContract(use: () => Storage): void {
  const comment = (id: string, change: Partial<BotComment> = {}): BotComment => ({
    id,
    botId: 'b1',
    threadId: id,
    groupId: 'g1',
    blockId: null,
    authorId: 'u1',
    text: `About it: ${id}`,
    mentions: '[]',
    createdAt: 10,
    resolvedAt: null,
    ...change,
  })

  describe('comments', () => {
    it('are listed oldest first, for each bot', async () => {
      const [first, answer] = [
        comment('one'),
        comment('two', { threadId: 'one', createdAt: 20, blockId: 'block-1', mentions: '["u2"]' }),
      ]
      expect(await use().botComments.add(first)).toBe(true)
      expect(await use().botComments.add(answer)).toBe(true)
      expect(await use().botComments.list('b1')).toEqual([first, answer])
      expect(await use().botComments.list('b2')).toEqual([])
      expect(await use().botComments.find('b1', 'two')).toEqual(answer)
      expect(await use().botComments.find('b2', 'two')).toBeUndefined()
    })

    it('are resolved and taken up again by their thread', async () => {
      await use().botComments.add(comment('one'))
      await use().botComments.add(comment('two', { threadId: 'one', createdAt: 20 }))
      expect(await use().botComments.resolve('b1', 'one', 50)).toMatchObject({ id: 'one', resolvedAt: 50 })
      expect(await use().botComments.resolve('b1', 'one', null)).toMatchObject({ resolvedAt: null })
      expect(await use().botComments.resolve('b1', 'two', 50)).toBeUndefined()
      expect(await use().botComments.resolve('b2', 'one', 50)).toBeUndefined()
    })

    it('name their authors, who wrote last first, for a bot and for a thread', async () => {
      const { botComments } = use()
      await botComments.add(comment('one'))
      await botComments.add(comment('two', { createdAt: 20, authorId: 'u2' }))
      await botComments.add(comment('three', { createdAt: 30, authorId: null }))
      await botComments.add(comment('four', { createdAt: 40, threadId: 'two' }))
      await botComments.add(comment('five', { createdAt: 50, threadId: 'two' }))
      expect(await botComments.authors('b1', { max: 9 })).toEqual(['u1', 'u2'])
      expect(await botComments.authors('b1', { max: 1 })).toEqual(['u1'])
      expect(await botComments.authors('b1', { threadId: 'one', max: 9 })).toEqual(['u1'])
      expect(await botComments.authors('b1', { threadId: 'two', max: 9 })).toEqual(['u1', 'u2'])
      expect(await botComments.authors('b2', { max: 9 })).toEqual([])
    })

    it('are read by each person up to a time, which never goes back', async () => {
      const { botComments } = use()
      expect(await botComments.readAt('b1', 'u1')).toBeUndefined()
      await botComments.markRead('b1', 'u1', 20)
      await botComments.markRead('b1', 'u1', 10)
      await botComments.markRead('b2', 'u1', 40)
      await botComments.markRead('b1', 'u2', 30)
      expect([await botComments.readAt('b1', 'u1'), await botComments.readAt('b1', 'u2')]).toEqual([20, 30])
      await botComments.markRead('b1', 'u1', 25)
      expect(await botComments.readAt('b1', 'u1')).toBe(25)
    })

    it('go with the first of their thread, and with their bot', async () => {
      await use().botComments.add(comment('one'))
      await use().botComments.add(comment('two', { threadId: 'one', createdAt: 20 }))
      await use().botComments.add(comment('other', { createdAt: 30 }))
      expect(await use().botComments.delete('b2', 'one')).toBeUndefined()
      expect((await use().botComments.delete('b1', 'one'))?.id).toBe('one')
      expect((await use().botComments.list('b1')).map(({ id }) => id)).toEqual(['other'])
      expect(await use().botComments.add(comment('late', { threadId: 'one' }))).toBe(false)
      await use().workspaces.delete('w1')
      await removeAll(use())
      expect(await use().botComments.list('b1')).toEqual([])
    })
  })
}
