import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { failingStorage } from '../testing/failing-storage.js'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
let address: string
let botId: string
let isTakingBroken = false

const at = { x: 0, y: 0 }
const said = (id: string, text: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
})

const listeningBot = {
  publicId: 'listening',
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  variables: [{ id: 'v1', name: 'Paid' }],
  groups: [
    {
      id: 'g1',
      title: 'G',
      graphCoordinates: at,
      blocks: [
        { id: 'ask', type: 'text input' },
        {
          id: 'hook',
          type: 'webhook',
          options: { responseVariableMapping: [{ id: 'm', variableId: 'v1', bodyPath: 'data.amount' }] },
        },
        said('done', 'Paid {{Paid}}'),
      ],
    },
  ],
}

beforeAll(async () => {
  const wrap = (storage: typeof service.storage) =>
    failingStorage(storage, ({ name }) => {
      if (isTakingBroken && name === 'webhooks.take') throw new Error('The connection is gone')
    })
  service = await testService({}, { wrap })
  address = `http://127.0.0.1:${service.port}`
  botId = await service.publish(listeningBot)
})
afterAll(() => service.close())

/** A visitor who has reached the webhook block. */
async function waitingVisitor() {
  const start = await service.call('POST', '/api/v1/bots/listening/startChat', {})
  const { sessionId, resultId } = start.body
  const reply = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Hi' })
  expect(reply.body.clientSideActions).toEqual([{ type: 'listenForWebhook', expectsDedicatedReply: true }])
  return { sessionId, resultId, hook: `/api/v1/bots/${botId}/blocks/hook/results/${resultId}/executeWebhook` }
}

/** Returns the first message of the stream, once the server has ended it. */
async function heard(sessionId: string, onOpen: () => unknown = () => {}): Promise<string> {
  const response = await fetch(`${address}/api/v1/sessions/${sessionId}/webhooks`)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await onOpen()
  const text = await response.text()
  return /^data: (.*)$/m.exec(text)?.[1] ?? text
}

test('a body sent while a client listens reaches it, and its reply continues with it', async () => {
  const { sessionId, hook } = await waitingVisitor()
  const text = await heard(sessionId, () => void service.call('POST', hook, { amount: 5 }))
  expect(text).toBe('{"data":{"amount":5}}')
  const reply = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: text })
  expect(reply.body.messages[0].content.plainText).toBe('Paid 5')
})

test('what is sent before a client listens is held for it, also when it comes twice', async () => {
  const { sessionId, hook } = await waitingVisitor()
  expect((await service.call('POST', hook, { amount: 7 })).body).toEqual({ message: 'OK' })
  expect(await heard(sessionId)).toBe('{"data":{"amount":7}}')
  expect(await heard(sessionId)).toBe('{"data":{"amount":7}}')
})

test('a preview receives test calls', async () => {
  const start = await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {})
  await service.call('POST', `/api/v1/sessions/${start.body.sessionId}/continueChat`, { message: 'Hi' })
  const url = `/api/v1/bots/${botId}/blocks/hook/web/executeTestWebhook`
  expect((await service.call('POST', url, { amount: 1 })).status).toBe(200)
  expect(await heard(start.body.sessionId)).toBe('{"data":{"amount":1}}')
})

test('one that comes while an earlier one is still going out does not break it', async () => {
  const { sessionId, hook } = await waitingVisitor()
  const sent = { text: 'x'.repeat(500_000) }
  const response = await fetch(`${address}/api/v1/sessions/${sessionId}/webhooks`)
  expect((await service.call('POST', hook, sent)).status).toBe(200)
  expect((await service.call('POST', hook, { text: 'second' })).status).toBe(200)
  const text = await response.text()
  expect(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '')).toEqual({ data: sent })
})

test('one that was held but not delivered counts as sent: its listener is let go, asks again and has it once', async () => {
  const { sessionId, hook } = await waitingVisitor()
  let answer: unknown
  const stopped = await heard(sessionId, async () => {
    isTakingBroken = true
    answer = (await service.call('POST', hook, { amount: 9 })).body
  })
  isTakingBroken = false
  expect(answer).toEqual({ message: 'OK' })
  expect(stopped).not.toContain('data')
  const text = await heard(sessionId)
  expect(text).toBe('{"data":{"amount":9}}')
  await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: text })
  await expect(service.storage.webhooks.take(sessionId, 'hook', 99)).resolves.toBeUndefined()
})

test('those who have gone are not counted among the listeners', async () => {
  const { sessionId } = await waitingVisitor()
  for (let round = 0; round < 10; round++) {
    const response = await service.call('GET', `/api/v1/sessions/${sessionId}/webhooks`)
    expect([200, 429]).toContain(response.status)
  }
  await vi.waitFor(async () => {
    expect((await service.call('GET', `/api/v1/sessions/${sessionId}/webhooks`)).status).toBe(200)
  })
})

test('a service that stops ends the streams of those who listen', async () => {
  const stopping = await testService()
  await stopping.publish(listeningBot)
  const { sessionId } = (await stopping.call('POST', '/api/v1/bots/listening/startChat', {})).body
  const response = await fetch(`http://127.0.0.1:${stopping.port}/api/v1/sessions/${sessionId}/webhooks`)
  await stopping.close()
  expect(await response.text()).toBe(': listening\n\n')
})

test('unknown blocks, results, sessions and strangers get an error', async () => {
  const { resultId, hook } = await waitingVisitor()
  const wrongBlock = hook.replace('/hook/', '/ask/')
  expect((await service.call('POST', wrongBlock, {})).body.code).toBe('block_not_found')
  expect((await service.call('POST', hook.replace(resultId, 'nothing'), {})).body.code).toBe('result_not_found')
  const stranger = { authorization: `Bearer ${service.strangerToken}` }
  expect((await service.call('POST', hook, {}, stranger)).body.code).toBe('bot_not_found')
  expect((await service.call('POST', hook, '[1]')).status).toBe(400)
  expect((await service.call('GET', '/api/v1/sessions/nothing/webhooks')).body.code).toBe('session_not_found')
})

test('a linked bot that listens is reached through the result of the conversation', async () => {
  const linked = await service.call('POST', '/api/v1/bots', {
    workspaceId: service.workspaceId,
    bot: { ...listeningBot, publicId: 'linked-in' },
  })
  const linkedId = linked.body.bot.id
  await service.call('POST', `/api/v1/bots/${linkedId}/publish`)
  const link = { id: 'link', type: 'Bot link', options: { botId: linkedId, mergeResults: true } }
  const outer = await service.publish({
    ...listeningBot,
    publicId: 'linking-out',
    variables: [],
    groups: [{ id: 'g1', title: 'G', graphCoordinates: at, blocks: [link] }],
  })
  const { sessionId, resultId } = (await service.call('POST', '/api/v1/bots/linking-out/startChat', {})).body
  await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Hi' })
  const hook = `/api/v1/bots/${outer}/blocks/hook/results/${resultId}/executeWebhook`
  expect((await service.call('POST', hook, { amount: 3 })).body).toEqual({ message: 'OK' })
  expect(await heard(sessionId)).toBe('{"data":{"amount":3}}')
})
