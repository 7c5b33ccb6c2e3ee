import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'
import { pauseAfter } from './deliverer.js'

/** Guaranteed deliveries to real servers on this machine, which are down for some time. */

const received: { key: string | undefined; body: string; authorization: string | undefined }[] = []
let status = 503
let web: Server
let webUrl: string
let service: TestService
let mailServer: Awaited<ReturnType<typeof catchMail>>
let mailPort: number
let aheadBy = 0
beforeAll(async () => {
  web = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { authorization, 'idempotency-key': key } = request.headers
    received.push({ key: key?.toString(), body, authorization })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  webUrl = `http://127.0.0.1:${port}`
  mailServer = await catchMail('a-password')
  mailPort = mailServer.port
  await mailServer.close()
  const env = {
    EGRESS_ALLOW: `127.0.0.1:${port}`,
    SEGMENT_API_URL: webUrl,
    SMTP_URL: `smtp://mira:a-password@127.0.0.1:${mailPort}`,
    MAIL_FROM: 'Bots <bots@example.com>',
    COLLOQUY_LIMITS: '{"deliveryBytes":20000}',
  }
  service = await testService(env, { clock: () => Date.now() + aheadBy })
})
afterAll(async () => {
  await service.close()
  web.close()
})
beforeEach(() => {
  received.length = 0
  status = 503
})

const isGuaranteed = true
const call = (change: object = {}) => ({
  id: 'call',
  type: 'Webhook',
  options: {
    webhook: { url: webUrl, headers: [{ id: 'h', key: 'Authorization', value: 'Bearer canary-of-a-header' }] },
    isGuaranteed,
    ...change,
  },
})
const mail = { id: 'mail', type: 'Email', options: { recipients: ['boss@example.com'], subject: 'Lead', isGuaranteed } }

const at = { x: 0, y: 0 }
const flowOf = (publicId: string, ...blocks: object[]) => ({
  publicId,
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  variables: [{ id: 'vOut', name: 'Out' }],
  groups: [{ id: 'g1', title: 'Ask', graphCoordinates: at, blocks: [{ id: 'ask', type: 'text input' }, ...blocks] }],
})
const publish = (publicId: string, ...blocks: object[]) => service.publish(flowOf(publicId, ...blocks))

