import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { textBubble } from '../testing/chat-client.js'
import { type CompatService, compatService } from '../testing/compat-service.js'
import { askingBot } from '../testing/test-service.js'

let service: CompatService
let botId: string
beforeAll(async () => {
  service = await compatService()
  botId = await service.publish(listeningBot('listening'))
})
afterAll(() => service.close())

function listeningBot(publicId: string, settings: object = {}) {
  const bot = askingBot(publicId, 1, settings)
  const { blocks } = bot.groups[0] as { blocks: object[] }
  const responseVariableMapping = [{ id: 'm', variableId: 'v1', bodyPath: 'data.amount' }]
  blocks.push(
    { id: 'hook', type: 'webhook', options: { responseVariableMapping } },
    textBubble('done', 'Paid {{Name}}'),
  )
  return bot
}

const say = (sessionId: string, message: unknown) =>
  service.send('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message })

/** A visitor who has reached the webhook block. */
async function waitingVisitor(publicId = 'listening', ownerOf = botId) {
  const { sessionId, resultId } = (await service.send('POST', `/api/v1/typebots/${publicId}/startChat`, {})).body
  expect((await say(sessionId, 'Hi')).body.clientSideActions).toMatchObject([{ type: 'listenForWebhook' }])
  const hook = `/api/v1/typebots/${ownerOf}/blocks/hook/results/${resultId}/executeWebhook`
  return { sessionId, resultId, hook }
}

const enter = (room: string, headers: Record<string, string> = {}) =>
  new WebSocket(`ws://127.0.0.1:${service.port}/parties/main/${room}/webhooks?_pk=some-uuid`, { headers })

/** Receives the first message in the same way as Typebot's widget. */
function firstMessage(client: WebSocket): Promise<string> {
  return new Promise((resolve, reject) => {
    client.on('message', (data, isBinary) => {
      if (isBinary) return reject(new Error('It came as bytes'))
      client.close()
      resolve(data.toString())
    })
    client.on('error', reject)
  })
}

async function closeStatus(client: WebSocket): Promise<number | undefined> {
  client.on('error', () => {})
  const [, response] = await once(client, 'unexpected-response')
  return response.statusCode
}

test('a body sent while the widget listens reaches it, and its reply continues with it', async () => {
  const { sessionId, resultId, hook } = await waitingVisitor()
  const client = enter(resultId)
  await once(client, 'open')
  const message = firstMessage(client)
  const body = { typebot: 'left alone', amount: 5 }
  expect((await service.send('POST', hook, body, service.asOwner)).body).toEqual({ message: 'OK' })
  expect(JSON.parse(await message)).toEqual({ data: body })
  const reply = await say(sessionId, { type: 'text', text: await message })
  expect(reply.body.messages[0].content.plainText).toBe('Paid 5')
})

test('a body sent before the widget listens is held for it, and the channel is closed afterwards', async () => {
  const { resultId, hook } = await waitingVisitor()
  await service.send('POST', hook, { amount: 7 }, service.asOwner)
  const client = enter(resultId)
  const closed = once(client, 'close')
  expect(await firstMessage(client)).toBe('{"data":{"amount":7}}')
  expect((await closed)[0]).toBe(1000)
})

test('a preview receives test calls, in the channel of its author and in that of its session', async () => {
  const owner = (await service.storage.users.first())?.id as string
  const start = async () => {
    const path = `/api/v1/typebots/${botId}/preview/startChat`
    const { sessionId } = (await service.send('POST', path, {}, service.asOwner)).body
    await say(sessionId, 'Hi')
    return sessionId as string
  }
  const rooms = [
    [() => `${owner}/${botId}`, service.asOwner],
    [(sessionId: string) => `undefined/${sessionId}`, {}],
  ] as const
  for (const [remainingOf, headers] of rooms) {
    const message = firstMessage(enter(remainingOf(await start()), headers))
    const test = `/api/v1/typebots/${botId}/blocks/hook/web/executeTestWebhook`
    expect((await service.send('POST', test, { amount: 1 }, service.asOwner)).status).toBe(200)
    expect(await message).toBe('{"data":{"amount":1}}')
  }
})

test('somebody who was removed while they listen receives nothing of a preview, and others do', async () => {
  const guest = await service.addMember(service.workspaceId, 'GUEST')
  const share = { botId, userId: guest.userId, type: 'WRITE', createdAt: 1, updatedAt: 1 } as const
  await service.storage.collaborators.add(service.workspaceId, share)
  const path = `/api/v1/typebots/${botId}/preview/startChat`
  const { sessionId } = (await service.send('POST', path, {}, service.asOwner)).body
  await say(sessionId, 'Hi')
  const removed = enter(`${guest.userId}/${botId}`, { authorization: `Bearer ${guest.value}` })
  const received: unknown[] = []
  removed.on('message', (data) => received.push(data))
  await once(removed, 'open')
  const other = enter(`undefined/${sessionId}`)
  await once(other, 'open')
  await service.storage.members.remove(service.workspaceId, guest.userId)
  const closed = once(removed, 'close')
  const message = firstMessage(other)
  const hook = `/api/v1/typebots/${botId}/blocks/hook/web/executeTestWebhook`
  expect((await service.send('POST', hook, { amount: 1 }, service.asOwner)).status).toBe(200)
  expect(await message).toBe('{"data":{"amount":1}}')
  await closed
  expect(received).toEqual([])
})

test('no channel opens for unknown ids, strangers, other pages, and a sixth client', async () => {
  const { sessionId, resultId } = await waitingVisitor()
  expect(await closeStatus(enter('nothing'))).toBe(404)
  expect(await closeStatus(enter(`undefined/${sessionId}`))).toBe(404)
  const stranger = await service.addToken()
  expect(await closeStatus(enter(`${stranger.userId}/${botId}`))).toBe(404)
  expect(await closeStatus(enter(`${stranger.userId}/nothing`))).toBe(404)
  const limited = await service.publish(
    listeningBot('for-one', { security: { allowedOrigins: ['https://good.example'] } }),
  )
  const visitor = await waitingVisitor('for-one', limited)
  expect(await closeStatus(enter(visitor.resultId, { origin: 'https://evil.example' }))).toBe(404)
  const allowed = enter(visitor.resultId, { origin: 'https://good.example' })
  await once(allowed, 'open')
  allowed.close()
  const five = Array.from({ length: 5 }, () => enter(resultId))
  await Promise.all(five.map((client) => once(client, 'open')))
  await expect.poll(async () => closeStatus(enter(resultId))).toBe(404)
  for (const client of five) client.close()
})

test('a client that has tried too many unknown channels gets into none', async () => {
  const limits = { failedSessionsPerMinute: 2 }
  const now = Date.now()
  const env = { COLLOQUY_RATE_LIMIT: 'on', COLLOQUY_LIMITS: JSON.stringify(limits) }
  const guarded = await compatService(env, { clock: () => now })
  try {
    await guarded.publish(listeningBot('guarded'))
    const { resultId } = (await guarded.send('POST', '/api/v1/typebots/guarded/startChat', {})).body
    const knock = (room: string) => new WebSocket(`ws://127.0.0.1:${guarded.port}/parties/main/${room}/webhooks`)
    const known = knock(resultId)
    await once(known, 'open')
    known.close()
    for (const room of ['nothing', 'nobody']) expect(await closeStatus(knock(room))).toBe(404)
    expect(await closeStatus(knock(resultId))).toBe(404)
  } finally {
    await guarded.close()
  }
})

test('the channel of an author and a bot admits that author alone, while they may change the bot', async () => {
  const author = await service.addMember(service.workspaceId, 'MEMBER')
  const path = `/api/v1/typebots/${botId}/preview/startChat`
  const { sessionId } = (await service.send('POST', path, {}, service.asOwner)).body
  await say(sessionId, 'Hi')
  const room = `${author.userId}/${botId}`
  const asAuthor = { authorization: `Bearer ${author.value}` }
  const admitted = enter(room, asAuthor)
  await once(admitted, 'open')
  admitted.close()
  expect(await closeStatus(enter(room))).toBe(404)
  expect(await closeStatus(enter(room, service.asOwner))).toBe(404)
  const reading = await service.addToken({ userId: author.userId, scope: 'read' })
  expect(await closeStatus(enter(room, { authorization: `Bearer ${reading.value}` }))).toBe(404)
  await service.storage.workspaces.setRole(service.workspaceId, author.userId, 'GUEST')
  expect(await closeStatus(enter(room, asAuthor))).toBe(404)
})

test('a client that leaves makes space for another, and its messages are ignored', async () => {
  const { resultId, hook } = await waitingVisitor()
  for (let count = 0; count < 7; count++) {
    const client = enter(resultId)
    await once(client, 'open')
    client.send('Hello?')
    client.close()
    await once(client, 'close')
  }
  const message = firstMessage(enter(resultId))
  await service.send('POST', hook, { amount: 2 }, service.asOwner)
  expect(await message).toBe('{"data":{"amount":2}}')
})

test('a client that talks too much is cut off', async () => {
  const { resultId } = await waitingVisitor()
  const client = enter(resultId)
  client.on('error', () => {})
  await once(client, 'open')
  client.send('x'.repeat(2000))
  const [code] = await once(client, 'close')
  expect(code).toBe(1009)
})

/** Returns the answers to a request and to a second one on the same connection. */
async function answers(head: string, body = ''): Promise<string> {
  const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQBAAAAAAIAAAAA'
  const socket = connect(service.port, '127.0.0.1')
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\n${upgrade}\r\nContent-Type: application/json\r\n`)
  socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  socket.write('GET /api/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let answer = ''
  for await (const part of socket) answer += part
  return answer
}

test('a request that asks for HTTP/2 on the way is answered as if it had not', async () => {
  await service.publish(askingBot('upgrading'))
  const posted = await answers('POST /api/v1/typebots/upgrading/startChat', '{"message":"Grüße"}')
  expect(posted.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  expect(posted).toContain('"sessionId"')
  expect(posted).toMatch(/\{"status":"ok"\}$/)
  const read = await answers('GET /healthz')
  expect(read.match(/\{"status":"ok"\}/g)).toHaveLength(2)
  expect(await answers('POST /api/v1/bots/upgrading/startChat', '{"message":')).toContain('malformed_json')
})

test('channels are left when the service ends', async () => {
  const other = await compatService()
  await other.publish(listeningBot('ending'))
  const { sessionId, resultId } = (await other.send('POST', '/api/v1/typebots/ending/startChat', {})).body
  await other.send('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Hi' })
  const client = new WebSocket(`ws://127.0.0.1:${other.port}/parties/main/${resultId}/webhooks`)
  await once(client, 'open')
  const closed = once(client, 'close')
  await Promise.all([other.close(), closed])
})
