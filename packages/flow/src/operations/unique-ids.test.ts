import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Flow, flowSchema } from '../flow-schema.js'
import { isEditableId } from '../ids.js'
import { importBot } from '../import/import-bot.js'
import { itemsOf } from '../items.js'
import { lintFlow } from '../lint/lint-flow.js'
import { randomFlow, runsOf } from '../testing/random-flow.js'
import { withUniqueIds } from './unique-ids.js'

const at = { x: 0, y: 0 }
const parsed = (flow: object): Flow =>
  flowSchema.parse({ events: [{ id: 's', type: 'start', graphCoordinates: at }], edges: [], variables: [], ...flow })
const group = (id: string, blocks: object[]) => ({ id, title: id, graphCoordinates: at, blocks })
const text = (id: string, outgoingEdgeId?: string) => ({ id, type: 'text', ...(outgoingEdgeId && { outgoingEdgeId }) })
const from = (blockId: string) => ({ blockId })

const allIds = ({ events, groups, edges, variables }: Flow): string[][] => {
  const blocks = groups.flatMap((it) => it.blocks)
  return [events, groups, blocks, edges, variables, ...blocks.map(itemsOf)].map((list) => list.map(({ id }) => id))
}

/** The blocks and exits of a flow and where they lead, without the ids. */
const walks = (flow: Flow) =>
  flow.groups.map(({ title, blocks }) =>
    blocks.map((block) => {
      const edge = flow.edges.find(({ id }) => id === block.outgoingEdgeId)
      return [title, block.type, flow.groups.find(({ id }) => id === edge?.to.groupId)?.title]
    }),
  )

test('any flow gets distinct ids that operations can insert, and one that has them stays as it is', () => {
  const ids = fc.constantFrom('g0', 'g1', 'a', '', 'x'.repeat(301), '#a', 'constructor')
  fc.assert(
    fc.property(randomFlow(), fc.array(ids, { minLength: 12, maxLength: 12 }), (random, names) => {
      let next = 0
      const name = () => names[next++ % names.length]!
      const flow = flowSchema.parse({
        ...random,
        groups: random.groups.map((it) => ({
          ...it,
          id: name(),
          blocks: it.blocks.map((b) => ({ ...b, id: name() })),
        })),
        edges: random.edges.map((it) => ({ ...it, id: name() })),
        variables: random.variables.map((it) => ({ ...it, id: name() })),
      })
      const { flow: unique, warnings } = withUniqueIds(flow)
      for (const list of allIds(unique)) {
        expect(new Set(list).size).toBe(list.length)
        expect(list.every(isEditableId)).toBe(true)
      }
      expect(flowSchema.parse(unique)).toEqual(unique)
      expect(lintFlow(unique).filter(({ rule }) => rule === 'duplicate-id')).toEqual([])
      expect(warnings.length > 0).toBe(unique !== flow)
      expect(withUniqueIds(unique)).toEqual({ flow: unique, warnings: [] })
    }),
    runsOf(150, process.env),
  )
})

test('the edge of a block whose id repeats follows it, and edges to repeated groups lead to the first one', () => {
  const flow = parsed({
    groups: [group('g', [text('b', 'e1')]), group('g', [text('b', 'e2')]), group('h', [text('c', 'e3')])],
    edges: [
      { id: 'e1', from: from('b'), to: { groupId: 'h' } },
      { id: 'e2', from: from('b'), to: { groupId: 'g' } },
      { id: 'e3', from: from('c'), to: { groupId: 'g', blockId: 'b' } },
    ],
  })
  const { flow: unique, warnings } = withUniqueIds(flow)
  expect(unique.groups.map(({ id, blocks }) => [id, blocks[0]?.id])).toEqual([
    ['g', 'b'],
    ['g-2', 'b-2'],
    ['h', 'c'],
  ])
  expect(unique.edges.map((edge) => [edge.from, edge.to])).toEqual([
    [from('b'), { groupId: 'h' }],
    [from('b-2'), { groupId: 'g' }],
    [from('c'), { groupId: 'g', blockId: 'b' }],
  ])
  expect(warnings.map(({ path }) => path)).toEqual(['bot.groups.1.id', 'bot.groups.1.blocks.0.id'])
  expect(walks(unique)).toEqual(walks(flow))
})

test('an edge to a block in a repeated group follows that block', () => {
  const { flow } = withUniqueIds(
    parsed({
      groups: [group('g', [text('a')]), group('g', [text('b')])],
      edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g', blockId: 'b' } }],
    }),
  )
  expect(flow.edges[0]?.to).toEqual({ groupId: 'g-2', blockId: 'b' })
})

test('each of two edges with one id is named by the exit where it begins', () => {
  const { flow } = withUniqueIds(
    parsed({
      groups: [group('g', [text('a', 'e')]), group('h', [text('b', 'e')])],
      edges: [
        { id: 'e', from: from('a'), to: { groupId: 'h' } },
        { id: 'e', from: from('b'), to: { groupId: 'g' } },
      ],
    }),
  )
  expect(flow.groups.map(({ blocks }) => blocks[0]?.outgoingEdgeId)).toEqual(['e', 'e-2'])
  expect(flow.edges.map(({ id }) => id)).toEqual(['e', 'e-2'])
})

test('references follow an id that is too long, and edges follow an empty one', () => {
  const long = 'v'.repeat(301)
  const { flow } = withUniqueIds(
    parsed({
      groups: [group('', [{ id: 'q', type: 'text input', options: { variableId: long } }])],
      edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: '' } }],
      variables: [{ id: long, name: 'Name' }],
    }),
  )
  expect(flow.groups[0]).toMatchObject({ id: 'group', blocks: [{ options: { variableId: flow.variables[0]?.id } }] })
  expect(flow.variables[0]?.id.length).toBeLessThanOrEqual(300)
  expect(flow.edges[0]?.to.groupId).toBe('group')
})

test('an import gives new ids with a warning for each', () => {
  const file = {
    version: '6',
    name: 'Bot',
    events: [{ id: 's', type: 'start', graphCoordinates: at }],
    groups: [group('g', []), group('g', []), group('', [])],
    edges: [],
    variables: [],
    theme: {},
    settings: {},
  }
  const outcome = importBot(file, { newId: () => 'new' })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues))
  expect(outcome.bot.groups.map(({ id }) => id)).toEqual(['g', 'g-2', 'new'])
  expect(outcome.warnings.map(({ path }) => path)).toEqual(['bot.groups.2.id', 'bot.groups.1.id'])
})
