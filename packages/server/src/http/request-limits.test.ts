import { afterAll, beforeAll, expect, test } from 'vitest'
import { derivedId, derivedSessionId, isSessionId, newId, newSessionId } from '../ids.js'
import { clientAddress } from '../rate-limits/client-address.js'
import { askingBot, testService } from '../testing/test-service.js'
import { sessionEnd } from '../turns/commit.js'
import { readCursor, writeCursor } from './cursor.js'

let service: Awaited<ReturnType<typeof testService>>
let now = Date.now()
beforeAll(async () => {
  service = await testService({ COLLOQUY_RATE_LIMIT: 'on' }, { clock: () => now })
})
afterAll(() => service.close())

test('the 61st start of a minute is refused, whatever it says of itself', async () => {
  await service.publish(askingBot('often'))
  const begin = (address: string) =>
    service.call('POST', '/api/v1/bots/often/startChat', {}, { authorization: '', 'x-forwarded-for': address })
  for (let count = 0; count < 60; count++) expect((await begin(`1.1.1.${count}`)).status).toBe(200)
  const refused = await begin('2.2.2.2')
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  now += 1000
  expect((await begin('2.2.2.2')).status).toBe(200)
})

test('so is the 61st address to upload to', async () => {
  const ask = () => service.call('POST', '/api/v3/generate-upload-url', { sessionId: 'x', blockId: 'x', fileName: 'x' })
  for (let count = 0; count < 60; count++) expect((await ask()).status).toBe(400)
  expect((await ask()).status).toBe(429)
})

test('pages of other sites may upload', async () => {
  for (const url of ['/api/v3/generate-upload-url', '/api/uploads/x']) {
    const headers = { origin: 'https://a.example', 'access-control-request-headers': 'content-type, cache-control' }
    const response = await service.app.inject({ method: 'OPTIONS', url, headers })
    expect(response.statusCode).toBe(204)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'content-type, cache-control',
    })
  }
})

test('a forwarded address counts only from a trusted peer', () => {
  expect(clientAddress('10.0.0.1', '1.2.3.4', [])).toBe('10.0.0.1')
  expect(clientAddress('::ffff:10.0.0.1', '9.9.9.9, 1.2.3.4', ['10.0.0.0/8'])).toBe('1.2.3.4')
})

test('HEAD and an unknown address', async () => {
  expect((await service.app.inject({ method: 'HEAD', url: '/healthz' })).statusCode).toBe(200)
  const unknown = await service.app.inject({ url: '/nothing', headers: { origin: 'https://a.example' } })
  expect(unknown.json()).toMatchObject({ code: 'not_found', status: 404 })
  expect(unknown.headers['access-control-allow-origin']).toBe('https://a.example')
})

test('a cursor is good for its own list only', () => {
  const cursor = writeCursor('secret', 'a', { createdAt: 5, id: 'x' })
  expect(readCursor('secret', 'a', cursor)).toEqual({ createdAt: 5, id: 'x' })
  expect(readCursor('secret', 'b', cursor)).toBeUndefined()
})

test('ids have the shape that clients expect', () => {
  expect(newId()).toMatch(/^[a-z][a-z0-9]{23}$/)
  expect(derivedId('s', 'a')).toMatch(/^[a-z][a-z0-9]{23}$/)
  expect(derivedId('s', 'a')).toBe(derivedId('s', 'a'))
})

test('a session id has 128 random bits, no hyphen and at most 30 characters', () => {
  const ids = Array.from({ length: 1000 }, newSessionId)
  for (const id of [...ids, derivedSessionId('s', 'a')]) expect(id).toMatch(/^[a-z][a-z0-9]{29}$/)
  // The first five of the 30 characters encode the time; each character holds log2(36) bits.
  expect(25 * Math.log2(36)).toBeGreaterThan(128)
  expect(new Set(ids.map((id) => id.slice(5))).size).toBe(1000)
  for (let position = 5; position < 30; position++)
    expect(new Set(ids.map((id) => id[position])).size).toBeGreaterThan(30)
})

test('a session keeps the id of 24 characters that an earlier version gave it', async () => {
  const sessionId = newId()
  expect(isSessionId(sessionId)).toBe(true)
  const botId = await service.publish(askingBot('earlier'))
  const url = `/api/v1/bots/${botId}/preview/startChat`
  expect((await service.call('POST', url, { sessionId })).body.sessionId).toBe(sessionId)
  const reply = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Ada' })
  expect(reply.status).toBe(200)
})

test('guesses of session and file ids are rejected after failedSessionsPerMinute, and running chats continue', async () => {
  now += 60_000
  await service.publish(askingBot('guessed'))
  const { sessionId } = (await service.call('POST', '/api/v1/bots/guessed/startChat')).body
  const guess = (path: string, body?: object) => service.call(body ? 'POST' : 'GET', path, body)
  for (let count = 0; count < 60; count++)
    expect((await guess(`/api/v1/sessions/${newSessionId()}/webhooks`)).status).toBe(404)
  for (const response of [
    await guess(`/api/v1/sessions/${newSessionId()}/webhooks`),
    await guess(`/api/files/${newId()}.png`),
    await guess(`/api/v1/sessions/${newSessionId()}/continueChat`, { message: 'Ada' }),
  ]) {
    expect(response).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
  }
  expect((await guess(`/api/v1/sessions/${sessionId}/continueChat`, { message: 'Ada' })).status).toBe(200)
})

test('starts and replies with a valid token count by its owner, so that a gateway can serve many contacts from one address', async () => {
  now += 60_000
  await service.publish(askingBot('gateway', 1))
  const begin = (authorization: string) => service.call('POST', '/api/v1/bots/gateway/startChat', {}, { authorization })
  for (let count = 0; count < 60; count++) expect((await begin('')).status).toBe(200)
  for (const bad of ['', `Bearer ${newId()}`]) expect((await begin(bad)).status).toBe(429)
  const statuses = []
  for (let count = 0; count < 601; count++) statuses.push((await begin(`Bearer ${service.token}`)).status)
  expect(statuses.lastIndexOf(200)).toBe(599)
  expect(statuses.at(-1)).toBe(429)
})

test('guesses of bearer tokens are rejected after failedTokensPerMinute, and valid tokens of the same network pass', async () => {
  now += 60_000
  const ask = () => service.call('GET', '/api/v1/workspaces', undefined, { authorization: `Bearer ${newId()}` })
  for (let count = 0; count < 30; count++) expect((await ask()).status).toBe(401)
  expect((await ask()).status).toBe(429)
  expect((await service.call('GET', '/api/v1/workspaces')).status).toBe(200)
})

test('a session ends no earlier than promised, and at most a hundredth of its life later', () => {
  const hour = 3_600_000
  const first = sessionEnd(0, 100)
  expect(first).toBe(101 * hour)
  expect(sessionEnd(hour, 100, first)).toBe(first)
  expect(sessionEnd(hour + 1, 100, first)).toBe(102 * hour + 1)
  expect(sessionEnd(0, 10, first)).toBe(10.1 * hour)
})

test('ids that are made later stand behind', async () => {
  const early = newId()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(newId() > early).toBe(true)
})
