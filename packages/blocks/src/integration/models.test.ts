import { fillScript, readBlock } from '@colloquy/flow'
import type { ModelCall, ModelOutcome } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const said = (text: string, more: object = {}): ModelOutcome => ({
  answer: 'said',
  text,
  toolCalls: [],
  finish: 'stop',
  usage: { inputTokens: 3, outputTokens: 2 },
  ...more,
})

/** Runs a block that asks a model, which answers with these outcomes; returns what was requested and stored. */
function ask(block: object, outcomes: ModelOutcome[], variables: Record<string, unknown> = {}) {
  const left = [...outcomes]
  const values = Object.entries({ Out: null, Id: null, ...variables })
  const talk = new Conversation(
    {
      groups: [{ id: 'g', blocks: [{ id: 'b', ...block } as never, bubble('said', '{{Out}}|{{Id}}')] }],
      edges: { start: 'g' },
      variables: values.map(([name, value]) => ({ id: `v${name}`, name, value })),
    },
    {
      outcomes: (effect) =>
        effect.kind === 'model' ? { kind: 'model', outcome: left.shift() ?? said('') } : undefined,
    },
  ).start()
  const calls = talk.asked.flatMap((effect): ModelCall[] => (effect.kind === 'model' ? [effect.request.call] : []))
  const stored: Record<string, unknown> = talk.session.frames[0]?.variables ?? {}
  return { calls, said: talk.said, logs: talk.last.logs.map(({ description }) => description), stored }
}

const completion = (messages: object[], more: object = {}) => ({
  type: 'groq',
  options: {
    action: 'Create chat completion',
    credentialsId: 'c',
    model: ' a-model ',
    messages,
    responseMapping: [{ variableId: 'vOut' }],
    ...more,
  },
})

const user = (text: string) => ({ role: 'user', parts: [{ type: 'text', text }] })
const assistant = (text: string) => ({ role: 'assistant', text })

test.each([
  ['user', [user('one'), user('three'), assistant('four')]],
  ['assistant', [assistant('one'), assistant('three'), user('four')]],
])('a dialogue that starts with the %s alternates, and counts items that are empty', (startsBy, messages) => {
  const block = completion([{ role: 'Dialogue', dialogueVariableId: 'vTalk', startsBy }])
  const { calls } = ask(block, [said('ok')], { Talk: ['one', '', 'three', 'four'] })
  expect(calls[0]).toMatchObject({ model: 'a-model', messages })
})

test.each<[string, unknown, number]>([
  ['a text', 'one', 1],
  ['200 items', Array.from({ length: 200 }, (_, index) => `item ${index}`), 200],
  ['null', null, 0],
])('a dialogue that is %s is as many messages', (_, Talk, count) => {
  const block = completion([
    { role: 'system', content: 'Be brief' },
    { role: 'Dialogue', dialogueVariableId: 'vTalk' },
  ])
  const messages = ask(block, [said('ok')], { Talk }).calls[0]?.messages.slice(1) ?? []
  expect(messages.map(({ role }) => role)).toEqual(
    Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
  )
  if (count > 0) expect(messages[0]).toEqual(user(Array.isArray(Talk) ? 'item 0' : 'one'))
})

test('a message that is empty once it is filled in is omitted, as is one without a role', () => {
  const { calls } = ask(
    completion([
      { role: 'system', content: '{{Nothing}}' },
      { role: 'assistant', content: '' },
      { content: 'no role' },
      { role: 'user', content: 'hi {{Other}}' },
      { role: 'Dialogue', dialogueVariableId: 'vOther' },
    ]),
    [said('ok')],
    { Nothing: '', Other: null },
  )
  expect(calls[0]?.messages).toEqual([user('hi ')])
})

test('each mapped item is saved in each of its variables, and one that is gone is skipped', () => {
  const items = ['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens', 'Message content', undefined]
  const names = ['Text', 'Total', 'Prompt', 'Completion', 'Out', 'Again']
  const responseMapping = [
    { item: 'Message content', variableId: 'vGone' },
    ...items.map((item, index) => ({ ...(item && { item }), variableId: `v${names[index]}` })),
  ]
  const block = completion([{ role: 'user', content: 'hi' }], { responseMapping })
  const { stored, logs } = ask(block, [said('ok')], Object.fromEntries(names.map((name) => [name, 'before'])))
  expect(stored).toMatchObject({ vText: 'ok', vTotal: '5', vPrompt: '3', vCompletion: '2', vOut: 'ok', vAgain: 'ok' })
  expect(stored).not.toHaveProperty('vGone')
  expect(logs).toEqual([])
})

