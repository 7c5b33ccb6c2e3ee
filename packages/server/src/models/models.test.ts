import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@colloquy/chat'
import { anthropicStandIn } from '@colloquy/test-kit/providers/anthropic'
import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { type Fault, type StandIn, type StandInResponse, standIn } from '@colloquy/test-kit/providers/stand-in'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { png, visitor } from '../testing/file-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let plain: Awaited<ReturnType<typeof chatStandIn>>
let files: StandIn
let claude: Awaited<ReturnType<typeof anthropicStandIn>>
let service: TestService
const credentials = new Map<string, string>()
const written: string[] = []

const completions = ['openai', 'mistral', 'groq', 'together-ai', 'open-router', 'perplexity', 'deepseek'] as const
const providers = [...completions, 'anthropic'] as const
type Provider = (typeof providers)[number]
const withBase = new Set<Provider>(['openai', 'groq', 'perplexity', 'deepseek'])

const typesOfFiles: Record<string, string> = {
  '/a.png': 'image/png',
  '/gone.png': 'image/png',
  '/voice': 'audio/ogg; codecs=opus',
}

beforeAll(async () => {
  chat = await chatStandIn()
  plain = await chatStandIn({ knows: [], isOpen: true })
  claude = await anthropicStandIn()
  files = await standIn(
    ({ path }): StandInResponse =>
      path.startsWith('/moved')
        ? { status: 302, headers: { location: 'http://10.0.0.5/a.png' } }
        : {
            status: path === '/gone.png' ? 404 : 200,
            headers: { 'content-type': typesOfFiles[path] ?? 'text/html' },
            body: 'a file',
          },
  )
  service = await testService(
    {
      EGRESS_ALLOW: `${chat.entry},${plain.entry},${files.entry}`,
      MISTRAL_API_URL: `${chat.url}/mistral/v1`,
      TOGETHER_API_URL: `${chat.url}/v1`,
      OPENROUTER_API_URL: `${chat.url}/v1`,
      ANTHROPIC_API_URL: claude.url,
      LOG_LEVEL: 'trace',
    },
    { logTarget: { write: (line: string) => void written.push(line) } },
  )
  for (const type of providers) {
    const data = { apiKey: modelKey, ...(withBase.has(type) && { baseUrl: `${chat.url}/v1/` }) }
    credentials.set(type, await service.addCredentials(type, data))
  }
})
afterAll(async () => {
  await service.close()
  await chat.close()
  await plain.close()
  await claude.close()
  await files.close()
})
afterEach(() => {
  chat.received.length = 0
  claude.received.length = 0
  plain.received.length = 0
})

const at = { x: 0, y: 0 }
const variables = ['Question', 'Answer', 'Total', 'Age', 'City'].map((name) => ({ id: `v${name}`, name }))
let made = 0

