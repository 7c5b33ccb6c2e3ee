import { anthropicStandIn } from '@colloquy/test-kit/providers/anthropic'
import { chatStandIn, modelKey, type Said } from '@colloquy/test-kit/providers/chat-completions'
import { type DifySaid, difyStandIn, serviceKeys } from '@colloquy/test-kit/providers/services'
import { events, played, recut } from '@colloquy/test-kit/providers/streams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asked, completionBlock, follow, streamingBot, textsOf, told } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let claude: Awaited<ReturnType<typeof anthropicStandIn>>
let dify: Awaited<ReturnType<typeof difyStandIn>>
let service: TestService
let made = 0

beforeAll(async () => {
  chat = await chatStandIn()
  claude = await anthropicStandIn()
  dify = await difyStandIn()
  service = await testService({
    EGRESS_ALLOW: `${chat.entry},${dify.entry}`,
    MISTRAL_API_URL: chat.url,
    ANTHROPIC_API_URL: claude.url,
  })
})
afterAll(async () => {
  await service.close()
  await Promise.all([chat.close(), claude.close(), dify.close()])
})

/** Streams the text of a block, and returns what was shown and what was stored. */
async function streamed(block: { type: string; options: object }, credentials: object, type = block.type) {
  const credentialsId = await service.addCredentials(type, credentials)
  const publicId = `streams-${++made}`
  await service.publish(streamingBot(publicId, { ...block, options: { ...block.options, credentialsId } }))
  const { sessionId } = await asked(service, publicId)
  const { text, last } = await follow(service, sessionId)
  const [stored = ''] = textsOf(await told(service, sessionId, text)).slice(-1)
  return { text, end: last?.code === 'd' ? last.value.finishReason : 'error', stored }
}

const completion = (type: string, more: object = {}) => ({ ...completionBlock('', more), type })
const message = {
  type: 'anthropic',
  options: {
    ...completionBlock('').options,
    action: 'Create Chat Message',
    responseMapping: [{ item: 'Message content', variableId: 'vAnswer' }],
  },
}
const askModel = {
  type: 'openai',
  options: {
    action: 'Ask Model',
    model: 'a-model',
    message: '{{Question}}',
    responseMapping: [
      { item: 'Message', variableId: 'vAnswer' },
      { item: 'Response ID', variableId: 'vMood' },
    ],
  },
}
const text = 'Grüße 👋 to you, 日本語 and {{Mood}}'
const key = () => ({ apiKey: modelKey, baseUrl: chat.url })

describe.each([
  ['chat completions', () => chat, completion('groq'), key, '|15|'],
  ['chat completions of Mistral', () => chat, completion('mistral'), () => ({ apiKey: modelKey }), '|15|'],
  ['messages', () => claude, message, () => ({ apiKey: modelKey }), '||'],
  ['responses', () => chat, askModel, key, '||resp_0'],
] as const)('%s', (_, server, block, credentials, more) => {
  test.each([1, 7, 64])('a text that comes in parts of %i bytes is whole, with its token counts', async (bytes) => {
    server().says({ text, play: (parts) => played(recut(parts, bytes)) })
    expect(await streamed(block, credentials())).toEqual({ text, end: 'stop', stored: `Stored: ${text}${more}` })
  })
})

test('the older OpenAI block streams its text, and stores it with its token count', async () => {
  const options = {
    task: 'Create chat completion',
    model: 'a-model',
    messages: [{ id: 'm', role: 'user', content: '{{Question}}' }],
    responseMapping: [
      { id: 'r1', valueToExtract: 'Message content', variableId: 'vAnswer' },
      { id: 'r2', valueToExtract: 'Total tokens', variableId: 'vTotal' },
    ],
  }
  chat.says({ text })
  expect(await streamed({ type: 'OpenAI', options }, key(), 'openai')).toEqual({
    text,
    end: 'stop',
    stored: `Stored: ${text}|15|`,
  })
})

const delta = (content: object, more: object = {}) => ({ choices: [{ index: 0, delta: content, ...more }] })
const done = 'data: [DONE]\n\n'
const parts = events(delta({ role: 'assistant', content: '' }), delta({ content: 'Hi ' }), delta({ content: 'you' }))
const [end = ''] = events(delta({}, { finish_reason: 'stop' }))
const bare = (all: string) => all.replaceAll('"index":0,', '')

