import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catchMail, headersOf } from '@colloquy/test-kit/mail-catcher'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, group, textBubble } from '../testing/chat-client.js'
import { followLive } from '../testing/live-client.js'
import { type TestService, testService } from '../testing/test-service.js'

interface Call {
  headers: Record<string, unknown>
  body: string
}

const calls: Call[] = []
let status = 200
let web: Server
let webUrl: string
let catcher: Awaited<ReturnType<typeof catchMail>>
let isRefusing = false
/** Two processes of one instance. */
let service: TestService
let other: TestService
let aheadBy = 0
const clock = () => Date.now() + aheadBy

beforeAll(async () => {
  web = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    calls.push({ headers: request.headers, body })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  webUrl = `http://127.0.0.1:${port}/hook`
  catcher = await catchMail('secret', {
    onRcptTo: (_address, _session, done) => done(isRefusing ? new Error('Mailbox full') : null),
  })
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: 'Bots <bots@example.com>',
    COLLOQUY_PUBLIC_URL: 'https://bots.example',
    EGRESS_ALLOW: `127.0.0.1:${port}`,
    COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY',
  }
  service = await testService(settings, { clock })
  other = await testService(settings, { clock, open: async () => service.storage })
})
afterAll(async () => {
  await other?.app.close()
  await service?.close()
  await catcher?.close()
  web?.close()
})

const { start, say } = chatClient(() => service)
let botId: string
let publicId: string
let member: Awaited<ReturnType<typeof colleague>>
beforeEach(async () => {
  aheadBy = 0
  status = 200
  calls.length = 0
  catcher.caught.splice(0)
  publicId = newId()
  botId = await service.publish(leadForm(publicId))
  member = await colleague()
})
afterEach(async () => {
  isRefusing = false
  await service.call('DELETE', `/api/v1/bots/${botId}`)
})

const leadForm = (id: string) => ({
  name: 'Lead form <new>',
  publicId: id,
  events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  variables: [{ id: 'vName', name: 'Name' }],
  groups: [
    group(
      'g1',
      textBubble('t1', 'Who are you?'),
      { id: 'name', type: 'text input', options: { variableId: 'vName' } },
      // Fails for each visitor: nothing may be called at this address.
      { id: 'call', type: 'Webhook', options: { webhook: { url: 'http://127.0.0.1:9/' } } },
    ),
  ],
})

/** A member of the workspace with a verified address who reads emails in German. */
async function colleague() {
  const [userId, email] = [newId(), `${newId()}@example.com`]
  const preferences = JSON.stringify({ preferredLanguage: 'de' })
  const somebody = { name: 'Kim', image: null, isAdmin: false, originWorkspaceId: null, createdAt: 1, updatedAt: 1 }
  await service.storage.users.create({ id: userId, email, emailVerifiedAt: 1, preferences, ...somebody })
  await service.storage.workspaces.setRole(service.workspaceId, userId, 'MEMBER')
  const { value: token } = await service.addToken({ userId })
  return { userId, email, headers: { authorization: `Bearer ${token}` } }
}

const rulesPath = () => `/api/v1/bots/${botId}/notification-rules`
async function notify(body: object, headers = member.headers) {
  const answer = await service.call('POST', rulesPath(), body, headers)
  expect(answer.status).toBe(200)
  return answer.body
}
const rules = async () => (await service.call('GET', rulesPath(), undefined, member.headers)).body.rules
async function complete(name: string, from: TestService = service) {
  const { body } = await start(publicId)
  const answer = await from.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: name })
  expect(answer.status).toBe(200)
  return body.resultId as string
}
const mails = () => catcher.caught.filter(({ to }) => to[0] === member.email)
const mail = (count = 1) => vi.waitUntil(() => mails()[count - 1]?.raw, { timeout: 15_000 })
/** Moves the clock, and has both processes look for what is due, as they do every few seconds. */
async function pass(milliseconds: number) {
  aheadBy += milliseconds
  await service.storage.changes.publish('notifications', newId())
}
const pageOf = (path: string, method: 'GET' | 'POST' = 'GET', payload?: string) =>
  service.app.inject({
    method,
    url: path,
    ...(payload !== undefined && { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })

/** The parts of an email, decoded. */
function partsOf(raw: string): string {
  return raw
    .split(/\r\n--/)
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n')
      const body = rest.join('\r\n\r\n')
      if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8')
      const bytes = body
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString('utf8')
    })
    .join('\n')
}
const stopPath = (raw: string) =>
  /<https:\/\/bots\.example(\/notifications\/[\w.-]+)>/.exec(
    String(new Map(headersOf(raw)).get('list-unsubscribe')),
  )![1]!