/** Asks for a question, runs the block, and returns what it stored. */
async function talk(
  type: Provider,
  options: object,
  question = 'Who is {{Answer}}?',
  isPreview = false,
  block: object = {},
  /** The value of Total before the block. */
  total?: string,
) {
  const publicId = `models-${++made}`
  const said = { richText: [{ type: 'p', children: [{ text: 'Said: {{Answer}} {{Total}} {{Age}} {{City}}' }] }] }
  const botId = await service.publish({
    publicId,
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    variables: variables.map((one) => (one.name === 'Total' && total ? { ...one, value: total } : one)),
    groups: [
      {
        id: 'g1',
        title: 'Ask',
        graphCoordinates: at,
        blocks: [
          { id: 'ask', type: 'text input', options: { variableId: 'vQuestion' } },
          {
            id: 'model',
            type,
            options: { credentialsId: credentials.get(type), model: 'a-model', ...options },
            ...block,
          },
          { id: 'said', type: 'text', content: said },
        ],
      },
    ],
  })
  const path = isPreview ? `/api/v1/bots/${botId}/preview/startChat` : `/api/v1/bots/${publicId}/startChat`
  const begun = await service.call('POST', path, {})
  const { sessionId, resultId } = begun.body
  const { body } = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, {
    message: { type: 'text', text: question },
  })
  const stored = isPreview
    ? []
    : (await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`)).body.logs
  return {
    said: JSON.stringify(body.messages),
    answer: JSON.stringify(body),
    logs: (isPreview ? body.logs : stored) as Log[],
  }
}

const mapping = [
  { item: 'Message content', variableId: 'vAnswer' },
  { item: 'Total tokens', variableId: 'vTotal' },
]
const completion = (more: object = {}) => ({
  action: 'Create chat completion',
  messages: [
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: '{{Question}}' },
  ],
  responseMapping: mapping,
  ...more,
})

test.each(completions)(
  '%s answers with the message and its tokens, and values are not expanded again',
  async (type) => {
    const messages = [
      ...completion().messages,
      { role: 'assistant', content: 'Ada.' },
      { role: 'user', content: 'Why?' },
    ]
    const { said } = await talk(type, completion({ messages, temperature: '{{Total}}' }), undefined, false, {}, '0,5')
    expect(said).toContain('Said: Hello from the model 15')
    const [request, ...more] = chat.received
    expect(more).toEqual([])
    const { authorization, 'api-key': gatewayKey, 'content-type': contentType } = request?.headers ?? {}
    expect({ ...request, authorization, gatewayKey, contentType }).toMatchObject({
      method: 'POST',
      path: `${type === 'mistral' ? '/mistral' : ''}/v1/chat/completions`,
      query: {},
      authorization: `Bearer ${modelKey}`,
      gatewayKey: type === 'openai' ? modelKey : undefined,
      contentType: 'application/json',
    })
    const text = (content: string) => (type === 'mistral' ? [{ type: 'text', text: content }] : content)
    expect(request?.json).toEqual({
      model: 'a-model',
      temperature: 0.5,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: text('Who is {{Answer}}?') },
        expect.objectContaining({ role: 'assistant', content: 'Ada.' }),
        { role: 'user', content: text('Why?') },
      ],
    })
    await talk(type, completion({ temperature: '{{Age}}' }))
    expect(chat.received.at(-1)?.json).not.toHaveProperty('temperature')
  },
)

test('Anthropic gets the system message apart and a limit of tokens', async () => {
  const options = {
    action: 'Create Chat Message',
    systemMessage: 'Be brief',
    messages: [{ role: 'user', content: '{{Question}}' }],
    responseMapping: [{ item: 'Message Content', variableId: 'vAnswer' }],
  }
  const { said } = await talk('anthropic', options)
  expect(said).toContain('Said: Hello from the model')
  expect(claude.received[0]?.json).toEqual({
    model: 'a-model',
    max_tokens: 4096,
    system: [{ type: 'text', text: 'Be brief' }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Who is {{Answer}}?' }] }],
  })
  await talk('anthropic', { ...options, maxTokens: 100, temperature: 0.5 })
  expect(claude.received.at(-1)?.json).toMatchObject({ max_tokens: 100, temperature: 0.5 })
  expect(claude.received.at(-1)).toMatchObject({
    path: '/messages',
    headers: { 'x-api-key': modelKey, 'anthropic-version': '2023-06-01' },
  })
  expect(claude.received.at(-1)?.headers.authorization).toBeUndefined()
})

const tool = {
  type: 'function',
  name: 'weather in',
  description: 'The weather',
  parameters: [{ type: 'string', name: 'city', description: 'A city' }],
  code: 'setVariable("City", city); return { city, asked: "{{Question}}" }',
}
const call = { id: 'c1', name: 'weather_in', arguments: '{"city":"Paris"}' }

describe.each(['groq', 'mistral', 'anthropic'] as const)('tools of %s', (type) => {
  test('run in the sandbox, and the model gets what they return or how they failed', async () => {
    const wire = type === 'anthropic' ? claude : chat
    wire.says({ calls: [call, { ...call, id: 'c2', name: 'nothing' }] }, { text: 'Sunny' })
    const action = type === 'anthropic' ? 'Create Chat Message' : 'Create chat completion'
    const { said } = await talk(type, {
      action,
      messages: [{ role: 'user', content: 'Weather?' }],
      tools: [tool],
      responseMapping: [mapping[0]],
    })
    expect(said).toContain('Said: Sunny')
    expect(said).toContain('Paris')
    expect(wire.received).toHaveLength(2)
    const second = JSON.stringify(wire.received[1]?.json)
    expect(second).toContain('asked')
    expect(second).toContain('There is no such tool')
  })
})

test('several calls of one step run one after another; errors of code, arguments and names go to the model', async () => {
  const tools = [
    { type: 'function', name: 'first', code: 'setVariable("City", "Rome"); return "set"' },
    { type: 'function', name: 'second', code: 'return "in " + {{City}}' },
    { type: 'function', name: 'throws', code: 'setVariable("City", "Oslo"); throw new Error("no such day")' },
  ]
  const called = (name: string, given = '{}') => ({ id: name, name, arguments: given })
  chat.says(
    { calls: [called('first'), called('second'), called('throws'), called('nothing')] },
    { calls: [called('second', '["not an object"')] },
    { text: 'Done' },
  )
  const { said, logs } = await talk('groq', completion({ model: 'ordered', tools }))
  const results = chat.received.at(-1)?.json.messages.filter(({ role }: { role: string }) => role === 'tool')
  expect(results.map(({ tool_call_id: id, content }: Record<string, string>) => [id, content])).toEqual([
    ['first', 'set'],
    ['second', 'in Rome'],
    ['throws', expect.stringContaining('no such day')],
    ['nothing', expect.stringContaining('There is no such tool')],
    ['second', expect.stringContaining('not a JSON object')],
  ])
  expect(said).toContain(`Done ${3 * 15} `)
  expect(said).toContain('Rome')
  expect(logs).toMatchObject([{ description: expect.stringContaining('no such day') }])
})

test('a model that never stops calling tools is asked six times, and usage is the sum', async () => {
  chat.says(...Array.from({ length: 6 }, () => ({ calls: [call] })))
  const { said } = await talk('groq', completion({ tools: [tool] }))
  expect(chat.received).toHaveLength(6)
  expect(said).toContain(` ${6 * 15} `)
})

describe('fallback models', () => {
  const down = { answer: { status: 503, headers: { 'retry-after-ms': '1' }, json: { error: { message: 'down' } } } }
  const fallbacks = [
    { id: 'f1', model: 'second' },
    { id: 'f2', model: 'third' },
  ]
  const asked = () => chat.received.map(({ json }) => json.model)

  test('are asked when the retries of the model are used up, one after another and none again', async () => {
    chat.says(
      down,
      down,
      down,
      { answer: { status: 401, json: { error: { message: 'revoked' } } } },
      { text: 'At last' },
    )
    const { said, logs } = await talk('groq', completion(), 'hi', false, { fallbacks })
    expect(said).toContain('At last')
    expect(asked()).toEqual(['a-model', 'a-model', 'a-model', 'second', 'third'])
    expect(logs.map(({ description }) => description).join()).toContain('second did not answer (unauthorized)')
  })

  test('that fail too leave the failure of the last one', async () => {
    const no = { answer: { status: 400, json: { error: { message: 'no' } } } }
    chat.says(no, no, no)
    const { logs } = await talk('groq', completion(), 'hi', false, { fallbacks })
    expect(asked()).toEqual(['a-model', 'second', 'third'])
    expect(logs.at(-1)?.description).toContain('400')
  })

  test('have their own credentials', async () => {
    const other = await service.addCredentials('groq', { apiKey: 'another-key', baseUrl: `${plain.url}/v1` })
    chat.says({ answer: { status: 400, json: { error: { message: 'no' } } } })
    const block = { fallbacks: [{ id: 'f1', credentialsId: other, model: 'elsewhere' }] }
    const { said } = await talk('groq', completion(), 'hi', false, block)
    expect(said).toContain('Hello from the model')
    expect(plain.received.at(-1)).toMatchObject({ json: { model: 'elsewhere' } })
    expect(plain.received.at(-1)?.headers.authorization).toBe('Bearer another-key')
  })
})

describe('failures', () => {
  test('a busy service is asked again when it says, and no later than twice', async () => {
    const busy = { status: 429, headers: { 'retry-after': '1' }, json: { error: { message: 'slow down' } } }
    chat.says({ answer: busy })
    const began = performance.now()
    const { said } = await talk('groq', completion())
    expect(performance.now() - began).toBeGreaterThan(990)
    expect(said).toContain('Hello from the model')
    expect(chat.received).toHaveLength(2)
  })

  test.each([
    [401, { error: { message: 'Incorrect API key' } }, 'Incorrect API key'],
    [404, { error: 'no such model' }, 'no such model'],
    [400, { detail: 'maximum context length' }, 'longer than the model takes'],
    [429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }, 'exceeded your quota'],
    [200, { error: { message: 'inside', code: 502 } }, 'inside'],
    [200, { choices: [] }, 'could not be read'],
  ])('status %i is not asked again, and the variable keeps its value', async (status, json, log) => {
    chat.says({ answer: { status, json } })
    const { said, logs } = await talk('groq', completion())
    expect(chat.received).toHaveLength(1)
    expect(said).toContain('Said:   ')
    expect(JSON.stringify(logs)).toContain(log)
  })

  const wires = { groq: () => chat, mistral: () => chat, anthropic: () => claude }
  const wireTypes = Object.keys(wires) as (keyof typeof wires)[]
  const block = (type: Provider, model: string) =>
    type === 'anthropic'
      ? { ...completion({ model }), action: 'Create Chat Message', messages: [{ role: 'user', content: 'hi' }] }
      : completion({ model })

  test.each(
    wireTypes.flatMap((type) =>
      [
        [500, 3],
        [503, 3],
        [529, 3],
        [400, 1],
        [401, 1],
        [403, 1],
        [404, 1],
      ].map(([status, calls]) => [type, status!, calls!] as const),
    ),
  )('%s is asked again or not after status %i: %i calls', async (type, status, calls) => {
    const answer = { status, headers: { 'retry-after-ms': '1' }, json: { error: { message: `failed ${status}` } } }
    const wire = wires[type]()
    wire.says(...Array.from({ length: calls }, () => ({ answer })))
    const { said, logs } = await talk(type, block(type, `failing-${status}`))
    expect(wire.received).toHaveLength(calls)
    expect(said).toContain('Said:   ')
    expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining(`failed ${status}`) }])
  })

  test.each<[string, unknown, string]>([
    ['an object', { error: { message: 'no such thing', type: 't', param: null, code: 'c' } }, 'no such thing'],
    ['a text', { error: 'no such thing' }, 'no such thing'],
    ['a detail', { detail: 'no such thing' }, 'no such thing'],
    ['a list of details', { detail: [{ msg: 'no such thing' }] }, 'no such thing'],
    ['a message', { message: 'no such thing' }, 'no such thing'],
    [
      'a typed error',
      { type: 'error', error: { type: 'x', message: 'no such thing' }, request_id: 'r' },
      'no such thing',
    ],
    ['HTML', '<html><title>Bad request</title></html>', 'answered 400'],
    ['nothing', '', 'answered 400'],
  ])('an error that is %s gives a log with the message of the service', async (name, body, log) => {
    const answer = { status: 400, ...(typeof body === 'string' ? { body } : { json: body }) }
    for (const type of wireTypes) {
      wires[type]().says({ answer })
      const { logs } = await talk(type, block(type, `error ${name}`))
      expect({ type, logs }).toMatchObject({
        type,
        logs: [{ status: 'error', description: expect.stringContaining(log) }],
      })
    }
  })

  test.each<[string, Fault]>([
    ['HTML', { body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['50 MB', { body: Buffer.alloc(50_000_000, 32), headers: { 'content-type': 'application/json' } }],
    ['a redirect', { status: 307, headers: { location: 'https://elsewhere.example' } }],
    ['a cut answer', 'cut'],
    ['a closed connection', 'reset'],
  ])('%s in place of an answer is a log, and the flow continues', async (name, fault) => {
    chat.failWith(fault)
    claude.failWith(fault)
    const talks = wireTypes.map((type) => talk(type, block(type, name)))
    const all = await Promise.all(talks).finally(() => {
      chat.failWith(undefined)
      claude.failWith(undefined)
    })
    for (const { said, logs } of all) {
      expect(said).toContain('Said:   ')
      expect(logs).toMatchObject([{ status: 'error' }])
    }
  })

  test('a connection that breaks is made again', async () => {
    chat.failWith('cut')
    const talking = talk('groq', completion())
    await expect.poll(() => chat.received.length, { timeout: 10_000 }).toBeGreaterThan(0)
    chat.failWith(undefined)
    const { said } = await talking
    expect(said).toContain('Hello from the model')
  })

  test('the key is in no log, answer, stored turn or error, not even when the service repeats it', async () => {
    const echo = { status: 400, json: { error: { message: `bad key ${modelKey}` } } }
    chat.says({ answer: echo })
    const failed = await talk('openai', completion())
    chat.says({ text: `The key is ${modelKey}` })
    const repeated = await talk('openai', completion(), 'preview', true)
    expect(failed.logs[0]?.description).toContain('bad key •••')
    for (const { answer, logs } of [failed, repeated]) expect(JSON.stringify([answer, logs])).not.toContain(modelKey)
    expect(written.join('')).not.toContain(modelKey)
    const stored = await readdir(service.folder, { recursive: true, withFileTypes: true })
    for (const file of stored.filter((entry) => entry.isFile())) {
      expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(modelKey)
    }
    expect(repeated.said).toContain('The key is •••')
  })

  test('credentials of another service are as if there were none', async () => {
    const { said, logs } = await talk('groq', completion({ credentialsId: credentials.get('openai') }))
    expect(chat.received).toEqual([])
    expect(said).toContain('Said:')
    expect(logs[0]?.description).toContain('credentials are not among those of this workspace')
  })
})

describe('a whole answer', () => {
  const choice = (message: object, more: object = {}) => ({ choices: [{ message, ...more }] })

  test.each<[string, object]>([
    ['without ids', choice({ content: 'Hi' }, { finish_reason: 'stop' })],
    ['without a reason to end', choice({ role: 'assistant', content: 'Hi' })],
    ['without usage', choice({ role: 'assistant', content: 'Hi' }, { index: 0, finish_reason: 'stop' })],
    [
      'with thoughts',
      choice({ role: 'assistant', content: 'Hi', reasoning_content: 'plan' }, { finish_reason: 'stop' }),
    ],
    ['with other thoughts', choice({ role: 'assistant', content: 'Hi', reasoning: 'plan' }, { finish_reason: 'stop' })],
    ['with unknown parts', { ...choice({ content: 'Hi', audio: null }, { logprobs: null }), usage: null, x: 1 }],
  ])('of chat completions %s is read', async (_, json) => {
    chat.says({ answer: { json } })
    const { said, logs } = await talk('groq', completion({ model: 'whole' }))
    expect(said).toContain('Said: Hi')
    expect(said).not.toContain('plan')
    expect(logs).toEqual([])
  })

  test('of Mistral has no thoughts, nor does one of Anthropic', async () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'plan' }] },
      { type: 'text', text: 'Hi' },
    ]
    const message = { role: 'assistant', content }
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
    chat.says({
      answer: {
        json: {
          id: 'x',
          created: 1,
          model: 'm',
          object: 'chat.completion',
          usage,
          choices: [{ index: 0, message, finish_reason: 'stop' }],
        },
      },
    })
    const thinking = { type: 'thinking', thinking: 'plan', signature: 's' }
    const given = { id: 'x', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' }
    const parts = [thinking, { type: 'text', text: 'Hi' }]
    claude.says({ answer: { json: { ...given, content: parts, usage: { input_tokens: 1, output_tokens: 2 } } } })
    const messages = [{ role: 'user', content: 'hi' }]
    for (const [type, action] of [
      ['mistral', 'Create chat completion'],
      ['anthropic', 'Create Chat Message'],
    ] as const) {
      const { said } = await talk(type, { action, messages, responseMapping: mapping.slice(0, 1), model: 'thinks' })
      expect(said).toContain('Said: Hi')
      expect(said).not.toContain('plan')
    }
  })
})

test('a preview shows what a call used', async () => {
  const { logs } = await talk('groq', completion(), 'hi', true)
  expect(logs.map(({ description }) => description).join()).toContain('took 11 tokens and gave 4')
})

test('the key goes to the host of the credentials only, and the address of a block is refused elsewhere', async () => {
  const id = await service.addCredentials('openai', { apiKey: modelKey })
  const { logs } = await talk('openai', completion({ credentialsId: id, baseUrl: `${chat.url}/v1` }))
  expect(chat.received).toEqual([])
  expect(logs[0]?.description).toContain('may be sent to api.openai.com only')
})

test('a gateway receives the version of its API, and the key in both headers', async () => {
  await talk('openai', completion({ apiVersion: '2024-06-01' }))
  const [request] = chat.received
  expect(request?.query).toEqual({ 'api-version': '2024-06-01' })
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${modelKey}`,
    'api-key': modelKey,
    'user-agent': 'Colloquy',
  })
})

