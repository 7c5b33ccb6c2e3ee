import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from './testing/conversation.js'
import { hold, talks } from './testing/talks.js'

describe('walking', () => {
  test('asks, stores the answer, says it and ends', () => {
    const talk = hold(talks.question)
    expect(talk.last.isEnd).toBe(true)
    expect(talk.last.answers).toMatchObject([
      { resultId: 'result', blockId: 'name', groupId: 'g', variableId: 'vName', content: 'Ada' },
    ])
    expect(talk.last.results).toMatchObject([
      { hasStarted: true, isCompleted: true, variables: [{ name: 'Name', value: 'Ada' }] },
    ])
    expect(talk.run({ kind: 'reply', message: { type: 'text', text: 'more' } } as never)).toMatchObject({
      refused: { code: 'session_ended' },
    })
  })

  test('asks again until the answer fits', () => {
    expect(hold(talks.askedAgain).last.answers).toMatchObject([{ content: '4' }])
  })

  test('a met condition without an edge ends the branch', () => {
    expect(hold(talks.conditionWithoutEdge).last.isEnd).toBe(true)
  })

  test('Jump remembers where Return goes', () => {
    hold(talks.jumpAndReturn)
  })

  test('a block of an unknown type is passed over with a log', () => {
    expect(hold(talks.unknownBlock).last.logs[0]?.description).toContain('hologram')
  })

  test('a disabled block of any type is skipped, and its own edge is followed', () => {
    hold(talks.muted)
  })

  test('the same event on the same session gives the same turn', () => {
    expect(hold(talks.chance).last).toEqual(hold(talks.chance).last)
  })

  test('a script sets variables by name', () => {
    hold(talks.script)
  })
})

describe('comparing answers', () => {
  const after = (input: { type: string; options?: object }, than: string, reply: string): unknown => {
    const talk = new Conversation({
      groups: [
        {
          id: 'ask',
          blocks: [
            { id: 'in', ...input, options: { ...input.options, variableId: 'vIn' } },
            {
              id: 'if',
              type: 'Condition',
              items: [
                {
                  id: 'later',
                  outgoingEdgeId: 'later',
                  content: {
                    comparisons: [{ id: 'c', variableId: 'vIn', comparisonOperator: 'Greater than', value: than }],
                  },
                },
              ],
              outgoingEdgeId: 'else',
            },
          ],
        },
        { id: 'yes', blocks: [bubble('yes', 'later')] },
        { id: 'no', blocks: [bubble('no', 'earlier')] },
      ],
      edges: { start: 'ask', later: 'yes', else: 'no' },
      variables: [{ id: 'vIn', name: 'In' }],
    }).start()
    return talk.user(reply).last.messages.map(({ id }) => id)
  }

  test.each([
    [{ type: 'date input' }, '25/12/2026', '4 January 2027', 'yes'],
    [{ type: 'date input' }, '25/12/2026', '2026-12-24', 'no'],
    [{ type: 'date input', options: { format: 'MM/DD/YYYY' } }, '2026-12-25', '01/04/2027', 'yes'],
    [{ type: 'date input', options: { format: 'd. MMMM yyyy' } }, '9. March 2026', '2026-03-10', 'yes'],
    [{ type: 'time input', options: { format: 'hh:mm a' } }, '11:00', '14:30', 'yes'],
    [{ type: 'text input' }, '1000', '1.234,5', 'yes'],
    [{ type: 'text input' }, '3', '\u0662', 'no'],
  ])('an answer to %o is compared with %s as it is meant: %s', (input, than, reply, expected) => {
    expect(after(input, than, reply)).toEqual([expected])
  })
})

