import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'

let world: MessagingWorld
beforeAll(async () => {
  world = await messagingWorld()
})
afterAll(() => world.close())

test('a webhook with the addresses and names of Typebot continues to work unchanged', async () => {
  const data = { provider: '360dialog', apiKey: 'planted-dialog-key', webhookSecret: 'shared secret' }
  const id = await world.service.addCredentials('messaging', data, { name: newId() })
  const path = `/api/v1/workspaces/${world.service.workspaceId}`
  const { body } = await world.service.call('POST', `${path}/messaging/${id}/verifyToken`)
  const typebot = `http://127.0.0.1:${world.service.port}${path}/whatsapp/${id}/webhook`
  const query = `?hub.challenge=12345678901234567890&hub.verify_token=${body.verifyToken}`
  expect(await (await fetch(typebot + query)).text()).toBe('12345678901234567890')
  const headers = { 'content-type': 'application/json', 'x-typebot-webhook-secret': 'shared secret' }
  expect((await fetch(typebot, { method: 'POST', headers, body: '{"entry":[]}' })).status).toBe(200)
})
