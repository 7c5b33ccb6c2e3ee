import { expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const flow = (options: object = {}) => ({
  groups: [
    {
      id: 'g',
      blocks: [
        {
          id: 'human',
          type: 'person',
          options: { message: 'One moment, **{{Name}}**', note: 'Order of {{Name}}', ...options },
          exits: [
            { id: 'late', on: 'gave-up', outgoingEdgeId: 'late', after: { amount: 5, unit: 'minutes' } },
            { id: 'done', on: 'resolved', outgoingEdgeId: 'done' },
          ],
        },
        bubble('back', 'Back, {{Name}}'),
      ],
    },
    { id: 'nobody', blocks: [bubble('sorry', 'Nobody came')] },
    { id: 'rate', blocks: [bubble('thanks', 'Thanks')] },
  ],
  edges: { start: 'g', late: 'nobody', done: 'rate' },
  variables: [{ id: 'v', name: 'Name', value: 'Ada' }],
})
const asked = () => ({ kind: 'person' as const, answer: 'asked' as const })
const asking = () => new Conversation(flow(), { outcomes: asked }).start()
const left = (exit: 'returned' | 'gave-up' | 'resolved') => {
  const talk = asking()
  const turn = talk.run({ kind: 'handBack', exit })
  return 'refused' in turn ? turn.refused.code : turn.messages.map(({ id }) => id)
}

test('a visitor reads that a person is asked for, and may write meanwhile', () => {
  const { said, last } = asking()
  expect(said).toEqual(['One moment, Ada'])
  expect(last.handOver).toEqual({ note: 'Order of Ada' })
  expect(last.input).toMatchObject({ id: 'human', type: 'text input' })
  expect(last.isEnd).toBe(false)
})

test('the flow waits for a person as long as the exit says, and no client may end that', () => {
  const { session, last } = asking()
  expect(session.noAnswer).toMatchObject({ after: 300_000 })
  expect(last.noAnswer).toBeUndefined()
})

test.each([
  ['returned', ['back']],
  ['gave-up', ['sorry']],
  ['resolved', ['thanks']],
] as const)('a conversation that is %s continues at its place', (exit, said) => {
  expect(left(exit)).toEqual(said)
})

test('without a connected exit, the flow continues behind the block', () => {
  const { groups, ...rest } = flow()
  const [first, ...others] = groups as [(typeof groups)[number], ...typeof groups]
  const blocks = first.blocks.map((block) => ({ ...block, exits: [] }))
  const talk = new Conversation({ ...rest, groups: [{ ...first, blocks }, ...others] }, { outcomes: asked }).start()
  expect(talk.run({ kind: 'handBack', exit: 'resolved' })).toMatchObject({ messages: [{ id: 'back' }] })
})

test('only a block that has asked for a person is left by such an exit', () => {
  const talk = new Conversation({
    groups: [{ id: 'g', blocks: [{ id: 'in', type: 'text input' }] }],
    edges: { start: 'g' },
  })
  expect(talk.start().run({ kind: 'handBack', exit: 'returned' })).toMatchObject({
    refused: { code: 'start_group_not_found' },
  })
})

test.each([
  [undefined, ['One moment, Ada', 'Back, Ada']],
  ['gave-up', ['One moment, Ada', 'Nobody came']],
  ['resolved', ['One moment, Ada', 'Thanks']],
])('a preview continues as the author chose: %s', (testExit, said) => {
  expect(new Conversation(flow({ testExit }), { mode: 'preview' }).start().said).toEqual(said)
})

test('a sentence is said before the bot continues behind the block', () => {
  const turn = asking().run({ kind: 'handBack', exit: 'returned', say: 'Back to you, {{Name}}' })
  expect('refused' in turn ? turn.refused.code : turn.messages.map(({ content }) => content)).toMatchObject([
    { richText: [{ children: [{ text: 'Back to you, Ada' }] }] },
    {},
  ])
})

test('a sentence is said at an input that waits, which can be answered afterwards', () => {
  const talk = new Conversation({
    groups: [{ id: 'g', blocks: [{ id: 'in', type: 'text input' }, bubble('end', 'Thanks')] }],
    edges: { start: 'g' },
  }).start()
  const turn = talk.run({ kind: 'handBack', say: 'I am back' })
  expect(turn).toMatchObject({ messages: [{ id: 'in' }], input: { id: 'in' }, isEnd: false })
})

test('a conversation that is closed says the sentence and ends, without being completed', () => {
  const talk = new Conversation({
    groups: [
      {
        id: 'g',
        blocks: [
          { id: 'in', type: 'text input' },
          { id: 'next', type: 'text input' },
        ],
      },
    ],
    edges: { start: 'g' },
  }).start()
  talk.user('Hi')
  const turn = talk.run({ kind: 'handBack', ends: true, say: 'Bye' })
  expect(turn).toMatchObject({
    isEnd: true,
    session: { ended: true },
    messages: [{ type: 'text' }],
    results: [{ isCompleted: false }],
  })
  expect(turn).not.toHaveProperty('session.currentBlockId')
})

const absenceExits = [
  { id: 'closed', on: 'outside-hours', outgoingEdgeId: 'closed', variableId: 'back' },
  { id: 'none', on: 'nobody-available', outgoingEdgeId: 'none' },
]
const absenceFlow = (options: object = {}, exits = absenceExits) => ({
  groups: [
    { id: 'g', blocks: [{ id: 'human', type: 'person', options: { message: 'One moment', ...options }, exits }] },
    { id: 'shut', blocks: [bubble('t1', 'We are back: {{Back}}')] },
    { id: 'empty', blocks: [bubble('t2', 'Nobody is here')] },
  ],
  edges: { start: 'g', closed: 'shut', none: 'empty' },
  variables: [{ id: 'back', name: 'Back', value: 'earlier' }],
})
const opensAt = Date.UTC(2026, 10, 30, 8)
const away = (reason: 'outside-hours' | 'nobody-available') => () => ({
  kind: 'person' as const,
  answer: 'absent' as const,
  reason,
  ...(reason === 'outside-hours' && { opensAt, timeZone: 'Europe/Berlin' }),
})

test('outside business hours the flow says when people are back, and asks for nobody', () => {
  const { said, last, asked } = new Conversation(absenceFlow(), { outcomes: away('outside-hours') }).start()
  expect(said).toEqual(['We are back: Monday, November 30 at 9:00 AM'])
  expect(last.handOver).toBeUndefined()
  expect(asked).toEqual([{ kind: 'person', unless: ['outside-hours', 'nobody-available'] }])
})

test.each([
  ['de', 'We are back: Montag, 30. November um 9:00'],
  ['no locale', 'We are back: Monday, November 30 at 9:00 AM'],
])('the time is written in the language of the locale %s', (locale, said) => {
  const talk = new Conversation(absenceFlow({ locale }), { outcomes: away('outside-hours') }).start()
  expect(talk.said).toEqual([said])
})

test('the variable is cleared where nobody knows when people are back', () => {
  const never = () => ({ kind: 'person' as const, answer: 'absent' as const, reason: 'outside-hours' as const })
  expect(new Conversation(absenceFlow(), { outcomes: never }).start().said).toEqual(['We are back: '])
})

test('with nobody available, the flow leaves at its exit without the message', () => {
  const { said } = new Conversation(absenceFlow(), { outcomes: away('nobody-available') }).start()
  expect(said).toEqual(['Nobody is here'])
})

test('reasons without a connected exit are not asked about', () => {
  const exits = absenceExits.map(({ outgoingEdgeId: _, ...exit }) => exit) as typeof absenceExits
  const talk = new Conversation(absenceFlow({}, exits), { outcomes: asked }).start()
  expect(talk.asked).toEqual([{ kind: 'person' }])
  expect(talk.said).toEqual(['One moment'])
})

test('a preview outside hours shows when people are back', () => {
  const outcomes = () => ({ kind: 'person' as const, answer: 'not asked' as const, opensAt, timeZone: 'Europe/Berlin' })
  const talk = new Conversation(absenceFlow({ testExit: 'outside-hours' }), { mode: 'preview', outcomes }).start()
  expect(talk.said).toEqual(['We are back: Monday, November 30 at 9:00 AM'])
})

test('a conversation without a visitor asks for nobody', () => {
  const notAsked = () => ({ kind: 'person' as const, answer: 'not asked' as const })
  const { last, session } = new Conversation(flow(), { outcomes: notAsked }).start()
  expect(last.handOver).toBeUndefined()
  expect(session.hasPeople).toBeUndefined()
})
