import { describe, expect, test } from 'vitest'
import { bubble, Conversation, programOf } from './testing/conversation.js'

const askName = { id: 'name', type: 'text input', options: { variableId: 'vName' } }
const variables = [
  { id: 'vName', name: 'Name' },
  { id: 'vKind', name: 'Kind' },
  { id: 'vText', name: 'Text' },
]

describe('walking', () => {
  test('asks, stores the answer, says it and ends', () => {
    const talk = new Conversation({
      groups: [{ id: 'g', title: 'You', blocks: [bubble('b1', 'Who?'), askName, bubble('b2', 'Hi {{Name}}')] }],
      edges: { start: 'g' },
      variables,
    }).start()
    expect(talk.said).toEqual(['Who?'])
    expect(talk.last.input).toMatchObject({ id: 'name', type: 'text input' })
    talk.user('Ada')
    expect(talk.said).toEqual(['Hi Ada'])
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

  test('a met condition without an edge ends the branch', () => {
    const item = {
      id: 'i',
      content: { comparisons: [{ id: 'c', variableId: 'vName', comparisonOperator: 'Is empty' }] },
    }
    const talk = new Conversation({
      groups: [{ id: 'g', blocks: [{ id: 'c', type: 'Condition', items: [item] }, bubble('b', 'not said')] }],
      edges: { start: 'g' },
      variables,
    }).start()
    expect(talk.said).toEqual([])
    expect(talk.last.isEnd).toBe(true)
  })

  test('a circle that doubles a text at every round ends at a budget before it fills the memory', () => {
    const double = (index: number) => ({
      id: `double${index}`,
      type: 'Set variable',
      options: { variableId: 'v1', expressionToEvaluate: '{{Text}}{{Text}}' },
    })
    const talk = new Conversation({
      groups: [{ id: 'g1', blocks: [{ ...double(0), outgoingEdgeId: 'again' }] }],
      edges: { start: 'g1', again: 'g1' },
      variables: [{ id: 'v1', name: 'Text', value: 'twice' }],
    }).start()
    expect(talk.last.cutBy).toBe('characters')
    expect(String(talk.last.session.frames[0]?.variables.v1).length).toBeLessThan(10_000_000)
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

  test('Jump remembers where Return goes', () => {
    const talk = new Conversation({
      groups: [
        { id: 'a', blocks: [{ id: 'j', type: 'Jump', options: { groupId: 'b' } }, bubble('after', 'after')] },
        { id: 'b', blocks: [bubble('inside', 'inside'), { id: 'r', type: 'Return' }] },
      ],
      edges: { start: 'a' },
    }).start()
    expect(talk.said).toEqual(['inside', 'after'])
  })

  test('a block of an unknown type is passed over with a log', () => {
    const talk = new Conversation({
      groups: [{ id: 'g', blocks: [{ id: 'x', type: 'hologram' }, bubble('b', 'on')] }],
      edges: { start: 'g' },
    }).start()
    expect(talk.said).toEqual(['on'])
    expect(talk.last.logs[0]?.description).toContain('hologram')
  })

  test('the same event on the same session gives the same turn', () => {
    const flow = {
      groups: [
        {
          id: 'g',
          blocks: [
            { id: 's', type: 'Set variable', options: { variableId: 'vName', type: 'Random ID' } },
            bubble('b', '{{Name}}'),
          ],
        },
      ],
      edges: { start: 'g' },
      variables,
    }
    expect(new Conversation(flow).start().said).toEqual(new Conversation(flow).start().said)
  })
})

describe('events', () => {
  const eventFlow = (branch: object[]) => ({
    groups: [
      { id: 'g', title: 'You', blocks: [askName, bubble('b', 'got {{Name}}')] },
      { id: 'e', blocks: branch as never },
    ],
    edges: { start: 'g', event: 'e' },
    variables,
  })
  const replyEvent = {
    id: 'ev',
    type: 'reply',
    outgoingEdgeId: 'event',
    options: { contentVariableId: 'vText', inputTypeVariableId: 'vKind' },
  }

  test('a reply event runs first, and Return goes on with the reply', () => {
    const flow = eventFlow([bubble('e1', '{{Kind}} {{Text}}'), { id: 'r', type: 'Return' }])
    const talk = new Conversation({ ...flow, events: [replyEvent] }).start().user('Ada')
    expect(talk.said).toEqual(['text Ada', 'got Ada'])
    expect(talk.last.isEnd).toBe(true)
  })

  test('a reply event without Return goes on with the reply too', () => {
    const talk = new Conversation({ ...eventFlow([bubble('e1', 'noted')]), events: [replyEvent] }).start().user('Ada')
    expect(talk.said).toEqual(['noted', 'got Ada'])
  })

  test('a reply event does not fire for an input of its own branch', () => {
    const flow = eventFlow([{ id: 'why', type: 'text input' }, bubble('e1', 'ok'), { id: 'r', type: 'Return' }])
    const talk = new Conversation({ ...flow, events: [replyEvent] }).start().user('Ada')
    expect(talk.last.input?.id).toBe('why')
    expect(talk.user('because').said).toEqual(['ok', 'got Ada'])
  })

  test('a command runs its branch, and Return asks the same input again', () => {
    const flow = eventFlow([bubble('e1', 'help'), { id: 'r', type: 'Return' }])
    const talk = new Conversation({
      ...flow,
      events: [{ id: 'ev', type: 'command', outgoingEdgeId: 'event', options: { command: 'help' } }],
    }).start()
    talk.user({ type: 'command', command: 'help' })
    expect(talk.said).toEqual(['help'])
    expect(talk.last.input?.id).toBe('name')
    expect(talk.user('Ada').said).toEqual(['got Ada'])
  })

  test('an unknown command is refused and changes nothing', () => {
    const talk = new Conversation(eventFlow([])).start()
    expect(talk.run({ kind: 'reply', message: { type: 'command', command: 'no' } } as never)).toMatchObject({
      refused: { code: 'command_not_found' },
    })
    expect(talk.user('Ada').said).toEqual(['got Ada'])
  })
})

describe('linked bots', () => {
  const child = programOf(
    {
      groups: [
        {
          id: 'c',
          blocks: [bubble('c1', 'Hi {{Name}} {{Own}}'), { id: 'q', type: 'text input', options: { variableId: 'x' } }],
        },
      ],
      edges: { start: 'c' },
      variables: [
        { id: 'x', name: 'Name' },
        { id: 'o', name: 'Own', value: 'own' },
      ],
    },
    'child',
  )
  const parent = (options: object) => ({
    groups: [
      {
        id: 'g',
        blocks: [
          { id: 'l', type: 'Bot link', options: { botId: 'bot-child', ...options } },
          bubble('b', 'back {{Name}}'),
        ],
      },
    ],
    edges: { start: 'g' },
    variables: [{ id: 'vName', name: 'Name', value: 'Ada' }],
  })

  test('run with the values of the parent and their own defaults, then come back', () => {
    const talk = new Conversation(parent({ mergeResults: true }), { linked: [child] }).start()
    expect(talk.said).toEqual(['Hi Ada own'])
    expect(talk.user('Bob').said).toEqual(['back Bob'])
    expect(talk.last.answers[0]?.resultId).toBe('result')
  })

  test('keep their answers in a result of their own unless merged', () => {
    const talk = new Conversation(parent({}), { linked: [child] }).start().user('Bob')
    expect(talk.said).toEqual(['back Ada'])
    expect(talk.last.answers[0]?.resultId).not.toBe('result')
    expect(talk.last.results.map((result) => [result.botId, result.isCompleted])).toEqual([
      ['bot-child', true],
      ['bot-release', false],
    ])
  })

  test('write into the result of the parent while they run, when they merge', () => {
    const talk = new Conversation(parent({ mergeResults: true }), { linked: [child] }).start()
    expect(talk.last.results.map(({ resultId, botId }) => [resultId, botId])).toEqual([['result', 'bot-release']])
  })

  test('leave behind what the parent has no variable for, when they merge', () => {
    const flow = parent({ mergeResults: true })
    const [group] = flow.groups
    const said = { ...flow, groups: [{ id: 'g', blocks: [...(group?.blocks ?? []), bubble('own', '{{Own}}')] }] }
    const talk = new Conversation(said, { linked: [child] }).start().user('Bob')
    expect(talk.said).toEqual(['back Bob', 'own'])
    expect(talk.last.results[0]?.variables).toContainEqual({ id: 'o', name: 'Own', value: 'own' })
    const apart = {
      ...said,
      groups: [{ id: 'g', blocks: [...parent({}).groups[0]!.blocks, bubble('own', '[{{Own}}]')] }],
    }
    expect(new Conversation(apart, { linked: [child] }).start().user('Bob').said).toEqual(['back Ada', '[]'])
  })

  test('one that is missing is passed over with a log', () => {
    const talk = new Conversation(parent({ botId: 'nowhere' })).start()
    expect(talk.said).toEqual(['back Ada'])
    expect(talk.last.logs[0]).toMatchObject({ status: 'error', description: 'Failed to link bot' })
  })
})
