import { afterAll, beforeAll, expect, test } from 'vitest'
import { testService } from './testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
let address: string
let botId: string

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
  service = await testService()
  address = `http://127.0.0.1:${service.port}`
  botId = await service.publish(listeningBot)
})
afterAll(() => service.close())

/** A visitor who has come to the webhook block. */
async function waitingVisitor() {
  const start = await service.call('POST', '/api/v1/bots/listening/startChat', {})
  const { sessionId, resultId } = start.body
  const reply = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Hi' })
  expect(reply.body.clientSideActions).toEqual([{ type: 'listenForWebhook', expectsDedicatedReply: true }])
  return { sessionId, resultId, hook: `/api/v1/bots/${botId}/blocks/hook/results/${resultId}/executeWebhook` }
}

/** The first message of the stream, once the server has ended it. */
async function heard(sessionId: string, onOpen = () => {}): Promise<string> {
  const response = await fetch(`${address}/api/v1/sessions/${sessionId}/webhooks`)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  onOpen()
  const text = await response.text()
  return /^data: (.*)$/m.exec(text)?.[1] ?? text
}

test('what is sent while a client listens reaches it, and its reply goes on with it', async () => {
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

test('a preview hears what is sent as a test', async () => {
  const start = await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {})
  await service.call('POST', `/api/v1/sessions/${start.body.sessionId}/continueChat`, { message: 'Hi' })
  const url = `/api/v1/bots/${botId}/blocks/hook/web/executeTestWebhook`
  expect((await service.call('POST', url, { amount: 1 })).status).toBe(200)
  expect(await heard(start.body.sessionId)).toBe('{"data":{"amount":1}}')
})

test('unknown blocks, results, sessions and strangers are told so', async () => {
  const { resultId, hook } = await waitingVisitor()
  const wrongBlock = hook.replace('/hook/', '/ask/')
  expect((await service.call('POST', wrongBlock, {})).body.code).toBe('block_not_found')
  expect((await service.call('POST', hook.replace(resultId, 'nothing'), {})).body.code).toBe('result_not_found')
  const stranger = { authorization: `Bearer ${service.strangerToken}` }
  expect((await service.call('POST', hook, {}, stranger)).body.code).toBe('bot_not_found')
  expect((await service.call('POST', hook, '[1]')).status).toBe(400)
  expect((await service.call('GET', '/api/v1/sessions/nothing/webhooks')).body.code).toBe('session_not_found')
})
