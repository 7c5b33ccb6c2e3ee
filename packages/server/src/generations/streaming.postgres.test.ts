import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { chatStandIn, type Said } from '@colloquy/test-kit/providers/chat-completions'
import { played } from '@colloquy/test-kit/providers/streams'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  asked,
  completionBlock,
  follow,
  groqCredentials,
  linesOf,
  streamingBot,
  textsOf,
  told,
} from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let service: TestService
let credentialsId: string
let made = 0

beforeAll(async () => {
  chat = await chatStandIn()
  service = await testService({ EGRESS_ALLOW: chat.entry })
})
beforeEach(async () => {
  credentialsId = await groqCredentials(service, chat.url)
})
afterAll(async () => {
  await service.close()
  await chat.close()
})
afterEach(() => {
  chat.received.length = 0
})

/** A conversation in which the model is about to answer. */
async function waiting(more: object = {}) {
  const publicId = `streaming-${++made}`
  const botId = await service.publish(streamingBot(publicId, completionBlock(credentialsId, more)))
  return { botId, publicId, ...(await asked(service, publicId)) }
}

/** A text whose second part is held back until `go` is called. */
function held(text: string): { said: Said; go: () => void } {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  return { said: { text, play: (parts) => played(parts, (part) => (part === 2 ? gate : Promise.resolve())) }, go }
}

test('a turn ends with the stream, and the prompt stays here', async () => {
  const { body } = await waiting()
  expect(body).toMatchObject({
    messages: [],
    clientSideActions: [{ type: 'stream', stream: true, expectsDedicatedReply: true }],
  })
  expect(chat.received).toEqual([])
})

test('the first piece is sent before the model writes its second, unpacked and unbuffered', async () => {
  const { sessionId } = await waiting()
  const { said, go } = held('Hello you')
  chat.says(said)
  const lines = linesOf(service, sessionId, { headers: { 'accept-encoding': 'gzip, br' } })
  expect((await lines.next()).value).toEqual({ code: '0', value: 'Hello ' })
  go()
  const rest = []
  for await (const line of lines) rest.push(line)
  expect(rest).toEqual([
    { code: '0', value: 'you' },
    { code: 'd', value: { finishReason: 'stop' } },
  ])
})

test('a client learns that its text is being generated before there is any of it', async () => {
  const { sessionId } = await waiting()
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  async function* play(parts: string[]) {
    await gate
    yield* parts
  }
  chat.says({ text: 'At last', play })
  const url = `http://127.0.0.1:${service.port}/api/v1/sessions/${sessionId}/streamMessage`
  const { status, body, headers } = await fetch(url, { method: 'POST', headers: { 'accept-encoding': 'gzip, br' } })
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(headers.get('content-encoding')).toBeNull()
  go()
  expect(await new Response(body).text()).toContain('At ')
})

test('a turn whose model speaks twice, with a tool in between, asks and runs each once', async () => {
  const code = 'setVariable("Mood", String(Number("{{Mood}}" || 0) + 1)); return Date.now()'
  const { sessionId } = await waiting({ tools: [{ type: 'function', name: 'clock', code }] })
  const call = { id: 'c1', name: 'clock', arguments: '{}' }
  chat.says({ text: 'Wait.', calls: [call] }, { text: 'Again.', calls: [call] }, { text: 'Done.' })
  expect((await follow(service, sessionId)).text).toBe('Wait.\n\nAgain.\n\nDone.')
  expect(textsOf(await told(service, sessionId, 'x'))).toEqual(['Stored: Wait.\n\nAgain.\n\nDone.|45|2'])
  expect(chat.received.length).toBe(3)
})

test('text, tokens and transcript are stored once, whatever text the client claims to have received', async () => {
  const { sessionId, botId, resultId } = await waiting()
  chat.says({ text: '["a", 42]' })
  expect(await follow(service, sessionId)).toMatchObject({ text: '["a", 42]' })
  const answer = await told(service, sessionId, 'invented')
  expect(textsOf(answer)).toEqual(['Stored: ["a", 42]|15|'])
  const path = `/api/v1/bots/${botId}/results/${resultId}`
  const { body } = await service.call('GET', `${path}/transcript`)
  const texts = body.transcript.map(({ text }: { text: string }) => text)
  expect(texts).toEqual(['hi', '["a", 42]', 'Stored: ["a", 42]|15|'])
  const { body: stored } = await service.call('GET', path)
  expect(JSON.stringify(stored)).not.toContain('invented')
})

