import { afterAll, beforeAll, expect, test } from 'vitest'
import { group } from '../testing/chat-client.js'
import { type CompatService, compatService } from '../testing/compat-service.js'
import { askingBot } from '../testing/test-service.js'

/** Clients that reject an answer with an unknown field, or without a required one. */

let service: CompatService
beforeAll(async () => {
  service = await compatService()
})
afterAll(() => service.close())

const extended = () => ({
  ...askingBot('strict', 1),
  groups: [
    { ...group('g1', { id: 'in0', type: 'text input', isMuted: true }), isCollapsed: true },
    { ...group('g2'), note: { colour: 'blue' } },
  ],
})
const read = (path: string) => service.send('GET', `/api/v1/${path}`, undefined, service.asOwner)

test('the draft and the published bot come without our fields, and with a space', async () => {
  const id = await service.publish(extended())
  const own = (await read(`bots/${id}`)).body
  expect(own).toMatchObject({ revision: 0, bot: { groups: [{ isCollapsed: true }, { note: { colour: 'blue' } }] } })
  expect(own.bot.spaceId).toBeUndefined()
  const draft = (await read(`typebots/${id}`)).body
  expect(Object.keys(draft)).toEqual(['currentUserMode', 'typebot'])
  expect(draft.typebot).toMatchObject({ id, spaceId: null })
  const published = (await read(`typebots/${id}/publishedTypebot`)).body.publishedTypebot
  for (const { groups } of [draft.typebot, published]) {
    expect(Object.keys(groups[0]).sort()).toEqual(['blocks', 'graphCoordinates', 'id', 'title'])
    expect(Object.keys(groups[1]).sort()).toEqual(['blocks', 'graphCoordinates', 'id', 'title'])
    expect(groups[0].blocks).toEqual([{ id: 'in0', type: 'text input' }])
  }
})

test('options of services come without what the original format does not have', async () => {
  const messages = [
    { role: 'user', content: 'hi' },
    { role: 'Conversation', last: 4 },
  ]
  const model = { id: 'model', type: 'groq', options: { action: 'Create chat completion', messages } }
  const variables = [{ id: 'v1', name: 'Name', isPrivate: true }]
  const id = await service.publish({ ...askingBot('options'), variables, groups: [group('g1', model)] })
  const { typebot } = (await read(`typebots/${id}`)).body
  expect(typebot.groups[0].blocks[0].options.messages).toEqual([{ role: 'user', content: 'hi' }])
  expect(typebot.variables[0]).toEqual({ id: 'v1', name: 'Name' })
  expect((await read(`bots/${id}`)).body.bot.groups[0].blocks[0].options.messages).toHaveLength(2)
})

test('lists come without our fields, and legacy lists of blocks keep what they are made of', async () => {
  const hook = { id: 'hook', type: 'Webhook', options: { webhook: { url: 'https://hook.example' } } }
  const id = await service.publish({ ...askingBot('listed'), groups: [group('g1', hook)] })
  const { webhookBlocks } = (await read(`typebots/${id}/webhookBlocks`)).body
  expect(Object.keys(webhookBlocks[0]).sort()).toEqual(['id', 'label', 'type', 'url'])
  const legacy = await service.send('GET', `/api/typebots/${id}/webhookBlocks`, undefined, service.asOwner)
  expect(legacy.body.blocks).toMatchObject([{ id: 'hook', blockId: 'g1' }])
})

test('a change of the own account answers the user', async () => {
  const updates = { name: 'Ada', referral: 'a friend', displayedInAppNotifications: { news: true } }
  const { body } = await service.send('PATCH', '/api/v1/users/me', { updates }, service.asOwner)
  expect(body).toMatchObject({ id: expect.any(String), ...updates })
})
