import { weekdays } from '@colloquy/flow/business-hours'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.js'
import { newId } from '../ids.js'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import type { TestService } from '../testing/test-service.js'

/** Teams of the people who answer: who is asked, and who gets a conversation. */

let aheadBy = 0
const clock = () => Date.now() + aheadBy
let world: MessagingWorld
let service: TestService
beforeAll(async () => {
  world = await messagingWorld({}, { clock })
  service = world.service
})
afterAll(() => world.close())

const { start } = chatClient(() => service)
const workspace = (path = '') => `/api/v1/workspaces/${service.workspaceId}${path}`
const inbox = (path = '') => workspace(`/inbox${path}`)
const as = ({ value }: { value: string }) => ({ authorization: `Bearer ${value}` })
const at = { x: 0, y: 0 }

/** Asks for a person of a team at once. */
const asking = (teamId: string | undefined, exits: readonly string[] = []) => ({
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [
    { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'ask' } },
    ...exits.map((on) => ({ id: `ed-${on}`, from: { blockId: 'human', itemId: on }, to: { groupId: on } })),
  ],
  groups: [
    group('ask', {
      id: 'human',
      type: 'person',
      options: { message: 'One moment', teamId },
      exits: exits.map((on) => ({ id: on, on, outgoingEdgeId: `ed-${on}` })),
    }),
    ...exits.map((on) => group(on, textBubble(`t-${on}`, on), { id: `in-${on}`, type: 'text input' })),
  ],
})
const publish = async (teamId: string | undefined, exits?: readonly string[]) => {
  const publicId = newId().toLowerCase()
  const botId = await service.publish({ ...asking(teamId, exits), publicId })
  return { publicId, botId }
}
const createTeam = async (body: object = {}) =>
  (await service.call('POST', inbox('/teams'), { name: 'Sales', ...body })).body.team as { id: string }
const changeTeam = (id: string, body: object) => service.call('PATCH', inbox(`/teams/${id}`), body)
/** Somebody who does anything in the inbox is there. */
const typing = (sessionId: string) => inbox(`/${sessionId}/typing`)
const isThere = (userId: string) => service.storage.inboxPresence.note(service.workspaceId, userId, clock())
/** Members of the workspace who have the inbox open. */
const people = async (count: number, role: 'MEMBER' | 'AGENT' = 'MEMBER') => {
  const added = []
  for (let one = 0; one < count; one++) added.push(await service.addMember(service.workspaceId, role))
  for (const { userId } of added) await isThere(userId)
  return added
}
const idsOf = (list: readonly { userId: string }[]) => list.map(({ userId }) => userId)
const asked = async (publicId: string) => (await start(publicId)).body.sessionId as string
const shown = async (sessionId: string) => (await service.call('GET', inbox(`/${sessionId}`))).body
const update = (sessionId: string, body: object) => service.call('PATCH', inbox(`/${sessionId}`), body)
const assignees = async (sessionIds: readonly string[]) => {
  const found = await Promise.all(sessionIds.map(shown))
  return found.map(({ conversation }) => conversation.assigneeId as string | null)
}
const assignedCount = async () => {
  const { text } = await service.call('GET', '/metrics')
  return Number(/^colloquy_conversations_assigned_total (\d+)$/m.exec(text)?.[1])
}
const counted = (ids: readonly (string | null)[]) => {
  const counts = new Map<string | null, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts.values()].sort()
}

test('admins manage teams of people who answer; members and agents read them, and guests do not', async () => {
  const [member] = await people(1)
  const [agent] = await people(1, 'AGENT')
  const guest = await service.addMember(service.workspaceId, 'GUEST')
  const { id } = await createTeam({ name: 'Support', memberIds: [agent!.userId] })
  const listed = await service.call('GET', inbox('/teams'), undefined, as(agent!))
  expect(listed.body.teams).toContainEqual({
    id,
    name: 'Support',
    memberIds: [agent!.userId],
    assignment: 'by-hand',
    businessHours: null,
  })
  expect((await service.call('GET', inbox('/setup'), undefined, as(agent!))).body.teams).toContainEqual({
    id,
    name: 'Support',
    memberIds: [agent!.userId],
  })
  expect((await service.call('GET', inbox('/teams'), undefined, as(guest))).status).toBe(404)
  for (const person of [member!, agent!]) {
    expect((await service.call('POST', inbox('/teams'), { name: 'Mine' }, as(person))).status).toBe(403)
    expect((await service.call('PATCH', inbox(`/teams/${id}`), { name: 'Mine' }, as(person))).status).toBe(403)
    expect((await service.call('DELETE', inbox(`/teams/${id}`), undefined, as(person))).status).toBe(403)
  }
  for (const memberIds of [[guest.userId], ['unknown']]) {
    expect((await changeTeam(id, { name: 'Other', memberIds })).body.code).toBe('member_not_found')
    expect((await service.call('POST', inbox('/teams'), { name: 'T', memberIds })).body.code).toBe('member_not_found')
  }
  const changed = await changeTeam(id, { memberIds: [member!.userId], assignment: 'least-busy' })
  expect(changed.body.team).toMatchObject({ name: 'Support', memberIds: [member!.userId], assignment: 'least-busy' })
})

