import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { messageOf, payloadOf, signedRequest } from '../testing/messaging-payloads.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import { askingBot, phonePreviews } from '../testing/test-service.js'

let world: MessagingWorld
let later = 0
beforeAll(async () => {
  world = await messagingWorld({}, { clock: () => Date.now() + later })
})
afterAll(() => world.close())

const listening = [
  { id: 'hook', type: 'webhook', options: {} },
  { id: 'on', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'On' }] }] } },
  { id: 'in', type: 'text input' },
]

async function draft(): Promise<string> {
  const bot = askingBot(newId(), 1)
  const listeningGroup = { ...bot.groups[0], id: 'g2', blocks: listening }
  const whole = { ...bot, settings: { typingEmulation: { enabled: false } }, groups: [...bot.groups, listeningGroup] }
  const made = await world.service.call('POST', '/api/v1/bots', { workspaceId: world.service.workspaceId, bot: whole })
  return made.body.bot.id
}
const start = async (botId: string, to: string, startFrom?: object) =>
  (await world.service.call('POST', `/api/v1/bots/${botId}/messaging/start-preview`, { to, startFrom })).body
const answer = (from: string, text: string) => {
  const message = messageOf(from, text, Date.now() + later)
  const payload = payloadOf(from, [message], phonePreviews.COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID)
  const { body, headers } = signedRequest(payload, phonePreviews.COLLOQUY_MESSAGING_PREVIEW_APP_SECRET)
  return world.service.call('POST', '/api/v1/messaging/preview/webhook', body, { authorization: '', ...headers })
}

test('a phone that has not written gets an approved message first, and the draft once it answers; then the draft at once', async () => {
  const botId = await draft()
  expect(await start(botId, '+49 (170) 12-34')).toMatchObject({ sent: 'template' })
  expect(await world.provider.said('491701234', 1)).toEqual(['template hello_world'])
  const [template] = world.provider.messages('491701234')
  expect(template).toMatchObject({
    path: '/v21.0/1055502/messages',
    headers: { authorization: 'Bearer planted-preview-token' },
  })
  await answer('491701234', 'Show me')
  expect((await world.provider.said('491701234', 2))[1]).toBe('Hi')
  expect(await start(botId, '491701234')).toMatchObject({ sent: 'conversation' })
  expect((await world.provider.said('491701234', 3))[2]).toBe('Hi')
  const listed = await world.service.call('GET', `/api/v1/bots/${botId}/results`)
  expect(listed.body.results).toEqual([])
  later += 25 * 3_600_000
  expect(await start(botId, '491701234')).toMatchObject({ sent: 'template' })
})

test('a preview begins at the requested place, and webhooks of tests reach it', async () => {
  const botId = await draft()
  await start(botId, '4930123', { type: 'group', groupId: 'g2' })
  await world.provider.said('4930123', 1)
  await answer('4930123', 'Show me')
  const path = `/api/v1/bots/${botId}/blocks/hook/messaging/+4930123/executeTestWebhook`
  await expect.poll(async () => (await world.service.call('POST', path, { a: 1 })).status).toBe(200)
  expect((await world.provider.said('4930123', 2))[1]).toBe('On')
  await start(botId, '4930123', { type: 'group', groupId: 'g2' })
  const latest = `/api/v1/bots/${botId}/blocks/hook/web/executeTestWebhook`
  await expect.poll(async () => (await world.service.call('POST', latest, { a: 1 })).status).toBe(200)
  expect((await world.provider.said('4930123', 3))[2]).toBe('On')
})

test('who writes to the number of previews without having been shown one is not answered', async () => {
  expect((await answer('4931', 'Hello')).status).toBe(200)
  expect(await world.service.storage.messaging.ownerOf('preview', '4931')).toBeUndefined()
})
