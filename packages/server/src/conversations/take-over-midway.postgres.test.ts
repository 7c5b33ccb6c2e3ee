import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chatClient, group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Take-overs in the middle of what a bot does, in the process that does it and in another one. */

let one: TestService
let other: TestService
let chat: Awaited<ReturnType<typeof chatStandIn>>
let web: Server
/** Paths of the calls that flows made. */
const called: string[] = []
/** Paths of the calls that were given up while they waited for their response. */
const givenUp: string[] = []
/** Holds responses back until it resolves. */
let answered: Promise<void> | undefined
let status = 200
let letGo = () => {}
beforeAll(async () => {
  chat = await chatStandIn()
  web = createServer(async (request, response) => {
    const path = request.url ?? ''
    called.push(path)
    response.once('close', () => response.writableEnded || givenUp.push(path))
    const given = status
    await answered
    response.writeHead(given, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const env = { COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY', EGRESS_ALLOW: `${chat.entry},${entry()}` }
  one = await testService(env)
  other = await testService(env, { open: async () => ({ ...one.storage, close: async () => {} }) })
})
afterAll(async () => {
  letGo()
  await other.close()
  await one.close()
  await chat.close()
  web.close()
})
afterEach(() => {
  letGo()
  answered = undefined
  called.length = 0
  givenUp.length = 0
  status = 200
})

const entry = () => `127.0.0.1:${(web.address() as AddressInfo).port}`
const holdBack = () => {
  answered = new Promise((resolve) => {
    letGo = resolve
  })
}
const at = { x: 0, y: 0 }
const input = (id: string) => ({ id, type: 'text input', options: { variableId: 'vSaid' } })
const publish = (publicId: string, ...blocks: object[]) =>
  one.publish({
    publicId,
    variables: [{ id: 'vSaid', name: 'Said' }],
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g' } }],
    groups: [group('g', input('first'), ...blocks, textBubble('done', 'Done'), input('last'))],
  })
const { start, say } = chatClient(() => one)
const take = (sessionId: string, service: TestService) =>
  service.call('PATCH', `/api/v1/sessions/${sessionId}/status`, { status: 'paused' })
const held = { messages: [], heldBy: { by: 'elsewhere' } }

/** The process that takes the turn, and another one. */
const processes = [
  ['this process', () => one],
  ['another process', () => other],
] as const

test.each(processes)(
  'after a take-over in %s, a script begins no other request, and its turn ends',
  async (name, taker) => {
    const publicId = `script-${processes.findIndex(([other]) => other === name)}`
    const content = `await fetch('http://${entry()}/one'); await fetch('http://${entry()}/two')`
    await publish(publicId, { id: 'script', type: 'Code', options: { content, isExecutedOnClient: false } })
    const { sessionId } = (await start(publicId)).body
    holdBack()
    const reply = say(sessionId, 'Ada')
    await vi.waitFor(() => expect(called).toEqual(['/one']))
    await take(sessionId, taker())
    expect((await reply).body).toEqual(held)
    letGo()
    await sleep(200)
    expect(called).toEqual(['/one'])
    expect(await one.storage.sessions.turns(sessionId)).toHaveLength(1)
  },
)

test.each(processes)('after a take-over in %s, a request that failed is not made again', async (name, taker) => {
  const publicId = `retry-${processes.findIndex(([other]) => other === name)}`
  const webhook = { url: `http://${entry()}/again`, method: 'GET' }
  await publish(publicId, { id: 'call', type: 'Webhook', options: { webhook } })
  const { sessionId } = (await start(publicId)).body
  status = 503
  const reply = say(sessionId, 'Ada')
  await vi.waitFor(() => expect(called).toEqual(['/again']))
  await take(sessionId, taker())
  expect((await reply).body).toEqual(held)
  await sleep(700)
  expect(called).toEqual(['/again'])
})

test.each(processes)(
  'a call to a model ends at a take-over in %s, and the next message of the visitor is stored',
  async (name, taker) => {
    const publicId = `model-${processes.findIndex(([other]) => other === name)}`
    const data = { type: 'groq', name: 'Model', data: { apiKey: 'k', baseUrl: `http://${entry()}` } }
    const credentials = { workspaceId: one.workspaceId, credentials: data }
    const { credentialsId } = (await one.call('POST', '/api/v1/credentials', credentials)).body
    const messages = [{ role: 'user', content: 'Hello' }]
    const options = { service: 'groq', credentialsId, model: 'm', action: 'Create chat completion', messages }
    await publish(publicId, { id: 'model', type: 'groq', options })
    const { sessionId } = (await start(publicId)).body
    holdBack()
    const reply = say(sessionId, 'Ada')
    await vi.waitFor(() => expect(called).toHaveLength(1))
    await take(sessionId, taker())
    expect((await reply).body).toEqual(held)
    expect((await say(sessionId, 'Is anybody there?')).body).toEqual(held)
    await vi.waitFor(() => expect(givenUp).toHaveLength(1))
    letGo()
    await sleep(100)
    expect(called).toHaveLength(1)
  },
)

test('a call to another service that has begun is left to end', async () => {
  await publish('left', { id: 'call', type: 'Webhook', options: { webhook: { url: `http://${entry()}/left` } } })
  const { sessionId } = (await start('left')).body
  holdBack()
  const reply = say(sessionId, 'Ada')
  await vi.waitFor(() => expect(called).toEqual(['/left']))
  await take(sessionId, one)
  expect((await reply).body).toEqual(held)
  await sleep(50)
  expect(givenUp).toEqual([])
})

test('a turn that is stopped although its bot speaks is taken again, and repeats no call that has begun', async () => {
  await publish('again', {
    id: 'call',
    type: 'Webhook',
    options: { webhook: { url: `http://${entry()}/once`, method: 'GET' } },
  })
  const { sessionId } = (await start('again')).body
  holdBack()
  const reply = say(sessionId, 'Ada')
  await vi.waitFor(() => expect(called).toEqual(['/once']))
  await one.storage.changes.publish('holders', sessionId)
  await sleep(100)
  letGo()
  expect(plainText((await reply).body)).toEqual(['Done'])
  expect(called).toEqual(['/once'])
})

test('a model is asked again after take-overs have ended six calls to it', async () => {
  for (let round = 0; round < 6; round++) {
    const { sessionId } = (await start('model-0')).body
    called.length = 0
    holdBack()
    const reply = say(sessionId, 'Ada')
    await vi.waitFor(() => expect(called).toHaveLength(1))
    await take(sessionId, one)
    await reply
    letGo()
  }
  called.length = 0
  answered = undefined
  await say((await start('model-0')).body.sessionId, 'Ada')
  expect(called).not.toEqual([])
})