test('token counts that the service does not report leave their variables unchanged', () => {
  const responseMapping = ['Message content', 'Total tokens', 'Prompt tokens'].map((item, index) => ({
    item,
    variableId: `v${['Out', 'Total', 'Prompt'][index]}`,
  }))
  const block = completion([{ role: 'user', content: 'hi' }], { responseMapping })
  const { stored } = ask(block, [said('ok', { usage: {} })], { Total: 'before', Prompt: 'before' })
  expect(stored).toEqual({ vOut: 'ok' })
})

test('a call that fails leaves the variables of its mapping unchanged', () => {
  const responseMapping = ['Message content', 'Total tokens'].map((item, index) => ({
    item,
    variableId: `v${['Out', 'Total'][index]}`,
  }))
  const block = completion([{ role: 'user', content: 'hi' }], { responseMapping })
  const failed: ModelOutcome = { answer: 'failed', cause: 'overloaded', reason: 'it is down.' }
  const { said: shown, stored, logs } = ask(block, [failed], { Out: 'before', Total: '7' })
  expect({ shown, stored }).toEqual({ shown: ['before|'], stored: {} })
  expect(logs[0]).toContain('it is down.')
})

test('messages that are all empty leave a log, and the model is not asked', () => {
  const { calls, logs } = ask(completion([{ role: 'Dialogue', dialogueVariableId: 'vTalk' }]), [])
  expect(calls).toEqual([])
  expect(logs[0]).toContain('all messages are empty')
})

test('an answer without a text empties its variable, with a log', () => {
  const { said: shown, logs } = ask(completion([{ role: 'user', content: 'hi' }]), [said('', { finish: 'length' })], {
    Out: 'before',
  })
  expect(shown).toEqual(['|'])
  expect(logs[0]).toContain('the limit of tokens was reached')
})

test('addresses in a message to a model that sees are images, in their order, and anything else is text', () => {
  const content = 'Look\n\nhttps://a.example/1.png\n\n["https://a.example/2.png"]\n\n["https://broken\n\nand\n\nmore'
  const parts = [
    { type: 'text', text: 'Look' },
    { type: 'image', url: 'https://a.example/1.png' },
    { type: 'image', url: 'https://a.example/2.png' },
    { type: 'text', text: '["https://broken\n\nand\n\nmore' },
  ]
  const seeing = ask(completion([{ role: 'user', content }], { model: 'openai/gpt-4o-mini' }), [said('ok')])
  expect(seeing.calls[0]?.messages).toEqual([{ role: 'user', parts }])
  const blind = ask(completion([{ role: 'user', content }]), [said('ok')])
  expect(blind.calls[0]?.messages).toEqual([user(content)])
  const forced = ask(completion([{ role: 'user', content }], { vision: true }), [said('ok')])
  expect(forced.calls[0]?.messages).toEqual([{ role: 'user', parts }])
  const spared = ask(completion([{ role: 'user', content }], { model: 'gpt-4o', vision: false }), [said('ok')])
  expect(spared.calls[0]?.messages).toEqual([user(content)])
})

describe('code of tools', () => {
  const value = '`"; throw 1; //{{Other}}'
  const code = (text: string) => fillScript(text, () => value)
  const run = (text: string): unknown => new Function(`return ${text}`)()

  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a tool
  test.each(['"{{Name}}"', "'{{Name}}'", '`{{Name}}`', '`${"{{Name}}"}`', '/[/"]/.test("x") ? "" : "{{Name}}"'])(
    'gets a value as the text that it is in %s',
    (text) => {
      expect(run(code(text))).toBe(value)
    },
  )

  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a tool
  test.each(['{{Name}}', '`${{{Name}}}`', '// "{{Name}}"', '/* "{{Name}}" */ 1', '/"{{Name}}"/', '1 / 2 + {{Name}}'])(
    'keeps a placeholder outside of texts, which becomes an identifier: %s',
    (text) => {
      expect(code(text)).toBe(text)
    },
  )

  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: code of a tool
  test.each([
    ['return "{{Name}}"'],
    ['return `${{{Name}}}`'],
    ['return {{Name}}'],
    ['return {{Name}} // {{Name}}'],
    ['/* {{Name}} */ return {{Name}}'],
    ['return /{{Name}}/.test("x") ? "" : {{Name}}'],
    ['return {{Name}}.replace(/["{{Name}}"]/, (sign) => sign)'],
  ])('has the value as a text, and runs nothing of it: %s', (text) => {
    for (const Name of [
      '"; throw 1; //',
      "'; throw 1; //",
      '`; throw 1; //',
      '${(() => { throw 1 })()}',
      '*/ throw 1 /*',
      '\n throw 1 //',
    ]) {
      const tools = [{ type: 'function', name: 'tell', code: text }]
      const wanting = said('', { toolCalls: [{ id: 'c1', name: 'tell', input: '{}' }] })
      const { calls, logs } = ask(completion([{ role: 'user', content: 'hi' }], { tools }), [wanting, said('ok')], {
        Name,
      })
      expect({ Name, logs, last: calls[1]?.messages.at(-1) }).toEqual({
        Name,
        logs: [],
        last: { role: 'tool', results: [{ id: 'c1', name: 'tell', text: Name }] },
      })
    }
  })
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: code of a tool

  test('that is read wrongly never runs a value', () => {
    expect(code('if (x) /"/.test(y); z({{Name}})')).not.toContain('throw 1')
  })
})

