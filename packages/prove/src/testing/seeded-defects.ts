import { bubble, type TestFlow } from '@colloquy/blocks/testing'
import type { Expectation } from '@colloquy/flow'

/** The means by which a defect is found: a lint rule, a finding of a synthetic visitor, a test, or a block that visitors never reach. */
export type Finder = { lint: string } | { visitor: string } | { test: true } | { unreached: string }

export interface SeededDefect {
  name: string
  /** A flow without the defect. */
  good: TestFlow
  /** The same flow with the defect. */
  bad: TestFlow
  finder: Finder
  /** The test that finds it: replies, and the expected outcome. It passes on the good flow. */
  test?: { replies: string[]; expect: Expectation[] }
}

type Blocks = TestFlow['groups'][number]['blocks']
type Block = Blocks[number]

const variables = [
  { id: 'vName', name: 'Name' },
  { id: 'vAge', name: 'Age' },
  { id: 'vCity', name: 'City' },
]

const ask = (id: string, type: string, variableId: string, options: object = {}): Block => ({
  id,
  type,
  options: { variableId, ...options },
})
const askName = ask('name', 'text input', 'vName')
const askAge = ask('age', 'number input', 'vAge')
const choice = (id: string, ...items: [string, string?][]): Block => ({
  id,
  type: 'choice input',
  items: items.map(([content, outgoingEdgeId]) => ({
    id: `${id}-${content}`,
    content,
    ...(outgoingEdgeId && { outgoingEdgeId }),
  })),
})
const condition = (id: string, edge: string | undefined, comparisons: object[], logicalOperator = 'AND'): Block => ({
  id,
  type: 'Condition',
  items: [{ id: `${id}-1`, content: { logicalOperator, comparisons }, ...(edge && { outgoingEdgeId: edge }) }],
})
const compare = (variableId: string, comparisonOperator: string, value: string) => ({
  id: `c-${variableId}`,
  variableId,
  comparisonOperator,
  value,
})
const setTo = (id: string, variableId: string, expressionToEvaluate: string, more: object = {}): Block => ({
  id,
  type: 'Set variable',
  options: { variableId, expressionToEvaluate },
  ...more,
})
const to = (block: Block, outgoingEdgeId: string): Block => ({ ...block, outgoingEdgeId })

const flow = (
  groups: Record<string, Blocks>,
  edges: Record<string, string> = {},
  more: Partial<TestFlow> = {},
): TestFlow => ({
  groups: Object.entries(groups).map(([id, blocks]) => ({ id, blocks })),
  edges: { start: 'g', ...edges },
  variables,
  ...more,
})
const one = (...blocks: Blocks) => flow({ g: blocks })

const hi = bubble('hi', 'Hi')
const bye = bubble('bye', 'Bye')
const says = (text: string): Expectation => ({ kind: 'message', text, match: 'exact' })
const found = (lint: string): Finder => ({ lint })
const meets = (visitor: string): Finder => ({ visitor })
const byTest = { finder: { test: true } as Finder }

/** Two buttons that lead to two groups. */
const menu = (
  yes: string | undefined,
  no: string | undefined,
  groups: Record<string, Blocks>,
  edges: Record<string, string>,
) => flow({ g: [hi, choice('menu', ['Yes', yes], ['No', no])], ...groups }, edges)
const fork = { yes: 'a', no: 'b' }
const answers = { a: [bubble('a1', 'Good')], b: [bubble('b1', 'Pity')] }
const goodMenu = menu('yes', 'no', answers, fork)

/** A condition with one exit for adults and another for everyone else. */
const adults = (operator: string, value: string, variableId = 'vAge', edge: string | null = 'adult') =>
  flow(
    {
      g: [
        askAge,
        condition('if', edge ?? undefined, [compare(variableId, operator, value)]),
        bubble('minor', 'Too young'),
      ],
      a: [bubble('welcome', 'Welcome')],
    },
    { adult: 'a' },
  )
