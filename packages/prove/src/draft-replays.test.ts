import { bubble, compiledFlowOf, documentOf, type TestFlow } from '@colloquy/blocks/testing'
import { compile } from '@colloquy/engine'
import { expect, it } from 'vitest'
import { DraftReplays } from './draft-replays.js'
import { record } from './testing/record.js'

/** Asks, and leads to one group for 'yes' and to another for anything else. */
const flow = (yesLeadsTo: string): TestFlow => ({
  groups: [
    {
      id: 'ask',
      blocks: [
        {
          id: 'choice',
          type: 'choice input',
          items: [
            { id: 'yes', content: 'yes', outgoingEdgeId: 'toYes' },
            { id: 'no', content: 'no', outgoingEdgeId: 'toNo' },
          ],
        },
      ],
    },
    { id: 'good', blocks: [bubble('fine', 'Fine'), { id: 'more', type: 'text input', outgoingEdgeId: 'toEnd' }] },
    { id: 'bad', blocks: [bubble('sorry', 'Sorry')] },
    { id: 'end', blocks: [bubble('bye', 'Bye')] },
  ],
  edges: { start: 'ask', toYes: yesLeadsTo, toNo: 'bad', toEnd: 'end' },
})

const release = compiledFlowOf(flow('good'))
const sourceOf = (yesLeadsTo: string, id: string) => ({
  ...documentOf(flow(yesLeadsTo)),
  id,
  botId: 'bot',
  workspaceId: '',
})
const releases = [sourceOf('good', release.id)]

it('a conversation names the edges that each version follows: of the start, of items and of blocks', () => {
  const conversation = record(release, ['yes', 'Ada'])
  const replays = new DraftReplays({ conversations: [conversation], releases })
  const edgesOn = (yesLeadsTo: string) =>
    replays
      .conversation('c', sourceOf(yesLeadsTo, 'draft'))
      ?.turns.map(({ before, after }) => [before.edges, after?.edges])
  expect(edgesOn('good')).toEqual([
    [['start'], ['start']],
    [['toYes'], ['toYes']],
    [['toEnd'], ['toEnd']],
  ])
  expect(edgesOn('bad')).toEqual([
    [['start'], ['start']],
    [['toYes'], ['toYes']],
    [['toEnd'], undefined],
  ])
})

it('a conversation names the variables whose values differ, at the turn where they begin to', () => {
  const computed = (value: string): TestFlow => ({
    groups: [
      {
        id: 'g',
        blocks: [
          { id: 'a', type: 'text input', options: { variableId: 'v0' } },
          { id: 'set', type: 'Set variable', options: { variableId: 'v1', expressionToEvaluate: value } },
          { id: 'b', type: 'text input' },
        ],
      },
    ],
    edges: { start: 'g' },
    variables: [
      { id: 'v0', name: 'Name' },
      { id: 'v1', name: 'Price' },
    ],
  })
  const source = (value: string, id: string) => ({ ...documentOf(computed(value)), id, botId: 'bot', workspaceId: '' })
  const conversation = record(compile(source('5', 'own')), ['Ada', 'more'])
  const replays = new DraftReplays({ conversations: [conversation], releases: [source('5', 'own')] })
  const valuesOn = (value: string) =>
    replays.conversation('c', source(value, 'draft'))?.turns.map(({ values }) => values)
  expect(valuesOn('5')).toEqual([undefined, undefined, undefined])
  const price = { id: 'v1', name: 'Price', before: '5', after: '6' }
  expect(valuesOn('6')).toEqual([undefined, [price], undefined])
})

it('conversations that are added count in the next report', () => {
  const conversations = [record(release, ['yes', 'Ada'], { id: 'a' })]
  const replays = new DraftReplays({ conversations, releases })
  const draft = sourceOf('bad', 'draft')
  expect(replays.report(draft)).toMatchObject({ conversations: 1, classes: { ended: 1 } })
  replays.add([record(release, ['yes', 'Bo'], { id: 'b' }), record(release, ['no'], { id: 'd' })])
  expect(replays.report(draft)).toMatchObject({ conversations: 3, classes: { ended: 2, same: 1 } })
})

it('conversations that reach a linked bot need its release, and name it as the reason without it', () => {
  const main = (): TestFlow => ({
    groups: [
      { id: 'g', blocks: [{ id: 'link', type: 'Bot link', options: { botId: 'other' } }, bubble('end', 'End')] },
    ],
    edges: { start: 'g' },
  })
  const linked = (): TestFlow => ({ groups: [{ id: 'x', blocks: [bubble('from', 'Linked')] }], edges: { start: 'x' } })
  const source = (flow: TestFlow, id: string, botId: string) => ({ ...documentOf(flow), id, botId, workspaceId: '' })
  const [own, other] = [source(main(), 'own', 'bot'), source(linked(), 'other', 'other')]
  const conversation = record(compile(own), [], { perform: () => ({ kind: 'program', compiledFlow: compile(other) }) })
  const draft = source(main(), 'draft', 'bot')
  const outcome = (given: object[]) =>
    new DraftReplays({ conversations: [conversation], releases: given as never }).report(draft)
  expect(outcome([own, other]).classes).toMatchObject({ same: 1 })
  expect(outcome([own]).groups).toMatchObject([{ class: 'unknown', reason: 'release' }])
  expect(outcome([other]).groups).toMatchObject([{ class: 'unknown', reason: 'release' }])
})
