import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { newId } from '../ids.js'
import { messageOf, payloadOf } from '../testing/messaging-payloads.js'
import { messagingWorld } from '../testing/messaging-world.js'
import { askingBot } from '../testing/test-service.js'

const status = (more: object) => ({ id: 'wamid.1', recipient_id: '49', ...more })
const failed = status({ status: 'failed', errors: [{ code: 1 }] })
const marketing = status({ status: 'sent', conversation: { origin: { type: 'marketing_lite' } } })
const plain = status({ status: 'delivered', conversation: { origin: { type: 'utility' } } })
const value = {
  metadata: { phone_number_id: '1055501' },
  contacts: [{ wa_id: '49' }],
  messages: [messageOf('49', 'Hi')],
}
const payload = {
  object: 'o',
  entry: [{ id: '1', changes: [{ value: { ...value, statuses: [failed, marketing, plain] } }, { value }] }],
}
const reduced = (...statuses: object[]) => ({
  object: 'o',
  entry: [{ id: '1', changes: [{ value: { metadata: value.metadata, statuses } }] }],
})

test('addresses of authors get it, each once, and one that fails hinders nobody', async () => {
  const heard: { url: string; body: unknown }[] = []
  const listener = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    heard.push({ url: request.url as string, body: JSON.parse(body) })
    response.writeHead(request.url === '/broken' ? 500 : 204).end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const world = await messagingWorld({ EGRESS_ALLOW: `127.0.0.1:${port}` })
  try {
    const at = (path: string) => ({ errorAndMarketingStatusWebhookForwardUrl: `http://127.0.0.1:${port}${path}` })
    await world.publish(askingBot(newId()), at('/status'))
    await world.publish(askingBot(newId()), { ...at('/status'), webhookForwardingEventTypes: ['errorStatuses'] })
    await world.publish(askingBot(newId()), { ...at('/all'), webhookForwardingEventTypes: ['all'] })
    await world.publish(askingBot(newId()), { ...at('/off'), isWebhookForwardingEnabled: false })
    await world.publish(askingBot(newId()), at('/broken'))
    const hello = payloadOf('4950', [messageOf('4950', 'Hello')])
    expect((await world.send(hello)).status).toBe(200)
    await world.provider.said('4950', 1)
    expect((await world.send(payload)).status).toBe(200)
    await expect.poll(() => heard.map(({ url }) => url).toSorted()).toEqual(['/all', '/all', '/broken', '/status'])
    expect(heard.find(({ url }) => url === '/status')?.body).toEqual(reduced(failed, marketing))
    expect(heard.filter(({ url }) => url === '/all').map(({ body }) => body)).toContainEqual(hello)
  } finally {
    await world.close()
    listener.close()
  }
})
