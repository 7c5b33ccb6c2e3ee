import { bubble, compiledFlowOf, type TestFlow } from '@colloquy/blocks/testing'
import type { TranscriptEntry } from '@colloquy/engine'
import { describe, expect, it } from 'vitest'
import { type RecordedConversation, recordingOf } from './index.js'
import { record, world } from './testing/record.js'

/** Asks for a drink, then for the size of a coffee or the kind of a tea, then for a name. */
const flow: TestFlow = {
  groups: [
    {
      id: 'ask',
      blocks: [
        bubble('hello', 'Coffee or tea?'),
        { id: 'drink', type: 'text input', options: { variableId: 'vDrink' }, outgoingEdgeId: 'toSort' },
      ],
    },
    {
      id: 'sort',
      blocks: [
        {
          id: 'isTea',
          type: 'Condition',
          items: [
            {
              id: 'tea',
              content: {
                comparisons: [{ id: 'x', variableId: 'vDrink', comparisonOperator: 'Equal to', value: 'tea' }],
              },
              outgoingEdgeId: 'toTea',
            },
          ],
          outgoingEdgeId: 'toName',
        },
      ],
    },
    {
      id: 'teas',
      blocks: [{ id: 'kind', type: 'text input', options: { variableId: 'vKind' }, outgoingEdgeId: 'kindToName' }],
    },
    {
      id: 'names',
      blocks: [
        { id: 'name', type: 'text input', options: { variableId: 'vName' } },
        bubble('bye', '{{Drink}} for {{Name}}'),
      ],
    },
  ],
  edges: { start: 'ask', toSort: 'sort', toTea: 'teas', toName: 'names', kindToName: 'names' },
  variables: [
    { id: 'vDrink', name: 'Drink' },
    { id: 'vKind', name: 'Kind' },
    { id: 'vName', name: 'Name' },
  ],
}
const release = compiledFlowOf(flow)
const coffee = record(release, ['coffee', 'Ada'])
const textOf = (entry: TranscriptEntry | undefined) => (entry?.type === 'text' ? entry.text : undefined)
const texts = (entries: readonly TranscriptEntry[]) => entries.map(textOf)

describe('recordingOf', () => {
  it('gives the path, the variables that changed and the block that waits, turn by turn', () => {
    const { moments } = recordingOf(coffee, release, world)
    expect(moments.map(({ path, awaits, variables }) => ({ path, awaits, variables }))).toEqual([
      { path: ['hello', 'drink'], awaits: 'drink', variables: [] },
      { path: ['isTea', 'name'], awaits: 'name', variables: [{ id: 'vDrink', name: 'Drink', value: 'coffee' }] },
      { path: ['bye'], awaits: undefined, variables: [{ id: 'vName', name: 'Name', value: 'Ada' }] },
    ])
    expect(moments.map(({ edges }) => edges)).toEqual([['start'], ['toSort', 'toName'], []])
    expect(textOf(moments[1]?.reply)).toBe('coffee')
    expect(texts(moments[2]?.entries ?? [])).toEqual(['coffee for Ada'])
  })

  it('says at which turn the release no longer gives what was stored', () => {
    const turns = coffee.turns.map((turn, position) => (position === 2 ? { ...turn, said: '[]' } : turn))
    const { moments } = recordingOf({ ...coffee, turns }, release, world)
    expect(moments.map(({ isAgreed }) => isAgreed)).toEqual([true, true, false])
  })

  it('answers one turn with another reply, and continues with recorded ones where they fit', () => {
    const others = [{ turn: 1, text: 'tea' }]
    const { moments } = recordingOf(coffee, release, world, { others })
    expect(moments.map(({ awaits, recordedAt }) => ({ awaits, recordedAt }))).toEqual([
      { awaits: 'drink', recordedAt: 0 },
      { awaits: 'kind', recordedAt: undefined },
    ])
    const both = recordingOf(record(release, ['tea', 'green', 'Ada']), release, world, {
      others: [{ turn: 1, text: 'milk' }],
    })
    expect(both.moments.map(({ recordedAt }) => recordedAt)).toEqual([0, undefined, 3])
    expect(texts(both.moments[2]?.entries ?? [])).toEqual(['milk for Ada'])
  })

  it('returns the state after a turn for a preview', () => {
    const { last, moments } = recordingOf(coffee, release, world, { until: 1 })
    expect(moments).toHaveLength(2)
    expect(last?.session).toMatchObject({ currentBlockId: 'name', frames: [{ variables: { vDrink: 'coffee' } }] })
  })

  it('stops where an effect has no recorded answer, without performing it', () => {
    const calling = compiledFlowOf({
      groups: [
        { id: 'g', blocks: [{ id: 'call', type: 'Webhook', options: { webhook: { url: 'https://x.example' } } }] },
      ],
      edges: { start: 'g' },
    })
    const conversation: RecordedConversation = {
      ...coffee,
      releaseId: calling.id,
      turns: [{ record: {}, now: 1_700_000_000_000, seed: 1 }],
    }
    const { moments } = recordingOf(conversation, calling, world)
    expect(moments).toMatchObject([{ stopped: { reason: 'effect', kind: 'http', blockId: 'call' } }])
  })
})
