import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../ids.js'
import { httpCall } from '../testing/http-call.js'
import { followLive, type LiveClient } from '../testing/live-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
const open: LiveClient[] = []
beforeAll(async () => {
  service = await testService()
})
afterEach(() => {
  for (const client of open.splice(0)) client.close()
})
afterAll(() => service.close())

const make = async (): Promise<string> => service.publish(askingBot(newId()))
const rename = (botId: string, value: string, revision = 0) => {
  const operations = [
    { kind: 'set', path: ['groups', '#g1', 'title'], value, was: revision === 0 ? 'G' : `${revision}` },
  ]
  return service.call('POST', `/api/v1/bots/${botId}/operations`, { id: newId(), revision, operations })
}
async function follow(botId: string, token = service.token, more: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${service.port}`
  const client = await followLive(url, botId, { authorization: `Bearer ${token}`, ...more })
  open.push(client)
  return client
}
const revisions = (client: LiveClient) => client.of('operations').map(({ id }) => Number(id))
const sharePosition = (botId: string, client: string, groupId: string | null, token = service.token) =>
  service.call(
    'POST',
    `/api/v1/bots/${botId}/presence`,
    { client, groupId, blockId: null },
    { authorization: `Bearer ${token}` },
  )
const people = (client: LiveClient) => client.of('people').at(-1)?.data
const isBroadcast = (check: () => void) => vi.waitFor(check, 20_000)

describe('who follows a bot', () => {
  test('receives each change with its operations, including an update of the whole bot', async () => {
    const botId = await make()
    const client = await follow(botId)
    await rename(botId, '1')
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { name: 'Renamed' } })
    await isBroadcast(() => expect(revisions(client)).toEqual([1, 2]))
    expect(client.of('operations').map(({ data }) => data.operations)).toEqual([
      [{ kind: 'set', path: ['groups', '#g1', 'title'], value: '1', was: 'G' }],
      [{ kind: 'set', path: ['name'], value: 'Renamed', was: 'My bot' }],
    ])
  })

  test('receives who last changed it and when, on connecting and with each change, including changes by the API', async () => {
    const botId = await make()
    const early = await follow(botId)
    expect(early.of('edited')).toEqual([])
    const member = await service.addMember(service.workspaceId, 'MEMBER')
    await rename(botId, '1')
    const asMember = { authorization: `Bearer ${member.value}` }
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { name: 'Renamed' } }, asMember)
    const edit = (name: string) => expect.objectContaining({ name, at: expect.stringMatching(/^\d{4}-.*Z$/) })
    await isBroadcast(() => expect(early.of('edited').at(-1)?.data).toEqual(edit('Somebody')))
    const late = await follow(botId, service.token, { query: '?revision=2' })
    await isBroadcast(() => expect(late.of('edited').map(({ data }) => data)).toEqual([edit('Somebody')]))
    expect(late.of('edited')[0]?.data.userId).toBe(member.userId)
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { name: 'Renamed again' } })
    for (const client of [early, late])
      await isBroadcast(() => expect(client.of('edited').at(-1)?.data).toEqual(edit('Owner')))
    expect(JSON.stringify(late.of('edited'))).not.toContain('@')
  })

  test('continues where the stream ended', async () => {
    const botId = await make()
    for (let revision = 0; revision < 5; revision++) await rename(botId, `${revision + 1}`, revision)
    const client = await follow(botId, service.token, { 'last-event-id': '2' })
    await isBroadcast(() => expect(revisions(client)).toEqual([3, 4, 5]))
    const other = await follow(botId, service.token, { query: '?revision=4' })
    await isBroadcast(() => expect(revisions(other)).toEqual([5]))
  })

  test('is asked to load the bot again when operations are missing in between', async () => {
    const botId = await make()
    for (let revision = 0; revision < 520; revision++) await rename(botId, `${revision + 1}`, revision)
    const client = await follow(botId, service.token, { 'last-event-id': '10' })
    await isBroadcast(() => expect(revisions(client).at(-1)).toBe(520))
    expect(client.of('reload')).toHaveLength(1)
    const ahead = await follow(botId, service.token, { 'last-event-id': '900' })
    await isBroadcast(() => expect(ahead.of('reload').map(({ data }) => data)).toEqual([{ revision: 520 }]))
  })

  test('receives no more once rights, token, login session or bot are taken away', async () => {
    const botId = await make()
    const member = await service.addMember(service.workspaceId, 'MEMBER')
    const token = await service.addToken({ userId: member.userId })
    const signedIn = await service.call('POST', '/api/v1/sign-in', { token: member.value })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!
    const byToken = await follow(botId, token.value)
    const byCookie = await followLive(`http://127.0.0.1:${service.port}`, botId, { cookie })
    open.push(byCookie)
    const remaining = await follow(botId, member.value)
    await service.storage.tokens.delete(member.userId, token.id)
    const csrf = { cookie, 'x-csrf-token': signedIn.body.csrfToken }
    expect((await httpCall(service.port, 'DELETE', '/api/v1/sign-in', csrf)).status).toBe(200)
    await rename(botId, '1')
    await Promise.all([byToken.ended, byCookie.ended])
    expect(byToken.messages.at(-1)).toMatchObject({ event: 'end', data: { reason: 'rights' } })
    expect([byToken, byCookie].map((it) => revisions(it))).toEqual([[], []])
    await isBroadcast(() => expect(revisions(remaining)).toEqual([1]))
    await service.storage.members.remove(service.workspaceId, member.userId)
    await rename(botId, '2', 1)
    await remaining.ended
    expect(revisions(remaining)).toEqual([1])
    const owner = await follow(botId)
    await service.call('DELETE', `/api/v1/bots/${botId}`)
    await owner.ended
  })
})

