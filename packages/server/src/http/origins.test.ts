import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
const { start, say } = chatClient(() => service)
beforeAll(async () => {
  service = await testService({
    COLLOQUY_PUBLIC_URL: 'https://bots.example',
    COLLOQUY_CHAT_URL: 'https://chat.example',
  })
  const allowedOrigins = ['https://good.example', 'https://bücher.example', 'https://slash.example/']
  await service.publish(askingBot('strict', 1, { security: { allowedOrigins } }))
  await service.publish(askingBot('open', 1))
})
afterAll(() => service.close())

test.each([
  [undefined, 200],
  ['https://good.example', 200],
  ['HTTPS://GOOD.EXAMPLE', 200],
  ['https://good.example:443', 200],
  ['https://xn--bcher-kva.example', 200],
  ['https://slash.example', 200],
  ['null', 403],
  ['', 403],
  ['http://good.example', 403],
  ['https://a.good.example', 403],
  ['https://good.example.evil.com', 403],
  ['https://good.example:8443', 403],
  ['https://good.example@evil.com', 403],
  ['https://bots.example', 403],
  ['good.example', 403],
])('origin %s of a page gets %s from start, reply and logs', async (origin, status) => {
  const headers: Record<string, string> = origin === undefined ? {} : { origin }
  const response = await start('strict', {}, headers)
  expect(response.status).toBe(status)
  expect(response.headers.vary).toContain('Origin')
  expect(response.headers['access-control-allow-origin']).toBe(origin || undefined)
  expect(response.headers['access-control-allow-credentials']).toBeUndefined()
  const { sessionId } = (await start('strict')).body
  const logs = { clientLogs: [{ description: 'x' }] }
  const path = `/api/v1/sessions/${sessionId}/clientLogs`
  expect((await service.call('POST', path, logs, headers)).status).toBe(status)
  expect((await say(sessionId, 'Ada', headers)).status).toBe(status)
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(status === 200 ? 2 : 1)
  expect((await start('open', {}, headers)).status).toBe(200)
})

test.each([
  ['https://bots.example', 'https://good.example', 200],
  ['https://chat.example', 'https://good.example', 200],
  ['https://chat.example', 'https://evil.example', 403],
  ['https://chat.example', '', 403],
  ['https://evil.example', 'https://good.example', 403],
])('our own page %s inside a page of %s gets %s', async (origin, around, status) => {
  const response = await start('strict', {}, { origin, 'x-bot-iframe-referrer-origin': around })
  expect(response.status).toBe(status)
})

test('a refused start has run nothing and left nothing', async () => {
  const refused = await start('strict', {}, { origin: 'https://evil.example', 'idempotency-key': 'origin' })
  expect(refused.body).toEqual({ code: 'origin_not_allowed', status: 403, message: expect.any(String) })
  expect((await start('strict', { isStreamEnabled: true }, { 'idempotency-key': 'origin' })).status).toBe(200)
})

test('a browser may ask before it sends, and gets the answer what it may send', async () => {
  const headers = {
    origin: 'https://anywhere.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type, x-bot-iframe-referrer-origin',
  }
  for (const path of [
    '/api/v1/bots/open/startChat',
    '/api/v1/sessions/x/continueChat',
    '/api/v1/sessions/x/clientLogs',
  ]) {
    const response = await service.call('OPTIONS', path, undefined, headers)
    expect(response.status).toBe(204)
    expect(response.text).toBe('')
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': 'https://anywhere.example',
      'access-control-allow-headers': 'content-type, x-bot-iframe-referrer-origin',
      'access-control-max-age': '86400',
      vary: 'Origin, Access-Control-Request-Headers',
    })
    expect(response.headers['access-control-allow-methods']).toContain('POST')
  }
})

test('pages of other origins can read errors of chats, and nothing of the management', async () => {
  const origin = 'https://anywhere.example'
  const unknown = await start('nobody', {}, { origin })
  expect(unknown.headers['access-control-allow-origin']).toBe(origin)
  const management = await service.call('GET', '/api/v1/users/me', undefined, { origin })
  expect(management.headers['access-control-allow-origin']).toBeUndefined()
  expect((await service.call('OPTIONS', '/api/v1/users/me', undefined, { origin })).status).toBe(405)
})

test('pages of other origins can read errors that are found before the operation runs, and when to try again', async () => {
  const origin = 'https://anywhere.example'
  for (const [path, headers, status] of [
    ['bots/open/startChat', { 'content-type': 'text/plain' }, 415],
    ['bots/open/startChat', { 'content-encoding': 'gzip' }, 415],
    ['sessions/x/continueChat', { 'content-type': 'text/plain' }, 415],
    ['bots/%E0%A4%A/startChat', {}, 400],
  ] as const) {
    const response = await service.call('POST', `/api/v1/${path}`, '{}', { origin, ...headers })
    expect(response.status, path).toBe(status)
    expect(response.headers['access-control-allow-origin'], path).toBe(origin)
    expect(response.headers['access-control-expose-headers'], path).toContain('retry-after')
  }
})