test.each(['/proxy/v1', '/proxy/v1/', '/proxy/v1//'])(
  'a compatible endpoint may have a path in its address: %s',
  async (path) => {
    const credentialsId = await service.addCredentials('groq', { apiKey: modelKey, baseUrl: chat.url + path })
    await talk('groq', completion({ credentialsId }))
    expect(chat.received.map((request) => request.path)).toEqual(['/proxy/v1/chat/completions'])
  },
)

const extraction = {
  action: 'Generate variables',
  prompt: 'From: {{Question}}',
  variablesToExtract: [
    { type: 'number', variableId: 'vAge' },
    { type: 'enum', variableId: 'vCity', values: ['Paris', 'Rome'], isRequired: false },
  ],
}

describe.each(['openai', 'mistral', 'anthropic'] as const)('values of %s', (type) => {
  test('are checked, repaired once, and stored', async () => {
    const wire = type === 'anthropic' ? claude : chat
    wire.says({ text: 'Here: {"v1":"old","v2":"rome"}' }, { text: '```json\n{"v1":"42","v2":"rome"}\n```' })
    const { said } = await talk(type, { ...extraction, model: type === 'anthropic' ? 'claude-sonnet-4-5' : 'a-model' })
    expect(said).toContain('42 Rome')
    expect(wire.received).toHaveLength(2)
    expect(JSON.stringify(wire.received[1]?.json)).toContain('v1 has to be a number')
  })

  test('have each type, may be missing, and are asked for by a strict schema', async () => {
    const wire = type === 'anthropic' ? claude : chat
    const rows = [
      { type: 'string', variableId: 'vAnswer' },
      { type: 'boolean', variableId: 'vTotal' },
      { type: 'array', variableId: 'vAge' },
      { type: 'enum', variableId: 'vCity', values: ['Paris'], isRequired: false },
    ]
    wire.says({ text: '{"v1":"x","v2":true,"v3":["a","b"],"v4":null}' })
    const model = type === 'anthropic' ? 'claude-sonnet-4-5' : 'a-model'
    const { said, logs } = await talk(type, { ...extraction, variablesToExtract: rows, model })
    expect({ said, logs }).toEqual({ said: expect.stringMatching(/Said: x true \[.*a.*b.*\] "/), logs: [] })
    expect(wire.received).toHaveLength(1)
    const { response_format: format, output_config: config, max_tokens: max } = wire.received[0]?.json ?? {}
    expect(format?.json_schema.schema ?? config?.format.schema).toMatchObject({
      required: ['v1', 'v2', 'v3', 'v4'],
      additionalProperties: false,
    })
    expect(max).toBe(type === 'anthropic' ? 4096 : undefined)
  })

  test('that are wrong twice leave a log, and nothing stored', async () => {
    const wire = type === 'anthropic' ? claude : chat
    wire.says({ text: '{"v1":"old","v2":null}' }, { text: 'I do not know.' })
    const model = type === 'anthropic' ? 'claude-sonnet-4-5' : 'a-model'
    const { said, logs } = await talk(type, { ...extraction, model })
    expect(said).toContain('Said:   ')
    expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining('Age') }])
    expect(wire.received).toHaveLength(2)
  })
})

