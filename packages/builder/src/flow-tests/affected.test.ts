import type { BotDocument } from '@colloquy/flow/operations'
import { expect, it } from 'vitest'
import { bigFlow } from '../testing/big-flow.js'
import { changedBlocks, isAffected } from './affected.js'

const flow = (groups = 4) => ({ theme: {}, settings: {}, icon: null, ...bigFlow(groups, 3) }) as unknown as BotDocument

it('a deleted block, an edge that leads elsewhere and another text affect the tests that pass there, and no others', () => {
  const live = flow()
  const draft = flow()
  draft.groups[1]!.blocks.splice(1, 1)
  draft.edges = draft.edges.map((edge) => (edge.id === 'e2' ? { ...edge, to: { groupId: 'g0' } } : edge))
  const [first] = draft.groups[3]!.blocks
  draft.groups[3]!.blocks[0] = { ...first, content: { richText: [] } } as typeof first & object
  const changed = changedBlocks(live, draft)
  expect([...changed]).toEqual(['g1b0', 'g2b2', 'g3b0'])
  expect(isAffected(['g0b0', 'g2b2'], changed)).toBe(true)
  expect(isAffected(['g0b0', 'g0b1'], changed)).toBe(false)
})

it('a variable, and another start, affect every test; a rule for publishing affects none', () => {
  const live = flow()
  expect(changedBlocks(live, { ...flow(), variables: [] })).toBe('all')
  const start = flow()
  start.edges = start.edges.map((edge) => (edge.id === 'e' ? { ...edge, to: { groupId: 'g1' } } : edge))
  expect(changedBlocks(live, start)).toBe('all')
  expect(changedBlocks(undefined, flow())).toBe('all')
  const ruled = { ...flow(), settings: { publishing: { isBlockedByTests: true } } } as BotDocument
  expect(changedBlocks(live, ruled)).toEqual(new Set())
})
