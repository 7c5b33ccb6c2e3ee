import type { ContactValues } from '@colloquy/engine'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation, compiledFlowOf, type TestFlow } from './testing/conversation.js'

type Blocks = TestFlow['groups'][number]['blocks']

const attribute = (key: string, type: string, rest: object = {}) => ({
  id: `v${key}`,
  name: `contact.${key}`,
  attribute: { key, type },
  ...rest,
})
const variables = [
  attribute('plan', 'text'),
  attribute('age', 'number'),
  attribute('until', 'date'),
  attribute('isVip', 'boolean'),
  attribute('tags', 'list'),
  { id: 'vOut', name: 'Out' },
]
const set = (variableId: string, expressionToEvaluate: string, id = 'set') => ({
  id,
  type: 'Set variable',
  options: { variableId, expressionToEvaluate },
})
const ask = (variableId: string, type = 'text input', options: object = {}) => ({
  id: 'ask',
  type,
  options: { variableId, ...options },
})

/** A conversation of a contact, in which `values` answers what the turns ask for. */
function talk(blocks: Blocks, values: ContactValues = {}, more: Partial<TestFlow> & { linked?: TestFlow } = {}) {
  const { linked, ...flow } = more
  return new Conversation(
    { groups: [{ id: 'g', blocks }], edges: { start: 'g' }, variables, ...flow },
    {
      ...(linked && { linked: [compiledFlowOf(linked, 'other')] }),
      outcomes: (effect) =>
        effect.kind === 'contact'
          ? { kind: 'contact', values: Object.fromEntries(effect.attributes.map((key) => [key, values[key] ?? null])) }
          : undefined,
    },
  )
}

const variableOf = (conversation: Conversation, id: string) => conversation.session.frames[0]?.variables[id]
const errors = ({ last }: Conversation) => last.logs.map(({ description }) => description)

describe('an attribute of the contact', () => {
  test('is read like a variable in texts, values and scripts', () => {
    const held = talk([bubble('say', '{{contact.plan}}, {{contact.age}}'), set('vOut', '{{contact.age}} + 1')], {
      plan: 'Pro',
      age: 10,
    }).start()
    expect([held.said, variableOf(held, 'vOut')]).toEqual([['Pro, 10'], '11'])
  })

  test('is compared by conditions, and prefills inputs', () => {
    const comparisons = [{ id: 'c', variableId: 'vage', comparisonOperator: 'Greater than', value: '9' }]
    const items = [{ id: 'i', outgoingEdgeId: 'yes', content: { comparisons } }]
    const groups = [
      { id: 'g', blocks: [{ id: 'if', type: 'Condition', items }] },
      { id: 'old', blocks: [ask('vplan')] },
    ]
    const settings = { general: { isInputPrefillEnabled: true } }
    const held = talk([], { plan: 'Pro', age: 10 }, { groups, edges: { start: 'g', yes: 'old' }, settings }).start()
    expect(held.last.input?.prefilledValue).toBe('Pro')
  })

  test('that the contact does not have is the default of its variable', () => {
    const own = [attribute('plan', 'text', { value: 'Free' }), attribute('age', 'number')]
    const held = talk([bubble('say', '{{contact.plan}}{{contact.age}}')], {}, { variables: own as never }).start()
    expect(held.said).toEqual(['Free'])
  })

  test.each([
    ['vplan', 'text input', {}, 'Gold', { plan: 'Gold' }],
    ['vage', 'number input', {}, '41', { age: 41 }],
    ['vuntil', 'date input', { format: 'dd/MM/yyyy' }, '3 April 2026', { until: '2026-04-03' }],
    ['visVip', 'text input', {}, 'yes', { isVip: true }],
    ['vtags', 'text input', {}, 'new', { tags: ['new'] }],
  ])('%s is saved by a %s', (variableId, type, options, reply, changes) => {
    const held = talk([ask(variableId, type, options), bubble('b', 'Thanks')]).start()
    expect(held.last.contactChanges).toBeUndefined()
    expect(held.user(reply).last.contactChanges).toEqual(changes)
  })

  test.each([
    [[], ['red', 'green, dark']],
    [
      ['old', 'red'],
      ['old', 'red', 'green, dark'],
    ],
  ])('that is a list gets each choice of a multiple-choice input, and keeps what it has: %j', (tags, expected) => {
    const items = [
      { id: 'i1', content: 'red' },
      { id: 'i2', content: 'Green', value: 'green, dark' },
    ]
    const input = { ...ask('vtags', 'choice input', { isMultipleChoice: true }), items }
    const held = talk([input, bubble('b', '{{contact.tags}}')], { tags }).start()
    expect(held.user('red, Green').last.contactChanges).toEqual({ tags: expected })
  })

  test('is saved by Set variable and by a script, and can be cleared', () => {
    const script = {
      id: 's',
      type: 'Code',
      options: { isExecutedOnClient: false, content: "setVariable('contact.age', 7)" },
    }
    const empty = { id: 'e', type: 'Set variable', options: { variableId: 'vtags', type: 'Empty' } }
    const blocks = [
      set('vplan', 'Gold'),
      script,
      empty,
      bubble('b', '{{contact.plan}} {{contact.age}}{{contact.tags}}'),
    ]
    const held = talk(blocks, { tags: ['old'] }).start()
    expect([held.said, held.last.contactChanges]).toEqual([['Gold 7'], { plan: 'Gold', age: 7, tags: null }])
  })

  test('that gets the value which it has is not a change', () => {
    const held = talk([set('vplan', 'Gold'), set('vage', '7', 'again')], { plan: 'Gold', age: 7 }).start()
    expect(held.last.contactChanges).toBeUndefined()
  })

  test('keeps its value, with a log for the author, when its type cannot hold the new one', () => {
    const held = talk([ask('vage'), bubble('b', '{{contact.age}}')], { age: 10 })
      .start()
      .user('old enough')
    expect([held.said, held.last.contactChanges]).toEqual([['10'], undefined])
    expect(held.last.logs).toMatchObject([
      {
        description: 'The attribute "contact.age" of the contact keeps its value: "old enough" is not a number.',
        context: 'ask',
        isPrivate: true,
      },
    ])
  })

  test('is read again in each turn', () => {
    const values: Record<string, ContactValues[string]> = { plan: 'Free' }
    const held = talk([bubble('a', '{{contact.plan}}'), ask('vOut'), bubble('b', '{{contact.plan}}')], values).start()
    values.plan = 'Pro'
    expect([held.said, held.user('Hello').said]).toEqual([['Free'], ['Pro']])
  })

  test('is not written to results', () => {
    const held = talk([set('vplan', 'Gold'), set('vOut', 'x', 'out')], { age: 1 }).start()
    expect(held.last.results.at(-1)?.variables.map(({ name }) => name)).toEqual(['Out'])
  })

  test('cannot be set by the page that starts a live chat', () => {
    const prefilledVariables = { 'contact.plan': 'Gold', Out: 'x' }
    const held = talk([bubble('b', '{{contact.plan}} {{Out}}')], { plan: 'Free' }).start({ prefilledVariables })
    expect([held.said, held.last.contactChanges]).toEqual([['Free x'], undefined])
    expect(errors(held)).toEqual([
      'The prefilled value of "contact.plan" was ignored: it is an attribute of the contact.',
    ])
  })
})