test('an endpoint without schemas is asked for JSON, and then in words alone', async () => {
  const credentialsId = await service.addCredentials('openai', { baseUrl: `${plain.url}/v1` })
  plain.says({ text: '{"v1":42,"v2":null}' })
  const { said } = await talk('openai', { ...extraction, credentialsId })
  expect(said).toContain('42')
  const formats = plain.received.map(({ json }) => json.response_format?.type)
  expect(formats).toEqual(['json_schema', 'json_object', undefined])
  expect(plain.received[0]?.headers.authorization).toBeUndefined()
})

test('an address that leads to an image is sent as one, looked at once, and anything else stays text', async () => {
  chat.says({ calls: [call] }, { text: 'A cat' })
  const content = `{{Question}}\n\n${files.url}/a.png\n\n${files.url}/page`
  const messages = [{ role: 'user', content }]
  const { said } = await talk('openai', completion({ model: 'gpt-4o', messages, tools: [tool] }), 'What is it?')
  expect(said).toContain('A cat')
  expect(chat.received[1]?.json.messages[0].content).toEqual([
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: `${files.url}/a.png` } },
    { type: 'text', text: `${files.url}/page` },
  ])
  expect(files.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['HEAD /a.png', 'HEAD /page'])
})

test.each([
  ['openai', 'gpt-4o', (url: string) => ({ type: 'image_url', image_url: { url } })],
  ['mistral', 'pixtral-12b', (url: string) => ({ type: 'image_url', image_url: url })],
  ['anthropic', 'claude-sonnet-4-5', (url: string) => ({ type: 'image', source: { type: 'url', url } })],
] as const)('images to %s: one, a list, text between; a dead address stays text', async (type, model, image) => {
  const wire = type === 'anthropic' ? claude : chat
  const dead = `http://127.0.0.1:9/dead.png\n\n${files.url}/gone.png`
  const content = `Look\n\n${files.url}/a.png\n\nand\n\n["${files.url}/a.png?2","${files.url}/a.png?3"]\n\n${dead}`
  const messages = [{ role: 'user', content }]
  const action = type === 'anthropic' ? 'Create Chat Message' : 'Create chat completion'
  const given = { action, messages, responseMapping: mapping.slice(0, 1) }
  const { logs } = await talk(type, { ...given, model })
  const text = (value: string) => ({ type: 'text', text: value })
  expect({ logs, parts: wire.received[0]?.json.messages[0].content }).toEqual({
    logs: [],
    parts: [
      text('Look'),
      image(`${files.url}/a.png`),
      text('and'),
      image(`${files.url}/a.png?2`),
      image(`${files.url}/a.png?3`),
      ...dead.split('\n\n').map(text),
    ],
  })
  await talk(type, { ...given, model: 'a-model' })
  expect([wire.received[1]?.json.messages[0].content].flat()).toEqual(type === 'openai' ? [content] : [text(content)])
})

