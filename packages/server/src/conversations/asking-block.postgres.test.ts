import { weekdays } from '@colloquy/flow/business-hours'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.js'
import { chatClient, group, plainText, textBubble } from '../testing/chat-client.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import type { TestService } from '../testing/test-service.js'

/** The block "Talk to a person": on the web, and in a messaging app. */

let aheadBy = 0
const clock = () => Date.now() + aheadBy
let world: MessagingWorld
let service: TestService
beforeAll(async () => {
  world = await messagingWorld({}, { clock })
  service = world.service
  await service.publish({ ...bot(), publicId: 'asking' })
  await service.publish({ ...bot([]), publicId: 'plain' })
})
afterAll(() => world.close())

const at = { x: 0, y: 0 }
const input = (id: string, variableId?: string) => ({ id, type: 'text input', options: { variableId } })
const allExits = [
  { id: 'late', on: 'gave-up', outgoingEdgeId: 'edLate', after: { amount: 10, unit: 'minutes' } },
  { id: 'done', on: 'resolved', outgoingEdgeId: 'edDone' },
]
/** Asks for a name, then for a person. */
const bot = (exits: object[] = allExits) => ({
  variables: [{ id: 'vName', name: 'Name' }],
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [
    { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'ask' } },
    ...exits.map((exit) => {
      const { id, outgoingEdgeId } = exit as (typeof allExits)[number]
      return { id: outgoingEdgeId, from: { blockId: 'human', itemId: id }, to: { groupId: id } }
    }),
  ],
  groups: [
    group(
      'ask',
      textBubble('t1', 'Your name?'),
      input('name', 'vName'),
      {
        id: 'human',
        type: 'person',
        options: { message: 'One moment, {{Name}}', note: 'This is {{Name}}' },
        exits,
      },
      textBubble('t2', 'Welcome back, {{Name}}'),
      input('last'),
    ),
    group('late', textBubble('t3', 'Nobody came, {{Name}}'), input('address')),
    group('done', textBubble('t4', 'Were you helped, {{Name}}?'), input('rating')),
    group('slots', textBubble('t5', 'Which slot, {{Name}}?'), input('slot')),
  ],
})

const { start, say } = chatClient(() => service)
const inbox = (path = '') => `/api/v1/workspaces/${service.workspaceId}/inbox${path}`
const asked = async (publicId = 'asking') => {
  const { sessionId } = (await start(publicId)).body
  const { body } = await say(sessionId, 'Ada')
  return { sessionId: sessionId as string, body }
}
const take = (sessionId: string) => service.call('POST', inbox(`/${sessionId}/take`))
const update = (sessionId: string, body: object) => service.call('PATCH', inbox(`/${sessionId}`), body)
const giveBack = (sessionId: string, body: object = {}) => service.call('POST', inbox(`/${sessionId}/return`), body)
const shown = async (sessionId: string) => (await service.call('GET', inbox(`/${sessionId}`))).body
const lastSaid = async (sessionId: string) => {
  const turn = (await service.storage.sessions.turns(sessionId)).at(-1)
  return plainText(JSON.parse(turn?.answer ?? ''))
}
/** Another instance starts on the same database and looks for what is due. */
async function instanceStarts() {
  const app = await buildApp({ storage: service.storage, config: service.config, clock })
  await app.ready()
  return () => app.close()
}

test('a conversation whose bot asks for a person is in the inbox with its note, in one transaction with the turn', async () => {
  const { sessionId, body } = await asked()
  expect(plainText(body)).toEqual(['One moment, Ada'])
  expect(body).toMatchObject({ heldBy: { by: 'queue' }, input: { id: 'human' } })
  const { conversation, holder, transcript } = await shown(sessionId)
  expect(conversation).toMatchObject({ state: 'open', assigneeId: null, channel: 'web', lastText: 'Ada' })
  expect(conversation.waitingSince).not.toBeNull()
  expect(holder).toMatchObject({ by: 'queue', why: 'asked' })
  const messages = transcript.flatMap(({ message }: { message?: object }) => message ?? [])
  expect(messages).toMatchObject([
    { kind: 'event', to: 'queue' },
    { kind: 'note', text: 'This is Ada' },
  ])
  const list = await service.call('GET', inbox('?view=unassigned'))
  expect(list.body.conversations.map((it: { sessionId: string }) => it.sessionId)).toContain(sessionId)
})

test('what a visitor writes while a person is asked for is stored for them, and not answered by the bot', async () => {
  const { sessionId } = await asked()
  expect((await say(sessionId, 'Hello?')).body).toMatchObject({ messages: [], heldBy: { by: 'queue' } })
  await take(sessionId)
  expect((await say(sessionId, 'Hi')).body).toMatchObject({ messages: [], heldBy: { by: 'person' } })
  await giveBack(sessionId)
  expect(await lastSaid(sessionId)).toEqual(['Welcome back, Ada'])
  expect((await say(sessionId, 'Fine')).body.messages).toEqual([])
})

