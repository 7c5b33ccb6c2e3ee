import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatClient, greetingBot, plainText } from '../testing/chat-client.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import { type TestService, testService } from '../testing/test-service.js'
import { holderEvent } from './change-holder.js'

/** People answer in the inbox, on two instances of one database. */

let world: MessagingWorld
let one: TestService
let other: TestService
beforeAll(async () => {
  world = await messagingWorld({ COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY' })
  one = world.service
  const shared = { ...one.storage, close: async () => {} }
  other = await testService({ COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY' }, { open: async () => shared })
  await one.publish(greetingBot('inbox'))
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const { start, say } = chatClient(() => one)
const begin = async () => (await start('inbox')).body.sessionId as string
const inbox = (path = '') => `/api/v1/workspaces/${one.workspaceId}/inbox${path}`
const take = (sessionId: string, headers = {}) => other.call('POST', inbox(`/${sessionId}/take`), undefined, headers)
const send = (sessionId: string, text: string, headers = {}) =>
  other.call('POST', inbox(`/${sessionId}/messages`), { text }, headers)
const update = (sessionId: string, body: object) => other.call('PATCH', inbox(`/${sessionId}`), body)
const seen = async (sessionId: string, after = 0) =>
  (await one.call('GET', `/api/v1/sessions/${sessionId}/messages?after=${after}`)).body
const view = async (query: string, headers = {}) =>
  (await other.call('GET', inbox(`?${query}`), undefined, headers)).body.conversations.map(
    ({ sessionId }: { sessionId: string }) => sessionId,
  )

/** Collects the events of a stream until it is ended. */
async function follow(path: string, headers: Record<string, string> = {}) {
  const ending = new AbortController()
  const response = await fetch(`http://127.0.0.1:${one.port}${path}`, { headers, signal: ending.signal })
  const events: string[] = []
  const reading = (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) events.push(part)
  })().catch(() => {})
  return {
    events,
    async end() {
      ending.abort()
      await reading
    },
  }
}

test('a visitor is answered by a person, and again by the bot, in one conversation', async () => {
  const sessionId = await begin()
  expect((await take(sessionId)).body).toMatchObject({ holder: { by: 'person', why: 'taken' } })
  await say(sessionId, 'Is anybody there?')
  await send(sessionId, 'This is Ana.')
  expect(await seen(sessionId)).toMatchObject({
    messages: [
      { kind: 'event', to: 'person' },
      { kind: 'visitor', text: 'Is anybody there?' },
      { kind: 'person', text: 'This is Ana.' },
    ],
    last: 3,
    heldBy: { by: 'person' },
  })
  await other.call('POST', inbox(`/${sessionId}/return`), { group: 'g2' })
  const { messages, heldBy } = await seen(sessionId, 3)
  expect(heldBy).toBeNull()
  expect(plainText(messages[0].turn)).toEqual(['Here is help'])
  const { body } = await one.call('GET', inbox(`/${sessionId}`))
  expect(body).toMatchObject({
    conversation: { state: 'returned' },
    holder: { by: 'bot' },
    position: { groupId: 'g2' },
  })
  expect(
    body.transcript.map((it: { turn?: number; message?: { kind: string } }) => it.turn ?? it.message?.kind),
  ).toEqual([1, 'event', 'visitor', 'person', 'event', 2])
})

test('a list shows the last question of the bot until a person or the visitor writes', async () => {
  const sessionId = await begin()
  const lastText = async (response: Promise<{ body: { conversation: { lastText: string } } }>) =>
    (await response).body.conversation.lastText
  expect(await lastText(take(sessionId))).toBe('Hi')
  await other.call('POST', inbox(`/${sessionId}/return`), { group: 'g2' })
  expect(await lastText(take(sessionId))).toBe('Here is help')
  await send(sessionId, 'This is Ana.')
  expect(await lastText(update(sessionId, { assigneeId: null }))).toBe('This is Ana.')
})

test('a visitor whose page looks while the bot is about to continue still gets what it says', async () => {
  const sessionId = await begin()
  await take(sessionId)
  const row = (await one.storage.sessions.get(sessionId))!
  const event = holderEvent(row, { why: 'returned', to: 'bot', turnKey: 'under way' }, Date.now())
  await one.storage.conversations.add(event, { max: 100, expiresAt: 0 })
  expect(await seen(sessionId)).toMatchObject({ messages: [{ to: 'person' }], last: 1, heldBy: { by: 'person' } })
  await send(sessionId, 'Wait')
  await other.call('POST', inbox(`/${sessionId}/return`), { group: 'g2' })
  const { messages, heldBy } = await seen(sessionId, 1)
  expect(heldBy).toBeNull()
  expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual(['event', 'person', 'event'])
  expect(plainText(messages[2].turn)).toEqual(['Here is help'])
})

test('a message of a person is stored once for its key, and only by the person who speaks', async () => {
  const sessionId = await begin()
  expect((await send(sessionId, 'Too early')).status).toBe(409)
  await take(sessionId)
  const key = { 'idempotency-key': 'once-only' }
  const first = await send(sessionId, 'Hello', key)
  expect((await send(sessionId, 'Hello', key)).body).toEqual(first.body)
  const member = await one.addMember(one.workspaceId, 'MEMBER')
  const as = { authorization: `Bearer ${member.value}` }
  expect((await send(sessionId, 'Me too', as)).status).toBe(409)
  await take(sessionId, as)
  expect((await send(sessionId, 'Me too', as)).status).toBe(200)
  expect((await send(sessionId, 'Still me')).status).toBe(409)
})

test('a note is shown to people of the workspace and never to the visitor', async () => {
  const sessionId = await begin()
  await take(sessionId)
  await other.call('POST', inbox(`/${sessionId}/messages`), { kind: 'note', text: 'A difficult one' })
  expect(JSON.stringify(await seen(sessionId))).not.toContain('difficult')
  expect((await one.call('GET', inbox(`/${sessionId}`))).text).toContain('difficult')
})

test('views list the conversations of a person, of nobody, answered, snoozed and resolved ones', async () => {
  const sessionId = await begin()
  const member = await one.addMember(one.workspaceId, 'MEMBER')
  const as = { authorization: `Bearer ${member.value}` }
  await update(sessionId, { assigneeId: null })
  expect(await view('view=unassigned')).toContain(sessionId)
  expect((await update(sessionId, { assigneeId: member.userId })).body).toMatchObject({
    conversation: { assigneeId: member.userId },
    holder: { by: 'person', who: member.userId },
  })
  expect(await view('view=unassigned')).not.toContain(sessionId)
  expect(await view('view=mine', as)).toEqual([sessionId])
  await say(sessionId, 'Hello?')
  expect(await view('view=answered')).not.toContain(sessionId)
  expect(await view(`waitingBefore=${new Date(Date.now() + 1_000).toISOString()}`)).toContain(sessionId)
  await send(sessionId, 'Hi', as)
  expect(await view('view=answered')).toContain(sessionId)
  await update(sessionId, { snoozedUntil: new Date(Date.now() + 60_000).toISOString() })
  expect(await view('view=snoozed')).toEqual([sessionId])
  await update(sessionId, { state: 'resolved' })
  expect(await view('view=resolved')).toEqual([sessionId])
})

test('the visitor sees that a person has resolved the conversation', async () => {
  const sessionId = await begin()
  await take(sessionId)
  await update(sessionId, { state: 'resolved' })
  const { messages, heldBy } = await seen(sessionId)
  expect(messages.at(-1)).toMatchObject({ kind: 'event', to: 'resolved', name: 'Owner' })
  expect(heldBy).toMatchObject({ by: 'person' })
})

test('a reply that comes as its conversation is resolved opens it again, and is not lost', async () => {
  const sessionId = await begin()
  await take(sessionId)
  await Promise.all([update(sessionId, { state: 'resolved' }), say(sessionId, 'One more thing')])
  await say(sessionId, 'Are you there?')
  expect(await view('view=mine')).toContain(sessionId)
  expect((await seen(sessionId)).messages.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining(['One more thing', 'Are you there?']),
  )
})

test('the pages of the visitor and of the inbox learn of a message at once, whatever instance took it', async () => {
  const sessionId = await begin()
  await take(sessionId)
  const visitor = await follow(`/api/v1/sessions/${sessionId}/messages/events`)
  const people = await follow(inbox('/events'), { authorization: `Bearer ${one.token}` })
  await sleep(50)
  const began = performance.now()
  await send(sessionId, 'Hello')
  await vi.waitFor(() => expect(visitor.events.join('')).toContain('event: changed'), { interval: 2 })
  await vi.waitFor(() => expect(people.events.join('')).toContain(sessionId), { interval: 2 })
  expect(performance.now() - began).toBeLessThan(1_000)
  await visitor.end()
  await people.end()
})

test('a person answers in a messaging app, once and in order', async () => {
  const at = { x: 0, y: 0 }
  await world.publish({
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    groups: [{ id: 'g1', title: 'G', graphCoordinates: at, blocks: [{ id: 'ask', type: 'text input' }] }],
  })
  await world.write('491234', 'Hi')
  await world.settled()
  const key = { workspaceId: one.workspaceId, credentialsId: world.credentialsId, sender: '491234' }
  const sessionId = (await one.storage.messaging.find(key))?.sessionId ?? ''
  await one.call('POST', inbox(`/${sessionId}/take`))
  for (const text of ['One', 'Two', 'Three'])
    await one.call('POST', inbox(`/${sessionId}/messages`), { text }, { 'idempotency-key': text })
  await one.call('POST', inbox(`/${sessionId}/messages`), { text: 'Three' }, { 'idempotency-key': 'Three' })
  await world.settled()
  expect(await world.provider.said('491234', 3)).toEqual(['One', 'Two', 'Three'])
})

test('a visitor rates a conversation once, after a person has resolved it', async () => {
  const sessionId = await begin()
  const path = `/api/v1/sessions/${sessionId}/rating`
  const rate = (rating: number, comment?: string) => one.call('POST', path, { rating, comment })
  await take(sessionId)
  expect((await one.call('GET', path)).body).toEqual({ mayRate: false, rating: null })
  expect((await rate(5)).body.code).toBe('rating_not_expected')
  await update(sessionId, { state: 'resolved' })
  expect((await one.call('GET', path)).body).toEqual({ mayRate: true, rating: null })
  expect((await rate(6)).status).toBe(400)
  expect((await rate(4, ' Quick ')).status).toBe(200)
  expect((await rate(4, 'Quick')).status).toBe(200)
  expect((await rate(1)).body.code).toBe('rating_not_expected')
  expect((await one.call('GET', inbox(`/${sessionId}`))).body.conversation).toMatchObject({
    rating: 4,
    ratingComment: 'Quick',
    state: 'resolved',
  })
})
