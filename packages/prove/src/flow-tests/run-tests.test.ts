import { Socket } from 'node:net'
import { bubble, documentOf, type TestFlow } from '@colloquy/blocks/testing'
import { compile } from '@colloquy/engine'
import { type FlowTest, flowTestSchema } from '@colloquy/flow'
import type { ModelOutcome } from '@colloquy/flow/integrations'
import { expect, test, vi } from 'vitest'
import { record, world } from '../testing/record.js'
import { acceptDraft } from './accept-draft.js'
import { missingTest } from './missing-test.js'
import { recordTest } from './record-test.js'
import { openSuite, runTests } from './run-tests.js'
import { withoutStale } from './stale.js'
import { readTest, testFromText, testToText } from './test-text.js'

/** Asks for an age, branches on it, asks a service, a script and a model. */
const flow = (change: { limit?: string; adult?: string } = {}): TestFlow => ({
  groups: [
    {
      id: 'ask',
      title: 'Age',
      blocks: [
        bubble('hello', 'How old are you?'),
        { id: 'age', type: 'number input', options: { variableId: 'vAge' } },
        {
          id: 'check',
          type: 'Condition',
          items: [
            {
              id: 'i',
              outgoingEdgeId: 'yes',
              content: {
                comparisons: [
                  { id: 'c', variableId: 'vAge', comparisonOperator: 'Less than', value: change.limit ?? '18' },
                ],
              },
            },
          ],
          outgoingEdgeId: 'no',
        },
      ],
    },
    { id: 'young', title: 'Young', blocks: [bubble('sorry', 'Come back later')] },
    {
      id: 'adult',
      title: 'Adult',
      blocks: [
        {
          id: 'call',
          type: 'Webhook',
          options: {
            webhook: { url: 'https://example.com/quote', method: 'GET' },
            responseVariableMapping: [{ id: 'm', variableId: 'vQuote', bodyPath: 'data.price' }],
          },
        },
        {
          id: 'script',
          type: 'Set variable',
          options: { variableId: 'vSum', expressionToEvaluate: 'Math.round({{Age}} * 1.5)' },
        },
        {
          id: 'model',
          type: 'groq',
          options: {
            action: 'Create chat completion',
            credentialsId: 'c',
            model: 'a-model',
            messages: [{ role: 'user', content: 'Is {{Sum}} much?' }],
            responseMapping: [{ item: 'Message content', variableId: 'vOpinion' }],
          },
        },
        bubble('price', change.adult ?? 'It costs {{Quote}}, or {{Sum}}{{Opinion}}'),
      ],
    },
  ],
  edges: { start: 'ask', yes: 'young', no: 'adult' },
  variables: [
    { id: 'vAge', name: 'Age' },
    { id: 'vQuote', name: 'Quote' },
    { id: 'vSum', name: 'Sum' },
    { id: 'vOpinion', name: 'Opinion' },
  ],
})

const source = (of = flow()) => ({ ...documentOf(of), id: 'draft', botId: 'bot', workspaceId: 'w' })

const usage = { inputTokens: 5, outputTokens: 2 }
const opinion = { answer: 'said' as const, text: ': fair', toolCalls: [], finish: 'stop' as const, usage }

function recorded(replies: string[]): FlowTest {
  const compiledFlow = compile(source())
  const conversation = record(compiledFlow, replies, {
    perform: (effect) => {
      if (effect.kind === 'http') return { kind: 'http', answer: 'response', status: 200, text: '{"price":"90"}' }
      if (effect.kind === 'model') return { kind: 'model', outcome: opinion }
      return { kind: 'script', ok: true, value: 63, assigned: [] }
    },
  })
  const outcome = recordTest(conversation, 'Adult', compiledFlow, world)
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.test
}

const run = (tests: FlowTest[], of = flow()) =>
  runTests({ draft: source(of), tests: tests.map((it, index) => ({ id: `${index}`, test: it })) })

