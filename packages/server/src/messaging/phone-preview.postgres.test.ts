import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../ids.js'
import { confirmPhone } from '../testing/confirm-phone.js'
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
const ask = async (botId: string, to: string, startFrom?: object) =>
  (await world.service.call('POST', `/api/v1/bots/${botId}/messaging/start-preview`, { to, startFrom })).body
/** Starts a preview on a phone that the owner has confirmed. */
const start = async (botId: string, to: string, startFrom?: object) => {
  const owner = await world.service.storage.users.first()
  await confirmPhone(world.service, owner?.id ?? '', to.replace(/\D/g, ''))
  return ask(botId, to, startFrom)
}
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

test('a phone gets nothing until it has written the code that was shown to the person who asked', async () => {
  const botId = await draft()
  const { sent, confirm } = await ask(botId, '49170777')
  expect(sent).toBe('nothing')
  expect(confirm.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  await answer('49170888', confirm.code)
  expect(await ask(botId, '49170777')).toMatchObject({ sent: 'nothing' })
  const { confirm: latest } = await ask(botId, '49170777')
  await answer('49170777', ` ${latest.code.toLowerCase()} `)
  expect(await ask(botId, '49170777')).toMatchObject({ sent: 'template' })
  expect(await world.provider.said('49170777', 1)).toEqual(['template hello_world'])
  const other = await world.service.addMember(world.service.workspaceId, 'MEMBER')
  const path = `/api/v1/bots/${botId}/messaging/start-preview`
  const asOther = { authorization: `Bearer ${other.value}` }
  expect((await world.service.call('POST', path, { to: '49170777' }, asOther)).body.sent).toBe('nothing')
})

test('a code confirms no phone after half an hour', async () => {
  const botId = await draft()
  const { confirm } = await ask(botId, '49170666')
  later += 31 * 60_000
  await answer('49170666', confirm.code)
  expect((await ask(botId, '49170666')).sent).toBe('nothing')
})

test('a workspace shows at most 20 previews on phones in a day', async () => {
  const botId = await draft()
  later += 48 * 3_600_000
  for (let count = 0; count < 20; count++) expect((await start(botId, '49170555')).code).toBeUndefined()
  expect((await start(botId, '49170555')).code).toBe('too_many_phone_previews')
  later += 24 * 3_600_000
  expect((await start(botId, '49170555')).code).toBeUndefined()
})

test('a preview on a phone ends with the rights of the person who started it', async () => {
  const botId = await draft()
  const guest = await world.service.addMember(world.service.workspaceId, 'GUEST')
  const share = { botId, userId: guest.userId, type: 'WRITE', createdAt: 1, updatedAt: 1 } as const
  await world.service.storage.collaborators.add(world.service.workspaceId, share)
  await confirmPhone(world.service, guest.userId, '49170444')
  const path = `/api/v1/bots/${botId}/messaging/start-preview`
  const asGuest = { authorization: `Bearer ${guest.value}` }
  expect((await world.service.call('POST', path, { to: '49170444' }, asGuest)).body.sent).toBe('template')
  await answer('49170444', 'Show me')
  expect((await world.provider.said('49170444', 2))[1]).toBe('Hi')
  await world.service.storage.collaborators.remove(botId, guest.userId)
  await answer('49170444', 'Ada')
  await vi.waitFor(async () => {
    const key = { workspaceId: world.service.workspaceId, credentialsId: 'preview', sender: '49170444' }
    expect(await world.service.storage.messaging.waiting(key, 5)).toEqual([])
  })
  expect(world.provider.messages('49170444')).toHaveLength(2)
})
