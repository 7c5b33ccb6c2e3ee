import type { TurnPair } from '@colloquy/prove'
import { expect, it } from 'vitest'
import { bothPaths } from './both-paths.js'

const block = (id: string) => ({ id, type: 'text' })
const group = (id: string, ...blocks: string[]) => ({
  id,
  title: id,
  graphCoordinates: { x: 0, y: 0 },
  blocks: blocks.map(block),
})
const edge = (id: string, from: string, to: string) => ({ id, from: { blockId: from }, to: { groupId: to } })
type Flow = Parameters<typeof bothPaths>[1]

it('distinguishes what both versions visited from what only one did, and finds paths and groups that the draft lost', () => {
  const release = {
    events: [],
    groups: [group('one', 'a'), group('gone', 'b'), group('two', 'c')],
    edges: [
      edge('same', 'a', 'one'),
      edge('moved', 'a', 'gone'),
      edge('deleted', 'b', 'two'),
      edge('begun', 'b', 'one'),
    ],
  } as unknown as Flow
  const draft = {
    events: [],
    groups: [group('one', 'a'), group('two', 'c'), group('new', 'd')],
    edges: [edge('same', 'a', 'one'), edge('moved', 'a', 'new'), edge('begun', 'd', 'one')],
  } as unknown as Flow
  const turn = {
    before: { path: ['a', 'b'], edges: ['same', 'moved', 'deleted', 'begun'], entries: [], awaits: 'c' },
    after: { path: ['a', 'd'], edges: ['same', 'moved'], entries: [] },
    comparison: { class: 'path' },
  } as TurnPair
  expect(bothPaths([turn], draft, release)).toEqual({
    blocks: { both: ['a'], before: ['b', 'c'], after: ['d'] },
    groups: { both: ['one'], before: ['gone', 'two'], after: ['new'] },
    edges: { both: ['same'], before: [], after: ['moved'] },
    lostEdges: release.edges.slice(1),
    lostGroups: [release.groups[1]],
  })
})
