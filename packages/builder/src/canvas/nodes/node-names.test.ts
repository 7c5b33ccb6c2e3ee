import type { BotDocument } from '@colloquy/flow/operations'
import { expect, it } from 'vitest'
import { createNodeMaker } from '../graph.js'

const group = (id: string, ...blockIds: string[]) => ({
  id,
  title: id,
  graphCoordinates: { x: 0, y: 0 },
  blocks: blockIds.map((blockId) => ({ id: blockId, type: 'text', content: {} })),
})
const edge = (from: object, groupId: string) => ({ id: `${JSON.stringify(from)} ${groupId}`, from, to: { groupId } })

it('names where a node leads, and keeps all nodes whose names stay the same', () => {
  const document = {
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
    groups: [group('Ask', 'a', 'b'), group('Yes'), group('No'), group('Later'), group('Never')],
    edges: [
      edge({ eventId: 'start' }, 'Ask'),
      ...['Yes', 'No', 'Later', 'Never'].map((to) => edge({ blockId: 'b', itemId: to }, to)),
    ],
    variables: [],
  } as unknown as BotDocument
  const make = createNodeMaker()
  const nodes = make(document, new Set(), new Map())
  expect(nodes.map(({ ariaLabel }) => ariaLabel).slice(0, 3)).toEqual([
    'Start, leads to Ask',
    'Group Ask, 2 blocks, leads to Yes, No, Later and 1 more',
    'Group Yes, 0 blocks',
  ])
  const next = make({ ...document, edges: document.edges.slice(0, -1) }, new Set(), new Map())
  expect(next[1]!.ariaLabel).toBe('Group Ask, 2 blocks, leads to Yes, No, Later')
  expect(next[0]).toBe(nodes[0])
  expect(next[2]).toBe(nodes[2])
})