describe('limits', () => {
  test('a circle that doubles a text at every round ends at a budget before it fills the memory', () => {
    const double = {
      id: 'double',
      type: 'Set variable',
      options: { variableId: 'vText', expressionToEvaluate: '{{Text}}{{Text}}' },
    }
    const talk = new Conversation({
      groups: [{ id: 'g1', blocks: [{ ...double, outgoingEdgeId: 'again' }] }],
      edges: { start: 'g1', again: 'g1' },
      variables: [{ id: 'vText', name: 'Text', value: 'twice' }],
    }).start()
    expect(talk.last.cutBy).toBe('characters')
    expect(String(talk.last.session.frames[0]?.variables.vText).length).toBeLessThan(1_000_000)
  })

  test('a flow that runs in a circle without asking ends at a budget, with a log', () => {
    const talk = new Conversation({
      groups: [{ id: 'g', blocks: [{ id: 'j', type: 'Jump', options: { groupId: 'g' } }] }],
      edges: { start: 'g' },
    }).start()
    expect(talk.last.cutBy).toBe('steps')
    expect(talk.last.logs.at(-1)?.description).toContain('steps')
    expect(talk.user('again').last.cutBy).toBe('steps')
  })

  test('a variable that doubles in a circle stops growing, with one log', () => {
    const double = {
      id: 's',
      type: 'Set variable',
      options: { variableId: 'vName', expressionToEvaluate: '{{Name}} and {{Name}}' },
    }
    const talk = new Conversation({
      groups: [{ id: 'g', blocks: [double, { id: 'j', type: 'Jump', options: { groupId: 'g' } }] }],
      edges: { start: 'g' },
      variables: [{ id: 'vName', name: 'Name', value: 'x' }],
    }).start()
    expect(talk.session.frames[0]?.variables.vName?.length).toBeLessThanOrEqual(1_000_000)
    expect(talk.last.logs.filter(({ description }) => description.includes('keeps its value'))).toHaveLength(1)
  })

  test('variables keep their values when new ones would be too large in total, and the conversation continues', () => {
    const names = ['A', 'B', 'C', 'D']
    const talk = new Conversation({
      groups: [
        {
          id: 'g',
          blocks: [
            ...names.map((name) => ({ id: `ask${name}`, type: 'text input', options: { variableId: `v${name}` } })),
            bubble('b', 'done'),
          ],
        },
      ],
      edges: { start: 'g' },
      variables: names.map((name) => ({ id: `v${name}`, name })),
    }).start()
    for (const _ of names) talk.user('€'.repeat(100_000))
    expect(talk.said).toEqual(['done'])
    expect(Buffer.byteLength(JSON.stringify(talk.session))).toBeLessThan(1_000_000)
    expect(Object.keys(talk.session.frames[0]?.variables ?? {})).toEqual(['vA', 'vB'])
    expect(talk.last.logs.map(({ description }) => description)).toEqual([
      'The variable "D" keeps its value: the conversation has no room for the new one.',
      'The answer "D" is not repeated in requests and emails: it is too long.',
    ])
    expect(talk.last.answers[0]?.content).toHaveLength(100_000)
  })

  test('commands that are to be resumed are remembered a hundred deep', () => {
    const talk = new Conversation({
      groups: [{ id: 'g', blocks: [{ id: 'ask', type: 'text input' }] }],
      edges: { start: 'g', event: 'g' },
      events: [{ id: 'ev', type: 'command', outgoingEdgeId: 'event', options: { command: 'go', resumeAfter: true } }],
    }).start()
    for (let count = 0; count < 120; count++) talk.user({ type: 'command', command: 'go' })
    expect(talk.session.frames[0]?.queue).toHaveLength(100)
  })
})

describe('events', () => {
  test('a reply event runs first, and Return continues with the reply', () => {
    expect(hold(talks.replyEvent).last.isEnd).toBe(true)
  })

  test('a reply event without Return continues with the reply too', () => {
    hold(talks.replyEventWithoutReturn)
  })

  test('a reply event does not fire for an input of its own branch', () => {
    hold(talks.replyEventThatAsks)
  })

  test('a command runs its branch, and Return asks the same input again', () => {
    hold(talks.command)
  })

  test('an unknown command is refused and changes nothing', () => {
    const talk = new Conversation(talks.question.flow).start()
    expect(talk.run({ kind: 'reply', message: { type: 'command', command: 'no' } } as never)).toMatchObject({
      refused: { code: 'command_not_found' },
    })
    expect(talk.user('Ada').said).toEqual(['Hi Ada'])
  })
})