test('somebody who leaves the workspace, leaves its teams', async () => {
  const [ana, ben] = await people(2)
  const { id } = await createTeam({ memberIds: [ana!.userId, ben!.userId] })
  await service.call('DELETE', workspace(`/members/${ana!.userId}`))
  await service.call('PATCH', workspace(`/members/${ben!.userId}`), { role: 'GUEST' })
  const { teams } = (await service.call('GET', inbox('/teams'))).body
  expect(teams.find((team: { id: string }) => team.id === id)).toMatchObject({ memberIds: [] })
})

test('a conversation that a block puts into the queue of a team waits there, and is listed by team', async () => {
  const { id } = await createTeam({ memberIds: idsOf(await people(1)) })
  const { publicId } = await publish(id)
  const sessionId = await asked(publicId)
  const { conversation, holder } = await shown(sessionId)
  expect(conversation).toMatchObject({ teamId: id, assigneeId: null, state: 'open' })
  expect(holder).toMatchObject({ by: 'queue' })
  const list = await service.call('GET', inbox(`?view=unassigned&teamId=${id}`))
  expect(list.body.conversations).toMatchObject([{ sessionId, teamId: id }])
  await service.call('POST', inbox(`/${sessionId}/take`))
  expect((await shown(sessionId)).conversation).toMatchObject({ teamId: id })
})

test('with round robin, each member who is there gets as many as the others, although two processes assign at once', async () => {
  const there = await people(3)
  const away = await service.addMember(service.workspaceId, 'MEMBER')
  const memberIds = [...idsOf(there), away.userId]
  const { id } = await createTeam({ assignment: 'round-robin', memberIds })
  const { publicId } = await publish(id)
  const other = await buildApp({ storage: service.storage, config: service.config, clock })
  const elsewhere = async () => {
    const url = `/api/v1/bots/${publicId}/startChat`
    return (await other.inject({ method: 'POST', url, payload: {} })).json().sessionId as string
  }
  const sessionIds = await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 ? asked(publicId) : elsewhere())))
  const given = await assignees(sessionIds)
  expect(new Set(given)).toEqual(new Set(idsOf(there)))
  expect(counted(given)).toEqual([4, 4, 4])
  const events = await service.storage.conversations.list(sessionIds[0]!, { after: 0, limit: 10 })
  expect(events.map(({ content }) => JSON.parse(content).to)).toEqual(['queue', 'person'])
  await other.close()
})

test('with least busy, who has the fewest open conversations gets the next, although two processes assign at once', async () => {
  const [ana, ben, cleo] = await people(3)
  const { id } = await createTeam({ assignment: 'least-busy', memberIds: idsOf([ana!, ben!, cleo!]) })
  const plain = await publish(undefined)
  for (const [person, count] of [
    [ana!, 4],
    [ben!, 1],
  ] as const)
    for (let one = 0; one < count; one++)
      await service.call('POST', inbox(`/${await asked(plain.publicId)}/take`), undefined, as(person))
  const { publicId } = await publish(id)
  const other = await buildApp({ storage: service.storage, config: service.config, clock })
  const elsewhere = async () => {
    const url = `/api/v1/bots/${publicId}/startChat`
    return (await other.inject({ method: 'POST', url, payload: {} })).json().sessionId as string
  }
  const given = await assignees(
    await Promise.all(Array.from({ length: 7 }, (_, at) => (at % 2 ? asked(publicId) : elsewhere()))),
  )
  expect(given.filter((one) => one === ben!.userId)).toHaveLength(3)
  expect(given.filter((one) => one === cleo!.userId)).toHaveLength(4)
  await other.close()
})