test('a call has at most 20 images, and further addresses stay text', async () => {
  const urls = Array.from({ length: 21 }, (_, number) => `${files.url}/a.png?${number}`)
  const messages = [{ role: 'user', content: urls.join('\n\n') }]
  await talk('openai', completion({ model: 'gpt-4o', messages }))
  const parts = chat.received[0]?.json.messages[0].content
  expect(parts.map(({ type }: { type: string }) => type)).toEqual([...Array(20).fill('image_url'), 'text'])
  expect(parts.at(-1).text).toBe(urls.at(-1))
})

test.each(['openai', 'mistral', 'anthropic'] as const)('%s gets an image of the visitor itself', async (type) => {
  const wire = type === 'anthropic' ? claude : chat
  const block = {
    id: 'see',
    type,
    options: {
      credentialsId: credentials.get(type),
      action: type === 'anthropic' ? 'Create Chat Message' : 'Create chat completion',
      model: type === 'mistral' ? 'pixtral-12b' : 'claude-sonnet-4-5',
      messages: [{ role: 'user', content: 'Look\n\n{{Name}}' }],
      responseMapping: [{ variableId: 'v1' }],
    },
  }
  const guest = await visitor(service, {}, 'file input', block)
  const picture = png()
  const { fileUrl } = await guest.upload(picture, { fileName: 'a.png', fileType: 'image/png' })
  await guest.say({ type: 'text', text: fileUrl })
  const data = picture.toString('base64')
  const inline = {
    openai: { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
    mistral: { type: 'image_url', image_url: `data:image/png;base64,${data}` },
    anthropic: { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
  }
  expect(wire.received[0]?.json.messages[0].content).toEqual([{ type: 'text', text: 'Look' }, inline[type]])
})

test('Ask Model gives results of functions to the response before, and saves the last one', async () => {
  chat.says({ calls: [{ id: 'c1', name: 'one', arguments: '{}' }] }, { text: 'done' })
  const { said } = await talk('openai', {
    action: 'Ask Model',
    message: '{{Question}}',
    instructions: 'Be brief',
    webSearchEnabled: true,
    functions: [{ name: 'one', code: 'return 1' }],
    responseIdVariableId: 'vCity',
    responseMapping: [{ item: 'Message', variableId: 'vAnswer' }],
  })
  expect(said).toContain('Said: done')
  expect(said).toContain('resp_0')
  const [first, second] = chat.received.map(({ json }) => json)
  expect(first).toMatchObject({
    instructions: 'Be brief',
    store: true,
    tools: [{ type: 'web_search' }, { strict: false }],
  })
  expect(second).toMatchObject({
    previous_response_id: 'resp_1',
    input: [{ type: 'function_call_output', call_id: 'c1', output: '1' }],
  })
})

/** A question to the Responses API; its response ID is stored in the variable of the city. */
const question = (more: object = {}) => ({
  action: 'Ask Model',
  message: 'hi',
  responseIdVariableId: 'vCity',
  responseMapping: [{ item: 'Message', variableId: 'vAnswer' }],
  ...more,
})

test('Ask Model sends each of its options', async () => {
  await talk(
    'openai',
    question({
      message: 'Compare {{Question}}',
      instructions: 'Be brief',
      fileSearchVectorStoreIds: ['vs_1', '{{Question}}'],
      fileSearchMaxNumResults: 7,
      fileSearchScoreThreshold: '0.4',
      webSearchEnabled: true,
      codeInterpreterEnabled: true,
      functions: [{ name: 'one', parameters: [{ type: 'number', name: 'size', required: false }], code: 'return 1' }],
      temperature: 0.3,
    }),
    'cats',
  )
  expect(chat.received[0]).toMatchObject({ method: 'POST', path: '/v1/responses' })
  expect(chat.received[0]?.json).toEqual({
    model: 'a-model',
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Compare cats' }] }],
    instructions: 'Be brief',
    store: true,
    temperature: 0.3,
    include: expect.any(Array),
    tools: [
      {
        type: 'file_search',
        vector_store_ids: ['vs_1', 'cats'],
        max_num_results: 7,
        ranking_options: { ranker: 'auto', score_threshold: 0.4 },
      },
      { type: 'web_search' },
      { type: 'code_interpreter', container: { type: 'auto' } },
      {
        type: 'function',
        name: 'one',
        strict: false,
        parameters: {
          type: 'object',
          properties: { size: { type: 'number' } },
          required: [],
          additionalProperties: false,
        },
      },
    ],
  })
})

test('Ask Model asks once more, without the response before, when the service no longer knows that one', async () => {
  const { said, logs } = await talk('openai', question({ responseIdVariableId: 'vQuestion' }), 'forgotten')
  expect(said).toContain('Hello from the model')
  expect(chat.received.map(({ json }) => json.previous_response_id)).toEqual(['forgotten', undefined])
  expect(logs).toMatchObject([{ status: 'info', description: expect.stringContaining('no longer knows the response') }])
})

test('Ask Model ends after ten calls that only call functions, and saves no response to follow', async () => {
  chat.says(...Array.from({ length: 11 }, () => ({ calls: [{ id: 'c1', name: 'one', arguments: '{}' }] })))
  const { said, logs } = await talk('openai', question({ functions: [{ name: 'one', code: 'return 1' }] }))
  chat.forget()
  expect(chat.received).toHaveLength(10)
  expect(said).not.toContain('resp_')
  expect(logs[0]?.description).toContain('after 10 calls')
})

const noText = {
  id: 'resp_x',
  created_at: 1,
  model: 'a-model',
  output: [],
  usage: { input_tokens: 1, output_tokens: 0 },
}

test.each([
  ['is incomplete', { ...noText, incomplete_details: { reason: 'max_output_tokens' } }, 'the limit of tokens'],
  ['is filtered', { ...noText, incomplete_details: { reason: 'content_filter' } }, 'the provider filtered it'],
  ['fails', { ...noText, error: { code: 'server_error', message: 'Broken inside' } }, 'Broken inside'],
])('a response that %s has its reason in the log, and is not followed', async (_, json, reason) => {
  chat.says({ answer: { json } })
  const { said, logs } = await talk('openai', question())
  expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining(reason) }])
  expect(said).not.toContain('resp_x')
})

