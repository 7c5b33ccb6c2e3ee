import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.js'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

/** People are in the inbox, or away. */

let aheadBy = 0
const clock = () => Date.now() + aheadBy
const minutes = (count: number) => {
  aheadBy += count * 60_000
}
let service: TestService
beforeAll(async () => {
  service = await testService({}, { clock })
  await service.publish(greetingBot('away'))
  await service.publish({ ...asking(), publicId: 'asking' })
})
afterAll(() => service.close())

const at = { x: 0, y: 0 }
const asking = () => ({
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [
    { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'ask' } },
    { id: 'ed2', from: { blockId: 'human', itemId: 'none' }, to: { groupId: 'empty' } },
  ],
  groups: [
    group('ask', {
      id: 'human',
      type: 'person',
      options: { message: 'One moment' },
      exits: [{ id: 'none', on: 'nobody-available', outgoingEdgeId: 'ed2' }],
    }),
    group('empty', textBubble('t1', 'Nobody is here'), { id: 'mail', type: 'text input' }),
  ],
})

const { start, say } = chatClient(() => service)
const inbox = (path = '') => `/api/v1/workspaces/${service.workspaceId}/inbox${path}`
const as = (person?: { value: string }): Record<string, string> =>
  person ? { authorization: `Bearer ${person.value}` } : {}
const begin = async () => (await start('away')).body.sessionId as string
const take = (sessionId: string, person?: { value: string }) =>
  service.call('POST', inbox(`/${sessionId}/take`), undefined, as(person))
const type = (sessionId: string, person?: { value: string }) =>
  service.call('POST', inbox(`/${sessionId}/typing`), {}, as(person))
const update = (sessionId: string, body: object) => service.call('PATCH', inbox(`/${sessionId}`), body)
const setMinutes = (awayMinutes: number | null) => service.call('PATCH', inbox('/settings'), { awayMinutes })
const holder = async (sessionId: string) => (await service.call('GET', inbox(`/${sessionId}`))).body.holder
const events = async (sessionId: string) =>
  (await service.storage.conversations.list(sessionId, { after: 0, limit: 100 }))
    .filter(({ kind }) => kind === 'event')
    .map(({ content }) => JSON.parse(content).why)
/** Another instance starts on the same database, as after a crash, and looks for what is due. */
async function instanceStarts() {
  const app = await buildApp({ storage: service.storage, config: service.config, clock })
  await app.ready()
  return () => app.close()
}

test('a conversation of a person who is away goes back to the queue after the minutes of the workspace, once, although several instances look', async () => {
  await setMinutes(5)
  const ana = await service.addMember(service.workspaceId, 'MEMBER')
  const ben = await service.addMember(service.workspaceId, 'MEMBER')
  const [left, kept] = [await begin(), await begin()]
  await take(left, ana)
  await take(kept, ben)
  minutes(4)
  await type(kept, ben)
  const early = await instanceStarts()
  await early()
  expect(await holder(left)).toMatchObject({ by: 'person', who: ana.userId })
  minutes(2)
  const stops = await Promise.all([instanceStarts(), instanceStarts(), instanceStarts()])
  await vi.waitFor(async () => expect(await holder(left)).toMatchObject({ by: 'queue', why: 'away' }))
  for (const stop of stops) await stop()
  expect(await events(left)).toEqual(['taken', 'away'])
  expect(await holder(kept)).toMatchObject({ by: 'person', who: ben.userId })
  const { conversation } = (await service.call('GET', inbox(`/${left}`))).body
  expect(conversation).toMatchObject({ state: 'open', assigneeId: null })
})

test('a person who never comes is away after the same time from when they were given a conversation', async () => {
  await setMinutes(5)
  const ana = await service.addMember(service.workspaceId, 'MEMBER')
  const sessionId = await begin()
  await take(sessionId)
  await update(sessionId, { assigneeId: ana.userId })
  minutes(6)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect(await holder(sessionId)).toMatchObject({ by: 'queue', why: 'away' }))
  await stop()
})

test('a visitor who writes in a snoozed conversation of a person who is away waits for anybody after that time', async () => {
  await setMinutes(5)
  const ana = await service.addMember(service.workspaceId, 'MEMBER')
  const sessionId = await begin()
  await take(sessionId, ana)
  await update(sessionId, { snoozedUntil: new Date(clock() + 86_400_000).toISOString() })
  minutes(6)
  const early = await instanceStarts()
  await early()
  expect(await holder(sessionId)).toMatchObject({ by: 'person' })
  await say(sessionId, 'Hello?')
  minutes(6)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect(await holder(sessionId)).toMatchObject({ by: 'queue', why: 'away' }))
  await stop()
})

test('without the setting, a person who is away keeps their conversations; with it, they have the whole time to come', async () => {
  await setMinutes(null)
  const ana = await service.addMember(service.workspaceId, 'MEMBER')
  const sessionId = await begin()
  await take(sessionId, ana)
  minutes(600)
  const early = await instanceStarts()
  await early()
  expect(await holder(sessionId)).toMatchObject({ by: 'person' })
  await setMinutes(5)
  const soon = await instanceStarts()
  await soon()
  expect(await holder(sessionId)).toMatchObject({ by: 'person' })
  minutes(6)
  const stop = await instanceStarts()
  await vi.waitFor(async () => expect(await holder(sessionId)).toMatchObject({ by: 'queue' }))
  await stop()
})

test('a flow continues at once while nobody has the inbox open, and asks for a person while somebody has', async () => {
  minutes(10)
  const nobody = (await start('asking')).body
  expect(plainText(nobody)).toEqual(['Nobody is here'])
  expect(nobody.heldBy).toBeUndefined()

  const ending = new AbortController()
  const { token } = service
  const response = await fetch(`http://127.0.0.1:${service.port}${inbox('/events')}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ending.signal,
  })
  expect(response.status).toBe(200)
  await vi.waitFor(async () => expect((await start('asking')).body).toMatchObject({ heldBy: { by: 'queue' } }))
  ending.abort()
  minutes(2)
  expect(plainText((await start('asking')).body)).toEqual(['Nobody is here'])
})
