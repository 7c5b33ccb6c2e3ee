import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, greetingBot } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Notes that mention people: who is found, notified, and by which ways. */

let service: TestService
let catcher: Awaited<ReturnType<typeof catchMail>>
let botId: string
beforeAll(async () => {
  catcher = await catchMail('secret')
  service = await testService({
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: 'Bots <bots@example.com>',
    COLLOQUY_PUBLIC_URL: 'https://bots.example',
    COLLOQUY_LIMITS: JSON.stringify({ mentionsPerComment: 2 }),
  })
  botId = await service.publish(greetingBot('mentions'))
})
afterAll(async () => {
  await service?.close()
  await catcher?.close()
})
beforeEach(() => void catcher.caught.splice(0))

const { start } = chatClient(() => service)
const begin = async () => (await start('mentions')).body.sessionId as string
const inbox = (path = '') => `/api/v1/workspaces/${service.workspaceId}/inbox${path}`
const note = (sessionId: string, text: string, headers = {}) =>
  service.call('POST', inbox(`/${sessionId}/messages`), { kind: 'note', text }, headers)
const mailed = () => catcher.caught.map(({ to }) => to[0])

async function person(name: string, { emailsComments = true, inboxBots }: PersonOptions = {}) {
  const [id, email] = [newId(), `${newId()}@example.com`]
  const preferences = JSON.stringify({ emailsComments })
  const somebody = { name, image: null, isAdmin: false, originWorkspaceId: null, createdAt: 1, updatedAt: 1 }
  await service.storage.users.create({ id, email, emailVerifiedAt: 1, preferences, ...somebody })
  await service.storage.workspaces.setRole(service.workspaceId, id, 'AGENT')
  if (inboxBots)
    await service.call('PATCH', `/api/v1/workspaces/${service.workspaceId}/members/${id}`, { role: 'AGENT', inboxBots })
  const { value } = await service.addToken({ userId: id })
  const as = { authorization: `Bearer ${value}` }
  const mentions = async () =>
    (await service.call('GET', inbox('?view=mentioned'), undefined, as)).body.conversations.map(
      ({ sessionId }: { sessionId: string }) => sessionId,
    )
  return { id, email, as, mentions }
}
interface PersonOptions {
  emailsComments?: boolean
  inboxBots?: string[]
}

test('a note that mentions a person is in their view of mentions, and emailed to them with names and a link', async () => {
  const [grace, ada] = [await person('Grace'), await person('Ada')]
  const sessionId = await begin()
  await service.call('POST', inbox(`/${sessionId}/take`))
  expect((await note(sessionId, `<@${grace.id}> can you call them?`, ada.as)).status).toBe(200)
  expect(await grace.mentions()).toEqual([sessionId])
  expect(await ada.mentions()).toEqual([])
  await vi.waitUntil(() => catcher.caught.length > 0, { timeout: 25_000 })
  expect(mailed()).toEqual([grace.email])
  const { raw } = catcher.caught[0]!
  expect(raw).toContain('Ada')
  expect(raw.replace(/=\r?\n/g, '')).toContain('@Grace can you call them?')
  expect(raw.replace(/=\r?\n/g, '')).toContain(`/inbox/mentioned/${sessionId}`)
})

test('an open inbox of the person, and of nobody else, gets an event', async () => {
  const [grace, ada] = [await person('Grace'), await person('Ada')]
  const sessionId = await begin()
  await service.call('POST', inbox(`/${sessionId}/take`))
  const follow = async (headers: Record<string, string>) => {
    const ending = new AbortController()
    const response = await fetch(`http://127.0.0.1:${service.port}${inbox('/events')}`, {
      headers,
      signal: ending.signal,
    })
    const events: string[] = []
    const reading = (async () => {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) events.push(part)
    })().catch(() => {})
    return {
      said: () => events.join(''),
      end: async () => {
        ending.abort()
        await reading
      },
    }
  }
  const [hers, others] = [await follow(grace.as), await follow(ada.as)]
  await note(sessionId, `For <@${grace.id}>`, ada.as)
  await vi.waitUntil(() => hers.said().includes('event: mentioned'), { timeout: 10_000 })
  expect(hers.said()).toContain(JSON.stringify({ sessionId, name: 'Ada' }))
  await vi.waitUntil(() => others.said().includes('event: changed'), { timeout: 10_000 })
  expect(others.said()).not.toContain('mentioned')
  await Promise.all([hers.end(), others.end()])
})

test('a person who does not see the conversations of the bot, or wants no such emails, gets none', async () => {
  const [stranger, quiet] = [await person('Eve', { inboxBots: [] }), await person('Kim', { emailsComments: false })]
  const willing = await person('Mary')
  const sessionId = await begin()
  await service.call('POST', inbox(`/${sessionId}/take`))
  await note(sessionId, `<@${stranger.id}> <@${quiet.id}>`)
  await note(sessionId, `<@${willing.id}>`)
  await vi.waitUntil(() => mailed().includes(willing.email), { timeout: 25_000 })
  for (const { email } of [stranger, quiet]) expect(mailed()).not.toContain(email)
  expect(await stranger.mentions()).toEqual([])
  expect(await quiet.mentions()).toEqual([sessionId])
})

test('a note that is sent again with its key notifies once, and one with too many mentions is refused', async () => {
  const people = [await person('Ada'), await person('Ben'), await person('Cy')]
  const sessionId = await begin()
  await service.call('POST', inbox(`/${sessionId}/take`))
  const again = { 'idempotency-key': newId() }
  for (let time = 0; time < 2; time++) expect((await note(sessionId, `<@${people[0]!.id}>`, again)).status).toBe(200)
  const mailedToAda = () => mailed().filter((email) => email === people[0]!.email).length
  await vi.waitUntil(() => mailedToAda() > 0, { timeout: 25_000 })
  const references = people.map(({ id }) => `<@${id}>`).join(' ')
  expect((await note(sessionId, references)).body).toMatchObject({
    message: expect.stringContaining('mentions 3 people'),
  })
  expect(mailedToAda()).toBe(1)
})

test('a reply to the visitor mentions nobody', async () => {
  const grace = await person('Grace')
  const sessionId = await begin()
  await service.call('POST', inbox(`/${sessionId}/take`))
  await service.call('POST', inbox(`/${sessionId}/messages`), { text: `<@${grace.id}> hello` })
  expect(await grace.mentions()).toEqual([])
})

test('the view of mentions can be limited to a bot', async () => {
  const grace = await person('Grace')
  const sessionId = await begin()
  await service.call('POST', inbox(`/${sessionId}/take`))
  await note(sessionId, `<@${grace.id}>`)
  const of = async (id: string) =>
    (await service.call('GET', inbox(`?view=mentioned&botId=${id}`), undefined, grace.as)).body.conversations.length
  expect([await of(botId), await of('another')]).toEqual([1, 0])
})
