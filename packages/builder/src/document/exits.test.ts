import { flowSchema } from '@colloquy/flow'
import { type BlockExit, blockExits } from '@colloquy/flow/blocks'
import { type BotDocument, exitKey, findBlock, mergeOperations } from '@colloquy/flow/operations'
import { expect, test } from 'vitest'
import { layoutOf } from '../canvas/layout/layout.js'
import { addExit, deleteExit } from './commands/add-exit.js'
import { connect } from './commands/connect.js'
import { deleteBlock } from './commands/delete-block.js'
import { paste } from './commands/paste.js'
import { clipOf } from './copy.js'
import { type Command, perform } from './draft.js'
import { positionAt } from './testing/position-at.js'

const at = positionAt(0, 0)
const start = {
  name: 'Bot',
  icon: null,
  theme: {},
  settings: {},
  ...flowSchema.parse({
    events: [{ id: 'e', type: 'start', graphCoordinates: at }],
    groups: [
      {
        id: 'a',
        title: 'A',
        graphCoordinates: at,
        blocks: [
          { id: 'a1', type: 'groq' },
          { id: 'a2', type: 'text' },
        ],
      },
      { id: 'b', title: 'B', graphCoordinates: at, blocks: [{ id: 'b1', type: 'text' }] },
    ],
    edges: [],
    variables: [],
  }),
} as BotDocument

const run = (document: BotDocument, ...commands: Command[]) =>
  commands.reduce((it, command) => perform(it, command).document, document)
const exitsOf = (document: BotDocument, blockId = 'a1'): readonly BlockExit[] =>
  blockExits(findBlock(document, blockId)?.block ?? {})
const failure = { blockId: 'a1', itemId: 'x' }
const withEdge = run(start, addExit('a1', { id: 'x', on: 'failure' }), connect('edge', failure, { groupId: 'b' }))

test('an exit is a port from which an edge starts, and goes with its edge', () => {
  const [row] = layoutOf(withEdge.groups[0]!).blocks[0]!.rows.slice(1)
  expect(row?.exit && exitKey(row.exit)).toBe('a1/x')
  expect(withEdge.edges).toEqual([{ id: 'edge', from: failure, to: { groupId: 'b' } }])
  expect(exitsOf(withEdge)).toEqual([{ id: 'x', on: 'failure', outgoingEdgeId: 'edge' }])
  expect(run(withEdge, deleteExit('a1', 'x'))).toEqual(start)
  expect(run(withEdge, deleteBlock('a1')).edges).toEqual([])
})

test('a copied group has its own exits and edges', () => {
  let made = 0
  const pasted = run(
    withEdge,
    paste(clipOf(withEdge, new Set(['a', 'b'])), at, () => `new${++made}`),
  )
  const [copy] = pasted.edges.filter(({ id }) => id !== 'edge')
  const [exit] = exitsOf(pasted, copy?.from.blockId)
  expect(exit).toMatchObject({ on: 'failure', outgoingEdgeId: copy?.id })
  expect(copy?.from).toEqual({ blockId: expect.stringContaining('new'), itemId: exit?.id })
  expect(exit?.id).not.toBe('x')
})

test('two people add exits to one block, and both stay', () => {
  const mine = perform(withEdge, addExit('a1', { id: 'y', on: 'no-answer' })).operations
  const theirs = run(withEdge, addExit('a1', { id: 'z', on: 'blocked' }))
  const { document, conflicts } = mergeOperations(theirs, mine)
  expect(conflicts).toEqual([])
  expect(exitsOf(document).map(({ id }) => id)).toHaveLength(3)
})

test('the first exit of two people is one list', () => {
  const mine = perform(start, addExit('a1', { id: 'y', on: 'no-answer' })).operations
  const { document, conflicts } = mergeOperations(run(start, addExit('a1', { id: 'z', on: 'failure' })), mine)
  expect(conflicts).toEqual([])
  expect(
    exitsOf(document)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['y', 'z'])
})

test('an edge from an exit that somebody else removed is deleted completely', () => {
  const drawn = perform(
    run(start, addExit('a1', { id: 'x', on: 'failure' })),
    connect('edge', failure, { groupId: 'b' }),
  ).operations
  const { document } = mergeOperations(start, drawn)
  expect(document.edges).toEqual([])
  const { operations } = perform(withEdge, deleteExit('a1', 'x'))
  expect(mergeOperations(withEdge, operations).document).toEqual(start)
})
