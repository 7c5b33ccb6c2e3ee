import type { StandingKind } from '@colloquy/storage'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { promoteWinners } from '../experiments/promote-winners.js'
import { newId } from '../ids.js'
import { deployDue } from '../releases/deployments-due.js'
import { chatClient } from '../testing/chat-client.js'
import { followLive } from '../testing/live-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

/** Everything that somebody opened or left behind acts only as long as they may do the same at this moment. */

let service: TestService
let catcher: Awaited<ReturnType<typeof catchMail>>
let now = Date.now()
beforeAll(async () => {
  catcher = await catchMail('secret')
  service = await testService(
    {
      SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
      MAIL_FROM: 'bots@example.com',
      COLLOQUY_PUBLIC_URL: 'https://bots.example',
    },
    { clock: () => now },
  )
})
afterAll(async () => {
  await service.close()
  await catcher.close()
})

const { say } = chatClient(() => service)
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const day = 86_400_000

/** A guest of the workspace who may change a bot. */
async function collaborator() {
  const botId = await service.publish(askingBot(newId(), 1))
  const guest = await service.addMember(service.workspaceId, 'GUEST')
  const share = { botId, userId: guest.userId, type: 'WRITE', createdAt: 1, updatedAt: 1 } as const
  await service.storage.collaborators.add(service.workspaceId, share)
  const call: typeof service.call = (method, path, body) =>
    service.call(method, `/api/v1/bots/${botId}${path}`, body, as(guest.value))
  return { botId, userId: guest.userId, token: guest.value, call }
}
type Collaborator = Awaited<ReturnType<typeof collaborator>>

/** Publishes a second release, and returns the id of the first. */
async function secondRelease({ botId, call }: Collaborator, body?: object): Promise<string> {
  const { publishedBot } = (await call('GET', '/publishedBot')).body
  const variables = [{ id: 'v1', name: newId() }]
  await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { variables } })
  expect((await call('POST', '/publish', body)).status).toBe(200)
  return publishedBot.id
}

/** Makes something, and returns how to find out whether it still acts. */
type Make = (author: Collaborator) => Promise<() => Promise<boolean>>

const shareSummary = async ({ call }: Collaborator) =>
  (await call('POST', '/results/summary/links', {})).body.link as { id: string; url: string }

const standing: Record<StandingKind, Make> = {
  async summaryLink(author) {
    const { url } = await shareSummary(author)
    return async () => (await service.app.inject(new URL(url).pathname)).statusCode === 200
  },
  async summaryMail(author) {
    const owner = (await service.call('POST', `/api/v1/bots/${author.botId}/results/summary/links`, {})).body.link
    const email = `${newId()}@example.com`
    const { mail } = (await author.call('POST', '/results/summary/mails', { linkId: owner.id, email })).body
    const row = (await service.storage.summaryMails.list(author.botId)).find(({ id }) => id === mail.id)
    await service.storage.summaryMails.confirm(row?.token ?? '', now, now + day)
    const sent = () => catcher.caught.filter(({ to }) => to[0] === email.toLowerCase()).length
    const before = sent()
    return async () => {
      now += 2 * day
      await service.app.sendDueSummaries()
      return sent() > before
    }
  },
  async deployment(author) {
    const first = await secondRelease(author, { at: new Date(now + 60_000).toISOString() })
    return async () => {
      now += 120_000
      await deployDue({ storage: service.storage, now: () => now })
      const { publishedBot } = (await service.call('GET', `/api/v1/bots/${author.botId}/publishedBot`)).body
      return publishedBot.id !== first
    }
  },
  async promotion(author) {
    const other = await secondRelease(author)
    const { publishedBot } = (await author.call('GET', '/publishedBot')).body
    const variants = [publishedBot.id, other].map((releaseId) => ({ releaseId, weight: 1 }))
    const body = { name: 'Greeting', variants, goal: { kind: 'completed' }, isPromoting: true }
    const started = await author.call('POST', '/experiments', body)
    expect(started.status).toBe(200)
    return async () => {
      now += 120_000
      await promoteWinners({ storage: service.storage, now: () => now })
      const shown = await service.call('GET', `/api/v1/bots/${author.botId}/experiments/${started.body.experiment.id}`)
      return shown.body.experiment.isPromoting
    }
  },
  async invitation(author) {
    const email = `${newId()}@example.com`.toLowerCase()
    await author.call('POST', '/invitations', { email, type: 'READ' })
    const mail = catcher.caught.findLast(({ to }) => to[0] === email)
    const token = /invitation=3?D?([\w-]{40,})/.exec(mail?.raw.replaceAll('=\r\n', '') ?? '')?.[1]
    return async () => (await service.call('POST', '/api/v1/invitations/open', { token })).status === 200
  },
}