describe('linked bots', () => {
  test('run with the values of the parent and their own defaults, then come back', () => {
    expect(hold(talks.mergedLink).last.answers[0]?.resultId).toBe('result')
  })

  test('keep their answers in a result of their own unless merged', () => {
    const talk = hold(talks.linkApart)
    expect(talk.last.answers[0]?.resultId).not.toBe('result')
    expect(talk.last.results.map((result) => [result.botId, result.isCompleted])).toEqual([
      ['bot-child', true],
      ['bot-release', false],
    ])
  })

  test('write into the result of the parent while they run, when they merge', () => {
    const { last } = hold({ ...talks.mergedLink, visitor: [], said: [['Hi Ada own']] })
    expect(last.results.map(({ resultId, botId }) => [resultId, botId])).toEqual([['result', 'bot-release']])
  })

  test('leave behind what the parent has no variable for, when they merge: texts, code and themes find it', () => {
    const { last } = hold(talks.leftBehind)
    expect(last.results[0]?.variables).toContainEqual({ id: 'o', name: 'Own', value: 'own' })
    expect(last.dynamicTheme).toEqual({ hostAvatarUrl: 'own' })
  })

  test('a missing one is skipped with a log', () => {
    expect(hold(talks.missingLink).last.logs[0]).toMatchObject({ status: 'error', description: 'Failed to link bot' })
  })

  test('bots that link each other in a circle end at a depth of one hundred, with one log entry', () => {
    const { last } = hold(talks.circleOfLinks)
    expect(last.isEnd).toBe(true)
    expect(last.cutBy).toBeUndefined()
    expect(last.logs).toEqual([
      expect.objectContaining({ description: 'Failed to link bot', details: expect.stringContaining('100') }),
    ])
  })
})

test.each(['C:\\Users\\me', '\\\\host\\n', '"\\"', 'a\nb', '{{A}}', '=1+1', '👋', 'שלום'])(
  'A value is the same after any number of copies, requests and responses: %j',
  (value) => {
    const copy = (id: string, to: string, from: string) => ({
      id,
      type: 'Set variable' as const,
      options: { variableId: `v${to}`, expressionToEvaluate: `{{${from}}}` },
    })
    const echo = {
      id: 'echo',
      type: 'Webhook' as const,
      options: {
        isCustomBody: true,
        webhook: { url: 'https://api.test', body: '{"inside":"{{C}}","outside":{{C}}}' },
        responseVariableMapping: [{ id: 'm', variableId: 'vD', bodyPath: 'data.inside' }],
      },
    }
    const talk = new Conversation(
      {
        groups: [{ id: 'g', blocks: [copy('1', 'B', 'A'), copy('2', 'C', 'B'), echo, copy('3', 'E', 'D')] }],
        edges: { start: 'g' },
        variables: ['A', 'B', 'C', 'D', 'E'].map((name) => ({ id: `v${name}`, name, ...(name === 'A' && { value }) })),
      },
      {
        outcomes: (effect) =>
          effect.kind === 'http'
            ? { kind: 'http', answer: 'response', status: 200, text: effect.request.body ?? '' }
            : undefined,
      },
    ).start()
    const sent = talk.asked.find(({ kind }) => kind === 'http') as { request: { body: string } }
    expect(JSON.parse(sent.request.body)).toEqual({ inside: value, outside: value })
    expect(talk.session.frames[0]?.variables).toEqual({ vB: value, vC: value, vD: value, vE: value })
  },
)
