import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Storage } from '@colloquy/storage'
import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { played } from '@colloquy/test-kit/providers/streams'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chatClient, group, plainText, textBubble } from '../testing/chat-client.js'
import { asked, completionBlock, groqCredentials, linesOf, streamingBot } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Take-overs and hand-backs of conversations, on two instances of one database. */

let one: TestService
let other: TestService
let chat: Awaited<ReturnType<typeof chatStandIn>>
let web: Server
/** Paths of the calls that flows made. */
const called: string[] = []
/** Holds the response of the next call back until it is called. */
let answerCall: Promise<void> | undefined
let callStatus = 200
let aheadBy = 0
const claimed = new Set<string>()
/** Claims that exclude the other instance, as with separate connections. Both instances share one connection, which gets each claim at once. */
const withExclusiveClaims = (storage: Storage): Storage => ({
  ...storage,
  claims: {
    take: async (name) => {
      if (claimed.has(name)) return undefined
      claimed.add(name)
      return async () => void claimed.delete(name)
    },
  },
})

beforeAll(async () => {
  chat = await chatStandIn()
  web = createServer(async (request, response) => {
    called.push(request.url ?? '')
    await answerCall
    response.writeHead(callStatus, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const entry = `127.0.0.1:${(web.address() as AddressInfo).port}`
  const env = { COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY', EGRESS_ALLOW: `${chat.entry},${entry}` }
  const options = { clock: () => Date.now() + aheadBy, wrap: withExclusiveClaims }
  one = await testService(env, options)
  other = await testService(env, { ...options, open: async () => ({ ...one.storage, close: async () => {} }) })
  await one.publish(bookingBot)
})
afterAll(async () => {
  await other.close()
  await one.close()
  await chat.close()
  web.close()
})
afterEach(() => {
  called.length = 0
  answerCall = undefined
  callStatus = 200
})

const at = { x: 0, y: 0 }
const input = (id: string, variableId?: string) => ({ id, type: 'text input', options: { variableId } })
/** Asks for a name and then says it; another group asks for a slot, and a third one for a size. */
const bookingBot = {
  publicId: 'booking',
  variables: [
    { id: 'vName', name: 'Name' },
    { id: 'vSlot', name: 'Slot' },
    { id: 'vSize', name: 'Size' },
  ],
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [
    { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'ask' } },
    { id: 'ed2', from: { blockId: 'thanks' }, to: { groupId: 'more' } },
  ],
  groups: [
    group('ask', textBubble('t1', 'Your name?'), input('name', 'vName'), {
      ...textBubble('thanks', 'Thanks {{Name}}'),
      outgoingEdgeId: 'ed2',
    }),
    group('more', textBubble('t2', 'Anything else?'), input('else')),
    { ...group('slots', textBubble('t3', 'Which slot, {{Name}}?'), input('slot', 'vSlot')), title: 'Book a slot' },
    group('sizes', textBubble('t4', 'Which size?'), input('size', 'vSize')),
  ],
}

const { start, say } = chatClient(() => one)
const there = chatClient(() => other)
const begin = async () => (await start('booking')).body as { sessionId: string; resultId: string }
const setStatus = (sessionId: string, body: object, service = other) =>
  service.call('PATCH', `/api/v1/sessions/${sessionId}/status`, body)
const pause = (sessionId: string) => setStatus(sessionId, { status: 'paused' })
const said = async (sessionId: string) =>
  (await one.storage.conversations.list(sessionId, { after: 0, limit: 100 })).map(({ kind, content }) => [
    kind,
    JSON.parse(content).text ?? JSON.parse(content).to,
  ])

test('a gateway pauses a session, and the bot neither answers nor moves until it is given back', async () => {
  const { sessionId } = await begin()
  expect(await pause(sessionId)).toMatchObject({ status: 200, body: { status: 'paused', heldBy: 'elsewhere' } })
  for (const talk of [say, there.say])
    expect((await talk(sessionId, 'Ada')).body).toEqual({ messages: [], heldBy: { by: 'elsewhere' } })
  expect(await setStatus(sessionId, { status: 'bot' })).toMatchObject({
    body: { status: 'bot', heldBy: 'bot', since: null },
  })
  expect(await said(sessionId)).toEqual([
    ['event', 'elsewhere'],
    ['visitor', 'Ada'],
    ['visitor', 'Ada'],
    ['event', 'bot'],
  ])
  expect(plainText((await say(sessionId, 'Eve')).body)).toEqual(['Thanks Eve', 'Anything else?'])
})

test('a message is stored once for its key, and a repetition after the return is not a reply to the bot', async () => {
  const { sessionId } = await begin()
  await pause(sessionId)
  const key = { 'idempotency-key': 'once' }
  const first = await say(sessionId, 'Ada', key)
  expect((await there.say(sessionId, 'Ada', key)).body).toEqual(first.body)
  expect((await say(sessionId, 'Bob', key)).status).toBe(422)
  await setStatus(sessionId, { status: 'bot' })
  expect((await say(sessionId, 'Ada', key)).body).toEqual({ messages: [] })
  expect(plainText((await say(sessionId, 'Eve')).body)).toEqual(['Thanks Eve', 'Anything else?'])
  expect(await said(sessionId)).toHaveLength(3)
})

test('a hand-back to a group continues there with all variables', async () => {
  const { sessionId } = await begin()
  await say(sessionId, 'Ada')
  await pause(sessionId)
  await say(sessionId, 'While held')
  expect(await setStatus(sessionId, { status: 'bot', group: 'Book a slot' })).toMatchObject({ body: { status: 'bot' } })
  const turn = (await one.storage.sessions.turns(sessionId)).at(-1)
  expect(plainText(JSON.parse(turn?.answer ?? ''))).toEqual(['Which slot, Ada?'])
  expect((await say(sessionId, 'Noon')).body).toMatchObject({ messages: [] })
  expect(JSON.parse((await one.storage.sessions.get(sessionId))?.state ?? '').frames[0].variables).toMatchObject({
    vName: 'Ada',
    vSlot: 'Noon',
  })
})

test('a hand-back asks one group and comes back to the block that waits', async () => {
  const { sessionId } = await begin()
  await pause(sessionId)
  await setStatus(sessionId, { status: 'bot', group: 'sizes', returns: true })
  expect((await say(sessionId, 'XL')).body).toMatchObject({ input: { id: 'name' } })
  expect(plainText((await say(sessionId, 'Ada')).body)).toEqual(['Thanks Ada', 'Anything else?'])
})

test('a hand-back to an unknown group changes nothing', async () => {
  const { sessionId } = await begin()
  await pause(sessionId)
  expect(await setStatus(sessionId, { status: 'bot', group: 'Nowhere' })).toMatchObject({ status: 400 })
  expect((await say(sessionId, 'Ada')).body).toMatchObject({ heldBy: { by: 'elsewhere' } })
})

test('a closed session takes no more replies', async () => {
  const { sessionId } = await begin()
  await pause(sessionId)
  expect(await setStatus(sessionId, { status: 'closed' })).toMatchObject({ body: { status: 'closed', heldBy: 'bot' } })
  expect((await say(sessionId, 'Ada')).status).toBe(404)
  expect((await pause(sessionId)).status).toBe(404)
})

test('the bot does not answer after it was taken over while it computed, and calls nobody else', async () => {
  const call = (id: string) => ({
    id,
    type: 'Webhook',
    options: { webhook: { url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/${id}` } },
  })
  const blocks = [input('first'), call('one'), call('two'), textBubble('t1', 'Done'), input('last')]
  await one.publish({
    ...bookingBot,
    publicId: 'calling',
    groups: [group('ask', ...blocks)],
    edges: [bookingBot.edges[0]],
  })
  const { sessionId } = (await start('calling')).body
  let go = () => {}
  answerCall = new Promise((resolve) => {
    go = resolve
  })
  const reply = say(sessionId, 'Ada')
  await vi.waitFor(() => expect(called).toEqual(['/one']))
  await pause(sessionId)
  go()
  expect((await reply).body).toEqual({ messages: [], heldBy: { by: 'elsewhere' } })
  expect(called).toEqual(['/one'])
  expect(await one.storage.sessions.turns(sessionId)).toHaveLength(1)
})

test('a reply that the bot was about to answer is not answered after a take-over and the return', async () => {
  const { sessionId } = (await start('calling')).body
  let go = () => {}
  answerCall = new Promise((resolve) => {
    go = resolve
  })
  const reply = say(sessionId, 'Ada')
  await vi.waitFor(() => expect(called).toEqual(['/one']))
  await pause(sessionId)
  expect((await reply).body).toEqual({ messages: [], heldBy: { by: 'elsewhere' } })
  await setStatus(sessionId, { status: 'bot' })
  go()
  expect(called).toEqual(['/one'])
  expect(await said(sessionId)).toEqual([
    ['event', 'elsewhere'],
    ['visitor', 'Ada'],
    ['event', 'bot'],
  ])
  answerCall = undefined
  expect(plainText((await say(sessionId, 'Eve')).body)).toEqual(['Done'])
})

test('a stream of the bot stops when its conversation is taken over at another instance, and none begins', async () => {
  const credentialsId = await groqCredentials(one, chat.url)
  await one.publish(streamingBot('streaming', completionBlock(credentialsId)))
  const { sessionId } = await asked(one, 'streaming')
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  chat.says({ text: 'Hello you', play: (parts) => played(parts, (part) => (part === 2 ? gate : Promise.resolve())) })
  const lines = linesOf(one, sessionId)
  expect((await lines.next()).value).toMatchObject({ value: 'Hello ' })
  await pause(sessionId)
  go()
  const rest = []
  for await (const line of lines) rest.push(line)
  expect(JSON.stringify(rest)).not.toContain('you')
  expect((await one.call('POST', `/api/v1/sessions/${sessionId}/streamMessage`)).status).toBe(400)
  expect(await one.storage.sessions.turns(sessionId)).toHaveLength(2)
})

test('a delivery of the bot waits until the conversation is given back', async () => {
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/crm`
  const call = { id: 'call', type: 'Webhook', options: { webhook: { url }, isGuaranteed: true } }
  const groups = [group('ask', input('first'), call, input('last'))]
  const botId = await one.publish({ ...bookingBot, publicId: 'crm', groups, edges: [bookingBot.edges[0]] })
  const { sessionId } = (await start('crm')).body
  const deliveries = () => one.storage.deliveries.list(one.workspaceId, { botId }, { limit: 9 })
  callStatus = 503
  await say(sessionId, 'Ada')
  await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ failures: 1 }]))
  await pause(sessionId)
  called.length = 0
  callStatus = 200
  aheadBy += 60_000
  const look = () => other.call('POST', `/api/v1/workspaces/${one.workspaceId}/deliveries/replay`, {})
  await look()
  await vi.waitFor(async () => expect((await deliveries())[0]?.attempts).toBeGreaterThan(1))
  expect(called).toEqual([])
  await setStatus(sessionId, { status: 'bot' })
  aheadBy += 60_000
  await look()
  await vi.waitFor(() => expect(called).toEqual(['/crm']))
})

test('a running chat in which a person speaks is not moved to another release', async () => {
  const { sessionId } = (await start('booking')).body
  await pause(sessionId)
  const { botId } = (await one.storage.sessions.get(sessionId)) as { botId: string }
  await one.call('POST', `/api/v1/bots/${botId}/publish`)
  const moved = await one.call('POST', `/api/v1/bots/${botId}/environments/live/moveChats`, {})
  expect(moved.body.totals.inUse).toBeGreaterThan(0)
  expect((await say(sessionId, 'Ada')).body).toMatchObject({ heldBy: { by: 'elsewhere' } })
})