/** The older OpenAI block, as it is in files of all versions. */
const olderBlock = () => ({
  id: 'model',
  type: 'OpenAI',
  options: {
    credentialsId: credentials.get('openai'),
    task: 'Create chat completion',
    model: 'gpt-4o-mini',
    messages: [
      { id: '1', role: 'system', content: 'Be brief', name: 'rules' },
      { id: '2', role: 'Dialogue', dialogueVariableId: 'vTalk', startsBy: 'assistant' },
      { id: '3', role: 'user', content: '{{Question}}' },
    ],
    advancedSettings: { temperature: 0.4 },
    responseMapping: [{ id: '4', valueToExtract: 'Message content', variableId: 'vAnswer' }],
  },
})

test.each(['3', '5', '6'])('a file of version %s makes the same request of the older OpenAI block', async (version) => {
  const group = (id: string, blocks: object[]) => ({ id, title: id, graphCoordinates: at, blocks })
  const ask = { id: 'ask', type: 'text input', options: { variableId: 'vQuestion' } }
  const reply = {
    id: 'reply',
    type: 'text',
    content: { richText: [{ type: 'p', children: [{ text: '{{Answer}}' }] }] },
  }
  const talked = group('talk', [ask, olderBlock(), reply])
  const isOld = version !== '6'
  const bot = {
    version,
    name: `Version ${version}`,
    icon: null,
    folderId: null,
    theme: {},
    settings: {},
    variables: [...variables, { id: 'vTalk', name: 'Talk', value: ['Hello', 'Hi'] }],
    events: isOld ? null : [{ id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: isOld ? { blockId: 'start' } : { eventId: 'start' }, to: { groupId: 'talk' } }],
    groups: isOld
      ? [group('Start', [{ id: 'start', type: 'start', label: 'Start', outgoingEdgeId: 'e' }]), talked]
      : [talked],
  }
  const imported = await service.call('POST', '/api/v1/bots/import', { workspaceId: service.workspaceId, bot })
  const { id } = imported.body.bot
  await service.call('PATCH', `/api/v1/bots/${id}`, { bot: { publicId: `older-${version}` } })
  await service.call('POST', `/api/v1/bots/${id}/publish`)
  const { body } = await service.call('POST', `/api/v1/bots/older-${version}/startChat`, {})
  const answer = await service.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: 'Why?' })
  expect(JSON.stringify(answer.body.messages)).toContain('Hello from the model')
  expect(chat.received.map(({ path, json }) => ({ path, json }))).toEqual([
    {
      path: '/v1/chat/completions',
      json: {
        model: 'gpt-4o-mini',
        temperature: 0.4,
        messages: [
          { role: 'system', content: 'Be brief' },
          { role: 'assistant', content: 'Hello' },
          { role: 'user', content: 'Hi' },
          { role: 'user', content: 'Why?' },
        ],
      },
    },
  ])
})