test('two clients follow one call, and who comes when it is done gets the stored text', async () => {
  const { sessionId } = await waiting()
  const { said, go } = held('One for all')
  chat.says(said)
  const first = follow(service, sessionId)
  const second = follow(service, sessionId)
  await expect.poll(() => chat.received.length).toBe(1)
  go()
  expect([(await first).text, (await second).text]).toEqual(['One for all', 'One for all'])
  expect((await follow(service, sessionId)).text).toBe('One for all')
  expect(chat.received.length).toBe(1)
})

test('a reply waits for the text that is being generated, and its repetition gets the same bytes', async () => {
  const { sessionId, publicId } = await waiting()
  const { said, go } = held('Wait for it')
  chat.says(said)
  const following = follow(service, sessionId)
  await expect.poll(() => chat.received.length).toBe(1)
  const key = { 'idempotency-key': 'k1' }
  const reply = told(service, sessionId, 'Wait', key)
  // Two turns of somebody else are answered meanwhile.
  await asked(service, publicId)
  expect(chat.received).toHaveLength(1)
  go()
  await following
  const answer = await reply
  expect(textsOf(answer)).toEqual(['Stored: Wait for it|15|'])
  expect(await told(service, sessionId, 'Wait', key)).toEqual(answer)
})

test('a client that never follows gets the text as a bubble, and its own text is nowhere', async () => {
  const { sessionId, botId, resultId } = await waiting()
  chat.says({ text: 'Whole' })
  const answer = await told(service, sessionId, 'invented')
  expect(textsOf(answer)).toEqual(['Whole', 'Stored: Whole|15|'])
  expect(chat.received[0]?.json.stream).toBeFalsy()
  for (const path of ['', '/transcript', '/logs']) {
    const { text } = await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}${path}`)
    expect(text).not.toContain('invented')
  }
})

test('who comes after a reply that is being answered learns that the conversation has continued', async () => {
  const { sessionId } = await waiting()
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  async function* whole() {
    await gate
    yield JSON.stringify({
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Late' } }],
    })
  }
  chat.says({ answer: { stream: whole() } })
  const reply = told(service, sessionId, 'Hi')
  await expect.poll(() => chat.received.length).toBe(1)
  const url = `http://127.0.0.1:${service.port}/api/v2/sessions/${sessionId}/streamMessage`
  const following = await fetch(url, { method: 'POST' })
  go()
  expect(textsOf(await reply)[0]).toBe('Late')
  const lines = await following.text()
  expect(lines).toMatch(/^3:.*The conversation has continued\./)
  expect(chat.received).toHaveLength(1)
})