test('a tool and a parameter without a type stay in the flow, as a function and a text', () => {
  const tools = [{ name: 'now', code: 'return 1', parameters: [{ name: 'zone', description: 'A zone' }] }]
  const read = readBlock({ id: 'b', ...completion([{ role: 'user', content: 'hi' }], { tools }) })
  if (!read.ok) throw new Error('not read')
  const { calls } = ask(read.block, [said('ok')])
  const zone = { type: 'string', description: 'A zone' }
  expect(calls[0]?.tools).toMatchObject([{ name: 'now', parameters: { properties: { zone }, required: ['zone'] } }])
})

const question = {
  type: 'openai',
  options: {
    action: 'Ask Model',
    credentialsId: 'c',
    model: 'gpt-4o',
    message: 'hi',
    responseIdVariableId: 'vId',
    fileSearchVectorStoreIds: ['vs1'],
    fileSearchMaxNumResults: 51,
    webSearchEnabled: true,
    functions: [{ name: 'one', code: 'return 1' }],
    responseMapping: [{ item: 'Message', variableId: 'vOut' }],
  },
}

test('Ask Model follows the response before, and gives results of functions to the one in between', () => {
  const wanting = said('', { responseId: 'r1', toolCalls: [{ id: 'c1', name: 'one', input: '{}' }] })
  const { calls, said: shown } = ask(question, [wanting, said('done', { responseId: 'r2' })], { Id: 'r0' })
  expect(shown).toEqual(['done|r2'])
  expect(calls[0]?.responses).toEqual({
    previousId: 'r0',
    hostedTools: [{ kind: 'file search', vectorStoreIds: ['vs1'] }, { kind: 'web search' }],
  })
  expect(calls[1]).toMatchObject({
    responses: { previousId: 'r1' },
    messages: [{ role: 'tool', results: [{ id: 'c1', name: 'one', text: '1' }] }],
  })
})

test('Ask Model remembers the response in the variable that the mapping names, if both are named', () => {
  const responseMapping = [{ item: 'Response ID', variableId: 'vOut' }]
  const block = { ...question, options: { ...question.options, responseMapping } }
  const { calls, said: shown } = ask(block, [said('done', { responseId: 'r1' })], { Out: 'r0', Id: 'other' })
  expect(calls[0]?.responses?.previousId).toBe('r0')
  expect(shown).toEqual(['r1|other'])
})

test('Ask Model saves the texts of all its calls', () => {
  const looking = said('I look it up.', { responseId: 'r1', toolCalls: [{ id: 'c1', name: 'one', input: '{}' }] })
  expect(ask(question, [looking, said('Done.', { responseId: 'r2' })]).said).toEqual(['I look it up.\n\nDone.|r2'])
})

test.each([
  [1, 0, { maxResults: 1, scoreThreshold: 0 }],
  [50, 1, { maxResults: 50, scoreThreshold: 1 }],
  [0, -0.1, {}],
  [51, 1.1, {}],
  [1.5, '{{Id}}', {}],
])(
  'Ask Model limits a search to %j results with a score of %j only where the service takes that',
  (results, score, limits) => {
    const options = { ...question.options, fileSearchMaxNumResults: results, fileSearchScoreThreshold: score }
    const { calls } = ask({ ...question, options }, [said('done')], { Id: 'none' })
    expect(calls[0]?.responses?.hostedTools?.[0]).toEqual({ kind: 'file search', vectorStoreIds: ['vs1'], ...limits })
  },
)