test('a recorded conversation becomes a test that passes on the flow it was recorded with', () => {
  const adult = recorded(['42'])
  expect(adult.steps.map(({ reply }) => reply)).toEqual([undefined, '42'])
  expect(adult.steps[1]?.expect).toContainEqual({ kind: 'message', text: 'It costs 90, or 63: fair', match: 'exact' })
  expect(adult.cassette.map(({ kind }) => kind)).toEqual(['http', 'script', 'model'])
  expect(run([adult])).toMatchObject({ counts: { passed: 1, failed: 0, stale: 0 } })
})

/** Records a conversation with a flow of one group, and runs the test that it becomes. */
function recordedAndRun(blocks: { id: string; type: string; [key: string]: unknown }[]) {
  const draft = source({ groups: [{ id: 'g', title: 'G', blocks }], edges: { start: 'g' } })
  const compiledFlow = compile(draft)
  const conversation = record(compiledFlow, [], { perform: () => ({ kind: 'program', compiledFlow: undefined }) })
  const made = recordTest(conversation, 'Recorded', compiledFlow, world)
  if (!made.ok) throw new Error(made.reason)
  return runTests({ draft, tests: [{ id: 't', test: made.test }] })
}

test('a test recorded from a flow with a link to a missing bot passes, as the conversation continues behind the link', () => {
  const link = { id: 'link', type: 'Bot link', options: { botId: 'nobody-there' } }
  const report = recordedAndRun([bubble('hi', 'Hello'), link, bubble('on', 'Still here')])
  expect(report).toMatchObject({ counts: { passed: 1, failed: 0 } })
})

test('a test recorded from a flow with a very long message passes', () => {
  const report = recordedAndRun([bubble('long', 'word '.repeat(5000))])
  expect(report).toMatchObject({ counts: { passed: 1, failed: 0 } })
})

test('a recorded agent is answered by its model and by the server of its tools as they were', () => {
  const agent = {
    id: 'agent',
    type: 'agent',
    options: {
      credentialsId: 'c',
      model: 'a-model',
      firstMessage: 'Hello',
      tools: [
        {
          type: 'MCP server',
          credentialsId: 'shop',
          tools: [{ name: 'find', hash: 'h', schema: {}, asksFirst: false }],
        },
      ],
    },
  }
  const draft = source({ groups: [{ id: 'desk', title: 'Desk', blocks: [agent] }], edges: { start: 'desk' } })
  const compiledFlow = compile(draft)
  const calls = [{ id: 'c', name: 'find', input: '{}' }]
  const outcomes: ModelOutcome[] = [
    { ...opinion, text: '', toolCalls: calls, finish: 'tool-calls' },
    { ...opinion, text: 'Two left' },
  ]
  const conversation = record(compiledFlow, ['Is it there?'], {
    perform: (effect) => {
      const outcome = effect.kind === 'model' ? outcomes.shift() : undefined
      if (outcome) return { kind: 'model', outcome }
      if (effect.kind !== 'mcp') throw new Error(`Not expected: ${effect.kind}`)
      if (effect.request.ask === 'call') return { kind: 'mcp', outcome: { answer: 'result', text: '2' } }
      return { kind: 'mcp', outcome: { answer: 'tools', tools: [{ name: 'find', hash: 'h' }] } }
    },
  })
  const made = recordTest(conversation, 'Stock', compiledFlow, world)
  if (!made.ok) throw new Error(made.reason)
  expect(new Set(made.test.cassette.map(({ kind }) => kind))).toEqual(new Set(['mcp', 'model']))
  expect(made.test.steps[1]?.expect).toContainEqual({ kind: 'message', text: 'Two left', match: 'exact' })
  const report = runTests({ draft, tests: [{ id: 't', test: made.test }] })
  expect(report).toMatchObject({ counts: { passed: 1, failed: 0 } })
})

