import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompatService, compatService } from '../testing/compat-service.js'
import { askingBot } from '../testing/test-service.js'

let service: CompatService
beforeAll(async () => {
  service = await compatService({ COLLOQUY_RATE_LIMIT: 'on', COLLOQUY_LIMITS: '{"startsPerMinute":20}' })
})
afterAll(() => service.close())

const send = (body: unknown, headers: Record<string, string> = {}, version = 1) =>
  service.send('POST', `/api/v${version}/sendMessage`, body, headers)

test.each([1, 2])('version %s starts a chat and continues with it', async (version) => {
  const theme = { general: { progressBar: { isEnabled: true } } }
  await service.publish({ ...askingBot(`combined-${version}`), theme })
  const startParams = { typebot: `combined-${version}`, prefilledVariables: { Name: 'Ada', more: { nested: 1 } } }
  const started = await send({ startParams, message: '' }, {}, version)
  expect(started).toMatchObject({ status: 200, body: { resultId: expect.any(String), input: { id: 'in0' } } })
  expect(started.body.typebot).toEqual(started.body.bot)
  expect(started.body.progress).toBeUndefined()
  const { sessionId } = started.body
  const next = await send({ sessionId, message: 'Hi' }, {}, version)
  expect(next.body).toMatchObject({ messages: [], input: { id: 'in1' } })
  expect(next.body.progress).toBeUndefined()
  expect((await send({ sessionId, message: 'Bye', startParams }, {}, version)).body.input).toBeUndefined()
})

test('the bot may be named by any of the names that clients have for it', async () => {
  await service.publish(askingBot('named'))
  for (const key of ['typebot', 'bot', 'publicId']) {
    expect((await send({ startParams: { [key]: 'named' } })).status).toBe(200)
  }
})

test('a session that is gone begins again where the request says what to begin', async () => {
  await service.publish(askingBot('anew'))
  const startParams = { publicId: 'anew' }
  const { status, body } = await send({ sessionId: 'long-gone', message: 'Hello', startParams })
  expect(status).toBe(200)
  expect(body.sessionId).toEqual(expect.any(String))
  expect(await send({ sessionId: 'long-gone', message: 'Hello' })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
})

test('a request that says neither what to begin nor where to continue gets an error that says so', async () => {
  const { status, body } = await send({ message: 'Hello' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: ['startParams'], message: expect.any(String) }] })
  expect((await send({ startParams: 'x' })).status).toBe(400)
  expect((await send([])).status).toBe(400)
})

test('a preview needs the token of somebody who may read the bot, and begins at the requested place', async () => {
  const botId = await service.publish(askingBot('preview-of-old'))
  const body = { startParams: { typebot: botId, isPreview: true, startGroupId: 'g1' } }
  expect(await send(body)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  expect((await send(body, { authorization: `Bearer ${service.strangerToken}` })).status).toBe(404)
  const started = await send(body, service.asOwner)
  expect(started.body).toMatchObject({ typebot: { id: botId }, messages: [{ id: 'hello' }] })
  const wrong = { startParams: { ...body.startParams, startGroupId: undefined, startEventId: 'none' } }
  expect((await send(wrong, service.asOwner)).status).toBe(400)
})

test('logs of the client are stored with the result', async () => {
  const botId = await service.publish(askingBot('old-logs'))
  const { sessionId, resultId } = (await send({ startParams: { typebot: 'old-logs' } })).body
  await send({ sessionId, message: 'Hi', clientLogs: [{ status: 'error', description: 'It broke' }] })
  const { body } = await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`)
  expect(body.logs).toMatchObject([{ status: 'error', description: 'It broke' }])
})

test('origins are held to what the bot allows', async () => {
  await service.publish(askingBot('old-origins', 1, { security: { allowedOrigins: ['https://good.example'] } }))
  const body = { startParams: { typebot: 'old-origins' } }
  const refused = await send(body, { origin: 'https://evil.example' })
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(refused.headers['access-control-allow-origin']).toBe('https://evil.example')
  expect((await send(body, { origin: 'https://good.example' })).status).toBe(200)
})

test('starts by whichever address count together', async () => {
  await service.publish(askingBot('counted'))
  const ways = [
    () => service.send('POST', '/api/v1/bots/counted/startChat', {}),
    () => service.send('POST', '/api/v1/typebots/counted/startChat', {}),
    () => send({ startParams: { typebot: 'counted' } }),
  ]
  for (let used = 0; used < 20; used++) await ways[used % 3]?.()
  for (const way of ways) {
    const { status, headers } = await way()
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
})