test('only members who see the bot get a conversation; with nobody there, it stays in the queue of the team', async () => {
  const [agent] = await people(1, 'AGENT')
  const { id } = await createTeam({ assignment: 'round-robin', memberIds: [agent!.userId] })
  const [seen, hidden] = [await publish(id), await publish(id)]
  await service.call('PATCH', workspace(`/members/${agent!.userId}`), { role: 'AGENT', inboxBots: [seen.botId] })
  const sessionIds = [await asked(seen.publicId), await asked(hidden.publicId)]
  expect(await assignees(sessionIds)).toEqual([agent!.userId, null])
  expect((await shown(sessionIds[1]!)).conversation).toMatchObject({ teamId: id, state: 'open' })
  aheadBy += 120_000
  expect(await assignees([await asked(seen.publicId)])).toEqual([null])
})

test('a conversation that is assigned to a team waits in its queue, or goes to a member at once', async () => {
  const [ana] = await people(1)
  const byHand = await createTeam({ memberIds: [ana!.userId] })
  const inTurn = await createTeam({ assignment: 'round-robin', memberIds: [ana!.userId] })
  await service.publish(greetingBot('assigned'))
  const sessionId = await asked('assigned')
  await service.call('POST', inbox(`/${sessionId}/take`))
  expect((await update(sessionId, { teamId: byHand.id })).body).toMatchObject({
    conversation: { teamId: byHand.id, assigneeId: null },
    holder: { by: 'queue' },
  })
  expect((await update(sessionId, { teamId: inTurn.id })).body).toMatchObject({
    conversation: { teamId: inTurn.id, assigneeId: ana!.userId },
    holder: { by: 'person', who: ana!.userId, why: 'assigned' },
  })
  expect((await update(sessionId, { assigneeId: null })).body).toMatchObject({
    conversation: { teamId: inTurn.id, assigneeId: null },
  })
  expect((await update(sessionId, { teamId: null })).body.conversation).toMatchObject({ teamId: null })
  expect((await update(sessionId, { teamId: 'unknown' })).body.code).toBe('team_not_found')
})

test('a conversation of a member who is away goes to another member who is there', async () => {
  await service.call('PATCH', inbox('/settings'), { awayMinutes: 1 })
  const [ana, ben] = await people(2)
  const { id } = await createTeam({ assignment: 'round-robin', memberIds: [ana!.userId] })
  const { publicId } = await publish(id)
  const sessionId = await asked(publicId)
  await changeTeam(id, { memberIds: idsOf([ana!, ben!]) })
  aheadBy += 61_000
  await isThere(ben!.userId)
  const stops = await Promise.all(
    [1, 2].map(async () => {
      const app = await buildApp({ storage: service.storage, config: service.config, clock })
      await app.ready()
      return app
    }),
  )
  await vi.waitFor(async () => expect(await assignees([sessionId])).toEqual([ben!.userId]))
  for (const app of stops) await app.close()
  await service.call('PATCH', inbox('/settings'), { awayMinutes: null })
})

test('conversations that wait are given to members who come, in turn, by one of two instances', async () => {
  const [ana, ben] = await Promise.all([1, 2].map(() => service.addMember(service.workspaceId, 'MEMBER')))
  const { id } = await createTeam({ assignment: 'round-robin', memberIds: idsOf([ana!, ben!]) })
  const byHand = await createTeam({ memberIds: idsOf([ana!, ben!]) })
  const { publicId } = await publish(id)
  const sessionIds: string[] = []
  for (let one = 0; one < 4; one++) sessionIds.push(await asked(publicId))
  const leftAlone = [await asked((await publish(byHand.id)).publicId), await asked(publicId)]
  await service.call('POST', inbox(`/${leftAlone[1]}/take`))
  await update(leftAlone[1]!, { assigneeId: null })
  expect(await assignees(sessionIds)).toEqual([null, null, null, null])
  const before = await assignedCount()
  const other = await buildApp({ storage: service.storage, config: service.config, clock })
  await isThere(ben!.userId)
  await Promise.all([
    other.inject({ method: 'POST', url: typing(sessionIds[0]!), headers: as(ben!), payload: {} }),
    service.call('POST', typing(sessionIds[0]!), {}, as(ana!)),
  ])
  await vi.waitFor(async () => expect(await assignees(sessionIds)).not.toContain(null))
  expect(counted(await assignees(sessionIds))).toEqual([2, 2])
  await other.close()
  for (const sessionId of sessionIds) {
    const events = await service.storage.conversations.list(sessionId, { after: 0, limit: 10 })
    expect(events.map(({ content }) => JSON.parse(content).to)).toEqual(['queue', 'person'])
  }
  expect(await assignees(leftAlone)).toEqual([null, null])
  expect(await assignedCount()).toBeGreaterThan(before)
})