const opened: Record<string, Make> = {
  async preview({ call }) {
    const { sessionId } = (await call('POST', '/preview/startChat', {})).body
    return async () => (await say(sessionId, 'Hi')).status === 200
  },
  async 'preview that only has breakpoints'({ call }) {
    const sessionId = newId()
    await call('PUT', `/preview/sessions/${sessionId}/breakpoints`, { blocks: [] })
    return async () => (await say(sessionId, 'Hi')).status === 200
  },
}

const ends: Record<string, (person: Collaborator) => Promise<unknown>> = {
  'are removed from the bot': ({ botId, userId }) => service.storage.collaborators.remove(botId, userId),
  'are removed from the workspace': ({ userId }) => service.storage.members.remove(service.workspaceId, userId),
  'have no account any more': ({ userId }) => service.storage.accountDeletion.delete(userId, new Map()),
}
const demotion = ({ botId, userId }: Collaborator) => service.storage.collaborators.change(botId, userId, 'READ', now)

describe.each(Object.entries({ ...standing, ...opened }))('a %s', (_, make) => {
  test('acts while its author has the right', async () => {
    expect(await (await make(await collaborator()))()).toBe(true)
  })

  test.each(Object.entries(ends))('does not act once its author %s', async (_, end) => {
    const author = await collaborator()
    const acts = await make(author)
    await end(author)
    expect(await acts()).toBe(false)
  })
})

test.each(Object.entries(standing))('a %s does not act once its author may only read the bot', async (_, make) => {
  const author = await collaborator()
  const acts = await make(author)
  await demotion(author)
  expect(await acts()).toBe(false)
})

test('a live stream of a bot ends at once when the rights of its reader end', async () => {
  const reader = await collaborator()
  const live = await followLive(`http://127.0.0.1:${service.port}`, reader.botId, as(reader.token))
  await service.storage.collaborators.remove(reader.botId, reader.userId)
  await live.ended
  expect(live.of('end')).toMatchObject([{ data: { reason: 'rights' } }])
})

describe('when somebody is removed, those who remove them', () => {
  /** A collaborator who shared a summary and scheduled a release, and the ids of both. */
  async function leaving() {
    const person = await collaborator()
    const { id: link } = await shareSummary(person)
    const release = { at: new Date(now + day).toISOString() }
    await secondRelease(person, release)
    const path = `/api/v1/bots/${person.botId}/collaborators/${person.userId}`
    const { items } = (await service.call('GET', `${path}/items`)).body
    return { person, path, link, items }
  }
  const linksOf = async (botId: string) =>
    (await service.call('GET', `/api/v1/bots/${botId}/results/summary/links`)).body.links

  test('see what would continue, and everything ends that they do not keep', async () => {
    const { person, path, link, items } = await leaving()
    expect(items).toMatchObject([
      { kind: 'summaryLink', id: link, botId: person.botId, at: null },
      { kind: 'deployment', botId: person.botId, at: new Date(now + day).toISOString() },
    ])
    expect((await service.call('DELETE', path)).status).toBe(200)
    expect(await linksOf(person.botId)).toEqual([])
    const { environments } = (await service.call('GET', `/api/v1/bots/${person.botId}/environments`)).body
    expect(environments[0].scheduled).toEqual([])
  })

  test('may keep items, which then act in their name', async () => {
    const { person, path, link } = await leaving()
    expect((await service.call('DELETE', `${path}?kept=${link}`)).status).toBe(200)
    expect(await linksOf(person.botId)).toMatchObject([{ id: link, isActive: true, author: { name: 'Owner' } }])
  })

  test('may keep items of somebody whose role they lower', async () => {
    const { person, path, link } = await leaving()
    expect((await service.call('PATCH', path, { type: 'READ', kept: [link] })).status).toBe(200)
    expect(await linksOf(person.botId)).toMatchObject([{ id: link, isActive: true, author: { name: 'Owner' } }])
  })

  test('end nothing by a change that leaves the right', async () => {
    const { person, path, link } = await leaving()
    expect((await service.call('PATCH', path, { type: 'FULL_ACCESS' })).status).toBe(200)
    expect(await linksOf(person.botId)).toMatchObject([{ id: link, author: { id: person.userId } }])
  })
})

test('a preview by somebody who may only read the bot by now sends no requests', async () => {
  const author = await collaborator()
  const { sessionId } = (await author.call('POST', '/preview/startChat', {})).body
  await demotion(author)
  await say(sessionId, 'Hi')
  const row = await service.storage.sessions.get(sessionId)
  expect(JSON.parse(row?.state ?? '{}')).toMatchObject({ openedBy: author.userId, isDryRun: true })
})

test('people who left a workspace keep nothing in it, however they ask', async () => {
  const person = await collaborator()
  const { id } = await shareSummary(person)
  expect((await person.call('DELETE', `/collaborators/${person.userId}?kept=${id}`)).status).toBe(200)
  const { links } = (await service.call('GET', `/api/v1/bots/${person.botId}/results/summary/links`)).body
  expect(links).toEqual([])
})
