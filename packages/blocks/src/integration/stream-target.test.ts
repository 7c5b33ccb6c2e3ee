import type { ModelOutcome } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation, type TestFlow } from '../testing/conversation.js'

const model = (more: object = {}) => ({
  id: 'model',
  type: 'groq',
  options: {
    action: 'Create chat completion',
    credentialsId: 'c',
    model: 'a-model',
    messages: [{ role: 'user', content: 'hi' }],
    responseMapping: [{ item: 'Message content', variableId: 'vOut' }],
    ...more,
  },
})
const older = {
  id: 'model',
  type: 'OpenAI',
  options: {
    task: 'Create chat completion',
    credentialsId: 'c',
    messages: [{ id: 'm', role: 'user', content: 'hi' }],
    responseMapping: [{ id: 'r', valueToExtract: 'Message content', variableId: 'vOut' }],
  },
}
const askModel = (item?: string) => ({
  id: 'model',
  type: 'openai',
  options: {
    action: 'Ask Model',
    credentialsId: 'c',
    model: 'a-model',
    message: 'hi',
    responseMapping: [
      { item: 'Response ID', variableId: 'vOther' },
      { ...(item && { item }), variableId: 'vOut' },
    ],
  },
})
const dify = (item?: string) => ({
  id: 'model',
  type: 'dify-ai',
  options: {
    action: 'Create Chat Message',
    credentialsId: 'c',
    query: 'hi',
    responseMapping: [{ ...(item && { item }), variableId: 'vOut' }],
  },
})
const paragraphs = (...texts: string[]) => ({
  id: 'shown',
  type: 'text',
  content: { richText: texts.map((text) => ({ type: 'p', children: [{ text }] })) },
})
const shown = (text: string, more: object = {}) => ({ ...bubble('shown', text), ...more })
const said: ModelOutcome = { answer: 'said', text: '["a"]', toolCalls: [], finish: 'stop', usage: {} }

function talk(blocks: object[], { groups = [], edges = {}, isStreamed = true, messaging, out }: Options = {}) {
  const flow = {
    groups: [{ id: 'g', blocks }, ...groups],
    edges: { start: 'g', ...edges },
    variables: [
      { id: 'vOut', name: 'Out', ...(out && { value: out }) },
      { id: 'vOther', name: 'Other' },
    ],
  } as TestFlow
  const outcomes = (effect: { kind: string }) =>
    effect.kind === 'model' ? ({ kind: 'model', outcome: said } as const) : undefined
  const conversation = new Conversation(flow, { outcomes, ...(messaging && { messaging }) })
  if (isStreamed) conversation.session.isStreamEnabled = true
  return conversation.start()
}

interface Options {
  groups?: object[]
  edges?: Record<string, string>
  isStreamed?: boolean
  /** Value of the variable that receives the text. */
  out?: string[]
  messaging?: { contact: { name: string; phoneNumber: string } }
}

const streams = (...given: Parameters<typeof talk>) =>
  talk(...given).last.clientSideActions.some(({ type }) => type === 'stream')

describe('a text is streamed', () => {
  test.each<[string, Parameters<typeof talk>]>([
    ['where the next bubble is its placeholder', [[model(), shown('{{Out}}')]]],
    ['with spaces around it', [[model(), shown('  {{Out}} ')]]],
    ['past disabled blocks', [[model(), { ...bubble('x', 'hidden'), isMuted: true }, shown('{{Out}}')]]],
    ['by the older OpenAI block', [[older, shown('{{Out}}')]]],
    ['by a mapping without an item', [[model({ responseMapping: [{ variableId: 'vOut' }] }), shown('{{Out}}')]]],
    ['by Ask Model', [[askModel('Message'), shown('{{Out}}')]]],
    ['by Ask Model without an item', [[askModel(), shown('{{Out}}')]]],
    ['by Dify', [[dify('Message content'), shown('{{Out}}')]]],
    [
      'past a disabled block in the next group',
      [
        [{ ...model(), outgoingEdgeId: 'on' }],
        {
          groups: [{ id: 'next', blocks: [{ ...bubble('x', 'hidden'), isMuted: true }, shown('{{Out}}')] }],
          edges: { on: 'next' },
        },
      ],
    ],
    [
      'into the next group',
      [
        [{ ...model(), outgoingEdgeId: 'on' }],
        { groups: [{ id: 'next', blocks: [shown('{{Out}}')] }], edges: { on: 'next' } },
      ],
    ],
    [
      'to a block that an edge leads to',
      [
        [{ ...model(), outgoingEdgeId: 'on' }],
        {
          groups: [{ id: 'next', blocks: [bubble('first', 'not this'), shown('{{Out}}')] }],
          edges: { on: 'next/shown' },
        },
      ],
    ],
  ])('%s', (_, given) => {
    expect(streams(...given)).toBe(true)
  })

  test.each<[string, Parameters<typeof talk>]>([
    ['where the client does not follow texts', [[model(), shown('{{Out}}')], { isStreamed: false }]],
    ['in messaging apps', [[model(), shown('{{Out}}')], { messaging: { contact: { name: 'A', phoneNumber: '1' } } }]],
    ['by the older OpenAI block where the text is appended to a list', [[older, shown('{{Out}}')], { out: ['a'] }]],
    ['with more in the bubble', [[model(), shown('It said: {{Out}}')]]],
    ['with another paragraph in the bubble', [[model(), paragraphs('{{Out}}', 'More')]]],
    ['with an empty paragraph before it', [[model(), paragraphs('', '{{Out}}')]]],
    [
      'where a second variable of the same item is shown',
      [[model({ responseMapping: [{ variableId: 'vOther' }, { variableId: 'vOut' }] }), shown('{{Out}}')]],
    ],
    ['where nothing follows', [[model()]]],
    ['with another variable', [[model(), shown('{{Other}}')]]],
    ['where nothing is mapped', [[model({ responseMapping: [] }), shown('{{Out}}')]]],
    ['into a variable that is gone', [[model({ responseMapping: [{ variableId: 'vGone' }] }), shown('{{Out}}')]]],
    ['with something else behind it', [[model(), bubble('x', 'first'), shown('{{Out}}')]]],
    ['by Dify without an item', [[dify(), shown('{{Out}}')]]],
    ['by an action that cannot', [[model({ action: 'Generate variables' }), shown('{{Out}}')]]],
  ])('not %s', (_, given) => {
    expect(streams(...given)).toBe(false)
  })
})

test('a client that never follows the text gets it as a bubble, as it is', () => {
  const conversation = talk([model(), shown('{{Out}}'), bubble('next', 'Stored: {{Out}}')])
  expect(conversation.user('invented').said).toEqual(['["a"]', 'Stored: ["a"]'])
})
