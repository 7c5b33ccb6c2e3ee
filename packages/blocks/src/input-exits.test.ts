import { describe, expect, test } from 'vitest'
import { bubble, Conversation, type TestFlow } from './testing/conversation.js'

const edges = { start: 'ask', go: 'after', other: 'other', silent: 'silent', enough: 'enough', older: 'older' }
const variables = [
  { id: 'v', name: 'Answer' },
  { id: 'w', name: 'Words' },
]
const after = [
  { id: 'after', blocks: [bubble('a', 'Took {{Answer}}'), { id: 'end', type: 'text input' }] },
  { id: 'other', blocks: [bubble('o', 'Heard {{Words}}'), { id: 'end2', type: 'text input' }] },
  { id: 'silent', blocks: [bubble('s', 'Still there?'), { id: 'end3', type: 'text input' }] },
  { id: 'enough', blocks: [bubble('e', 'Never mind'), { id: 'end4', type: 'text input' }] },
]
const flowOf = (...blocks: TestFlow['groups'][number]['blocks']): TestFlow => ({
  groups: [{ id: 'ask', blocks }, ...after],
  edges,
  variables,
})
const talkAt = (input: { type: string; [key: string]: unknown }, more: Partial<TestFlow> = {}) =>
  new Conversation({ ...flowOf({ id: 'in', outgoingEdgeId: 'go', options: { variableId: 'v' }, ...input }), ...more })

const choice = { type: 'choice input', items: [{ id: 'yes', content: 'Yes' }] }
const pictures = { type: 'picture choice input', items: [{ id: 'yes', title: 'Yes', pictureSrc: 'https://a.example' }] }
const cards = { type: 'cards', items: [{ id: 'card', title: 'Yes', paths: [{ id: 'yes', text: 'This' }] }] }
const email = { type: 'email input' }
const anythingElse = { exits: [{ id: 'x', on: 'anything-else', outgoingEdgeId: 'other', variableId: 'w' }] }
const afterTwo = { exits: [{ id: 'x', on: 'invalid', outgoingEdgeId: 'enough', tries: 2 }] }
const silence = (more: object = {}) => ({
  exits: [{ id: 'x', on: 'no-answer', outgoingEdgeId: 'silent', after: { amount: 10, unit: 'minutes' }, ...more }],
})
const noAnswer = (waitId?: string) => ({ type: 'no-answer', ...(waitId !== undefined && { waitId }) }) as const

describe.each([
  ['buttons', choice],
  ['pictures', pictures],
  ['cards', cards],
])('%s', (_, input) => {
  test('leave by "anything else" with the text in a variable, and count no invalid reply', () => {
    const talk = talkAt({ ...input, ...anythingElse })
      .start()
      .user('Hmm')
    expect(talk.said).toEqual(['Heard Hmm'])
    expect(talk.last.invalidReplies).toEqual([])
    expect(talk.last.visitedEdges).toMatchObject([{ edgeId: 'other' }])
  })

  test('still take an answer', () => {
    expect(
      talkAt({ ...input, ...anythingElse })
        .start()
        .user('Yes').said,
    ).toEqual(['Took Yes'])
  })

  test('ask again without a message, which is nothing else', () => {
    expect(
      talkAt({ ...input, ...anythingElse })
        .start()
        .user(undefined).last.input?.id,
    ).toBe('in')
  })
})

test('an exit without a target changes nothing', () => {
  const exits = ['anything-else', 'invalid', 'no-answer'].map((on) => ({
    id: on,
    on,
    tries: 1,
    outgoingEdgeId: 'gone',
  }))
  const plain = talkAt(choice).start().user('Hmm')
  const talk = talkAt({ ...choice, exits })
    .start()
    .user('Hmm')
  expect(talk.last.messages).toEqual(plain.last.messages)
  expect(talk.session).toEqual(plain.session)
})

test('"invalid" is taken at the given number of invalid replies in a row', () => {
  const talk = talkAt({ ...email, ...afterTwo }).start()
  expect(talk.user('x').last.input?.id).toBe('in')
  expect(talk.user('y').said).toEqual(['Never mind'])
  expect(talk.session.invalidTries).toBeUndefined()
})

test('invalid replies to another input, or before an accepted one, do not count', () => {
  const flow = flowOf({ id: 'in', ...email, ...afterTwo }, { id: 'in2', ...email, ...afterTwo })
  const talk = new Conversation(flow).start().user('x').user('a@b.example')
  expect(talk.user('x').last.input?.id).toBe('in2')
})

