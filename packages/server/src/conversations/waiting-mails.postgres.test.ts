import { catchMail, headersOf } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '../app.js'
import { newId } from '../ids.js'
import { chatClient, group } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Emails about visitors who wait while nobody looks. */

let aheadBy = 0
const clock = () => Date.now() + aheadBy
let service: TestService
let catcher: Awaited<ReturnType<typeof catchMail>>
let [botId, otherBot] = ['', '']
beforeAll(async () => {
  catcher = await catchMail('secret')
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: 'Bots <bots@example.com>',
    COLLOQUY_PUBLIC_URL: 'https://bots.example',
  }
  service = await testService(settings, { clock })
  botId = await service.publish(askingBot('shop'))
  otherBot = await service.publish(askingBot('support'))
})
afterAll(async () => {
  await service?.close()
  await catcher?.close()
})
beforeEach(() => catcher.caught.splice(0))

const askingBot = (publicId: string, teamId?: string) => ({
  name: `Bot ${publicId}`,
  publicId,
  events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  groups: [
    group('g1', { id: 'name', type: 'text input', options: {} }, { id: 'human', type: 'person', options: { teamId } }),
  ],
})

const { start, say } = chatClient(() => service)
const inbox = (path = '') => `/api/v1/workspaces/${service.workspaceId}/inbox${path}`
/** Has waited since now. */
async function waiting(publicId = 'shop'): Promise<string> {
  const { sessionId } = (await start(publicId)).body
  await say(sessionId, 'My parcel is lost')
  return sessionId
}
const minutes = (count: number) => {
  aheadBy += count * 60_000
}

async function person(
  role: 'AGENT' | 'MEMBER' | 'ADMIN',
  change: { inboxBots?: string[]; emailsWaiting?: boolean } = {},
) {
  const [userId, email] = [newId(), `${newId()}@example.com`]
  const preferences = JSON.stringify({ preferredLanguage: 'de', emailsWaiting: change.emailsWaiting })
  const somebody = { name: 'Kim', image: null, isAdmin: false, originWorkspaceId: null, createdAt: 1, updatedAt: 1 }
  await service.storage.users.create({ id: userId, email, emailVerifiedAt: 1, preferences, ...somebody })
  await service.storage.workspaces.setRole(service.workspaceId, userId, role)
  const path = `/api/v1/workspaces/${service.workspaceId}/members/${userId}`
  if (change.inboxBots) await service.call('PATCH', path, { role, inboxBots: change.inboxBots })
  const { value } = await service.addToken({ userId })
  return {
    email,
    userId,
    as: { authorization: `Bearer ${value}` },
    leave: () => service.call('DELETE', path),
  }
}

/** Two more instances start on the same database and look for what is due. Resolves when they have sent everything. */
async function send(): Promise<string[]> {
  const apps = [0, 1].map(() => buildApp({ storage: service.storage, config: service.config, clock }))
  const [one, other] = await Promise.all(apps)
  await Promise.all([one!.ready(), other!.ready()])
  const isDone = async () => {
    const next = await service.storage.waitingMails.nextDueAt([])
    // A lease ends in ten minutes.
    return next === undefined || (next > clock() && next < clock() + 300_000)
  }
  await vi.waitFor(async () => expect(await isDone()).toBe(true), { timeout: 60_000, interval: 100 })
  await Promise.all([one!.close(), other!.close()])
  return catcher.caught.map(({ to }) => to[0]!).sort()
}

test('agents of the bot get one email in their language after the minutes of the workspace, with a link, and stop it', async () => {
  const agent = await person('AGENT', { inboxBots: [botId] })
  const elsewhere = await person('AGENT', { inboxBots: [otherBot] })
  const unwilling = await person('AGENT', { emailsWaiting: false })
  const [member, willing] = [await person('MEMBER'), await person('MEMBER', { emailsWaiting: true })]
  const sessionId = await waiting()
  minutes(9)
  expect(await send()).toEqual([])
  minutes(2)
  expect(await send()).toEqual([agent.email, willing.email].sort())
  const { raw } = catcher.caught.find(({ to }) => to[0] === agent.email)!
  const headers = Object.fromEntries(headersOf(raw))
  expect(headers.subject).toBe('Ein Besucher wartet auf eine Antwort')
  const text = raw.replaceAll('=\r\n', '')
  expect(text).toContain('My parcel is lost')
  expect(text).toContain(`https://bots.example/workspaces/${service.workspaceId}/inbox/unassigned/${sessionId}`)
  const stop = /https:\/\/bots\.example(\/notifications\/[^\s<>"]+)/.exec(String(headers['list-unsubscribe']))![1]!
  minutes(30)
  catcher.caught.splice(0)
  expect(await send()).toEqual([])
  expect((await service.app.inject({ method: 'GET', url: stop })).body).toContain('<form')
  expect((await service.app.inject({ method: 'POST', url: stop })).statusCode).toBe(200)
  await waiting()
  minutes(11)
  expect(await send()).toEqual([willing.email])
  for (const one of [agent, elsewhere, unwilling, member, willing]) await one.leave()
})

test('nobody gets an email about a visitor whom somebody has answered, or might have seen', async () => {
  const [agent, other] = [await person('AGENT'), await person('AGENT', { inboxBots: [otherBot] })]
  const [seen, answered] = [await waiting(), await waiting('support')]
  minutes(2)
  await service.call('POST', inbox(`/${answered}/take`), undefined, other.as)
  await service.call('POST', inbox(`/${answered}/messages`), { text: 'Hello' }, other.as)
  minutes(10)
  expect(await send()).toEqual([agent.email])
  catcher.caught.splice(0)
  await say(seen, 'Still here')
  const again = await waiting()
  minutes(2)
  await service.call('POST', inbox(`/${again}/messages`), { kind: 'note', text: 'Later' }, agent.as)
  await vi.waitFor(async () =>
    expect(await service.storage.waitingMails.seenSince(service.workspaceId, clock() - 60_000)).toHaveLength(1),
  )
  minutes(10)
  expect(await send()).toEqual([])
  for (const one of [agent, other]) await one.leave()
})

test('a person gets at most ten of these emails in an hour, and admins get them where there are no agents', async () => {
  const admin = await person('ADMIN')
  aheadBy = Math.ceil(clock() / 3_600_000) * 3_600_000 - Date.now()
  await Promise.all(Array.from({ length: 12 }, () => waiting()))
  minutes(11)
  const sent = await send()
  expect(sent.filter((email) => email === admin.email)).toHaveLength(10)
  await service.call('PATCH', inbox('/settings'), { waitingMailMinutes: null })
  catcher.caught.splice(0)
  await waiting()
  minutes(90)
  expect(await send()).toEqual([])
  await admin.leave()
})

test('of a conversation in the queue of a team, its members get the email, and not others; of an empty team, all who may answer', async () => {
  await service.call('PATCH', inbox('/settings'), { waitingMailMinutes: 10 })
  const [inTeam, outside] = [await person('MEMBER'), await person('AGENT')]
  const create = async (memberIds: string[]) =>
    (await service.call('POST', inbox('/teams'), { name: 'Sales', memberIds })).body.team.id as string
  const teams = [await create([inTeam.userId]), await create([])]
  const sent = []
  for (const teamId of teams) {
    catcher.caught.splice(0)
    const publicId = newId().toLowerCase()
    await service.publish(askingBot(publicId, teamId))
    await waiting(publicId)
    minutes(11)
    sent.push(await send())
  }
  expect(sent[0]).toEqual([inTeam.email])
  expect(sent[1]).toContain(outside.email)
  expect(sent[1]).not.toContain(inTeam.email)
})
