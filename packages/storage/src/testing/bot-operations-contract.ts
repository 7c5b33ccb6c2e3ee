import { describe, expect, it } from 'vitest'
import { keptBatches } from '../bots/bot-operations.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'

export function botOperationsContract(use: () => Storage): void {
  const batch = (id: string) => ({ id, userId: 'u1', operations: `["${id}"]`, refusals: '[]' })
  const change = (id: string, unlessUpdatedAfter?: number) =>
    use().bots.update('w1', 'b1', { name: id }, 50, unlessUpdatedAfter, batch(id))

  describe('operations', () => {
    it('count the revisions of a bot, one with each batch and none without', async () => {
      await change('one')
      await use().bots.update('w1', 'b1', { publicId: 'elsewhere' }, 50)
      expect(await change('two')).toMatchObject({ kind: 'updated', bot: { revision: 2, name: 'two' } })
      expect((await use().bots.find('b1'))?.revision).toBe(2)
      const kept = { botId: 'b1', createdAt: 50 }
      expect(await use().botOperations.list('b1', 0, 10)).toEqual([
        { ...batch('one'), ...kept, revision: 1 },
        { ...batch('two'), ...kept, revision: 2 },
      ])
      expect((await use().botOperations.list('b1', 0, 1)).map(({ id }) => id)).toEqual(['one'])
      expect((await use().botOperations.list('b1', 1, 10)).map(({ id }) => id)).toEqual(['two'])
      expect(await use().botOperations.list('b2', 0, 10)).toEqual([])
      expect(await use().botOperations.get('b1', 'one')).toMatchObject({ revision: 1 })
      expect(await use().botOperations.get('b2', 'one')).toBeUndefined()
    })
    it('are written with the change that they describe, or not at all', async () => {
      await change('one')
      expect(await change('late', 49)).toEqual({ kind: 'conflict', updatedAt: 50 })
      await expect(change('one')).rejects.toThrow()
      expect(await use().bots.find('b1')).toMatchObject({ name: 'one', revision: 1 })
      expect(await use().botOperations.list('b1', 0, 10)).toHaveLength(1)
    })
    it('are let go of when many others came after them, and with their bot', async () => {
      for (let number = 1; number <= keptBatches + 3; number++) await change(`batch-${number}`)
      const [first] = await use().botOperations.list('b1', 0, 1)
      expect(first).toMatchObject({ id: 'batch-4', revision: 4 })
      await use().workspaces.delete('w1')
      await removeAll(use())
      expect(await use().botOperations.list('b1', 0, 10)).toEqual([])
    })
  })
}
