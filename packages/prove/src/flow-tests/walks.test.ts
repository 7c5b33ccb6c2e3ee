import { bubble, documentOf, type TestFlow } from '@colloquy/blocks/testing'
import { expect, test } from 'vitest'
import { missingTest } from './missing-test.js'
import { openSuite, runTests } from './run-tests.js'
import { walk } from './walks.js'

type Group = TestFlow['groups'][number]

const suite = (flow: TestFlow) => openSuite({ draft: source(flow) })
const source = (flow: TestFlow) => ({ ...documentOf(flow), id: 'draft', botId: 'bot', workspaceId: 'w' })
const find = (flow: TestFlow) => {
  const { compiledFlow, world } = suite(flow)
  return walk(compiledFlow, world).findings
}

const buttons = (id: string, items: [string, string?][], variableId?: string) => ({
  id,
  type: 'choice input',
  options: variableId ? { variableId } : {},
  items: items.map(([content, outgoingEdgeId]) => ({
    id: `${id}-${content}`,
    content,
    ...(outgoingEdgeId && { outgoingEdgeId }),
  })),
})

test('synthetic visitors get the example that the block of a request keeps', () => {
  const asking = (responseExamples: object[]): TestFlow => ({
    groups: [
      {
        id: 'g',
        blocks: [
          {
            id: 'call',
            type: 'Webhook',
            options: {
              webhook: { url: 'https://example.com/quote', method: 'GET' },
              responseVariableMapping: [{ id: 'm', variableId: 'vQuote', bodyPath: 'data.price' }],
              responseExamples,
            },
          },
          bubble('price', 'It costs {{Quote}}'),
          buttons('q', [['Fine']]),
          bubble('bye', 'Bye'),
        ],
      },
    ],
    edges: { start: 'g' },
    variables: [{ id: 'vQuote', name: 'Quote' }],
  })
  const { compiledFlow, world } = suite(asking([{ id: 'e', body: '{"price":"12"}' }]))
  const written = missingTest(compiledFlow, world, { blockId: 'price' })
  expect(JSON.stringify(written)).toContain('It costs 12')
  const without = suite(asking([]))
  expect(JSON.stringify(missingTest(without.compiledFlow, without.world, { blockId: 'price' }))).not.toContain(
    'It costs 12',
  )
})

/** A chain of questions of two buttons each; one leads on, the other to the end. The last one has a button that leads nowhere. */
function deep(depth: number): TestFlow {
  const groups: Group[] = Array.from({ length: depth }, (_, at) => ({
    id: `g${at}`,
    blocks: [
      bubble(`b${at}`, `Question ${at}`),
      buttons(
        `q${at}`,
        [
          ['On', at + 1 < depth ? `on${at}` : 'lost'],
          ['Stop', 'bye'],
        ],
        `v${at}`,
      ),
    ],
  }))
  return {
    groups: [...groups, { id: 'end', blocks: [bubble('bye', 'Bye')] }, { id: 'nothing', blocks: [] }],
    edges: {
      start: 'g0',
      bye: 'end',
      lost: 'nothing',
      ...Object.fromEntries(groups.map((_, at) => [`on${at}`, `g${at + 1}`])),
    },
    variables: groups.map((_, at) => ({ id: `v${at}`, name: `V${at}` })),
  }
}

test('a dead end at depth 12 is found in less than two seconds, with its 12 answers', () => {
  const began = process.cpuUsage()
  const [finding, ...others] = find(deep(12))
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(2000)
  expect(others).toEqual([])
  expect(finding).toMatchObject({ kind: 'deadEnd', blockId: 'q11' })
  expect(finding?.replies).toEqual(Array(12).fill('On'))
})

test('each finding comes with a test that fails until the flow is repaired', () => {
  const [finding] = find(deep(3))
  const mended = deep(3)
  mended.groups.at(-1)?.blocks.push(bubble('more', 'There is more'))
  const statusOn = (flow: TestFlow) =>
    runTests({ draft: source(flow), tests: [{ id: 't', test: finding!.test }] }).tests[0]?.status
  expect(statusOn(deep(3))).toBe('failed')
  expect(statusOn(mended)).toBe('passed')
})