test.each<[string, string[]]>([
  ['without an end mark', [...parts, end]],
  ['without a reason to end', [...parts, done]],
  ['without indexes', [...parts, end, done].map(bare)],
  ['with CRLF', [...parts, end, done].map((part) => part.replaceAll('\n', '\r\n'))],
  ['with a BOM', [`\uFEFF${parts[0]}`, ...parts.slice(1), end, done]],
  ['with comments while it waits', [': waiting\n\n', ...parts, ': still\n\n', end, done]],
  ['with empty contents', [...events(delta({ content: null })), ...parts, end, done]],
  ['with thoughts beside the text', [...events(delta({ reasoning_content: 'secret plan' })), ...parts, end, done]],
  [
    'with usage in its last choice',
    [
      ...parts,
      ...events({
        ...delta({}, { finish_reason: 'stop' }),
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      }),
      done,
    ],
  ],
])('a stream %s is whole', async (_, all) => {
  chat.says({ play: () => played(all) })
  expect(await streamed(completion('groq'), key())).toMatchObject({ text: 'Hi you', end: 'stop' })
})

test.each<[string, Said, object]>([
  [
    'a limit of tokens',
    { play: () => played([...parts, ...events(delta({}, { finish_reason: 'length' })), done]) },
    { text: 'Hi you' },
  ],
  [
    'JSON in place of a stream',
    {
      answer: {
        json: { choices: [{ index: 0, message: { role: 'assistant', content: 'Whole' }, finish_reason: 'stop' }] },
      },
    },
    { text: 'Whole', end: 'stop' },
  ],
])('%s ends the text in order', async (_, said, expected) => {
  chat.says(said)
  expect(await streamed(completion('groq'), key())).toMatchObject(expected)
})

test('an endpoint that cannot count the tokens of a stream is asked without', async () => {
  const from = chat.received.length
  chat.says({ answer: { status: 400, json: { error: { message: 'unknown field stream_options' } } } }, { text: 'Fine' })
  expect((await streamed(completion('groq'), key())).text).toBe('Fine')
  expect(chat.received.slice(from).map(({ json }) => json.stream_options)).toEqual([{ include_usage: true }, undefined])
})

test('a failure before the first piece is tried again, and one after it is not', async () => {
  const from = chat.received.length
  chat.says({ answer: { status: 500, headers: { 'retry-after-ms': '1' }, json: {} } }, { text: 'At last' })
  expect((await streamed(completion('groq'), key())).text).toBe('At last')
  chat.says({ play: () => played(parts) })
  expect((await streamed(completion('groq'), key())).end).toBe('error')
  expect(chat.received.length - from).toBe(3)
})

