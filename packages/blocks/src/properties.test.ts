import type { Turn } from '@colloquy/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bubble, Conversation, type TestFlow } from './testing/conversation.js'

const groupIds = ['g0', 'g1', 'g2', 'g3']
const edgeIds = ['e0', 'e1', 'e2', 'e3', 'dangling']
const texts = [
  'a',
  '',
  '1',
  '0',
  'two',
  '{{A}}',
  '+33 6 12 34 56 78',
  'a@b.co',
  '2026-01-31',
  'x'.repeat(300),
  '\ud800',
  '**b**',
]

const text = fc.constantFrom(...texts)
const edge = fc.option(fc.constantFrom(...edgeIds), { nil: undefined })
const condition = fc.record({
  logicalOperator: fc.constantFrom('AND', 'OR'),
  comparisons: fc.array(
    fc.record({
      id: fc.constant('c'),
      variableId: fc.constantFrom('vA', 'vB', 'gone'),
      comparisonOperator: fc.constantFrom('Equal to', 'Contains', 'Less than', 'Is set', 'Matches regex'),
      value: text,
    }),
    { maxLength: 2 },
  ),
})
const item = fc.record({ id: fc.constantFrom('i1', 'i2'), content: text, outgoingEdgeId: edge })

type TestBlock = TestFlow['groups'][number]['blocks'][number]
const block: fc.Arbitrary<Omit<TestBlock, 'id'>> = fc.oneof(
  text.map((value) => bubble('', `${value} {{A}}`)),
  fc.record({
    type: fc.constantFrom(
      'text input',
      'number input',
      'email input',
      'url input',
      'date input',
      'time input',
      'phone number input',
      'rating input',
      'file input',
    ),
    options: fc.record({ variableId: fc.constantFrom('vA', 'vB', 'gone') }),
    outgoingEdgeId: edge,
  }),
  fc.record({
    type: fc.constantFrom('choice input', 'picture choice input', 'cards'),
    items: fc.array(item, { maxLength: 3 }),
    options: fc.record({ isMultipleChoice: fc.boolean() }),
  }),
  fc.record({
    type: fc.constant('Condition'),
    items: fc.array(fc.record({ id: fc.constant('i'), content: condition, outgoingEdgeId: edge }), { maxLength: 2 }),
    outgoingEdgeId: edge,
  }),
  fc.record({
    type: fc.constant('Jump'),
    options: fc.record({ groupId: fc.constantFrom(...groupIds, 'gone', '{{A}}') }),
  }),
  fc.constant({ type: 'Return' }),
  fc.record({
    type: fc.constant('Bot link'),
    options: fc.record({ botId: fc.constantFrom('current', 'bot-release', 'gone') }),
  }),
  fc.record({ type: fc.constant('Wait'), options: fc.record({ secondsToWaitFor: text, shouldPause: fc.boolean() }) }),
  fc.record({
    type: fc.constant('Set variable'),
    options: fc.record({
      variableId: fc.constantFrom('vA', 'vB'),
      type: fc.constantFrom('Custom', 'Empty', 'Append value(s)', 'Pop', 'Shift', 'Now', 'Random ID'),
      expressionToEvaluate: text,
      item: text,
    }),
  }),
  fc.constant({ type: 'never heard of' }),
)

const flow: fc.Arbitrary<TestFlow> = fc
  .record({
    blocks: fc.array(fc.array(block, { maxLength: 4 }), { minLength: groupIds.length, maxLength: groupIds.length }),
    targets: fc.array(fc.constantFrom(...groupIds, 'gone'), { minLength: 4, maxLength: 4 }),
    hasReplyEvent: fc.boolean(),
  })
  .map(({ blocks, targets, hasReplyEvent }) => ({
    groups: groupIds.map((id, g) => ({
      id,
      blocks: (blocks[g] ?? []).map((one, b) => ({ ...one, id: `${id}b${b}` })) as TestBlock[],
    })),
    edges: { start: 'g0', ...Object.fromEntries(targets.map((target, i) => [`e${i}`, target])) },
    events: hasReplyEvent
      ? [{ id: 'ev', type: 'reply', outgoingEdgeId: 'e0', options: { contentVariableId: 'vB' } }]
      : [],
    variables: [
      { id: 'vA', name: 'A', value: 'start' },
      { id: 'vB', name: 'B' },
    ],
    theme: { general: { progressBar: { isEnabled: true } } },
  }))

const replies = fc.array(fc.option(text, { nil: undefined }), { maxLength: 6 })

test('any flow and any visitor: a turn ends within its budgets, repeats exactly, and survives JSON', () => {
  fc.assert(
    fc.property(flow, replies, (testFlow, visitor) => {
      const talk = new Conversation(testFlow, { mode: 'preview' })
      const twin = new Conversation(testFlow, { mode: 'preview' })
      check(talk.start().last)
      twin.start()
      for (const reply of visitor) {
        const event = {
          kind: 'reply',
          message: reply === undefined ? undefined : { type: 'text', text: reply },
        } as never
        const turn = talk.run(event)
        if ('refused' in turn) continue
        talk.user(reply)
        twin.user(reply)
        check(talk.last)
        expect(twin.last).toEqual(talk.last)
      }
    }),
    { numRuns: 400 },
  )
})

function check(turn: Turn): void {
  expect(turn.messages.length).toBeLessThanOrEqual(201)
  expect(JSON.parse(JSON.stringify(turn.session))).toEqual(turn.session)
  if (turn.progress !== undefined) {
    expect(turn.progress).toBeGreaterThan(0)
    expect(turn.progress).toBeLessThanOrEqual(100)
    expect(turn.progress === 100).toBe(turn.isEnd)
  }
}