/** Returns the transcription of a recording at a path of another server, which has the type. */
async function heardOf(path: string, type: string, more: object = {}): Promise<string> {
  typesOfFiles[path] = type
  const options = { action: 'Create transcription', url: `${files.url}${path}`, transcriptionVariableId: 'vAnswer' }
  return (await talk('openai', { ...options, ...more })).said
}

test('speech is stored as a file, and a recording is sent under a name with its format', async () => {
  const spoken = await talk('openai', {
    action: 'Create speech',
    model: 'tts-1',
    input: '{{Question}}',
    voice: 'nova',
    saveUrlInVariableId: 'vAnswer',
  })
  const [, url = ''] = /Said: (http\S+?\.mp3)/.exec(spoken.said) ?? []
  expect(url).not.toBe('')
  const heard = await talk('openai', {
    action: 'Create transcription',
    url: `${files.url}/voice`,
    transcriptionVariableId: 'vAnswer',
  })
  expect(heard.said).toContain('Said: Spoken in audio.ogg')
})

test.each([
  ['audio/flac', 'flac'],
  ['audio/mp4', 'm4a'],
  ['audio/x-m4a', 'm4a'],
  ['audio/mp3', 'mp3'],
  ['audio/mpeg', 'mp3'],
  ['audio/mpga', 'mpga'],
  ['audio/ogg', 'ogg'],
  ['application/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/webm', 'webm'],
  ['video/mp4', 'mp4'],
  ['video/mpeg', 'mpeg'],
  ['video/webm', 'webm'],
])('a recording of the type %s is sent as audio.%s', async (type, extension) => {
  expect(await heardOf('/recording', type)).toContain(`Said: Spoken in audio.${extension}`)
})

