import { bubble, compiledFlowOf, type TestFlow } from '@colloquy/blocks/testing'
import type { ContactValues, Effect, EffectOutcome } from '@colloquy/engine'
import { flowTestSchema } from '@colloquy/flow'
import { describe, expect, test } from 'vitest'
import { recordTest } from './flow-tests/record-test.js'
import { runTest } from './flow-tests/run-test.js'
import { baselineOf, recordingOf, replay } from './index.js'
import { replayChanges } from './replay.js'
import { record, world } from './testing/record.js'
import { changesBetween, trackFlow } from './tracked-flow.js'

/** Greets by plan, asks for another one, and says what the contact has then. */
const flow = (saved = '{{Answer}}', more: TestFlow['variables'] = []): TestFlow => ({
  groups: [
    {
      id: 'g',
      blocks: [
        bubble('hello', 'You have {{contact.plan}}'),
        { id: 'ask', type: 'text input', options: { variableId: 'vAnswer' } },
        { id: 'set', type: 'Set variable', options: { variableId: 'vPlan', expressionToEvaluate: saved } },
        { id: 'more', type: 'text input', outgoingEdgeId: 'end' },
      ],
    },
    { id: 'end', blocks: [bubble('bye', 'Now you have {{contact.plan}}')] },
  ],
  edges: { start: 'g', end: 'end' },
  variables: [
    { id: 'vPlan', name: 'contact.plan', attribute: { key: 'plan', type: 'text' } },
    { id: 'vAnswer', name: 'Answer' },
    ...more,
  ],
})

/** The contact of a recording, turn by turn. */
const contactOf = (...plans: (string | null)[]) => {
  let turn = 0
  return (effect: Effect): EffectOutcome => {
    if (effect.kind !== 'contact') throw new Error(effect.kind)
    return { kind: 'contact', values: { plan: plans[turn++] ?? null } satisfies ContactValues }
  }
}

const released = compiledFlowOf(flow())
const conversation = record(released, ['Gold', 'go on'], { perform: contactOf('Free', 'Free', 'Gold') })
const said = (messages: readonly { content: object }[]) =>
  messages.map(({ content }) => ('plainText' in content ? content.plainText : ''))

function onDraft(changed: TestFlow) {
  const draft = compiledFlowOf(changed, 'draft')
  const tracked = baselineOf(conversation, trackFlow(released), world)
  const replayed = replay(baselineOf(conversation, released, world), draft, world)
  const { turns } = replayed
  const { session: _, ...expected } = replayed
  expect(replayChanges(tracked, draft, world, changesBetween(released, draft))).toMatchObject(expected)
  return turns.map(({ turn }) => said(turn.messages))
}

describe('a replay', () => {
  test('reads the attributes that were recorded', () => {
    const baseline = baselineOf(conversation, released, world)
    expect(baseline.reason).toBeUndefined()
    expect(baseline.turns.map(({ messages }) => said(messages))).toEqual([['You have Free'], [], ['Now you have Gold']])
  })

  test('reads on a draft what the draft has saved otherwise than the release', () => {
    expect(onDraft(flow('Silver'))).toEqual([['You have Free'], [], ['Now you have Silver']])
  })

  test('reads on a draft what somebody else changed meanwhile', () => {
    const changed = record(released, ['Gold', 'go on'], { perform: contactOf('Free', 'Free', 'Platinum') })
    const draft = compiledFlowOf(flow('{{Answer}} '.trim()), 'draft')
    const { turns } = replay(baselineOf(changed, released, world), draft, world)
    expect(said(turns.at(-1)?.turn.messages ?? [])).toEqual(['Now you have Platinum'])
  })

  test('finds an attribute empty for which the release did not ask', () => {
    const draft = flow('{{Answer}}{{contact.age}}', [
      { id: 'vAge', name: 'contact.age', attribute: { key: 'age', type: 'number' } },
    ])
    expect(onDraft(draft)).toEqual([['You have Free'], [], ['Now you have Gold']])
  })
})

describe('time travel', () => {
  test('shows attributes among the variables of each turn', () => {
    const { moments } = recordingOf(conversation, released, world)
    expect(moments.map(({ variables }) => variables.find(({ name }) => name === 'contact.plan')?.value)).toEqual([
      'Free',
      'Gold',
      undefined,
    ])
  })

  test('continues with what another reply saves', () => {
    const { moments } = recordingOf(conversation, released, world, { others: [{ turn: 1, text: 'Bronze' }] })
    expect(moments.at(-1)?.entries).toEqual([{ role: 'bot', type: 'text', text: 'Now you have Bronze' }])
  })
})

describe('a test of a flow', () => {
  const testOf = (contact?: object) =>
    flowTestSchema().parse({
      name: 'Plans',
      start: { ...(contact && { contact }) },
      steps: [
        { expect: [{ kind: 'message', text: contact ? 'You have Free' : 'You have ' }] },
        { reply: 'Gold' },
        { reply: 'go on', expect: [{ kind: 'message', text: 'Now you have Gold' }] },
      ],
      expect: [{ kind: 'variable', id: 'vPlan', value: 'Gold' }, { kind: 'noErrors' }],
    })

  test('gives the contact as values, and remembers what the flow saves', () => {
    expect(runTest(testOf({ plan: 'Free' }), released, world).runs).toMatchObject([{ failures: [] }])
    expect(runTest(testOf(), released, world).runs).toMatchObject([{ failures: [] }])
  })

  test('that is made of a conversation starts with the contact before it', () => {
    const recorded = recordTest(conversation, 'Plans', released, world)
    if (!recorded.ok) throw new Error(recorded.reason)
    expect([recorded.test.start.contact, recorded.test.cassette]).toEqual([{ plan: 'Free' }, []])
    expect(runTest(recorded.test, released, world).status).toBe('passed')
  })
})
