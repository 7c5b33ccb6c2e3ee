import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.js'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import type { TestService } from '../testing/test-service.js'

/** Conversations that a person has taken, and in which nobody writes any more. */

let aheadBy = 0
const clock = () => Date.now() + aheadBy
const hours = (count: number) => {
  aheadBy += count * 3_600_000
}
let world: MessagingWorld
let service: TestService
beforeAll(async () => {
  world = await messagingWorld({}, { clock })
  service = world.service
  const say = { hours: 4, text: 'I take over again, {{Name}}' }
  await service.publish(greetingBot('idle', { idle: say }))
  await service.publish(greetingBot('silent', { idle: { hours: 4 } }))
  await service.publish(greetingBot('closing', { idle: { ...say, action: 'close' } }))
  await service.publish(greetingBot('kept'))
  await service.publish({ ...asking(), publicId: 'asking', settings: { idle: say } })
})
afterAll(() => world.close())

const at = { x: 0, y: 0 }
const asking = () => ({
  variables: [{ id: 'v1', name: 'Name', value: 'Ada' }],
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'ask' } }],
  groups: [
    group('ask', { id: 'human', type: 'person', options: {} }, textBubble('t1', 'Welcome back'), {
      id: 'last',
      type: 'text input',
    }),
  ],
})

const { start, say } = chatClient(() => service)
const inbox = (path = '') => `/api/v1/workspaces/${service.workspaceId}/inbox${path}`
const taken = async (publicId: string) => {
  const { sessionId } = (await start(publicId)).body
  await service.call('POST', inbox(`/${sessionId}/take`))
  return sessionId as string
}
const send = (sessionId: string, text: string) => service.call('POST', inbox(`/${sessionId}/messages`), { text })
const shown = async (sessionId: string) => (await service.call('GET', inbox(`/${sessionId}`))).body
const row = (sessionId: string) => service.storage.sessions.get(sessionId)
const lastTurn = async (sessionId: string) =>
  JSON.parse((await service.storage.sessions.turns(sessionId)).at(-1)?.answer ?? '')
/** Another instance starts on the same database, as after a crash, and looks for what is due. */
async function instanceStarts() {
  const app = await buildApp({ storage: service.storage, config: service.config, clock })
  await app.ready()
  return () => app.close()
}
async function instancesLook(count = 1) {
  const stops = await Promise.all(Array.from({ length: count }, instanceStarts))
  for (const stop of stops) await stop()
}
const speaks = async (sessionId: string) => JSON.parse((await row(sessionId))?.held ?? '{"by":"bot"}').by

test('the bot speaks again after the hours, with the sentence, once, although several instances look', async () => {
  const sessionId = await taken('idle')
  await instancesLook()
  expect(await speaks(sessionId)).toBe('person')
  hours(5)
  const stops = await Promise.all([instanceStarts(), instanceStarts(), instanceStarts()])
  await vi.waitFor(async () => expect(await speaks(sessionId)).toBe('bot'))
  for (const stop of stops) await stop()
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(2)
  expect(plainText(await lastTurn(sessionId))).toEqual(['I take over again, '])
  expect(await shown(sessionId)).toMatchObject({ conversation: { state: 'returned' }, holder: { by: 'bot' } })
  expect((await say(sessionId, 'Ada')).body.heldBy).toBeUndefined()
})

test('the hours count from the last message of either side', async () => {
  const sessionId = await taken('idle')
  hours(3)
  await send(sessionId, 'Let me look')
  hours(3)
  await instancesLook()
  expect(await speaks(sessionId)).toBe('person')
  await say(sessionId, 'Thanks')
  hours(3)
  await instancesLook()
  expect(await speaks(sessionId)).toBe('person')
  hours(2)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect(await speaks(sessionId)).toBe('bot'))
  await stop()
})

test('a snoozed conversation is left alone until its time', async () => {
  const sessionId = await taken('idle')
  const snoozedUntil = new Date(clock() + 10 * 3_600_000).toISOString()
  await service.call('PATCH', inbox(`/${sessionId}`), { snoozedUntil })
  hours(9)
  await instancesLook()
  expect(await speaks(sessionId)).toBe('person')
  hours(2)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect(await speaks(sessionId)).toBe('bot'))
  await stop()
})

test('without a sentence the bot waits for the answer again and says nothing', async () => {
  const sessionId = await taken('silent')
  hours(5)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect(await speaks(sessionId)).toBe('bot'))
  await stop()
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(1)
})

test('a conversation ends with its sentence, and takes no reply any more', async () => {
  const sessionId = await taken('closing')
  hours(5)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect((await row(sessionId))?.endedAt).not.toBeNull())
  await stop()
  expect(plainText(await lastTurn(sessionId))).toEqual(['I take over again, '])
  expect((await shown(sessionId)).conversation).toMatchObject({ state: 'resolved' })
  expect((await say(sessionId, 'Hello?')).status).toBe(404)
})

test('without the setting a person keeps the conversation', async () => {
  const sessionId = await taken('kept')
  hours(40)
  await instancesLook()
  expect(await speaks(sessionId)).toBe('person')
})

test('the flow continues behind the block that asked for the person', async () => {
  const sessionId = await taken('asking')
  hours(5)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect(await speaks(sessionId)).toBe('bot'))
  await stop()
  expect(plainText(await lastTurn(sessionId))).toEqual(['I take over again, Ada', 'Welcome back'])
})

test('a conversation that another system has taken is given back, too', async () => {
  const { sessionId } = (await start('idle')).body
  await service.call('PATCH', `/api/v1/sessions/${sessionId}/status`, { status: 'paused' })
  hours(5)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect(await speaks(sessionId)).toBe('bot'))
  await stop()
})

test('a channel has its own rule, and the contact gets the sentence there, once', async () => {
  const { settings, ...bot } = greetingBot('unused')
  await world.publish(bot, { idle: { hours: 1, text: 'Anything else?' } })
  const from = `49${Math.floor(Math.random() * 1e10)}`
  await world.write(from, 'Hi')
  await world.provider.said(from, 1)
  await world.settled()
  const key = { workspaceId: service.workspaceId, credentialsId: world.credentialsId, sender: from }
  const sessionId = (await service.storage.messaging.find(key))?.sessionId ?? ''
  await service.call('POST', inbox(`/${sessionId}/take`))
  hours(2)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect(await speaks(sessionId)).toBe('bot'))
  await stop()
  await world.settled()
  expect((await world.provider.said(from, 2)).at(-1)).toBe('Anything else?')
})
