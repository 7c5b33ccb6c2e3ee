import { expect, test } from 'vitest'
import { WorkspaceSlots } from './workspace-slots.js'

test('A workspace gets at most half of the slots, and is busy while it has them', () => {
  const slots = new WorkspaceSlots(4)
  expect(slots.shares()).toEqual({ busy: [], max: 2 })
  slots.enter('a')
  expect(slots.shares()).toEqual({ busy: [], max: 1 })
  const leave = slots.enter('a')
  expect(slots.shares()).toEqual({ busy: ['a'], max: 2 })
  slots.enter('b')
  slots.enter('c')
  expect([slots.free, slots.shares().max]).toEqual([0, 0])
  leave()
  expect([slots.free, slots.shares().busy]).toEqual([1, []])
})

test('A workspace whose work came last gets its turn before those that were served get more', async () => {
  const slots = new WorkspaceSlots(2)
  const waiting = ['a', 'a', 'a', 'b', 'b', 'b', 'c']
  const served: string[] = []
  const find = async (max: number, except: string[]) => {
    const found = waiting.filter((workspaceId) => !except.includes(workspaceId)).slice(0, max)
    for (const workspaceId of found) waiting.splice(waiting.indexOf(workspaceId), 1)
    return found
  }
  const leaves: (() => void)[] = []
  while (waiting.length > 0) {
    const found = await slots.take(find)
    for (const workspaceId of found) {
      served.push(workspaceId)
      leaves.push(slots.enter(workspaceId))
    }
    if (found.length === 0 || slots.free === 0) leaves.shift()?.()
  }
  expect(served.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c'])
})
