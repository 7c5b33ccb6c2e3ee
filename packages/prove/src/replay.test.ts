import { bubble, compiledFlowOf, type TestFlow } from '@colloquy/blocks/testing'
import type { Effect, EffectOutcome } from '@colloquy/engine'
import { describe, expect, it } from 'vitest'
import { baselineOf, type RecordedConversation, replay } from './index.js'
import { record, world } from './testing/record.js'

/** A flow that asks for an age, distinguishes adults from children, and asks adults for a city. */
const flow = (): TestFlow => ({
  groups: [
    {
      id: 'ask',
      blocks: [
        bubble('hello', 'Hello'),
        { id: 'age', type: 'number input', options: { variableId: 'vAge' }, outgoingEdgeId: 'toSort' },
      ],
    },
    {
      id: 'sort',
      blocks: [
        {
          id: 'isAdult',
          type: 'Condition',
          items: [
            {
              id: 'adult',
              content: {
                comparisons: [{ id: 'x', variableId: 'vAge', comparisonOperator: 'Greater than', value: '17' }],
              },
              outgoingEdgeId: 'toAdult',
            },
          ],
          outgoingEdgeId: 'toChild',
        },
      ],
    },
    {
      id: 'adults',
      blocks: [
        bubble('welcome', 'Welcome, {{Age}}'),
        { id: 'city', type: 'text input', options: { variableId: 'vCity' } },
        bubble('bye', 'Bye from {{City}}'),
      ],
    },
    { id: 'children', blocks: [bubble('sorry', 'Sorry'), { id: 'parent', type: 'text input' }] },
  ],
  edges: { start: 'ask', toSort: 'sort', toAdult: 'adults', toChild: 'children' },
  variables: [
    { id: 'vAge', name: 'Age' },
    { id: 'vCity', name: 'City' },
  ],
})

type Blocks = TestFlow['groups'][number]['blocks']
function changed(change: (blocks: (groupId: string) => Blocks, flow: TestFlow) => void, of = flow()) {
  change((id) => of.groups.find((group) => group.id === id)?.blocks as Blocks, of)
  return compiledFlowOf(of, 'draft')
}

const released = compiledFlowOf(flow())
const adult = record(released, ['30', 'Oslo'])

function compared(
  draft: ReturnType<typeof compiledFlowOf>,
  conversation: RecordedConversation = adult,
  release = released,
) {
  const { turns, session: _, ...comparison } = replay(baselineOf(conversation, release, world), draft, world)
  return comparison
}

describe('replay', () => {
  it('finds nothing where nothing changed', () => {
    expect(compared(changed(() => {}))).toEqual({ class: 'same' })
  })

  it('distinguishes another text from another path', () => {
    const reworded = changed((blocks) => Object.assign(blocks('adults')[0]!, bubble('welcome', 'Good to see you')))
    expect(compared(reworded)).toEqual({ class: 'wording', blockId: 'welcome', turn: 1 })
  })

  it('names the condition that sends a visitor elsewhere', () => {
    const stricter = changed((blocks) => {
      const [item] = blocks('sort')[0]!.items as { content: { comparisons: { value: string }[] } }[]
      item!.content.comparisons[0]!.value = '40'
    })
    expect(compared(stricter)).toEqual({ class: 'path', blockId: 'isAdult', turn: 1 })
  })

  it('names the input that now rejects a reply', () => {
    const limited = changed((blocks) => Object.assign(blocks('ask')[1]!.options as object, { max: 20 }))
    expect(compared(limited)).toEqual({ class: 'refused', blockId: 'age', turn: 1 })
  })

  it('finds the dead end that a deleted group leaves', () => {
    const without = changed((_, it) => it.groups.splice(2, 1))
    expect(compared(without)).toEqual({ class: 'ended', blockId: 'isAdult', turn: 1 })
  })

  it('finds a question without a recorded answer, and continues behind one that is gone', () => {
    const asks = changed((blocks) => blocks('adults').splice(1, 0, { id: 'new', type: 'text input' }))
    expect(compared(asks)).toEqual({ class: 'question', blockId: 'new', turn: 1 })
    const long = flow()
    ;(long.groups[2]!.blocks as Blocks).push({ id: 'street', type: 'text input' })
    const release = compiledFlowOf(long)
    const talk = record(release, ['30', 'Oslo', 'Main street'])
    const without = changed((blocks) => blocks('adults').splice(1, 1), structuredClone(long))
    const { turns, session: _, ...found } = replay(baselineOf(talk, release, world), without, world)
    expect(found).toEqual({ class: 'unasked', blockId: 'city', turn: 1 })
    expect(turns.map(({ position }) => position)).toEqual([0, 1, 3])
  })

  it('does not compare a conversation that its own release no longer repeats', () => {
    const other = { ...adult, turns: adult.turns.map((turn, at) => (at === 1 ? { ...turn, said: '[]' } : turn)) }
    expect(compared(released, other)).toEqual({ class: 'unknown', reason: 'unrepeatable', turn: 1 })
    expect(compared(released, { ...adult, isUnknown: 'restored' })).toMatchObject({
      class: 'unknown',
      reason: 'restored',
    })
  })
})