test('a reply that an event held back counts once', () => {
  const event = { id: 'e', type: 'reply', outgoingEdgeId: 'heard' }
  const heard = { id: 'heard', blocks: [bubble('h', 'Heard'), { id: 'r', type: 'Return' }] }
  const flow = flowOf({ id: 'in', ...email, ...afterTwo })
  const talk = new Conversation({
    ...flow,
    groups: [...flow.groups, heard],
    edges: { ...edges, heard: 'heard' },
    events: [event],
  }).start()
  expect(talk.user('x').last.input?.id).toBe('in')
  expect(talk.user('y').said.at(-1)).toBe('Never mind')
})

test('"anything else" goes before the event for invalid replies', () => {
  const events = [{ id: 'e', type: 'invalidReply', outgoingEdgeId: 'enough' }]
  expect(
    talkAt({ ...choice, ...anythingElse }, { events })
      .start()
      .user('Hmm').said,
  ).toEqual(['Heard Hmm'])
  expect(talkAt(choice, { events }).start().user('Hmm').said).toEqual(['Never mind'])
})

describe('no answer', () => {
  const now = Date.UTC(2026, 0, 15, 12)

  test('leaves the input by its exit, and stores no answer', () => {
    const talk = talkAt({ ...email, ...silence() }).start()
    expect(talk.last.noAnswer).toMatchObject({ after: 600_000 })
    expect(talk.session.noAnswer).toEqual({ waitId: talk.last.noAnswer?.waitId, at: now + 600_000, after: 600_000 })
    talk.user(noAnswer())
    expect(talk.said).toEqual(['Still there?'])
    expect(talk.last.answers).toEqual([])
    expect(talk.session.noAnswer).toBeUndefined()
  })

  test('of an earlier wait is refused: the visitor has answered since', () => {
    const talk = talkAt({ ...email, ...silence() }).start()
    const earlier = talk.last.noAnswer?.waitId
    talk.user('x')
    expect(talk.last.noAnswer?.waitId).not.toBe(earlier)
    expect(talk.run({ kind: 'reply', message: noAnswer(earlier) } as never)).toMatchObject({
      refused: { code: 'answer_required' },
    })
    expect(talk.user(noAnswer(talk.last.noAnswer?.waitId)).said).toEqual(['Still there?'])
  })

  test('is refused where the input has no exit for it', () => {
    const refused = { refused: { code: 'answer_required' } }
    expect(
      talkAt(email)
        .start()
        .run({ kind: 'reply', message: noAnswer() } as never),
    ).toMatchObject(refused)
  })

  test.each([
    [{ amount: 0, unit: 'minutes' }],
    [{ amount: 31, unit: 'days' }],
    [{ amount: Number.NaN, unit: 'hours' }],
  ])('never comes after %j, which is out of range', (after) => {
    const talk = talkAt({ ...email, ...silence({ after }) }).start()
    expect(talk.last.noAnswer).toBeUndefined()
    expect(talk.session.noAnswer).toBeUndefined()
  })
})

describe('a late press of a button', () => {
  const press = { type: 'text', text: 'Yes', metadata: { replyId: 'yes' } } as const
  const asked = (latePress?: object) =>
    new Conversation(
      flowOf(
        {
          id: 'old',
          ...choice,
          options: { variableId: 'v' },
          latePress,
          items: [
            { ...choice.items[0], outgoingEdgeId: 'go' },
            { id: 'no', content: 'No' },
          ],
        },
        { id: 'new', type: 'text input', options: { variableId: 'w' } },
        bubble('n', 'Next'),
      ),
    )
      .start()
      .user('No')

  test('is a reply like any other, unless its block says what it does', () => {
    expect(asked().user(press).said).toEqual(['Next'])
  })

  test('is ignored: the same input waits, without a message', () => {
    const talk = asked({ action: 'ignore' }).user(press)
    expect(talk.said).toEqual([])
    expect(talk.last.input?.id).toBe('new')
    expect(talk.last.isIgnored).toBe(true)
    expect(talk.user('Hi').said).toEqual(['Next'])
  })

  test.each([
    [undefined, 'This question has passed. Please answer the last one.'],
    ['Too late, {{Answer}}', 'Too late, No'],
  ])('says so with the text %j', (text, said) => {
    const talk = asked({ action: 'say', text }).user(press)
    expect(talk.said).toEqual([said])
    expect(talk.last.input?.id).toBe('new')
  })

  test('follows the branch of its button, and its answer replaces the earlier one', () => {
    const talk = asked({ action: 'follow' }).user(press)
    expect(talk.said).toEqual(['Took Yes'])
    expect(talk.last.input?.id).toBe('end')
  })
})