test('Ask Model retries once without the previous response when the provider has forgotten it', () => {
  const forgotten: ModelOutcome = { answer: 'failed', cause: 'unknown-response', reason: 'gone' }
  const { calls, said: shown } = ask(question, [forgotten, said('new', { responseId: 'r9' })], { Id: 'r0' })
  expect(shown).toEqual(['new|r9'])
  expect(calls.map(({ responses }) => responses?.previousId)).toEqual(['r0', undefined])
  expect(ask(question, [forgotten, forgotten], { Id: 'r0' }).said).toEqual(['|r0'])
})

test('the older OpenAI block appends to a list, and takes two lists as a dialogue', () => {
  const options = {
    task: 'Create chat completion',
    credentialsId: 'c',
    messages: [
      { id: '1', role: 'system', content: 'Be {{Id}}', name: 'x' },
      {
        id: '2',
        role: 'Messages sequence ✨',
        content: { userMessagesVariableId: 'vAsked', assistantMessagesVariableId: 'vOut' },
      },
    ],
    responseMapping: [{ id: 'm', valueToExtract: 'Message content', variableId: 'vOut' }],
  }
  const { calls, said: shown } = ask({ type: 'OpenAI', options }, [said('third')], {
    Id: 'brief',
    Asked: ['a', 'c'],
    Out: '["{{Id}}"]',
  })
  expect(calls[0]).toMatchObject({
    model: 'gpt-3.5-turbo',
    messages: [{ role: 'system', text: 'Be brief' }, user('a'), assistant('{{Id}}'), user('c')],
  })
  expect(shown[0]).toMatch(/^\[.*third.*\]/)
  const even = ask({ type: 'OpenAI', options }, [said('third')], { Id: 'brief', Asked: ['a'], Out: ['b'] })
  expect(even.calls[0]?.messages.slice(1)).toEqual([assistant('b'), user('a')])
})

test('the older OpenAI block sends each kind of message, leaves out those without a role or content, and replaces a text', () => {
  const options = {
    task: 'Create chat completion',
    credentialsId: 'c',
    model: 'a-model',
    messages: [
      { id: '1', role: 'system', content: 'Be {{Id}}' },
      { id: '2', role: 'user', content: '{{= 1 + 1 =}}' },
      { id: '3', role: 'assistant', content: 'two' },
      { id: '4', role: 'user', content: '{{Nothing}}' },
      { id: '5', content: 'no role' },
      { id: '6', role: 'Dialogue', dialogueVariableId: 'vTalk', startsBy: 'user' },
    ],
    advancedSettings: { temperature: '{{Heat}}' },
    responseMapping: [
      { id: 'm', valueToExtract: 'Message content', variableId: 'vOut' },
      { id: 'n', valueToExtract: 'Total tokens', variableId: 'vId' },
    ],
  }
  const variables = { Id: 'brief', Out: 'before', Heat: '0.5', Talk: ['third', 'fourth'] }
  const { calls, said: shown } = ask({ type: 'OpenAI', options }, [said('new')], variables)
  expect(calls[0]).toMatchObject({
    model: 'a-model',
    temperature: 0.5,
    messages: [{ role: 'system', text: 'Be brief' }, user('2'), assistant('two'), user('third'), assistant('fourth')],
  })
  expect(shown).toEqual(['new|5'])
})

test('the older OpenAI block without a task does nothing, and with an image says that it never did', () => {
  const none = ask({ type: 'OpenAI', options: { credentialsId: 'c' } }, [], { Out: 'before' })
  expect(none).toMatchObject({ calls: [], said: ['before|'], logs: [] })
  const image = ask({ type: 'OpenAI', options: { task: 'Create image', credentialsId: 'c' } }, [], { Out: 'before' })
  expect(image).toMatchObject({ calls: [], said: ['before|'], logs: [expect.stringContaining('never did anything')] })
})

test('values that stay invalid after a repair are reported, and their variables stay unchanged', () => {
  const options = {
    action: 'Generate variables',
    credentialsId: 'c',
    model: 'm',
    prompt: 'p',
    variablesToExtract: [
      { type: 'boolean', variableId: 'vOut' },
      { type: 'array', variableId: 'vId' },
      { type: 'string', variableId: 'vGone' },
    ],
  }
  const answers = [said('{"v1":"maybe","v2":["a"]}'), said('Sorry')]
  const { calls, said: shown, logs } = ask({ type: 'mistral', options }, answers, { Out: 'before' })
  expect(calls).toHaveLength(2)
  expect(shown).toEqual(['before|["a"]'])
  expect(logs[0]).toContain('no valid value for: Out.')
})