test('a request without a recording gets the example that its block keeps, and one with a recording does not', () => {
  const examples = [
    { id: 'e1', name: 'Cheap', status: 200, body: '{"price":"12"}' },
    { id: 'e2', name: 'Unused', body: '{"price":"99"}' },
  ]
  const kept = flow()
  const call = kept.groups.flatMap(({ blocks }) => blocks).find(({ id }) => id === 'call') as { options?: object }
  call.options = { ...call.options, responseExamples: examples }
  const test = recorded(['42'])
  const priceIn = (one: FlowTest) => {
    const [report] = run([one], kept).tests
    return JSON.stringify(report).includes('It costs 12')
  }
  expect(priceIn(test)).toBe(false)
  expect(priceIn({ ...test, cassette: test.cassette.filter(({ kind }) => kind !== 'http') })).toBe(true)
  const forAll = { kind: 'http', outcome: { answer: 'response', status: 200, text: '{}' } } as const
  expect(priceIn({ ...test, cassette: [forAll, ...test.cassette.filter(({ kind }) => kind !== 'http')] })).toBe(true)
})

test('a failing test names the block, what was expected and what came', () => {
  const [report] = run([recorded(['42'])], flow({ adult: 'The price: {{Quote}}' })).tests
  expect(report?.runs[0]?.failures).toEqual([
    expect.objectContaining({
      step: 1,
      blockId: 'price',
      expected: 'It costs 90, or 63: fair',
      actual: 'The price: 90',
    }),
  ])
  const [other] = run([recorded(['42'])], flow({ limit: '50' })).tests
  expect(other?.runs[0]?.failures).toContainEqual(
    expect.objectContaining({ message: 'The conversation went another way.', actual: 'Age → Young' }),
  )
})

test('accepting the draft changes the expectations that fail, and keeps those that were written by hand', () => {
  const edited = flow({ adult: 'The price is {{Quote}}' })
  const contains = { kind: 'message', text: 'price', match: 'contains' } as const
  const gone = { kind: 'message', text: 'zebra', match: 'exact' } as const
  const adult = recorded(['42'])
  const older = { kind: 'variable', id: 'vAge', value: '7' } as const
  const test = { ...adult, expect: [gone, older, contains] }
  const { compiledFlow, world: on } = openSuite({ draft: source(edited) })
  const accepted = acceptDraft(test, compiledFlow, on)
  expect(accepted.steps[1]?.expect).toContainEqual({ kind: 'message', text: 'The price is 90', match: 'exact' })
  expect(accepted.expect).toEqual([{ ...older, value: '42' }, contains])
  expect(run([accepted], edited).counts.passed).toBe(1)
})

test('a hundred runs with HTTP, script and model effects give a hundred equal results with the network cut', () => {
  const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
    throw new Error('The network is cut.')
  })
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('The network is cut.'))
  const tests = [recorded(['42']), recorded(['12'])]
  const results = new Set(Array.from({ length: 100 }, () => JSON.stringify(run(tests))))
  expect(results.size).toBe(1)
  expect(JSON.parse([...results][0] as string)).toMatchObject({ counts: { passed: 2, failed: 0, stale: 0 } })
  expect([connect.mock.calls, fetched.mock.calls]).toEqual([[], []])
  vi.restoreAllMocks()
})

test('an effect that the test has no answer for fails the test, and is not performed', () => {
  const [report] = run([{ ...recorded(['42']), cassette: [] }]).tests
  expect(report?.runs[0]?.failures).toContainEqual(
    expect.objectContaining({ step: 1, blockId: 'call', message: expect.stringContaining('GET https://example.com') }),
  )
})

test('an answer to another request is not given, unless it fits every request', () => {
  const adult = recorded(['42'])
  const older = { ...adult, steps: [{ expect: [] }, { reply: '43', expect: [] }], expect: [] }
  const [report] = run([older]).tests
  expect(report?.runs[0]?.failures).toMatchObject([{ step: 1, blockId: 'script' }])
  const cassette = older.cassette.map(({ request: _, ...answer }) => answer as FlowTest['cassette'][number])
  expect(run([{ ...older, cassette }]).counts.passed).toBe(1)
})