const minute = 60_000
const hour = 60 * minute

test('a completed result is mailed at once by one of two processes, as text and HTML, in the language of the person', async () => {
  await notify({ event: 'completed', channel: 'email' })
  const resultId = await complete('Ada <b>', other)
  const raw = await mail()
  const headers = Object.fromEntries(headersOf(raw))
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(headers.to).toBe(member.email)
  const text = partsOf(raw)
  for (const part of [
    'Name: Ada <b>',
    `https://bots.example/bots/${botId}/results/${resultId}`,
    'Diese E-Mails abbestellen',
    'Neues Ergebnis von &quot;Lead form &lt;new&gt;&quot;',
    'Ada &lt;b&gt;',
  ])
    expect(text).toContain(part)
  await pass(2 * minute)
  expect(await rules()).toMatchObject([{ nextAt: null, isFailing: false, sentAt: expect.any(String) }])
  expect(mails()).toHaveLength(1)
})

test('results that are completed while an email may not go out yet come together in one email', async () => {
  await notify({ event: 'completed', channel: 'email' })
  await complete('One')
  await mail()
  const names = ['Two', 'Three', 'Four']
  for (const name of names) await complete(name)
  await vi.waitFor(async () => expect(await rules()).toMatchObject([{ nextAt: expect.any(String) }]))
  expect(mails()).toHaveLength(1)
  await pass(minute)
  const text = partsOf(await mail(2))
  for (const name of names) expect(text).toContain(`Name: ${name}`)
  await pass(minute)
  expect(mails()).toHaveLength(2)
})

test('a digest comes on the next full hour, morning or Monday of its time zone, and only if something happened', async () => {
  aheadBy = Date.parse('2027-03-03T10:20:00Z') - Date.now()
  for (const frequency of ['hourly', 'daily', 'weekly'])
    await notify({ event: 'completed', channel: 'email', frequency, timeZone: 'Europe/Berlin' })
  await complete('Ada')
  await vi.waitFor(async () => {
    const times = (await rules()).map((it: { nextAt: string }) => it.nextAt).toSorted()
    expect(times).toEqual(['2027-03-03T11:00:00.000Z', '2027-03-04T07:00:00.000Z', '2027-03-08T07:00:00.000Z'])
  })
  await pass(39 * minute)
  expect(mails()).toHaveLength(0)
  await pass(2 * minute)
  await mail()
  await pass(hour)
  expect(mails()).toHaveLength(1)
  await pass(20 * hour)
  await mail(2)
})

test('only results that match the conditions are reported', async () => {
  const filters = [{ variableId: 'vName', is: 'contains', value: 'acme' }]
  const { rule } = await notify({ event: 'completed', channel: 'email', filters })
  expect(rule.filters).toEqual(filters)
  await complete('Somebody')
  await complete('Ada of ACME')
  const text = partsOf(await mail())
  expect(text).toContain('Ada of ACME')
  expect(text).not.toContain('Somebody')
})

test('an email that could not be sent is sent later', async () => {
  isRefusing = true
  await notify({ event: 'completed', channel: 'email' })
  await complete('Ada')
  await vi.waitFor(async () => expect(await rules()).toMatchObject([{ isFailing: true }]), { timeout: 15_000 })
  isRefusing = false
  await pass(6 * minute)
  expect(partsOf(await mail())).toContain('Ada')
  await vi.waitFor(async () => expect(await rules()).toMatchObject([{ isFailing: false, nextAt: null }]))
})