test('outside business hours, a team assigns nothing; its members get what waits once the hours have begun', async () => {
  const day = 86_400_000
  const tomorrow = weekdays[(new Date(clock() + day).getUTCDay() + 6) % 7]
  const businessHours = { timeZone: 'UTC', ranges: [{ day: tomorrow, from: '00:00', to: '00:00' }], holidays: [] }
  const [ana] = await people(1)
  const { id } = await createTeam({ assignment: 'least-busy', memberIds: [ana!.userId], businessHours })
  const sessionId = await asked((await publish(id)).publicId)
  const open = () => service.call('POST', typing(sessionId), {}, as(ana!))
  await open()
  expect(await assignees([sessionId])).toEqual([null])
  aheadBy += day
  await open()
  await vi.waitFor(async () => expect(await assignees([sessionId])).toEqual([ana!.userId]))
})

test('a block asks the hours and the people of its team, not those of the workspace', async () => {
  const day = 86_400_000
  const hoursOn = (time: number) => ({
    timeZone: 'UTC',
    ranges: [{ day: weekdays[(new Date(time).getUTCDay() + 6) % 7], from: '00:00', to: '00:00' }],
    holidays: [],
  })
  const [ana] = await people(1)
  const [outside] = await people(1)
  const { id } = await createTeam({ memberIds: [ana!.userId], businessHours: hoursOn(clock() + 2 * day) })
  const { publicId } = await publish(id, ['outside-hours', 'nobody-available'])
  const says = async () => plainText((await start(publicId)).body)
  expect(await says()).toEqual(['outside-hours'])
  await changeTeam(id, { businessHours: hoursOn(clock()) })
  await service.call('PATCH', inbox('/settings'), { businessHours: hoursOn(clock() + 2 * day) })
  expect(await says()).toEqual(['One moment'])
  await changeTeam(id, { businessHours: null })
  expect(await says()).toEqual(['outside-hours'])
  await service.call('PATCH', inbox('/settings'), { businessHours: null })
  aheadBy += 120_000
  await isThere(outside!.userId)
  expect(await says()).toEqual(['nobody-available'])
  await isThere(ana!.userId)
  expect(await says()).toEqual(['One moment'])
})

test('after a team is deleted, its conversations are those of no team, and its blocks ask anybody', async () => {
  const { id } = await createTeam({ assignment: 'round-robin', memberIds: [] })
  const { publicId } = await publish(id, ['nobody-available'])
  const plain = await publish(id)
  expect(plainText((await start(publicId)).body)).toEqual(['nobody-available'])
  const waiting = await asked(plain.publicId)
  expect((await service.call('DELETE', inbox(`/teams/${id}`))).status).toBe(200)
  expect((await shown(waiting)).conversation).toMatchObject({ teamId: null, state: 'open' })
  const { conversations } = (await service.call('GET', inbox('?view=unassigned'))).body
  expect(conversations.find((one: { sessionId: string }) => one.sessionId === waiting)).toMatchObject({ teamId: null })
  await people(1)
  const later = (await start(publicId)).body
  expect(plainText(later)).toEqual(['One moment'])
  expect((await shown(later.sessionId)).conversation).toMatchObject({ teamId: null, assigneeId: null })
})

test('in a messaging app, the message while waiting is sent although a member has the conversation at once', async () => {
  const [ana] = await people(1)
  const { id } = await createTeam({ assignment: 'round-robin', memberIds: [ana!.userId] })
  await world.publish(asking(id))
  const from = `49${Math.floor(Math.random() * 1e10)}`
  await world.write(from, 'Hi')
  expect(await world.provider.said(from, 1)).toEqual(['One moment'])
  await world.settled()
  const key = { workspaceId: service.workspaceId, credentialsId: world.credentialsId, sender: from }
  const sessionId = (await service.storage.messaging.find(key))?.sessionId ?? ''
  expect(await assignees([sessionId])).toEqual([ana!.userId])
})
