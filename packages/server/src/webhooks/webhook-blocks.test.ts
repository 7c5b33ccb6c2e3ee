import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { group } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const webhook = { url: 'https://a.example', method: 'PUT', headers: [{ id: 'h', key: 'X-A', value: '1' }] }
const bot = {
  ...askingBot('calls', 1),
  variables: [
    { id: 'v1', name: 'Name' },
    { id: 'v2', name: 'Plan', value: 'free' },
    { id: 'v3', name: 'Unset' },
  ],
  groups: [
    group(
      'Order',
      { id: 'in1', type: 'text input', options: { variableId: 'v1' } },
      { id: 'in2', type: 'email input' },
      { id: 'in3', type: 'choice input', items: [{ id: 'i1', content: 'Tea' }] },
      { id: 'http', type: 'Webhook', options: { webhook, timeout: 20 } },
      { id: 'zap', type: 'Zapier' },
    ),
    group('Later', { id: 'make', type: 'Make.com' }, { id: 'pab', type: 'Pabbly' }, { id: 'wait', type: 'webhook' }),
  ],
}

test('blocks that call others are listed in the order of the flow', async () => {
  const botId = await service.publish(bot)
  const { body } = await service.call('GET', `/api/v1/bots/${botId}/webhookBlocks`)
  expect(body.webhookBlocks).toEqual([
    { id: 'http', groupId: 'Order', type: 'Webhook', label: 'Order > http', url: 'https://a.example' },
    { id: 'zap', groupId: 'Order', type: 'Zapier', label: 'Order > zap' },
    { id: 'make', groupId: 'Later', type: 'Make.com', label: 'Later > make' },
    { id: 'pab', groupId: 'Later', type: 'Pabbly', label: 'Later > pab' },
  ])
})

test('an example names what a conversation would send as the conversation does', async () => {
  const botId = await service.publish({ ...bot, publicId: 'example' })
  const { body } = await service.call('GET', `/api/v1/bots/${botId}/webhookBlocks/zap/getResultExample`)
  expect(body.resultExample).toEqual({
    message: expect.any(String),
    submittedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    Name: 'Some text',
    'Order (1)': 'ada@example.com',
    'Order (2)': 'Tea',
    Plan: 'free',
    Unset: 'Some text',
  })
  const wrong = await service.call('GET', `/api/v1/bots/${botId}/webhookBlocks/wait/getResultExample`)
  expect(wrong.body.code).toBe('block_not_found')
})

test('a subscription changes the address of the draft alone, and nothing else of the block', async () => {
  const botId = await service.publish({ ...bot, publicId: 'subscriber' })
  const block = async (path: 'getBot' | 'publishedBot') => {
    const { body } = await service.call('GET', `/api/v1/bots/${botId}${path === 'getBot' ? '' : '/publishedBot'}`)
    return (body.bot ?? body.publishedBot).groups[0].blocks[3].options
  }
  const url = 'https://hooks.example/1'
  const subscribed = await service.call('POST', `/api/v1/bots/${botId}/webhookBlocks/http/subscribe`, { url })
  expect(subscribed.body).toEqual({ id: 'http', url })
  expect(await block('getBot')).toEqual({ webhook: { ...webhook, url }, timeout: 20 })
  expect(await block('publishedBot')).toEqual({ webhook, timeout: 20 })
  const ended = await service.call('POST', `/api/v1/bots/${botId}/webhookBlocks/http/unsubscribe`)
  expect(ended.body).toEqual({ id: 'http', url: null })
  const { url: _, ...withoutUrl } = webhook
  expect(await block('getBot')).toEqual({ webhook: withoutUrl, timeout: 20 })
})

test('subscriptions that come together with each other and with an update all last', async () => {
  const botId = await service.publish({ ...bot, publicId: 'together' })
  const ids = ['http', 'zap', 'make', 'pab']
  await Promise.all([
    ...ids.map((id) =>
      service.call('POST', `/api/v1/bots/${botId}/webhookBlocks/${id}/subscribe`, { url: `https://${id}.example` }),
    ),
    service.call('PATCH', `/api/v1/bots/${botId}`, {
      bot: { name: 'Renamed', variables: [{ id: 'v9', name: 'New' }] },
    }),
  ])
  const { body } = await service.call('GET', `/api/v1/bots/${botId}/webhookBlocks`)
  expect(body.webhookBlocks.map(({ url }: { url: string }) => url)).toEqual(ids.map((id) => `https://${id}.example`))
  const after = (await service.call('GET', `/api/v1/bots/${botId}`)).body.bot
  expect(after).toMatchObject({ name: 'Renamed', variables: [{ id: 'v9' }] })
})

test('a block is tried: it calls as in a chat, and reports the response and what was saved of it', async () => {
  const heard: string[] = []
  const other = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ people: [{ name: 'Ada' }] }))
  })
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  const options = {
    webhook: { url: `http://127.0.0.1:${port}/{{Plan}}`, method: 'GET' },
    isExecutedOnClient: true,
    responseVariableMapping: [{ id: 'm', variableId: 'v3', bodyPath: 'data.people[0].name' }],
  }
  const groups = [group('Order', { id: 'http', type: 'Webhook', options }, { id: 'zap', type: 'Zapier' })]
  const open = await testService({ EGRESS_ALLOW: `127.0.0.1:${port}` })
  try {
    const botId = await open.publish({ ...bot, groups })
    const path = (id: string) => `/api/v1/bots/${botId}/webhookBlocks/${id}/test`
    const { body } = await open.call('POST', path('http'), { variables: { v2: 'gold' } })
    expect(heard).toEqual(['GET /gold'])
    expect(body).toMatchObject({
      statusCode: 200,
      data: { people: [{ name: 'Ada' }] },
      saved: { v3: 'Ada' },
      problem: null,
    })
    expect(body.request).toEqual({ url: `http://127.0.0.1:${port}/gold`, method: 'GET' })
    expect((await open.call('POST', path('zap'), {})).body).toMatchObject({ request: null, statusCode: null })
  } finally {
    await open.close()
    other.close()
  }
})

test('a block that is tried goes through the same door as in a chat', async () => {
  const options = { webhook: { url: 'http://127.0.0.1:1/', method: 'GET' } }
  const botId = await service.publish({
    ...bot,
    publicId: 'door',
    groups: [group('Order', { id: 'http', type: 'Webhook', options })],
  })
  const { body } = await service.call('POST', `/api/v1/bots/${botId}/webhookBlocks/http/test`, {})
  expect(body.statusCode).toBeNull()
  expect(body.problem).toMatch(/refused/)
})
