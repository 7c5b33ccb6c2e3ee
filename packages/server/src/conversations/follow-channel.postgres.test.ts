import { afterAll, beforeAll, expect, test } from 'vitest'
import { group, textBubble } from '../testing/chat-client.js'
import { echoOf, echoPayload, fieldPayload, handoverPayload, messageOf } from '../testing/messaging-payloads.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'

/** Conversations that the phone of the owner, or another app of a channel, takes from the bot, by real payloads. */

let world: MessagingWorld
let aheadBy = 0
const clock = () => Date.now() + aheadBy
beforeAll(async () => {
  world = await messagingWorld({}, { clock })
  await world.publish(bot)
})
afterAll(() => world.close())

const at = { x: 0, y: 0 }
const input = (id: string) => ({ id, type: 'text input' })
const bot = {
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'ask' } }],
  groups: [group('ask', textBubble('t1', 'Your name?'), input('name'), textBubble('t2', 'Thanks'), input('last'))],
}

async function talk() {
  const from = `49${Math.floor(Math.random() * 1e10)}`
  await world.write(from, 'Hi')
  await world.provider.said(from, 1)
  await world.settled()
  const key = { workspaceId: world.service.workspaceId, credentialsId: world.credentialsId, sender: from }
  const sessionId = (await world.service.storage.messaging.find(key))?.sessionId ?? ''
  const { service } = world
  const path = `/api/v1/workspaces/${service.workspaceId}/inbox/${sessionId}`
  return {
    from,
    holder: async () => JSON.parse((await service.storage.sessions.get(sessionId))?.held ?? 'null'),
    stored: async () =>
      (await service.storage.conversations.list(sessionId, { after: 0, limit: 99 })).map(({ kind, content }) => [
        kind,
        JSON.parse(content).text ?? JSON.parse(content).to,
      ]),
    shown: async () => (await service.call('GET', path)).body,
    take: () => service.call('POST', `${path}/take`),
    note: async (text: string) => {
      const note = { kind: 'note', text }
      expect(await service.call('POST', `${path}/messages`, note)).toMatchObject({ status: 200 })
    },
    answer: (text: string) => service.call('POST', `${path}/messages`, { text }),
    setStatus: (status: string) => service.call('PATCH', `/api/v1/sessions/${sessionId}/status`, { status }),
    write: async (text: string) => {
      await world.write(from, text)
      await world.settled()
    },
    said: (count: number) => world.provider.said(from, count),
  }
}
const send = async (payload: object) => expect(await world.send(payload)).toMatchObject({ status: 200 })
const byPhone = { by: 'elsewhere', who: 'phone', why: 'phone' }
const byOtherApp = { by: 'elsewhere', who: 'channel', why: 'channel' }

test('what the owner writes on the phone takes the conversation, is stored once, and is not sent again', async () => {
  const { from, holder, stored, shown, write, said } = await talk()
  const payload = echoPayload(echoOf(from, 'Ana here, how can I help?', clock()))
  await send(payload)
  await send(payload)
  expect(await holder()).toMatchObject(byPhone)
  await write('Ada')
  expect(await stored()).toEqual([
    ['event', 'elsewhere'],
    ['person', 'Ana here, how can I help?'],
    ['visitor', 'Ada'],
  ])
  expect((await shown()).transcript).toContainEqual({
    message: expect.objectContaining({ kind: 'person', authorId: null, text: 'Ana here, how can I help?' }),
  })
  expect(await said(1)).toEqual(['Your name?'])
})

test('the bot speaks again once it is given back, and a late or repeated echo does not take it', async () => {
  const { from, holder, stored, setStatus, write, said } = await talk()
  const early = clock()
  const payload = echoPayload(echoOf(from, 'One moment', early))
  await send(payload)
  aheadBy += 5_000
  await setStatus('bot')
  await send(payload)
  await send(echoPayload(echoOf(from, 'Late', early + 1_000)))
  expect(await holder()).toBeNull()
  await write('Ada')
  expect(await said(2)).toEqual(['Your name?', 'Thanks'])
  expect(await stored()).toEqual([
    ['event', 'elsewhere'],
    ['person', 'One moment'],
    ['event', 'bot'],
    ['person', 'Late'],
  ])
})