describe('a linked bot', () => {
  const linkTo = (mergeResults: boolean) => ({
    id: 'link',
    type: 'Bot link',
    options: { botId: 'bot-other', mergeResults },
  })
  const linked: TestFlow = {
    groups: [{ id: 'o', blocks: [bubble('in', '{{Plan}}{{Old}}'), set('vMine', '5'), set('vPlan', 'Gold', 's2')] }],
    edges: { start: 'o' },
    variables: [
      { id: 'vPlan', name: 'Plan', attribute: { key: 'plan', type: 'text' } },
      { id: 'vMine', name: 'Mine', attribute: { key: 'points', type: 'number' } },
      { id: 'vOld', name: 'contact.age' },
    ],
  }

  test.each([true, false])('shares the attributes of the contact, merged into its parent or not: %s', (merges) => {
    const blocks = [set('vplan', 'Silver'), linkTo(merges), bubble('after', '{{contact.plan}}')]
    const held = talk(blocks, { plan: 'Free', points: 1 }, { linked }).start()
    expect(held.said).toEqual(['Silver', 'Gold'])
    expect(held.last.contactChanges).toEqual({ plan: 'Gold', points: 5 })
  })

  test('gets attributes of which the running bot has none', () => {
    const held = talk([linkTo(true)], { plan: 'Free' }, { linked, variables: [] }).start()
    expect([held.said, held.asked.map(({ kind }) => kind)]).toEqual([['Free'], ['contact']])
    expect(held.last.results.at(-1)?.variables).toEqual([])
  })
})

describe('a flow without attributes', () => {
  test('asks for no contact, even if it has a variable with such a name', () => {
    const own = [{ id: 'vplan', name: 'contact.plan' }]
    const blocks = [ask('vplan'), bubble('b', '{{contact.plan}}')]
    const held = talk(blocks, { plan: 'Free' }, { variables: own }).start({
      prefilledVariables: { 'contact.plan': 'x' },
    })
    held.user('Gold')
    expect([held.said, held.asked, held.last.contactChanges]).toEqual([['Gold'], [], undefined])
    expect(held.last.results.at(-1)?.variables).toEqual([{ id: 'vplan', name: 'contact.plan', value: 'Gold' }])
  })
})

test('A preview has its own values: those that it starts with, and those that it saves', () => {
  const blocks = [bubble('a', '{{contact.plan}}'), ask('vplan'), bubble('b', '{{contact.plan}}'), ask('vOut')]
  const held = new Conversation(
    { groups: [{ id: 'g', blocks }], edges: { start: 'g' }, variables },
    { mode: 'preview' },
  )
  held.start({ prefilledVariables: { 'contact.plan': 'Free' } })
  expect(held.said).toEqual(['Free'])
  expect(held.user('Gold').said).toEqual(['Gold'])
  expect(held.asked).toEqual([])
})