test('a test that names a deleted block is stale, not failed, and runs again without it', () => {
  const without = flow()
  without.groups[0]!.blocks = without.groups[0]!.blocks.filter(({ id }) => id !== 'age')
  expect(run([recorded(['42'])], without).tests[0]).toMatchObject({
    status: 'stale',
    stale: ['Block "Age › Number"'],
  })
  const { compiledFlow } = openSuite({ draft: source(without) })
  const gone = { type: 'group', groupId: 'gone' } as const
  const mended = withoutStale({ ...recorded(['42']), start: { ...recorded(['42']).start, from: gone } }, compiledFlow)
  expect(mended.start.from).toBeUndefined()
  expect(run([mended], without).tests[0]?.status).toBe('failed')
})

test('coverage counts blocks and both sides of a condition', () => {
  const half = run([recorded(['42'])]).coverage
  expect(half.edges.filter(({ isCovered }) => !isCovered)).toEqual([{ id: 'yes', isCovered: false }])
  expect(half.blocks.filter(({ isCovered }) => !isCovered).map(({ id }) => id)).toEqual(['sorry'])
  expect(run([recorded(['42']), recorded(['12'])]).coverage.percent).toBe(100)
})

test('coverage counts a side of a condition without an edge, and what leads there', () => {
  const check = {
    id: 'check',
    type: 'Condition',
    items: [
      {
        id: 'i',
        content: { comparisons: [{ id: 'c', variableId: 'v', comparisonOperator: 'Less than', value: '18' }] },
      },
    ],
  }
  const asks = { id: 'age', type: 'number input', options: { variableId: 'v' } }
  const of: TestFlow = {
    groups: [{ id: 'g', title: 'Age', blocks: [asks, check, bubble('adult', 'Come in')] }],
    edges: { start: 'g' },
    variables: [{ id: 'v', name: 'Age' }],
  }
  const reply = (age: string) => flowTestSchema().parse({ name: age, steps: [{}, { reply: age }] })
  const sides = (ages: string[]) => run(ages.map(reply), of).coverage.sides.filter(({ isCovered }) => isCovered)
  expect(sides(['42'])).toMatchObject([{ blockId: 'check', id: 'check ' }])
  expect(sides(['5'])).toMatchObject([{ blockId: 'check', itemId: 'i' }])
  expect(run([reply('42')], of).coverage).toMatchObject({
    percent: 83,
    percents: { blocks: 100, edges: 100, sides: 50 },
  })
  expect(run([reply('42'), reply('5')], of).coverage.percent).toBe(100)
  const { compiledFlow, world: on } = openSuite({ draft: source(of) })
  const missing = missingTest(compiledFlow, on, { sideId: 'check i' })
  expect(run([missing as FlowTest], of).coverage.sides).toContainEqual(
    expect.objectContaining({ itemId: 'i', isCovered: true }),
  )
})

test('a table runs the test once for each row', () => {
  const table = readTest({
    name: 'Ages',
    steps: [{}, { reply: '{age}', expect: [{ kind: 'message', text: '{says}', match: 'contains' }] }],
    table: [
      { age: 12, says: 'later' },
      { age: 17, says: 'later' },
      { age: 40, says: 'costs 5' },
      { age: 41, says: 'later' },
    ],
    cassette: [
      { kind: 'http', outcome: { answer: 'response', status: 200, text: '{"price":5}' } },
      { kind: 'script', outcome: { ok: true, value: 1 } },
      { kind: 'model', outcome: { outcome: opinion } },
    ],
  })
  if (!table.ok) throw new Error(table.problems.join())
  const [report] = run([table.test]).tests
  expect(report?.runs.map(({ row, failures }) => [row, failures.length])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
  ])
})

test('a test is the same after it was written as text and read again', () => {
  const adult = recorded(['42'])
  expect(testFromText(testToText(adult))).toEqual({ ok: true, test: adult })
})

test('a text that is not a test is answered with its errors and their places', () => {
  expect(testFromText('name: A\nsteps:\n  - reply: 5\n')).toEqual({
    ok: false,
    problems: [expect.stringContaining('steps.0.reply')],
  })
  expect(testFromText('name: [')).toMatchObject({ ok: false })
})
