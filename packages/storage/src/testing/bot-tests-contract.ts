import { describe, expect, it } from 'vitest'
import type { BotTest } from '../bots/bot-tests.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'

export function botTestsContract(use: () => Storage): void {
  const one = (id: string, change: Partial<BotTest> = {}): BotTest => ({
    id,
    botId: 'b1',
    name: `Test ${id}`,
    test: '{"steps":[{}]}',
    createdAt: 10,
    updatedAt: 10,
    ...change,
  })
  const room = { tests: 3, bytes: 100 }

  describe('tests of a bot', () => {
    it('are listed oldest first, each bot its own', async () => {
      const [first, second] = [one('a'), one('b', { createdAt: 5 })]
      expect(await use().botTests.add([first, second], room)).toBe('added')
      expect(await use().botTests.list('b1')).toEqual([second, first])
      expect(await use().botTests.list('b2')).toEqual([])
    })

    it('are changed and deleted through their own bot only', async () => {
      await use().botTests.add([one('a')], room)
      const change = { id: 'a', name: 'New', test: '{}', updatedAt: 20 }
      expect(await use().botTests.update({ ...change, botId: 'b2' }, room)).toBe('missing')
      expect(await use().botTests.update({ ...change, botId: 'b1' }, room)).toEqual(one('a', change))
      expect(await use().botTests.delete('b2', 'a')).toBeUndefined()
      expect(await use().botTests.delete('b1', 'a')).toMatchObject({ id: 'a' })
      expect(await use().botTests.list('b1')).toEqual([])
    })

    it('stay as they are if the version that was edited is not the latest', async () => {
      await use().botTests.add([one('a')], room)
      const change = { id: 'a', botId: 'b1', name: 'New', test: '{}', updatedAt: 10 }
      expect(await use().botTests.update(change, room, 10)).toEqual(one('a', { ...change, updatedAt: 11 }))
      expect(await use().botTests.update({ ...change, name: 'Other' }, room, 10)).toBe('changed')
      expect(await use().botTests.list('b1')).toMatchObject([{ name: 'New' }])
    })

    it('stay within their number and bytes, all or none', async () => {
      await use().botTests.add([one('a')], room)
      expect(await use().botTests.add([one('b'), one('c'), one('d')], room)).toBe('full')
      expect(await use().botTests.add([one('b', { test: 'x'.repeat(90) })], room)).toBe('full')
      const large = { id: 'a', botId: 'b1', name: 'A', updatedAt: 20 }
      expect(await use().botTests.update({ ...large, test: 'x'.repeat(101) }, room)).toBe('full')
      expect(await use().botTests.update({ ...large, test: 'x'.repeat(100) }, room)).toMatchObject({ name: 'A' })
      expect((await use().botTests.list('b1')).map(({ id }) => id)).toEqual(['a'])
    })

    it('go with their bot', async () => {
      await use().botTests.add([one('a')], room)
      await use().workspaces.delete('w1')
      await removeAll(use())
      expect(await use().botTests.list('b1')).toEqual([])
    })
  })
}