test('a visitor who asks for a person at once is in the inbox from the first turn on', async () => {
  const [ask, ...others] = bot().groups
  const groups = [{ ...ask, blocks: ask?.blocks.slice(2) }, ...others]
  await service.publish({ ...bot(), groups, publicId: 'at-once' })
  const { body } = await start('at-once')
  expect(body).toMatchObject({ heldBy: { by: 'queue' } })
  expect((await shown(body.sessionId)).holder).toMatchObject({ by: 'queue' })
})

test('a gateway returns the conversation behind the block that asked', async () => {
  const { sessionId } = await asked()
  await service.call('PATCH', `/api/v1/sessions/${sessionId}/status`, { status: 'paused' })
  await service.call('PATCH', `/api/v1/sessions/${sessionId}/status`, { status: 'bot' })
  expect(await lastSaid(sessionId)).toEqual(['Welcome back, Ada'])
})

test('a hand-back to a group keeps all variables', async () => {
  const { sessionId } = await asked()
  await take(sessionId)
  await giveBack(sessionId, { group: 'slots' })
  expect(await lastSaid(sessionId)).toEqual(['Which slot, Ada?'])
})

test('a group that comes back to the block asks for a person again, who is in the inbox', async () => {
  const { sessionId } = await asked()
  await take(sessionId)
  await giveBack(sessionId, { group: 'slots', returns: true })
  expect((await shown(sessionId)).conversation).toMatchObject({ state: 'returned' })
  expect((await say(sessionId, 'Noon')).body).toMatchObject({ heldBy: { by: 'queue' } })
  expect(await shown(sessionId)).toMatchObject({ conversation: { state: 'open', assigneeId: null } })
})

test('a resolved conversation continues at its exit', async () => {
  const { sessionId } = await asked()
  await take(sessionId)
  expect((await update(sessionId, { state: 'resolved' })).body).toMatchObject({
    conversation: { state: 'resolved' },
    holder: { by: 'bot' },
  })
  expect(await lastSaid(sessionId)).toEqual(['Were you helped, Ada?'])
})

test('without that exit, a resolved conversation stays with the person, who is asked again by a reply', async () => {
  const { sessionId } = await asked('plain')
  await take(sessionId)
  await update(sessionId, { state: 'resolved' })
  expect((await say(sessionId, 'One more thing')).body).toMatchObject({ heldBy: { by: 'person' } })
  expect((await shown(sessionId)).conversation).toMatchObject({ state: 'open' })
})

test('a reply and "resolve" in the same moment: the reply is not lost', async () => {
  const replies = Array.from({ length: 12 }, async (_, index) => {
    const { sessionId } = await asked(index % 2 === 0 ? 'asking' : 'plain')
    await take(sessionId)
    const { transcript } = await shown(sessionId)
    const seen = Math.max(...transcript.flatMap((part: { message?: { number: number } }) => part.message?.number ?? []))
    const resolved = () => update(sessionId, { state: 'resolved', seen })
    const replied = () => say(sessionId, 'One more thing')
    await Promise.all(index % 3 === 0 ? [resolved(), replied()] : [replied(), resolved()])
    return sessionId
  })
  for (const sessionId of await Promise.all(replies)) {
    const turns = await service.storage.sessions.turns(sessionId)
    const isAnswered = turns.some(({ request }) => request.includes('One more thing'))
    const { conversation, transcript } = await shown(sessionId)
    if (!isAnswered) {
      expect(JSON.stringify(transcript)).toContain('One more thing')
      expect(conversation).toMatchObject({ state: 'open' })
      expect(conversation.waitingSince).not.toBeNull()
    }
  }
})

test('a conversation in which the visitor has written since is not resolved', async () => {
  const { sessionId } = await asked()
  await take(sessionId)
  await say(sessionId, 'Wait')
  expect((await update(sessionId, { state: 'resolved', seen: 0 })).body).toMatchObject({
    conversation: { state: 'open' },
    holder: { by: 'person' },
  })
  expect((await update(sessionId, { state: 'resolved' })).body).toMatchObject({ conversation: { state: 'resolved' } })
})