describe('a client that leaves', () => {
  afterEach(() => void vi.useRealTimers())

  /** A conversation whose client has left after the first piece. */
  async function left() {
    const { sessionId } = await waiting()
    const { said, go } = held('Hello you')
    chat.says(said)
    const closed = new Promise<void>((resolve) => {
      service.app.server.once('connection', (socket: Socket) => socket.once('close', resolve))
    })
    const leaving = new AbortController()
    const lines = linesOf(service, sessionId, { signal: leaving.signal })
    expect((await lines.next()).value).toEqual({ code: '0', value: 'Hello ' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    leaving.abort()
    await closed
    return { sessionId, go }
  }

  test('and returns reads the text on, and gets a line in each 10 s of silence', async () => {
    const { sessionId, go } = await left()
    await vi.advanceTimersByTimeAsync(10_000)
    const lines = linesOf(service, sessionId)
    expect((await lines.next()).value).toEqual({ code: '0', value: 'Hello ' })
    await vi.advanceTimersByTimeAsync(12_000)
    expect((await lines.next()).value).toEqual({ code: '2', value: [] })
    go()
    expect((await lines.next()).value).toEqual({ code: '0', value: 'you' })
    expect((await lines.next()).value).toEqual({ code: 'd', value: { finishReason: 'stop' } })
    expect(chat.received).toHaveLength(1)
  })

  test('is waited for, and then the connection to the model is closed', async () => {
    const { sessionId } = await left()
    await vi.advanceTimersByTimeAsync(14_000)
    expect(chat.streams.open).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await expect.poll(() => chat.streams.open, { timeout: 10_000 }).toBe(0)
    expect(textsOf(await told(service, sessionId)).at(-1)).toBe('Stored: Hello ||')
    expect(chat.received).toHaveLength(1)
  })
})

test('a finished text that the client did not show is a bubble', async () => {
  const { sessionId } = await waiting()
  chat.says({ text: 'Shown later' })
  await follow(service, sessionId)
  expect(textsOf(await told(service, sessionId))).toEqual(['Shown later', 'Stored: Shown later|15|'])
})

const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

async function* cut() {
  yield chunk('Half')
  await sleep(20)
  throw new Error('cut')
}
async function* unfinished() {
  yield chunk('Half')
}
async function* silent() {
  yield chunk('Half')
  await sleep(3_000)
}
async function* failing() {
  yield chunk('Half')
  yield 'data: {"error":{"message":"planted-model-key is over its quota"}}\n\n'
}

test.each([
  ['refuses', { answer: { status: 400, json: { error: { message: 'no such thing' } } } }, ''],
  ['breaks off', { play: cut }, 'Half'],
  ['ends without an end', { play: unfinished }, 'Half'],
  ['falls silent', { play: silent }, 'Half'],
  ['sends an error', { play: failing }, 'Half'],
] as [string, Said, string][])(
  'a service that %s ends the text with one error line, and the flow continues',
  async (_, said, text) => {
    const { sessionId, botId, resultId } = await waiting()
    chat.says(said, ...(text === '' ? [said] : []))
    const followed = await follow(service, sessionId)
    expect(followed).toEqual({
      text,
      last: { code: '3', value: { description: 'A step of this conversation has failed' } },
    })
    const calls = chat.received.length
    expect(textsOf(await told(service, sessionId)).at(-1)).toBe(`Stored: ${text}||`)
    expect(chat.received.length).toBe(calls)
    const { body } = await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`)
    expect(body.logs).toHaveLength(1)
    expect(JSON.stringify(body.logs)).not.toContain('planted-model-key')
  },
)

test('a service that falls silent ends the text', async () => {
  const strict = await testService({ EGRESS_ALLOW: chat.entry, COLLOQUY_LIMITS: '{"modelIdleSeconds":1}' })
  await strict.publish(streamingBot('silent', completionBlock(await groqCredentials(strict, chat.url))))
  const { sessionId } = await asked(strict, 'silent')
  chat.says({ play: silent })
  expect(await follow(strict, sessionId)).toMatchObject({ text: 'Half', last: { code: '3' } })
  await strict.close()
})

test.each([
  ['from a ceiling', 1],
  ['from a question that no passage answers', undefined],
])(
  'a text that another attempt would not give either, %s, ends without an error, and the flow continues',
  async (_, sessionTokens) => {
    const publicId = `settled-${++made}`
    const { body } = await service.call('POST', '/api/v1/knowledge-bases', {
      workspaceId: service.workspaceId,
      name: publicId,
    })
    const knowledge = {
      action: 'Answer from knowledge',
      knowledgeBaseId: body.knowledgeBase.id,
      question: '{{Question}}',
    }
    const model = completionBlock(credentialsId, sessionTokens === undefined ? knowledge : {})
    const responseMapping = [
      { item: sessionTokens === undefined ? 'Answer' : 'Message content', variableId: 'vAnswer' },
    ]
    const block = { ...model, options: { ...model.options, responseMapping } }
    const settings = { ai: { ceilings: sessionTokens === undefined ? {} : { sessionTokens } } }
    await service.publish({ ...streamingBot(publicId, block), settings })
    const { sessionId } = await asked(service, publicId)
    const { text, last } = await follow(service, sessionId)
    // Some clients continue only after a text that is not empty.
    expect({ text, code: last?.code }).toEqual({ text: ' ', code: 'd' })
    expect(textsOf(await told(service, sessionId, text)).at(-1)).toBe('Stored: ||')
    expect(chat.received).toEqual([])
  },
)

test('a text that fails ends without an error where an exit is connected, which the flow takes with the cause in a variable', async () => {
  const publicId = `streaming-${++made}`
  const exits = [{ id: 'x', on: 'failure', outgoingEdgeId: 'out' }]
  const bot = streamingBot(publicId, { ...completionBlock(credentialsId), exits, saveErrorInVariableId: 'vMood' })
  const sorry = { richText: [{ type: 'p', children: [{ text: 'Sorry: {{Mood}}' }] }] }
  await service.publish({
    ...bot,
    edges: [...bot.edges, { id: 'out', from: { blockId: 'model', itemId: 'x' }, to: { groupId: 'g2' } }],
    groups: [
      ...bot.groups,
      { id: 'g2', title: 'Out', graphCoordinates: { x: 0, y: 0 }, blocks: [{ id: 's', type: 'text', content: sorry }] },
    ],
  })
  const { sessionId } = await asked(service, publicId)
  chat.says({ answer: { status: 400, json: { error: { message: 'no' } } } })
  chat.says({ answer: { status: 400, json: { error: { message: 'no' } } } })
  expect((await follow(service, sessionId)).last).toEqual({ code: 'd', value: { finishReason: 'stop' } })
  expect(textsOf(await told(service, sessionId, ''))).toEqual(['Sorry: invalid'])
})

test('a fallback model streams in place of one that fails before its first piece, and of no other', async () => {
  const publicId = `streaming-${++made}`
  const fallbacks = [{ id: 'f', model: 'second' }]
  await service.publish(streamingBot(publicId, { ...completionBlock(credentialsId), fallbacks }))
  const no = { answer: { status: 400, json: { error: { message: 'no' } } } }
  const { sessionId } = await asked(service, publicId)
  chat.says(no, no, { text: 'Here I am' })
  expect((await follow(service, sessionId)).text).toBe('Here I am')
  expect(chat.received.map(({ json }) => json.model)).toEqual(['a-model', 'a-model', 'second'])
  const other = await asked(service, publicId)
  chat.received.length = 0
  chat.says({ text: 'Half of it', play: (parts) => played(parts.slice(0, 2)) })
  expect((await follow(service, other.sessionId)).text).toBe('Half ')
  expect(chat.received.map(({ json }) => json.model)).toEqual(['a-model'])
})

test('after a failure the text can be requested again', async () => {
  const { sessionId } = await waiting()
  chat.says({ play: cut }, { text: 'Whole now' })
  expect((await follow(service, sessionId)).last?.code).toBe('3')
  expect((await follow(service, sessionId)).text).toBe('Whole now')
  expect(textsOf(await told(service, sessionId, 'Whole now'))).toEqual(['Stored: Whole now|15|'])
})

test('tools run while the text is streamed: what is said before is shown and stored too', async () => {
  const code = 'setVariable("Mood", "good"); return "sunny"'
  const { sessionId } = await waiting({ tools: [{ type: 'function', name: 'weather', code }] })
  chat.says({ text: 'Let me see.', calls: [{ id: 'c1', name: 'weather', arguments: '{}' }] }, { text: 'Sunny!' })
  expect((await follow(service, sessionId)).text).toBe('Let me see.\n\nSunny!')
  expect(textsOf(await told(service, sessionId, 'x'))).toEqual(['Stored: Let me see.\n\nSunny!|30|good'])
})

test('a key that a service repeats in pieces is not shown', async () => {
  const { sessionId } = await waiting()
  const parts = ['My key: plan', 'ted-model', '-key, and pla', 'in text'].map(chunk)
  chat.says({ play: () => played([...parts, 'data: [DONE]\n\n']) })
  expect((await follow(service, sessionId)).text).toBe('My key: •••, and plain text')
})

test('200 texts are generated at once, each for its own visitor, and other turns are answered', async () => {
  const publicId = `streaming-${++made}`
  await service.publish(streamingBot(publicId, completionBlock(credentialsId)))
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const visitors = Array.from({ length: 200 }, (_, number) => `Answer to ${number}`)
  const sessions = await Promise.all(
    visitors.map(async (text) => ({ text, ...(await asked(service, publicId, text)) })),
  )
  chat.says(
    ...visitors.map(() => ({
      text: 'One two',
      play: (parts: string[]) => played(parts, (part) => (part === 2 ? gate : Promise.resolve())),
    })),
  )
  const followed = sessions.map(({ sessionId }) => follow(service, sessionId))
  await expect.poll(() => chat.streams.open, { timeout: 20_000 }).toBe(200)
  expect((await asked(service, publicId)).body.clientSideActions).toHaveLength(1)
  go()
  expect(new Set((await Promise.all(followed)).map(({ text }) => text))).toEqual(new Set(['One two']))
  expect(new Set(chat.received.map(({ json }) => json.messages[0].content))).toEqual(new Set(visitors))
})

test('a preview that begins again ends its text, and the call to the model', async () => {
  const publicId = `streaming-${++made}`
  const botId = await service.publish(streamingBot(publicId, completionBlock(credentialsId)))
  const path = `/api/v1/bots/${botId}/preview/startChat`
  const { sessionId } = (await service.call('POST', path, { isStreamEnabled: true })).body
  await told(service, sessionId, 'hi')
  const { said } = held('Never ends')
  chat.says(said)
  const lines = linesOf(service, sessionId)
  await lines.next()
  const again = await service.call('POST', path, { isStreamEnabled: true, sessionId })
  expect(again.body).toMatchObject({ sessionId, input: { id: 'ask' } })
  await expect.poll(() => chat.streams.open).toBe(0)
})

test('the origins of the bot hold for the stream, and errors of ours have their status', async () => {
  const publicId = `streaming-${++made}`
  const bot = streamingBot(publicId, completionBlock(credentialsId))
  await service.publish({ ...bot, settings: { security: { allowedOrigins: ['https://a.example'] } } })
  const origin = { origin: 'https://a.example' }
  const begun = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, { isStreamEnabled: true }, origin)
  const { sessionId } = begun.body
  const path = `/api/v1/sessions/${sessionId}/streamMessage`
  expect((await service.call('POST', path, {}, { origin: 'https://b.example' })).status).toBe(403)
  await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'hi' }, origin)
  expect((await service.call('POST', path, {}, origin)).status).toBe(200)
})