test('an echo of what the bot itself has said changes nothing', async () => {
  const { from, holder, stored } = await talk()
  await send(echoPayload(echoOf(from, 'Your name?', clock())))
  expect(await holder()).toBeNull()
  expect(await stored()).toEqual([])
})

test('an echo of an answer of the inbox adds nothing, however many notes are before it', async () => {
  const { from, stored, take, note, answer } = await talk()
  await take()
  for (let i = 0; i < 60; i++) await note(`Note ${i}`)
  await answer('How can I help?')
  await send(echoPayload(echoOf(from, 'How can I help?', clock())))
  expect((await stored()).filter(([kind]) => kind === 'person')).toEqual([['person', 'How can I help?']])
})

test('a person who answers in the inbox keeps the conversation while somebody writes on the phone', async () => {
  const { from, holder, stored, take } = await talk()
  await take()
  await send(echoPayload(echoOf(from, 'Me, too', clock())))
  expect(await holder()).toMatchObject({ by: 'person' })
  expect(await stored()).toContainEqual(['person', 'Me, too'])
})

test('a conversation that another app takes is silent until it is passed back', async () => {
  const { from, holder, write, said } = await talk()
  await send(handoverPayload('control_taken', from, clock()))
  expect(await holder()).toMatchObject(byOtherApp)
  await write('Ada')
  expect(await said(1)).toEqual(['Your name?'])
  aheadBy += 2_000
  await send(handoverPayload('control_passed', from, clock()))
  expect(await holder()).toBeNull()
  await write('Ada')
  expect(await said(2)).toEqual(['Your name?', 'Thanks'])
})

test('a handover that comes late, or repeats, does not undo a later one', async () => {
  const { from, holder } = await talk()
  const taken = handoverPayload('control_taken', from, clock())
  await send(taken)
  aheadBy += 5_000
  const passed = handoverPayload('control_passed', from, clock())
  await send(passed)
  await send(taken)
  expect(await holder()).toBeNull()
  aheadBy += 5_000
  await send(handoverPayload('control_taken', from, clock()))
  aheadBy += 5_000
  await send(passed)
  expect(await holder()).toMatchObject(byOtherApp)
})

test('a conversation that is passed to us stays with the person who answers it', async () => {
  const { from, holder } = await talk()
  await send(echoPayload(echoOf(from, 'I answer', clock())))
  aheadBy += 2_000
  await send(handoverPayload('control_passed', from, clock()))
  expect(await holder()).toMatchObject(byPhone)
})

test('copies of the conversation of another app are shown, and the flow does not move', async () => {
  const { from, holder, stored, said } = await talk()
  const standby = {
    contacts: [{ wa_id: from }],
    messages: [messageOf(from, 'Where is my parcel?', clock())],
    message_echoes: [echoOf(from, 'On its way', clock())],
  }
  const payload = fieldPayload('standby', { standby })
  await send(payload)
  await send(payload)
  await world.settled()
  expect(await holder()).toMatchObject(byOtherApp)
  expect(await stored()).toEqual([
    ['event', 'elsewhere'],
    ['visitor', 'Where is my parcel?'],
    ['person', 'On its way'],
  ])
  expect(await said(1)).toEqual(['Your name?'])
})

test('reports about contacts without a running conversation change nothing', async () => {
  const from = `49${Math.floor(Math.random() * 1e10)}`
  await send(echoPayload(echoOf(from, 'Hello', clock())))
  await send(handoverPayload('control_taken', from, clock()))
  await world.write(from, 'Hi')
  expect(await world.provider.said(from, 1)).toEqual(['Your name?'])
})
