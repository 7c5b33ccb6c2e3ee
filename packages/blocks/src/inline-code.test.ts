import { expect, test } from 'vitest'
import { bubble, Conversation } from './testing/conversation.js'

const variables = [
  { id: 'vAge', name: 'Age', value: '36' },
  { id: 'vPattern', name: 'Pattern', value: '^3\\d$' },
  { id: 'vTricky', name: 'Tricky', value: '{{Age}} {{=1+1=}}' },
]

function said(text: string) {
  const flow = { groups: [{ id: 'g', blocks: [bubble('b', text)] }], edges: { start: 'g' }, variables }
  return new Conversation(flow).start()
}

test.each([
  ['Next year: {{={{Age}} + 1=}}.', 'Next year: 37.'],
  ['{{=vAge * 2=}}', '72'],
  ['{{=[1, 2].map((n) => n * 2)=}}', '[2,4]'],
  ['{{=null=}}-{{=undefined=}}', '-'],
  ['{{=if ({{Age}} > 30) { return "old" } else { return "young" }=}}', 'old'],
  ['{{=oops({{Age}})=}}', 'oops(36)'],
  ['{{Tricky}}', '{{Age}} {{=1+1=}}'],
])('%s says %s', (text, expected) => {
  expect(said(text).said).toEqual([expected])
})

test('a text without code asks for nothing', () => {
  expect(said('{{Age}} and nothing else').asked).toEqual([])
})

test('an author pattern is matched outside of the engine, with the values of the moment', () => {
  const comparison = (value: string) => ({ id: 'c', variableId: 'vAge', comparisonOperator: 'Matches regex', value })
  const item = (id: string, value: string) => ({
    id,
    content: { comparisons: [comparison(value)] },
    outgoingEdgeId: `to-${id}`,
  })
  const talk = new Conversation({
    groups: [
      { id: 'g', blocks: [{ id: 'if', type: 'Condition', items: [item('no', '^9'), item('yes', '{{Pattern}}')] }] },
      { id: 'hit', blocks: [bubble('b', 'matched')] },
      { id: 'miss', blocks: [bubble('m', 'missed')] },
    ],
    edges: { start: 'g', 'to-yes': 'hit', 'to-no': 'miss' },
    variables,
  }).start()
  expect(talk.said).toEqual(['matched'])
  expect(talk.asked.map(({ kind }) => kind)).toEqual(['pattern', 'pattern'])
})

const unset = { id: 'vUnset', name: 'Unset' }

function saidWithUnset(text: string) {
  const flow = {
    groups: [{ id: 'g', blocks: [bubble('b', text)] }],
    edges: { start: 'g' },
    variables: [...variables, unset],
  }
  return new Conversation(flow).start()
}

test.each([
  ['{{={{Unset}} ?? 5=}}', '5'],
  ['{{={{Unset}} + "x"=}}', 'undefinedx'],
  ['{{={{Unset}} * 2=}}', 'null'],
  ['{{=typeof vUnset=}}', 'undefined'],
  ['{{=[NaN, undefined].map(String)=}}', '["NaN","undefined"]'],
])('inline code finds every variable of the bot as a global: %s says %s', (text, expected) => {
  expect(saidWithUnset(text).said).toEqual([expected])
})

test('inline code that puts names together while it runs finds the values of all variables', () => {
  expect(saidWithUnset('{{=globalThis["v" + "Age"]=}}').asked).toMatchObject([
    { args: { vAge: 36, vPattern: '^3\\d$', vUnset: undefined } },
  ])
})

test('inline code that fails is shown as literal text, not as markdown, and leaves one private log', () => {
  const { last } = saidWithUnset('{{=* {{Age}} **bold**=}}')
  expect(last.messages).toMatchObject([
    { content: { richText: [{ type: 'p', children: [{ type: 'p', children: [{ text: '* 36 **bold**' }] }] }] } },
  ])
  expect(last.logs).toMatchObject([
    { status: 'error', description: expect.stringContaining('Inline code failed: SyntaxError'), isPrivate: true },
  ])
})