test('nobody came until the end of the wait: the flow continues at its exit, once, although several instances look', async () => {
  const { sessionId } = await asked()
  const early = await instanceStarts()
  await early()
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(2)
  aheadBy += 11 * 60_000
  const stops = await Promise.all([instanceStarts(), instanceStarts(), instanceStarts()])
  await vi.waitFor(async () => expect(await lastSaid(sessionId)).toEqual(['Nobody came, Ada']))
  for (const stop of stops) await stop()
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(3)
  expect(await shown(sessionId)).toMatchObject({ conversation: { state: 'returned' }, holder: { by: 'bot' } })
})

test('a timer does not fire after a person has come; put back into the queue, the visitor waits the whole time again', async () => {
  const { sessionId } = await asked()
  await take(sessionId)
  aheadBy += 11 * 60_000
  const stop = await instanceStarts()
  await stop()
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(2)
  await update(sessionId, { assigneeId: null })
  const early = await instanceStarts()
  await early()
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(2)
  aheadBy += 11 * 60_000
  const end = await instanceStarts()
  await vi.waitFor(async () => expect(await lastSaid(sessionId)).toEqual(['Nobody came, Ada']))
  await end()
})

const absenceExits = [
  ...allExits,
  { id: 'closed', on: 'outside-hours', outgoingEdgeId: 'edClosed', variableId: 'vName' },
]
const settings = () => inbox('/settings')
/** People are there on one day of the week only: that of this time. */
const hoursOn = (at: number) => ({
  timeZone: 'UTC',
  ranges: [{ day: weekdays[(new Date(at).getUTCDay() + 6) % 7], from: '00:00', to: '00:00' }],
  holidays: [],
})
const day = 86_400_000

test('outside business hours nobody is asked, and the flow says when people are back; within them somebody is', async () => {
  const { groups, ...rest } = bot(absenceExits)
  const closed = group('closed', textBubble('t6', 'Back: {{Name}}'), input('mail'))
  await service.publish({ ...rest, groups: [...groups, closed], publicId: 'with-hours' })
  const without = await asked('with-hours')
  expect(without.body).toMatchObject({ heldBy: { by: 'queue' } })

  const tomorrow = Math.floor(clock() / day) * day + day
  const saved = await service.call('PATCH', settings(), { businessHours: hoursOn(tomorrow) })
  expect(saved.body).toMatchObject({ isOpen: false, opensAt: new Date(tomorrow).toISOString() })
  const outside = await asked('with-hours')
  const back = new Date(tomorrow).toLocaleDateString('en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  expect(plainText(outside.body)).toEqual([`Back: ${back} at 12:00 AM`])
  expect(outside.body.heldBy).toBeUndefined()
  expect((await shown(outside.sessionId)).conversation).toBeNull()

  await service.call('PATCH', settings(), { businessHours: hoursOn(clock()) })
  expect((await asked('with-hours')).body).toMatchObject({ heldBy: { by: 'queue' } })
  await service.call('PATCH', settings(), { businessHours: null })
  expect((await service.call('GET', settings())).body).toEqual({
    businessHours: null,
    isOpen: true,
    awayMinutes: null,
    waitingMailMinutes: 10,
    opensAt: null,
  })
})

test('business hours that cannot be read are refused with the field', async () => {
  const businessHours = { ...hoursOn(clock()), timeZone: 'Europe/Berlyn' }
  const { status, body } = await service.call('PATCH', settings(), { businessHours })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain('Unknown time zone: Europe/Berlyn')
})

test('in a messaging app, the message while waiting is sent, and so is what the flow says afterwards', async () => {
  await world.publish(bot())
  const from = `49${Math.floor(Math.random() * 1e10)}`
  await world.write(from, 'Hi')
  expect(await world.provider.said(from, 1)).toEqual(['Your name?'])
  await world.settled()
  await world.write(from, 'Ada')
  expect(await world.provider.said(from, 2)).toEqual(['Your name?', 'One moment, Ada'])
  await world.settled()
  await world.write(from, 'Hello?')
  await world.settled()
  const key = { workspaceId: service.workspaceId, credentialsId: world.credentialsId, sender: from }
  const sessionId = (await service.storage.messaging.find(key))?.sessionId ?? ''
  expect((await shown(sessionId)).conversation).toMatchObject({ channel: 'whatsapp', lastText: 'Hello?' })
  await take(sessionId)
  await giveBack(sessionId)
  await world.settled()
  expect(await world.provider.said(from, 3)).toEqual(['Your name?', 'One moment, Ada', 'Welcome back, Ada'])
})

test('a preview asks for nobody', async () => {
  const botId = await service.publish({ ...bot(), publicId: 'previewed' })
  const { preview } = chatClient(() => service)
  const { sessionId } = (await preview(botId)).body
  const { body } = await say(sessionId, 'Ada')
  expect(plainText(body)).toEqual(['One moment, Ada', 'Welcome back, Ada'])
  expect(body.heldBy).toBeUndefined()
})
