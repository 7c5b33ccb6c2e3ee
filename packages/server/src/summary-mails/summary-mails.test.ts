import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, group, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let catcher: Awaited<ReturnType<typeof catchMail>>
let isRefusing = false
/** Two processes of one instance. */
let service: TestService
let other: TestService
let silent: TestService
let now = Date.parse('2026-11-04T12:00:00Z')
beforeAll(async () => {
  catcher = await catchMail('secret', {
    onRcptTo: (_address, _session, done) => done(isRefusing ? new Error('Mailbox full') : null),
  })
  const clock = () => now
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: 'Bots <bots@example.com>',
    COLLOQUY_PUBLIC_URL: 'https://bots.example',
  }
  service = await testService(settings, { clock })
  other = await testService(settings, { clock, open: async () => service.storage })
  silent = await testService({}, { clock })
})
afterAll(async () => {
  await Promise.all([other?.app.close(), silent?.close()])
  await service?.close()
  await catcher?.close()
})

const { start, say } = chatClient(() => service)
let botId: string
let publicId: string
let linkId: string
let summaryUrl: string
beforeEach(async () => {
  catcher.caught.splice(0)
  publicId = newId()
  const item = (content: string) => ({ id: content, content })
  botId = await service.publish({
    name: 'Fruit survey',
    publicId,
    events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    variables: [],
    groups: [
      group(
        'g1',
        textBubble('t1', 'Which fruit?'),
        { id: 'fruit', type: 'choice input', items: [item('Apple'), item('Pear')], options: {} },
        { id: 'words', type: 'text input', options: {} },
      ),
    ],
  })
  const { link } = (await service.call('POST', `${summary()}/links`, { timeZone: 'Europe/Berlin' })).body
  ;({ id: linkId, url: summaryUrl } = link)
})
afterEach(async () => {
  isRefusing = false
  await service.call('DELETE', `/api/v1/bots/${botId}`)
})

const summary = () => `/api/v1/bots/${botId}/results/summary`
const list = async () => (await service.call('GET', `${summary()}/mails`)).body
const create = async (email: string, more: object = {}) =>
  (await service.call('POST', `${summary()}/mails`, { linkId, email, ...more })).body
const mailsTo = (email: string) => catcher.caught.filter(({ to }) => to[0] === email)
const mailTo = (email: string, count = 1) =>
  vi.waitUntil(() => mailsTo(email)[count - 1] && textOf(mailsTo(email)[count - 1]!.raw), { timeout: 25_000 })
/** Advances the clock, and makes both processes check for due emails. */
const pass = async (milliseconds: number) => {
  now += milliseconds
  await Promise.all([service, other].map(({ app }) => app.sendDueSummaries()))
}
const page = async (path: string, method: 'GET' | 'POST' = 'GET') =>
  (await service.app.inject({ method, url: path })).body
const pathIn = (text: string) => /https:\/\/bots\.example(\/summary-mails\/[\w-]+)/.exec(text)?.[1] as string