const asking = (...blocks: Group['blocks']): TestFlow => ({
  groups: [
    { id: 'g', blocks: [bubble('hi', 'Hi'), { id: 'q', type: 'text input', options: { variableId: 'v' } }, ...blocks] },
    { id: 'other', blocks: [bubble('there', 'There')] },
  ],
  edges: { start: 'g', back: 'circle', on: 'other' },
  variables: [
    { id: 'v', name: 'Name' },
    { id: 'w', name: 'Other' },
  ],
})

test.each([
  [
    'a circle without a question',
    'loop',
    {
      ...asking({ ...bubble('b', 'x'), outgoingEdgeId: 'self' }),
      edges: { start: 'g', self: 'g2', again: 'g2' },
      groups: [
        ...asking({ ...bubble('b', 'x'), outgoingEdgeId: 'self' }).groups,
        {
          id: 'g2',
          blocks: [
            {
              id: 's',
              type: 'Set variable',
              options: { variableId: 'w', expressionToEvaluate: '1' },
              outgoingEdgeId: 'again',
            },
          ],
        },
      ],
    },
  ],
  [
    'an input that accepts nothing',
    'stuck',
    asking({ id: 'n', type: 'number input', options: { min: 5, max: 4 } }, bubble('b', 'Ok')),
  ],
  ['a placeholder that names no variable', 'unreadable', asking(bubble('b', 'Hello {{=undefined=}} NaN'))],
  [
    'a variable that one path sets and the other shows',
    'unset',
    {
      groups: [
        {
          id: 'g',
          blocks: [
            bubble('hi', 'Hi'),
            buttons('q', [
              ['Name', 'ask'],
              ['Skip', 'greet'],
            ]),
          ],
        },
        {
          id: 'asks',
          blocks: [{ id: 'n', type: 'text input', options: { variableId: 'v' }, outgoingEdgeId: 'greet' }],
        },
        { id: 'greets', blocks: [bubble('b', 'Hello {{Name}}')] },
      ],
      edges: { start: 'g', ask: 'asks', greet: 'greets' },
      variables: [{ id: 'v', name: 'Name' }],
    },
  ],
] as [string, string, TestFlow][])('%s is found, with a test that fails', (_, kind, flow) => {
  const finding = find(flow).find((it) => it.kind === kind)
  expect(finding).toBeDefined()
  const { tests } = runTests({ draft: source(flow), tests: [{ id: 't', test: finding!.test }] })
  expect(tests[0]?.status).toBe('failed')
})

test('a flow without faults has no findings, and two walks with the same seed find the same', () => {
  expect(find(asking(bubble('b', 'Hello {{Name}}')))).toEqual([])
  expect(find(deep(6))).toEqual(find(deep(6)))
})

test('the missing test takes the edge that no test takes, and passes', () => {
  const flow = deep(4)
  const { compiledFlow, world } = suite(flow)
  const missing = missingTest(compiledFlow, world, { edgeId: 'on2' })
  expect(missing?.steps.map(({ reply }) => reply)).toEqual([undefined, 'On', 'On', 'On'])
  const { tests, coverage } = runTests({ draft: source(flow), tests: [{ id: 't', test: missing! }] })
  expect(tests[0]?.status).toBe('passed')
  expect(coverage.edges).toContainEqual({ id: 'on2', isCovered: true })
  expect(missingTest(compiledFlow, world, { blockId: 'nowhere' })).toBeUndefined()
})