describe('people', () => {
  test('see each other come, move and go, with the names of members of the workspace', async () => {
    const botId = await make()
    const member = await service.addMember(service.workspaceId, 'MEMBER')
    const one = await follow(botId, service.token, { query: '?client=page-of-one' })
    await sharePosition(botId, 'page-of-one', null)
    const two = await follow(botId, member.value, { query: '?client=page-of-two' })
    await sharePosition(botId, 'page-of-two', 'g1', member.value)
    const somebody = {
      client: 'page-of-two',
      userId: member.userId,
      name: 'Somebody',
      image: null,
      colour: expect.any(Number),
      groupId: 'g1',
      blockId: null,
    }
    const first = expect.objectContaining({ client: 'page-of-one', name: 'Owner', groupId: null })
    for (const client of [one, two]) await isBroadcast(() => expect(people(client)).toEqual([first, somebody]))
    expect(JSON.stringify(people(one))).not.toContain('@')
    two.close()
    await isBroadcast(() => expect(people(one)).toHaveLength(1))
  })

  test('cannot be moved by others who use the name of their page', async () => {
    const botId = await make()
    const member = await service.addMember(service.workspaceId, 'MEMBER')
    const one = await follow(botId, service.token, { query: '?client=page-of-one' })
    await sharePosition(botId, 'page-of-one', 'g1')
    await sharePosition(botId, 'page-of-one', 'g2', member.value)
    await isBroadcast(() => expect(people(one)).toHaveLength(2))
    expect(
      people(one)
        .map(({ groupId }: { groupId: string }) => groupId)
        .toSorted(),
    ).toEqual(['g1', 'g2'])
  })
})

describe('a cursor', () => {
  const point = (botId: string, client: string, at: object | null, token = service.token) =>
    service.call('POST', `/api/v1/bots/${botId}/pointer`, { client, at }, { authorization: `Bearer ${token}` })
  const pointers = (client: LiveClient) => client.of('pointers').flatMap(({ data }) => data)

  test('is broadcast to the others only', async () => {
    const botId = await make()
    const member = await service.addMember(service.workspaceId, 'MEMBER')
    const one = await follow(botId, service.token, { query: '?client=page-of-one' })
    const two = await follow(botId, member.value, { query: '?client=page-of-two' })
    await isBroadcast(() => expect(people(one)).toHaveLength(2))
    expect((await point(botId, 'page-of-two', { x: 100, y: 7 }, member.value)).status).toBe(204)
    await isBroadcast(() =>
      expect(pointers(one).at(-1)).toEqual({ client: 'page-of-two', userId: member.userId, at: { x: 100, y: 7 } }),
    )
    await point(botId, 'page-of-two', null, member.value)
    await isBroadcast(() => expect(pointers(one).at(-1)).toMatchObject({ at: null }))
    expect(pointers(two)).toEqual([])
  })

  test('of a person who is alone is not broadcast', async () => {
    const botId = await make()
    const onlooker = await follow(botId)
    const one = await follow(botId, service.token, { query: '?client=page-of-one' })
    await isBroadcast(() => expect(people(onlooker)).toHaveLength(1))
    await point(botId, 'page-of-one', { x: 1, y: 1 })
    const member = await service.addMember(service.workspaceId, 'MEMBER')
    await follow(botId, member.value, { query: '?client=page-of-two' })
    await isBroadcast(() => expect(people(one)).toHaveLength(2))
    await point(botId, 'page-of-one', { x: 2, y: 2 })
    await isBroadcast(() => expect(pointers(onlooker).length).toBeGreaterThan(0))
    expect(pointers(onlooker)).toMatchObject([{ at: { x: 2, y: 2 } }])
  })
})

describe('a stream', () => {
  test('ends when its service does, and its reader is notified', async () => {
    const other = await testService()
    const botId = await other.publish(askingBot(newId()))
    const client = await followLive(`http://127.0.0.1:${other.port}`, botId, { authorization: `Bearer ${other.token}` })
    await other.close()
    await client.ended
    expect(client.messages.at(-1)).toEqual({ event: 'end', id: undefined, data: { reason: 'closing' } })
  })
})