test('a signed address stops the emails without signing in: by a click on its page, or by one POST of a mail program', async () => {
  await notify({ event: 'completed', channel: 'email' })
  await complete('Ada')
  const path = stopPath(await mail())
  const page = await pageOf(path)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<form method="post"')
  expect(await rules()).toHaveLength(1)
  const forged = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await pageOf(forged, 'POST', 'List-Unsubscribe=One-Click')).statusCode).toBe(404)
  expect(await rules()).toHaveLength(1)
  expect((await pageOf(path, 'POST', 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
  expect(await rules()).toEqual([])
  expect((await pageOf(path)).statusCode).toBe(404)
  await complete('Grace')
  await pass(2 * minute)
  expect(mails()).toHaveLength(1)
})

test('a person who lost access gets nothing more, and their rule is gone', async () => {
  const { rule } = await notify({ event: 'completed', channel: 'email' })
  await notify({ event: 'completed', channel: 'webhook', url: webUrl })
  await service.storage.workspaces.setRole(service.workspaceId, member.userId, 'GUEST')
  await complete('Ada')
  await vi.waitFor(async () => expect(await service.storage.notifications.get(rule.id)).toBeUndefined())
  await vi.waitFor(async () => expect(await service.storage.notifications.listAll(member.userId)).toEqual([]))
  expect(mails()).toHaveLength(0)
  expect(calls).toHaveLength(0)
})

test('errors of a bot are mailed once an hour, with the number of times that each error happened', async () => {
  await notify({ event: 'failed', channel: 'email' })
  await complete('One')
  expect(partsOf(await mail())).toContain('HTTP request')
  for (const name of ['Two', 'Three']) await complete(name)
  await pass(30 * minute)
  await vi.waitFor(async () => expect(await rules()).toMatchObject([{ nextAt: expect.any(String) }]))
  expect(mails()).toHaveLength(1)
  await pass(31 * minute)
  expect(partsOf(await mail(2))).toContain('2-mal')
})

test('a webhook gets each result once it answers, with a signature that its secret verifies and the same id in all attempts', async () => {
  status = 503
  const { rule, secret } = await notify({ event: 'completed', channel: 'webhook', url: webUrl })
  const resultId = await complete('Ada')
  const attempts = () => service.storage.deliveries.list(service.workspaceId, { botId }, { limit: 9 })
  await vi.waitFor(async () => expect(await attempts()).toMatchObject([{ failures: 1 }]), { timeout: 15_000 })
  status = 200
  aheadBy += minute
  await vi.waitFor(() => expect(calls).toHaveLength(2), { timeout: 15_000 })
  const [first, second] = calls as [Call, Call]
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  for (const { headers, body } of calls) {
    const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`)
    expect(Math.abs(Number(seconds) * 1000 - clock())).toBeLessThan(5 * minute)
  }
  expect(JSON.parse(second.body)).toMatchObject({
    type: 'result.completed',
    data: { botId, botName: 'Lead form <new>', result: { id: resultId, answers: [{ content: 'Ada' }] } },
  })
  await service.call('DELETE', `/api/v1/users/me/notification-rules/${rule.id}`, undefined, member.headers)
  await complete('Grace')
  expect(calls).toHaveLength(2)
})

test('a webhook gets nothing of a result that was deleted before it answered', async () => {
  status = 503
  await notify({ event: 'completed', channel: 'webhook', url: webUrl })
  const resultId = await complete('Ada')
  await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 15_000 })
  await service.storage.results.delete(service.workspaceId, botId, [resultId], clock())
  expect(await service.storage.deliveries.list(service.workspaceId, { botId }, { limit: 9 })).toEqual([])
})

test('an open page of the person gets the notification, on each process, and no page of anybody else does', async () => {
  const somebody = await colleague()
  const follow = (of: TestService, { authorization }: { authorization: string }) =>
    followLive(`http://127.0.0.1:${of.port}`, botId, { query: `?client=${newId()}`, authorization })
  const [mine, theirs] = [await follow(other, member.headers), await follow(service, somebody.headers)]
  await notify({ event: 'completed', channel: 'browser' })
  const resultId = await complete('Ada')
  await vi.waitFor(() => expect(mine.of('notified')).toHaveLength(1), { timeout: 15_000 })
  expect(mine.of('notified')[0]!.data).toEqual({ botName: 'Lead form <new>', event: 'completed', count: 1, resultId })
  expect(theirs.of('notified')).toEqual([])
  mine.close()
  theirs.close()
})

test('a turn of a bot without rules stores nothing for them, nor does a preview', async () => {
  const elsewhere = newId()
  const otherBot = await service.publish(leadForm(elsewhere))
  await notify({ event: 'completed', channel: 'webhook', url: webUrl })
  const { body } = await start(elsewhere)
  await say(body.sessionId, 'Ada')
  const preview = await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {})
  await say(preview.body.sessionId, 'Ada')
  expect(await service.storage.notifications.assign(9, () => 0)).toBe(0)
  expect(await rules()).toMatchObject([{ nextAt: null, sentAt: null }])
  await service.call('DELETE', `/api/v1/bots/${otherBot}`)
})

test('everybody lists and stops their own notifications only', async () => {
  const { rule } = await notify({ event: 'completed', channel: 'browser' })
  const somebody = await colleague()
  const mine = await service.call('GET', '/api/v1/users/me/notification-rules', undefined, member.headers)
  expect(mine.body.rules).toMatchObject([{ id: rule.id, botId, botName: 'Lead form <new>' }])
  expect((await service.call('GET', rulesPath(), undefined, somebody.headers)).body.rules).toEqual([])
  const path = `/api/v1/users/me/notification-rules/${rule.id}`
  expect((await service.call('DELETE', path, undefined, somebody.headers)).status).toBe(404)
  expect((await service.call('DELETE', path, undefined, member.headers)).status).toBe(200)
  expect(await rules()).toEqual([])
})