async function talk(publicId: string, message = 'Ada', { call: send }: Pick<TestService, 'call'> = service) {
  const { sessionId, resultId } = (await send('POST', `/api/v1/bots/${publicId}/startChat`, {})).body
  const reply = await send('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message })
  expect(reply.status).toBe(200)
  return { sessionId, resultId }
}
const logsOf = async (botId: string, resultId: string) =>
  (await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`)).body.logs
const rows = (botId: string) => service.storage.deliveries.list(service.workspaceId, { botId }, { limit: 100 })
const states = async (botId: string) => (await rows(botId)).map(({ state }) => state)
/** Moves the clock, and has the service look at once for deliveries that are due, as it does every few seconds. */
async function letPass(milliseconds: number) {
  aheadBy += milliseconds
  await service.call('POST', `/api/v1/workspaces/${service.workspaceId}/deliveries/replay`, {})
}

describe('a guaranteed request', () => {
  test('is answered as queued while the service is down, and made once when it is up again, with the key of all its attempts', async () => {
    const botId = await publish('request', call())
    const { resultId } = await talk('request')
    expect(await logsOf(botId, resultId)).toMatchObject([
      { status: 'info', description: 'HTTP request: the request is queued for delivery' },
    ])
    await vi.waitFor(async () => expect(await rows(botId)).toMatchObject([{ failures: 1, state: 'waiting' }]))
    const [row] = await rows(botId)
    expect(row).toMatchObject({ kind: 'Webhook', blockId: 'call', lastError: 'The answer has the status 503' })
    status = 200
    aheadBy += 60_000
    await vi.waitFor(async () => expect(await states(botId)).toEqual(['delivered']), { timeout: 15_000 })
    const authorization = 'Bearer canary-of-a-header'
    expect(received).toMatchObject([
      { key: row!.id, authorization },
      { key: row!.id, authorization },
    ])
    expect(received[1]!.body).toBe(received[0]!.body)
  }, 20_000)

  test('is stored without the secrets that its author wrote, and without the id of the session', async () => {
    const botId = await publish('secrets', call())
    const { sessionId } = await talk('secrets')
    const [row] = await rows(botId)
    expect(row!.payload.length).toBeGreaterThan(100)
    expect(JSON.stringify(row)).not.toMatch(/canary-of-a-header/)
    expect(JSON.stringify(row)).not.toContain(sessionId)
  })

  test('is made at once where the flow uses its response', async () => {
    const mapping = [{ id: 'm', variableId: 'vOut', bodyPath: 'statusCode' }]
    const botId = await publish('mapped', call({ responseVariableMapping: mapping }))
    await talk('mapped')
    expect(received.filter(({ key }) => key === undefined)).toHaveLength(1)
    expect(await rows(botId)).toEqual([])
  })

  test('that is larger than a delivery may be fails, and the flow continues', async () => {
    const botId = await publish(
      'large',
      call({ isCustomBody: true, webhook: { url: webUrl, body: 'x'.repeat(30_000) } }),
    )
    const { resultId } = await talk('large')
    expect(await logsOf(botId, resultId)).toMatchObject([
      { status: 'error', description: expect.stringMatching(/larger/) },
    ])
    expect(await rows(botId)).toEqual([])
  })
})

test('a delivery that was given up is sent again once when it is replayed, with the same key', async () => {
  const botId = await publish('dead', call())
  await talk('dead')
  await vi.waitFor(async () => expect(await rows(botId)).toMatchObject([{ failures: 1 }]))
  const { deliveries } = service.storage
  const later = Date.now() + aheadBy + 3_600_000
  for (const attempt of await deliveries.take(later, later + 1, 100))
    await deliveries.fail(attempt, 'Gone', null, later)
  const path = `/api/v1/workspaces/${service.workspaceId}/deliveries`
  const listed = await service.call('GET', `${path}?state=dead&botId=${botId}`)
  expect(listed.body).toMatchObject({
    deliveries: [{ botId, integration: 'Webhook', lastError: 'Gone' }],
    nextCursor: null,
  })
  expect(listed.text).not.toContain('canary-of-a-header')
  const { id } = listed.body.deliveries[0]
  const health = (await service.call('GET', `${path}/health`)).body
  expect(health.integrations).toContainEqual(expect.objectContaining({ integration: 'Webhook', waiting: 0 }))
  status = 200
  received.length = 0
  const replay = () => service.call('POST', `${path}/${id}/replay`)
  const answers = await Promise.all([replay(), replay()])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 404])
  await vi.waitFor(async () => expect(await states(botId)).toEqual(['delivered']))
  expect((await replay()).status).toBe(404)
  expect(received).toMatchObject([{ key: id }])
})

test('admins are warned once when deliveries of an integration keep failing', async () => {
  const up = await catchMail('a-password', {}, mailPort)
  try {
    const owner = { password: 'a long password', email: 'owner@example.com' }
    await service.call('PUT', '/api/v1/users/me/password', owner)
    await publish('warned', call())
    for (let chat = 0; chat < 7; chat++) await talk('warned')
    await vi.waitFor(() => expect(up.caught.map(({ raw }) => raw)).toEqual([expect.stringContaining('keep failing')]))
    expect(up.caught[0]!.to).toEqual(['owner@example.com'])
    await vi.waitFor(() => expect(received).toHaveLength(7))
    expect(up.caught).toHaveLength(1)
  } finally {
    await up.close()
  }
})

test('guaranteed emails that a mail server was down for arrive once each, with their own id', async () => {
  const botId = await publish('mail', mail)
  await Promise.all([talk('mail', 'first'), talk('mail', 'second')])
  await vi.waitFor(async () =>
    expect(await rows(botId)).toMatchObject([{ failures: 1, state: 'waiting' }, { failures: 1 }]),
  )
  const up = await catchMail('a-password', {}, mailPort)
  try {
    await letPass(60_000)
    await vi.waitFor(async () => expect(await states(botId)).toEqual(['delivered', 'delivered']), { timeout: 15_000 })
    const ids = up.caught.map(({ raw }) => /^Message-ID: <(.*)@example\.com>/m.exec(raw)?.[1])
    expect(ids.toSorted()).toEqual((await rows(botId)).map(({ id }) => id).toSorted())
  } finally {
    await up.close()
  }
}, 20_000)

test('an event for a service that is down is sent with its credentials once it is up, without having been stored with them', async () => {
  const credentials = { type: 'segment', name: 'Events', data: { apiKey: 'canary-write-key' } }
  const { workspaceId } = service
  const { credentialsId } = (await service.call('POST', '/api/v1/credentials', { workspaceId, credentials })).body
  const options = { action: 'Track', credentialsId, eventName: 'Lead', userId: 'ada', isGuaranteed }
  const botId = await publish('event', { id: 'event', type: 'segment', options })
  const { resultId } = await talk('event')
  expect(await logsOf(botId, resultId)).toMatchObject([
    { status: 'info', description: 'Segment, Track: queued for delivery' },
  ])
  await vi.waitFor(async () => expect(await rows(botId)).toMatchObject([{ failures: 1, state: 'waiting' }]))
  const [row] = await rows(botId)
  expect(row).toMatchObject({ kind: 'segment', blockId: 'event', lastError: 'The answer has the status 503' })
  expect(JSON.stringify(row)).not.toContain('canary-write-key')
  status = 200
  await letPass(60_000)
  await vi.waitFor(async () => expect(await states(botId)).toEqual(['delivered']), { timeout: 15_000 })
  const events = received.flatMap(({ body }) => (body.includes('canary-write-key') ? JSON.parse(body) : []))
  expect(events.length).toBeGreaterThan(1)
  expect(new Set(events.map(({ batch }) => batch[0].messageId)).size).toBe(1)
}, 20_000)

test('deliveries of a suspended workspace wait, and are made when it is open again', async () => {
  const botId = await publish('suspended', call())
  await talk('suspended')
  await vi.waitFor(async () => expect(await rows(botId)).toMatchObject([{ failures: 1 }]))
  const suspend = (isSuspended: boolean) =>
    service.storage.workspaces.update(service.workspaceId, { isSuspended }, Date.now())
  await suspend(true)
  received.length = 0
  status = 200
  await letPass(60_000)
  const dueAt = async () => (await rows(botId))[0]!.dueAt
  await vi.waitFor(async () => expect(await dueAt()).toBeGreaterThan(Date.now() + aheadBy + 1_000_000), {
    timeout: 15_000,
  })
  expect([received, await states(botId)]).toEqual([[], ['waiting']])
  await suspend(false)
  await letPass(3_600_000)
  await vi.waitFor(async () => expect(await states(botId)).toEqual(['delivered']), { timeout: 15_000 })
}, 40_000)

test('a workspace whose service hangs leaves half of the places to the deliveries of others', async () => {
  const hanging: (() => void)[] = []
  const slow = createServer((_, response) => hanging.push(() => response.end()))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port } = slow.address() as AddressInfo
  const fast = new URL(webUrl).host
  const env = { EGRESS_ALLOW: `127.0.0.1:${port},${fast}`, COLLOQUY_LIMITS: '{"deliveriesAtOnce":4}' }
  const shared = await testService(env)
  try {
    status = 200
    const { workspace } = (await shared.call('POST', '/api/v1/workspaces', { name: 'Other' })).body
    const publishIn = async (workspaceId: string, publicId: string, url: string) => {
      const bot = flowOf(publicId, { ...call(), options: { webhook: { url }, isGuaranteed } })
      const made = await shared.call('POST', '/api/v1/bots', { workspaceId, bot })
      await shared.call('POST', `/api/v1/bots/${made.body.bot.id}/publish`)
    }
    await publishIn(shared.workspaceId, 'hog', `http://127.0.0.1:${port}`)
    await publishIn(workspace.id, 'other', webUrl)
    for (let chat = 0; chat < 6; chat++) await talk('hog', 'Ada', shared)
    await vi.waitFor(() => expect(hanging).toHaveLength(2))
    await talk('other', 'Ada', shared)
    await vi.waitFor(() => expect(received).toHaveLength(1))
    expect(hanging).toHaveLength(2)
  } finally {
    for (const end of hanging) end()
    slow.on('request', (_, response) => response.end())
    await shared.close()
    slow.close()
  }
}, 40_000)

test('the pauses between attempts double from 10 s to 30 min, and end after about a day', () => {
  expect([1, 2, 3].map((failures) => pauseAfter(failures, 0.5))).toEqual([10_000, 20_000, 40_000])
  const pauses = Array.from({ length: 55 }, (_, index) => pauseAfter(index + 1, 0.5)!)
  expect(Math.max(...pauses)).toBe(1_800_000)
  expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000).toBeCloseTo(24, 0)
  expect(pauseAfter(56)).toBeUndefined()
})
