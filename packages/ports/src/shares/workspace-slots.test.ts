import { expect, test } from 'vitest'
import { WorkspaceSlots } from './workspace-slots.js'

test('A workspace gets at most half of the slots, and is busy while it has them', () => {
  const slots = new WorkspaceSlots(4)
  expect(slots.shares()).toEqual({ busy: [], most: 2 })
  slots.enter('a')
  expect(slots.shares()).toEqual({ busy: [], most: 1 })
  const leave = slots.enter('a')
  expect(slots.shares()).toEqual({ busy: ['a'], most: 2 })
  slots.enter('b')
  slots.enter('c')
  expect([slots.free, slots.shares().most]).toEqual([0, 0])
  leave()
  expect([slots.free, slots.shares().busy]).toEqual([1, []])
})