/** Returns the text of an email, with its subject. */
function textOf(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const bytes = /^content-transfer-encoding: base64/im.test(head)
    ? Buffer.from(body.join(''), 'base64')
    : Buffer.from(
        body
          .join('\n\n')
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
  return `${/^subject: (.*)/im.exec(head)?.[1]}\n${bytes.toString('utf8').replaceAll('\r\n', '\n')}`
}

/** A member of the workspace with a verified address who reads emails in German. */
async function colleague(): Promise<{ email: string; userId: string }> {
  const [userId, email] = [newId(), `${newId()}@example.com`]
  const preferences = JSON.stringify({ preferredLanguage: 'de' })
  const somebody = { name: 'Kim', image: null, isAdmin: false, originWorkspaceId: null, createdAt: now, updatedAt: now }
  await service.storage.users.create({ id: userId, email, emailVerifiedAt: now, preferences, ...somebody })
  await service.storage.workspaces.setRole(service.workspaceId, userId, 'MEMBER')
  return { email, userId }
}

const day = 86_400_000

test('a colleague gets the metrics, the answers and a link in their language, once a day from one of several processes', async () => {
  const { email } = await colleague()
  const { mail, isMailed } = await create(email, { frequency: 'daily' })
  expect(isMailed).toBe(true)
  expect(mail).toMatchObject({ email, isMember: true, isConfirmed: true, nextAt: '2026-11-05T07:00:00.000Z' })
  for (const fruit of ['Apple', 'Apple', 'Pear']) {
    const { body } = await start(publicId)
    await say(body.sessionId, fruit)
    await say(body.sessionId, 'My secret')
  }
  await pass(day)
  const text = await mailTo(email)
  for (const part of [
    'Starts: 3',
    'Abschlussquote: 100 %',
    'Which fruit?\n- Apple: 2 (67 %)\n- Pear: 1 (33 %)',
    summaryUrl,
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(part)
  expect(text).not.toContain('My secret')
  await pass(day)
  await mailTo(email, 2)
  expect((await list()).mails[0].nextAt).toBe('2026-11-07T07:00:00.000Z')
  expect(mailsTo(email)).toHaveLength(2)
})

test('an outside address gets nothing until it confirms, and nothing after it has stopped the emails', async () => {
  const { mail } = await create('head@example.org', { frequency: 'weekly', language: 'fr' })
  expect(mail).toMatchObject({ isMember: false, isConfirmed: false })
  const asked = await mailTo('head@example.org')
  expect(asked).toContain('chaque lundi')
  await pass(14 * day)
  const path = pathIn(asked)
  expect(await page(path)).toContain('Receive the summary of &quot;Fruit survey&quot; by email every Monday?')
  expect((await list()).mails[0].isConfirmed).toBe(false)
  expect(mailsTo('head@example.org')).toHaveLength(1)
  await page(`${path}/confirm`, 'POST')
  expect((await list()).mails[0]).toMatchObject({ isConfirmed: true, nextAt: '2026-11-23T07:00:00.000Z' })
  await pass(7 * day)
  const sent = await mailTo('head@example.org', 2)
  expect(pathIn(sent)).toBe(path)
  expect(await page(path)).toContain('Stop emails with the summary of &quot;Fruit survey&quot;?')
  expect(await page(`${path}/stop`, 'POST')).toContain('Stopped. You get no further emails.')
  expect((await list()).mails).toEqual([])
  expect((await service.app.inject(path)).statusCode).toBe(404)
})

/** A daily email to a member whose mail server rejects it when it is due. */
async function refusedMail() {
  const { email } = await colleague()
  const { mail } = await create(email, { frequency: 'daily' })
  const due = Date.parse(mail.nextAt)
  isRefusing = true
  await pass(due - now)
  expect((await list()).mails[0].isFailing).toBe(true)
  return { email, mail, due }
}

test('an email that could not be sent is marked, and is sent when the mail server takes it, as the same message', async () => {
  const { email, mail, due } = await refusedMail()
  expect((await list()).mails[0].nextAt).toBe(new Date(due + 900_000).toISOString())
  isRefusing = false
  await pass(900_000)
  await mailTo(email)
  expect(mailsTo(email)[0]!.raw).toContain(`summary-${mail.id}-${due}@example.com`)
  expect((await list()).mails[0].isFailing).toBe(false)
})

test('an email that could not be sent for twelve hours is skipped, and the next one keeps its time', async () => {
  const { email, due } = await refusedMail()
  await pass(due + 0.6 * day - now)
  const next = new Date(due + day).toISOString()
  expect((await list()).mails[0].nextAt).toBe(next)
  expect((await list()).mails[0].isFailing).toBe(true)
  expect(mailsTo(email)).toEqual([])
})

test('somebody who may not read the bot any more gets nothing, and is off the list', async () => {
  const { email, userId } = await colleague()
  await create(email, { frequency: 'daily' })
  await service.storage.workspaces.setRole(service.workspaceId, userId, 'GUEST')
  await pass(day)
  expect((await list()).mails).toEqual([])
  expect(mailsTo(email)).toEqual([])
})

test('emails are gone with their link', async () => {
  const { email } = await colleague()
  await create(email)
  await service.call('DELETE', `${summary()}/links/${linkId}`)
  expect((await list()).mails).toEqual([])
})

test('an instance without a mail server says that it sends nothing', async () => {
  const id = await silent.publish({ name: 'Quiet', publicId: newId() })
  const path = `/api/v1/bots/${id}/results/summary`
  const { link } = (await silent.call('POST', `${path}/links`, {})).body
  expect((await silent.call('GET', `${path}/mails`)).body).toEqual({ canSend: false, mails: [] })
  const created = await silent.call('POST', `${path}/mails`, { linkId: link.id, email: 'head@example.org' })
  expect(created.body.isMailed).toBe(false)
})

test('a summary of another workspace is among the first emails, although 150 of one workspace are due before it', async () => {
  const { body } = await service.call('POST', '/api/v1/workspaces', { name: newId() })
  const made = await service.call('POST', '/api/v1/bots', { workspaceId: body.workspace.id, bot: { name: 'Other' } })
  const elsewhere = made.body.bot.id as string
  await service.call('POST', `/api/v1/bots/${elsewhere}/publish`)
  const { link } = (await service.call('POST', `/api/v1/bots/${elsewhere}/results/summary/links`, {})).body
  const due = async (bot: string, linkOf: string, email: string, dueAt: number) => {
    const times = { createdAt: now, confirmedAt: now, dueAt, leasedUntil: 0, failedAt: null }
    const to = { email, userId: null, authorId: null, language: 'en', frequency: 'daily' as const }
    const row = { id: newId(), token: newId(), botId: bot, linkId: linkOf, ...to, ...times }
    expect(await service.storage.summaryMails.create(row, 1_000)).toBe('created')
  }
  for (let number = 0; number < 150; number++) await due(botId, linkId, `${number}@example.org`, now - 1_000)
  await due(elsewhere, link.id, 'other@example.org', now)
  await pass(1)
  const addresses = catcher.caught.map(({ to }) => to[0])
  expect(addresses.length).toBe(151)
  expect(addresses.indexOf('other@example.org')).toBeLessThan(20)
})
