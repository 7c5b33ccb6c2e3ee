import { channels } from '@colloquy/channels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { inboxRow } from '../messaging/inbox-entry.js'
import { group, textBubble } from '../testing/chat-client.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'

/** Take-overs and hand-backs in a messaging app. */

let world: MessagingWorld
beforeAll(async () => {
  world = await messagingWorld()
  await world.publish(bot)
})
afterAll(() => world.close())

const at = { x: 0, y: 0 }
const input = (id: string, variableId?: string) => ({ id, type: 'text input', options: { variableId } })
/** Says several things between two inputs, with a wait of a second. */
const bot = {
  variables: [{ id: 'vName', name: 'Name' }],
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'ask' } }],
  groups: [
    group(
      'ask',
      textBubble('t1', 'Your name?'),
      input('name', 'vName'),
      textBubble('t2', 'One'),
      { id: 'wait', type: 'Wait', options: { secondsToWaitFor: '1' } },
      textBubble('t3', 'Two'),
      input('last'),
    ),
    group('slots', textBubble('t4', 'Which slot, {{Name}}?'), input('slot')),
  ],
}

async function talk() {
  const from = `49${Math.floor(Math.random() * 1e10)}`
  await world.write(from, 'Hi')
  await world.provider.said(from, 1)
  await world.settled()
  const key = { workspaceId: world.service.workspaceId, credentialsId: world.credentialsId, sender: from }
  const sessionId = (await world.service.storage.messaging.find(key))?.sessionId ?? ''
  const setStatus = (body: object) => world.service.call('PATCH', `/api/v1/sessions/${sessionId}/status`, body)
  return { from, key, sessionId, setStatus }
}

test('a reply in a messaging app is stored, and nothing is sent, while somebody else speaks', async () => {
  const { from, sessionId, setStatus } = await talk()
  await setStatus({ status: 'paused' })
  await world.write(from, 'Ada')
  await world.settled()
  expect(await world.provider.said(from, 1)).toEqual(['Your name?'])
  const stored = await world.service.storage.conversations.list(sessionId, { after: 1, limit: 9 })
  expect(stored.map(({ content }) => JSON.parse(content))).toMatchObject([{ text: 'Ada' }])
})

test('the rest of a turn is not sent once its conversation is taken over, and not afterwards either', async () => {
  const { from, setStatus } = await talk()
  await world.write(from, 'Ada')
  expect(await world.provider.said(from, 2)).toEqual(['Your name?', 'One'])
  await setStatus({ status: 'paused' })
  await world.settled()
  await setStatus({ status: 'bot' })
  await world.write(from, 'Next')
  await world.settled()
  expect(await world.provider.said(from, 2)).toEqual(['Your name?', 'One'])
})

test('a hand-back to a group sends what it asks, once', async () => {
  const { from, setStatus } = await talk()
  await world.write(from, 'Ada')
  expect(await world.provider.said(from, 3)).toEqual(['Your name?', 'One', 'Two'])
  await world.settled()
  await setStatus({ status: 'paused' })
  expect(await setStatus({ status: 'bot', group: 'slots' })).toMatchObject({ status: 200 })
  await world.settled()
  expect(await world.provider.said(from, 4)).toEqual(['Your name?', 'One', 'Two', 'Which slot, Ada?'])
})

test('a message that was acknowledged while somebody else spoke is not answered once the bot speaks again', async () => {
  const { from, key, sessionId, setStatus } = await talk()
  await setStatus({ status: 'paused' })
  const contact = { name: 'Ada', phoneNumber: `+${from}` }
  const entry = { contact, content: { kind: 'text' as const, text: 'For Ana' }, publicUrl: 'http://127.0.0.1' }
  const receivedAt = Date.now()
  const row = inboxRow(key, entry, { callId: newId(), receivedAt, sentAt: receivedAt - 2_000 })
  await world.service.storage.messaging.receive([row], true)
  await setStatus({ status: 'bot' })
  await world.write(from, 'Ada')
  expect(await world.provider.said(from, 3)).toEqual(['Your name?', 'One', 'Two'])
  await world.settled()
  const stored = await world.service.storage.conversations.list(sessionId, { after: 2, limit: 9 })
  expect(stored).toMatchObject([{ kind: 'visitor', content: expect.stringContaining('For Ana') }])
})

test('a person sees how long the app accepts answers after the last message of the contact, and what fits into one', async () => {
  const { from, key, sessionId } = await talk()
  const { service } = world
  const path = `/api/v1/workspaces/${service.workspaceId}/inbox/${sessionId}`
  const limits = async () => (await service.call('GET', path)).body.replyLimits
  const { lastMessageAt } = (await service.storage.messaging.find(key)) ?? {}
  const { label, capabilities } = channels.find(({ type }) => type === 'whatsapp') ?? {}
  const { max, unit } = capabilities?.text ?? {}
  const hours = capabilities?.replyWindowHours ?? 0
  expect(await limits()).toEqual({
    channel: label,
    windowHours: hours,
    closesAt: new Date((lastMessageAt ?? 0) + hours * 3_600_000).toISOString(),
    text: { max, unit },
  })
  const before = Date.parse((await limits()).closesAt)
  await world.write(from, 'Ada')
  await world.settled()
  expect(Date.parse((await limits()).closesAt)).toBeGreaterThan(before)
})