test.each(['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm'])(
  'a recording of an unknown type is sent under the extension of its address: %s',
  async (extension) => {
    expect(await heardOf(`/a.${extension}`, 'application/octet-stream')).toContain(`Spoken in audio.${extension}`)
  },
)

test.each(['/a.weba', '/a.txt', '/a'])(
  'a recording that neither type nor address describes is sent as webm: %s',
  async (path) => {
    expect(await heardOf(path, 'application/octet-stream')).toContain('Spoken in audio.webm')
  },
)

test.each([
  ['at a private address', () => 'http://10.0.0.5/a.mp3'],
  ['that is redirected to one', () => `${files.url}/moved.mp3`],
])('a recording %s is not read, and an image there stays an address', async (_, address) => {
  const heard = await talk('openai', {
    action: 'Create transcription',
    url: address(),
    transcriptionVariableId: 'vAnswer',
  })
  expect(heard.logs).toMatchObject([{ status: 'error', description: expect.stringContaining('private address') }])
  expect(chat.received).toEqual([])
  const messages = [{ role: 'user', content: address() }]
  await talk('openai', completion({ model: 'gpt-4o', messages }))
  expect([chat.received[0]?.json.messages[0].content].flat()).toEqual([address()])
})

test('a recording is sent with the model and the prompt', async () => {
  await heardOf('/recording', 'audio/ogg', { model: 'gpt-4o-transcribe', prompt: 'Grüße von {{Question}}' })
  const { text } = chat.received.at(-1)!
  expect(text).toMatch(/name="model"\r\n\r\ngpt-4o-transcribe\r\n/)
  expect(text).toMatch(/name="prompt"\r\n\r\nGrüße von Who is \{\{Answer\}\}\?\r\n/)
})

test('a recording that the visitor uploaded is read from storage, not over HTTP', async () => {
  const second = {
    id: 'hear',
    type: 'openai',
    options: {
      credentialsId: credentials.get('openai'),
      action: 'Create transcription',
      url: '{{Name}}',
      transcriptionVariableId: 'v1',
    },
  }
  const guest = await visitor(service, {}, 'file input', second)
  const { fileUrl } = await guest.upload(Buffer.from('OggS of a visitor'), { fileName: 'a.ogg', fileType: 'audio/ogg' })
  // No address of the service itself is open to requests of authors.
  await guest.say({ type: 'text', text: fileUrl })
  expect((await service.call('GET', `/api/v1/bots/${guest.botId}/results/${guest.resultId}/logs`)).body.logs).toEqual(
    [],
  )
  expect(chat.received.map(({ path }) => path)).toEqual(['/v1/audio/transcriptions'])
  expect(chat.received[0]!.text).toContain('OggS of a visitor')
})

test('models that chat are listed, newest first', async () => {
  const path = `/api/v1/workspaces/${service.workspaceId}/integrations/openai/items`
  const { body } = await service.call('POST', path, { list: 'models', credentialsId: credentials.get('openai') })
  expect(body.items.map(({ value }: { value: string }) => value)).toEqual(['new-model', 'old-model'])
})