describe('effects of a replay', () => {
  const calling = (url = 'https://a.test/x', second?: string): TestFlow => ({
    groups: [
      {
        id: 'g',
        blocks: [
          { id: 'name', type: 'text input', options: { variableId: 'v' } },
          ...(second ? [request('second', second)] : []),
          request('call', url),
          bubble('end', 'It says {{said}}'),
        ],
      },
    ],
    edges: { start: 'g' },
    variables: [
      { id: 'v', name: 'Name' },
      { id: 'said', name: 'said' },
    ],
  })
  const request = (id: string, url: string) => ({
    id,
    type: 'Webhook',
    options: {
      isCustomBody: false,
      webhook: { url, method: 'GET', headers: [{ id: 'h', key: 'Authorization', value: 'Bearer top-secret-1' }] },
      responseVariableMapping: [{ id: 'm', variableId: 'said', bodyPath: 'data.text' }],
    },
  })
  const respond = (text: string) => (effect: Effect) => {
    if (effect.kind !== 'http') throw new Error(effect.kind)
    return { kind: 'http', answer: 'response', status: 200, text } as EffectOutcome
  }
  const release = compiledFlowOf(calling())
  const held = record(release, ['Ada'], { perform: respond('{"text":"top-secret-1 and hello"}') })

  it('come from the recording, and are marked as assumed when the request is another one', () => {
    expect(compared(compiledFlowOf(calling(), 'draft'), held, release)).toMatchObject({
      class: 'unknown',
      reason: 'unrepeatable',
    })
    const plain = record(release, ['Ada'], { perform: respond('{"text":"hello"}') })
    expect(compared(compiledFlowOf(calling(), 'draft'), plain, release)).toEqual({ class: 'same' })
    const other = compiledFlowOf(calling('https://b.test/x'), 'draft')
    expect(compared(other, plain, release)).toEqual({ class: 'same', assumed: 1 })
  })

  it('of a new block are unknown, and leave those of the others alone', () => {
    const plain = record(release, ['Ada'], { perform: respond('{"text":"hello"}') })
    const more = compiledFlowOf(calling('https://a.test/x', 'https://c.test'), 'draft')
    expect(compared(more, plain, release)).toEqual({ class: 'unknown', reason: 'effect', blockId: 'second', turn: 1 })
  })

  it('are recorded without secrets, and marked where they are too large', () => {
    expect(JSON.stringify(held.turns.map(({ record }) => record))).not.toContain('top-secret-1')
    const large = record(release, ['Ada'], { perform: respond(`{"text":"${'x'.repeat(40_000)}"}`), maxBytes: 32_000 })
    expect(large.turns[1]?.record.effects).toEqual([
      { kind: 'http', request: expect.any(String), cutBytes: expect.any(Number) },
    ])
    expect(compared(release, large, release)).toEqual({ class: 'unknown', reason: 'cut', turn: 1 })
  })
})