const goodAdults = adults('Greater than', '17')
const entry = (age: string, text: string) => ({ replies: [age], expect: [says(text)] })

export const seededDefects: readonly SeededDefect[] = [
  {
    name: 'a button leads to an empty group',
    good: goodMenu,
    bad: menu('yes', 'no', { ...answers, b: [] }, fork),
    finder: meets('deadEnd'),
  },
  {
    name: 'a group is connected to nothing',
    good: goodMenu,
    bad: flow({ g: [hi, choice('menu', ['Yes', 'yes'], ['No', 'yes'])], ...answers }, { yes: 'a' }),
    finder: found('unreachable-group'),
  },
  {
    name: 'blocks go round without an input',
    good: flow({ g: [hi, to(askName, 'on')], a: [setTo('s', 'vCity', '1'), bye] }, { on: 'a' }),
    bad: flow(
      { g: [hi, to(askName, 'on')], a: [setTo('s', 'vCity', '1', { outgoingEdgeId: 'again' })] },
      { on: 'a', again: 'a' },
    ),
    finder: meets('loop'),
  },
  {
    name: 'a condition compares the wrong way round',
    good: goodAdults,
    bad: adults('Less than', '17'),
    ...byTest,
    test: entry('30', 'Welcome'),
  },
  {
    name: 'a limit is off by one',
    good: goodAdults,
    bad: adults('Greater than', '18'),
    ...byTest,
    test: entry('18', 'Welcome'),
  },
  {
    name: 'a condition looks at another variable',
    good: goodAdults,
    bad: adults('Greater than', '17', 'vCity'),
    finder: { unreached: 'welcome' },
  },
  {
    name: 'a condition lost its edge',
    good: goodAdults,
    bad: adults('Greater than', '17', 'vAge', null),
    finder: found('unreachable-group'),
  },
  {
    name: 'text stands in a number comparison',
    good: goodAdults,
    bad: adults('Greater than', 'seventeen'),
    ...byTest,
    test: entry('12', 'Too young'),
  },
  { name: 'a condition is always true', good: goodAdults, bad: adults('Is set', ''), finder: { unreached: 'minor' } },
  {
    name: 'two conditions contradict each other',
    good: flow(
      {
        g: [
          askAge,
          condition('if', 'in', [compare('vAge', 'Greater than', '10'), compare('vAge', 'Less than', '20')]),
          bye,
        ],
        a: [hi],
      },
      { in: 'a' },
    ),
    bad: flow(
      {
        g: [
          askAge,
          condition('if', 'in', [compare('vAge', 'Greater than', '20'), compare('vAge', 'Less than', '10')]),
          bye,
        ],
        a: [hi],
      },
      { in: 'a' },
    ),
    finder: { unreached: 'hi' },
  },
  {
    name: 'and stands where or was meant',
    good: flow(
      {
        g: [
          askName,
          condition('if', 'in', [compare('vName', 'Equal to', 'Ada'), compare('vName', 'Equal to', 'Bob')], 'OR'),
          bye,
        ],
        a: [hi],
      },
      { in: 'a' },
    ),
    bad: flow(
      {
        g: [
          askName,
          condition('if', 'in', [compare('vName', 'Equal to', 'Ada'), compare('vName', 'Equal to', 'Bob')]),
          bye,
        ],
        a: [hi],
      },
      { in: 'a' },
    ),
    finder: { unreached: 'hi' },
  },
  {
    name: 'a condition compares nothing',
    good: goodAdults,
    bad: flow(
      { g: [askAge, condition('if', 'adult', []), bubble('minor', 'Too young')], a: [bubble('welcome', 'Welcome')] },
      { adult: 'a' },
    ),
    finder: found('empty-condition'),
  },
  {
    name: 'the start leads nowhere',
    good: one(hi, askName, bye),
    bad: { ...one(hi, askName, bye), edges: {} },
    finder: found('missing-edge'),
  },
  {
    name: 'an edge leads to a group that is gone',
    good: goodMenu,
    bad: menu('yes', 'no', { a: answers.a }, fork),
    finder: found('missing-target'),
  },
  {
    name: 'a button names an edge that is gone',
    good: goodMenu,
    bad: menu('yes', 'gone', answers, fork),
    finder: found('missing-edge'),
  },
  {
    name: 'a variable is shown before it is set',
    good: one(askName, bubble('b', 'Hello {{Name}}')),
    bad: one(bubble('b', 'Hello {{Name}}'), askName, bye),
    finder: found('used-before-set'),
  },
  {
    name: 'one of two paths skips what sets a variable',
    good: flow(
      {
        g: [choice('q', ['Ask', 'ask'], ['Skip', 'skip'])],
        a: [to(askName, 'greet')],
        b: [setTo('s', 'vName', '"you"', { outgoingEdgeId: 'greet' })],
        c: [bubble('t', 'Hello {{Name}}')],
      },
      { ask: 'a', skip: 'b', greet: 'c' },
    ),
    bad: flow(
      {
        g: [choice('q', ['Ask', 'ask'], ['Skip', 'skip'])],
        a: [to(askName, 'greet')],
        c: [bubble('t', 'Hello {{Name}}')],
      },
      { ask: 'a', skip: 'c', greet: 'c' },
    ),
    finder: meets('unset'),
  },
  {
    name: 'nothing sets a variable',
    good: one(askName, bubble('b', 'Hello {{Name}}')),
    bad: one(askName, bubble('b', 'Hello {{City}}')),
    finder: found('unset-variable'),
  },
  {
    name: 'a placeholder names no variable',
    good: one(askName, bubble('b', 'Hello {{Name}}')),
    bad: one(askName, bubble('b', 'Hello {{Nmae}}')),
    finder: found('unknown-variable'),
  },
  {
    name: 'an input saves into a variable that is gone',
    good: one(hi, askName, bye),
    bad: one(hi, ask('name', 'text input', 'gone'), bye),
    finder: found('missing-variable'),
  },
  {
    name: 'an input saves into the wrong variable',
    good: one(askName, ask('city', 'text input', 'vCity'), bubble('b', '{{Name}} of {{City}}')),
    bad: one(
      ask('name', 'text input', 'vCity'),
      ask('city', 'text input', 'vName'),
      bubble('b', '{{Name}} of {{City}}'),
    ),
    ...byTest,
    test: { replies: ['Ada', 'Oslo'], expect: [says('Ada of Oslo')] },
  },
  {
    name: 'a button was deleted',
    good: goodMenu,
    bad:
      menu('yes', 'no', answers, fork).groups.length > 0
        ? flow({ g: [hi, choice('menu', ['Yes', 'yes'])], ...answers }, fork)
        : goodMenu,
    finder: found('unreachable-group'),
  },
  {
    name: 'all buttons were deleted',
    good: goodMenu,
    bad: flow({ g: [hi, choice('menu')], a: [bye] }, { yes: 'a' }),
    finder: found('no-choices'),
  },
  {
    name: 'two buttons say the same',
    good: goodMenu,
    bad: flow({ g: [hi, choice('menu', ['Yes', 'yes'], ['Yes', 'no'])], ...answers }, fork),
    finder: found('duplicate-item'),
  },
  {
    name: 'a button has no text',
    good: goodMenu,
    bad: flow({ g: [hi, choice('menu', ['Yes', 'yes'], ['', 'no'])], ...answers }, fork),
    finder: found('empty-item'),
  },
  {
    name: 'buttons were swapped',
    good: goodMenu,
    bad: menu('no', 'yes', answers, fork),
    ...byTest,
    test: { replies: ['Yes'], expect: [says('Good')] },
  },
  {
    name: 'a jump goes to a group that is gone',
    good: flow({ g: [askName, { id: 'j', type: 'Jump', options: { groupId: 'a' } }], a: [bye] }),
    bad: flow({ g: [askName, { id: 'j', type: 'Jump', options: { groupId: 'gone' } }], a: [bye] }),
    finder: found('missing-jump-target'),
  },
  {
    name: 'a jump goes round without an input',
    good: flow({ g: [askName, { id: 'j', type: 'Jump', options: { groupId: 'a' } }], a: [bye] }),
    bad: flow({
      g: [askName, { id: 'j', type: 'Jump', options: { groupId: 'a' } }],
      a: [bye, { id: 'k', type: 'Jump', options: { groupId: 'a' } }],
    }),
    finder: meets('loop'),
  },
  {
    name: 'the least number is greater than the greatest',
    good: one(hi, ask('age', 'number input', 'vAge', { min: 1, max: 9 }), bye),
    bad: one(hi, ask('age', 'number input', 'vAge', { min: 9, max: 1 }), bye),
    finder: meets('stuck'),
  },
  {
    name: 'a limit rejects valid answers',
    good: one(hi, ask('age', 'number input', 'vAge', { max: 120 }), bye),
    bad: one(hi, ask('age', 'number input', 'vAge', { max: 12 }), bye),
    ...byTest,
    test: { replies: ['30'], expect: [{ kind: 'accepted' }] },
  },
  {
    name: 'an input validates another kind of answer',
    good: one(hi, ask('mail', 'email input', 'vName'), bye),
    bad: one(hi, ask('mail', 'phone number input', 'vName'), bye),
    ...byTest,
    test: { replies: ['ada@example.com'], expect: [{ kind: 'accepted' }] },
  },
  {
    name: 'an input accepts anything',
    good: one(hi, ask('mail', 'email input', 'vName', { retryMessageContent: 'No address' }), bye),
    bad: one(hi, ask('mail', 'text input', 'vName'), bye),
    ...byTest,
    test: { replies: ['nothing'], expect: [says('No address')] },
  },
  {
    name: 'a bubble is empty',
    good: one(hi, askName, bye),
    bad: one(bubble('hi', ''), askName, bye),
    finder: found('empty-text'),
  },
  {
    name: 'a text was changed',
    good: one(hi, askName, bye),
    bad: one(hi, askName, bubble('bye', 'By')),
    ...byTest,
    test: { replies: ['Ada'], expect: [says('Bye')] },
  },
  {
    name: 'a block was disabled',
    good: one(hi, askName, bye),
    bad: one(hi, askName, { ...bye, isMuted: true }),
    finder: meets('deadEnd'),
  },
  {
    name: 'blocks stand in the wrong order',
    good: one(askName, bubble('a', 'One'), ask('city', 'text input', 'vCity'), bubble('b', 'Two')),
    bad: one(askName, bubble('b', 'Two'), ask('city', 'text input', 'vCity'), bubble('a', 'One')),
    ...byTest,
    test: { replies: ['Ada'], expect: [says('One')] },
  },
  {
    name: 'an input was deleted',
    good: one(hi, askName, askAge, bye),
    bad: one(hi, askName, bye),
    ...byTest,
    test: { replies: ['Ada'], expect: [{ kind: 'awaits', blockId: 'age' }] },
  },
  {
    name: 'two blocks have the same id',
    good: one(hi, askName, bye),
    bad: one(hi, askName, { ...bye, id: 'hi' }),
    finder: found('duplicate-id'),
  },
  {
    name: 'an edge jumps over an input',
    good: flow({ g: [hi, choice('menu', ['Yes', 'yes'])], a: [askName, bubble('end', 'Thanks')] }, { yes: 'a' }),
    bad: flow({ g: [hi, choice('menu', ['Yes', 'yes'])], a: [askName, bubble('end', 'Thanks')] }, { yes: 'a/end' }),
    ...byTest,
    test: { replies: ['Yes'], expect: [{ kind: 'awaits', blockId: 'name' }] },
  },
  {
    name: 'a placeholder is not closed',
    good: one(askName, bubble('b', 'Hello {{Name}}')),
    bad: one(askName, bubble('b', 'Hello {{Name}')),
    finder: meets('unreadable'),
  },
]