test('no other model is asked after the first piece: the text ends there, and the exit for failures is taken', async () => {
  const from = chat.received.length
  const credentialsId = await service.addCredentials('groq', key())
  const bot = streamingBot('broken-off', {
    ...completionBlock(credentialsId),
    fallbacks: [{ id: 'f', model: 'second' }],
    exits: [{ id: 'x', on: 'failure', outgoingEdgeId: 'ed2' }],
  })
  const sorry = { id: 'sorry', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Sorry' }] }] } }
  const group = { id: 'g2', title: 'Sorry', graphCoordinates: { x: 0, y: 0 }, blocks: [sorry] }
  const edge = { id: 'ed2', from: { blockId: 'model', itemId: 'x' }, to: { groupId: 'g2' } }
  await service.publish({ ...bot, groups: [...bot.groups, group], edges: [...bot.edges, edge] } as object as typeof bot)
  chat.says({ play: () => played(parts) })
  const { sessionId } = await asked(service, 'broken-off')
  const { text: shown } = await follow(service, sessionId)
  expect(shown).toBe('Hi you')
  expect(textsOf(await told(service, sessionId, shown)).at(-1)).toBe('Sorry')
  expect(chat.received.slice(from).map(({ json }) => json.model)).toEqual(['a-model'])
})

describe('Dify', () => {
  const app = (more: object = {}) => ({
    type: 'dify-ai',
    options: {
      action: 'Create Chat Message',
      query: '{{Question}}',
      inputs: [{ key: 'tone', value: 'kind' }],
      conversationVariableId: 'vMood',
      responseMapping: [
        { item: 'Message content', variableId: 'vAnswer' },
        { item: 'Total tokens', variableId: 'vTotal' },
      ],
      ...more,
    },
  })
  const keys = () => ({ apiKey: serviceKeys.dify, apiEndpoint: dify.url })
  const says = (answer: string, event = 'message') => ({ event, answer })
  const ending = { event: 'message_end', metadata: { usage: { prompt_tokens: 11, completion_tokens: 4 } } }

  test('an app answers as a stream, and its conversation is remembered', async () => {
    const from = dify.received.length
    const { text: shown, stored } = await streamed(app(), keys())
    expect({ shown, stored }).toEqual({
      shown: 'Hello from the app',
      stored: 'Stored: Hello from the app|15|conversation-1',
    })
    expect(dify.received[from]?.json).toEqual({
      inputs: { tone: 'kind' },
      query: 'hi',
      response_mode: 'streaming',
      user: 'colloquy',
    })
  })

  test.each<[string, DifySaid, object]>([
    [
      'thoughts',
      { events: [says('a<thi'), says('nk>hidden</th'), says('ink>b <3'), ending], bytes: 5 },
      { text: 'ab <3' },
    ],
    [
      'the whole answer again',
      {
        events: [
          says('It is sunny in', 'agent_message'),
          says(' Rome today', 'agent_message'),
          says('It is sunny in Rome today'),
          ending,
        ],
      },
      { text: 'It is sunny in Rome today' },
    ],
    [
      'another answer in its place',
      { events: [says('Something bad'), { event: 'message_replace', answer: 'Sorry.' }, ending] },
      { text: 'Something bad', end: 'stop', stored: 'Stored: Sorry.|15|conversation-1' },
    ],
    [
      'the tokens of its workflow behind better figures',
      { events: [says('x'), ending, { event: 'workflow_finished', data: { status: 'succeeded', total_tokens: 99 } }] },
      { stored: 'Stored: x|15|conversation-1' },
    ],
    [
      'a failed step',
      { events: [says('x'), { event: 'node_finished', data: { status: 'failed', error: 'no' } }] },
      { end: 'error' },
    ],
    [
      'a failed workflow',
      { events: [says('x'), { event: 'workflow_finished', data: { status: 'failed', error: 'no' } }] },
      { end: 'error' },
    ],
    [
      'the tokens of a workflow that asks no model',
      {
        events: [
          says('x'),
          { event: 'workflow_finished', data: { status: 'succeeded', total_tokens: 7 } },
          { event: 'message_end', metadata: {} },
        ],
      },
      { stored: 'Stored: x|7|conversation-1' },
    ],
    ['an error', { events: [says('x'), { event: 'error', status: 400, message: 'no quota' }] }, { end: 'error' }],
    ['no end', { events: [says('x')] }, { end: 'error' }],
  ])('an app may send %s', async (_, said, expected) => {
    dify.says(said)
    expect(await streamed(app(), keys())).toMatchObject(expected)
  })

  test('the next message continues the conversation', async () => {
    const credentialsId = await service.addCredentials('dify-ai', keys())
    const { type, options } = app()
    const bot = streamingBot('dify-again', { type, options: { ...options, credentialsId } })
    Object.assign(bot.groups[0]!.blocks.at(-1)!, { outgoingEdgeId: 'again' })
    const again = { id: 'again', from: { blockId: 'more' }, to: { groupId: 'g1', blockId: 'model' } }
    await service.publish({ ...bot, edges: [...bot.edges, again] } as object as typeof bot)
    const from = dify.received.length
    const { body } = await service.call('POST', '/api/v1/bots/dify-again/startChat', {})
    await told(service, body.sessionId, 'hi')
    await told(service, body.sessionId, 'and then?')
    const ids = dify.received.slice(from).map(({ json }) => json.conversation_id)
    expect(ids).toEqual([undefined, 'conversation-1'])
  })

  test('a conversation that the app has forgotten begins again', async () => {
    const from = dify.received.length
    const begun = app({ conversationVariableId: 'vQuestion' })
    expect((await streamed(begun, keys())).text).toBe('Hello from the app')
    const ids = dify.received.slice(from).map(({ json }) => json.conversation_id)
    expect(ids).toEqual(['hi', undefined])
  })

  test('a client that does not stream gets the whole answer', async () => {
    const credentialsId = await service.addCredentials('dify-ai', keys())
    const { type, options } = app()
    await service.publish(streamingBot('dify-whole', { type, options: { ...options, credentialsId } }))
    const { body } = await service.call('POST', '/api/v1/bots/dify-whole/startChat', {})
    expect(textsOf(await told(service, body.sessionId, 'hi'))).toEqual([
      'Hello from the app',
      'Stored: Hello from the app|15|conversation-1',
    ])
  })
})