test('a written test answers as somebody would, by the kind of input and the name of its variable, but where a comparison decides', () => {
  const input = (id: string, type: string, variableId: string, more: object = {}) => ({
    id,
    type,
    options: { variableId },
    ...more,
  })
  const flow: TestFlow = {
    groups: [
      {
        id: 'g',
        blocks: [
          bubble('hi', 'Hi'),
          input('q1', 'text input', 'name'),
          input('q2', 'text input', 'companyName'),
          input('q3', 'email input', 'mail'),
          input('q4', 'text input', 'thing'),
          input('q5', 'number input', 'size'),
          {
            id: 'if',
            type: 'Condition',
            items: [
              {
                id: 'big',
                content: {
                  comparisons: [{ id: 'c', variableId: 'size', comparisonOperator: 'Greater than', value: '49' }],
                },
                outgoingEdgeId: 'many',
              },
            ],
          },
        ],
      },
      { id: 'large', blocks: [bubble('sales', 'Sales will call you')] },
    ],
    edges: { start: 'g', many: 'large' },
    variables: ['name', 'companyName', 'mail', 'thing', 'size'].map((id) => ({ id, name: id })),
  }
  const { compiledFlow, world } = suite(flow)
  const missing = missingTest(compiledFlow, world, { edgeId: 'many' })
  const replies = missing?.steps.slice(1).map(({ reply }) => reply) ?? []
  expect(replies.slice(0, 4)).toEqual(['Ada', 'Example Ltd', 'ada@example.com', 'An answer'])
  expect(Number(replies[4])).toBeGreaterThan(49)
})

test('synthetic visitors take the exits of an input, however many tries that needs, and say nothing where it waits', () => {
  const exits = [
    { id: 'quiet', on: 'no-answer', outgoingEdgeId: 'late' },
    { id: 'wrong', on: 'invalid', tries: 3, outgoingEdgeId: 'enough' },
  ]
  const items = [{ id: 'yes', content: 'Yes', outgoingEdgeId: 'done' }]
  const flow: TestFlow = {
    groups: [
      { id: 'g', blocks: [{ id: 'mail', type: 'email input', exits, outgoingEdgeId: 'choose' }] },
      {
        id: 'choice',
        blocks: [
          {
            id: 'pick',
            type: 'choice input',
            items,
            exits: [{ id: 'other', on: 'anything-else', outgoingEdgeId: 'else' }],
          },
        ],
      },
      ...['reminded', 'given-up', 'heard', 'bye'].map((id) => ({ id, blocks: [bubble(`b-${id}`, id)] })),
    ],
    edges: { start: 'g', late: 'reminded', enough: 'given-up', choose: 'choice', else: 'heard', done: 'bye' },
  }
  const { compiledFlow, world } = suite(flow)
  expect(walk(compiledFlow, world)).toMatchObject({ findings: [], unreached: [], isComplete: true })
  const repliesTo = (blockId: string) => missingTest(compiledFlow, world, { blockId })?.steps.map(({ reply }) => reply)
  expect(repliesTo('b-reminded')).toEqual([undefined, { type: 'no-answer' }])
  expect(repliesTo('b-given-up')).toHaveLength(4)
  expect(repliesTo('b-heard')).toHaveLength(3)
})

test('an exit that ends in silence after no answer is allowed, and one that shows the missing answer is a finding', () => {
  const flow = asking(bubble('b', 'Hello {{Name}}'))
  const exit = (groupId: string): TestFlow => {
    const [first, ...others] = flow.groups as [Group, ...Group[]]
    const blocks = first.blocks.map((block) =>
      block.id === 'q' ? { ...block, exits: [{ id: 'x', on: 'no-answer', outgoingEdgeId: 'quiet' }] } : block,
    )
    const more = [
      { id: 'silent', blocks: [] },
      { id: 'greet', blocks: [bubble('late', 'Are you there, {{Name}}?')] },
    ]
    return { ...flow, groups: [{ ...first, blocks }, ...others, ...more], edges: { ...flow.edges, quiet: groupId } }
  }
  expect(find(exit('silent'))).toEqual([])
  expect(find(exit('greet'))).toMatchObject([{ kind: 'unset', blockId: 'late', replies: [{ type: 'no-answer' }] }])
})
