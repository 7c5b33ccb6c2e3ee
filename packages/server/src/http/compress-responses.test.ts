import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'
import { compressResponses } from './compress-responses.js'

let service: TestService
let botId: string
beforeAll(async () => {
  service = await testService()
  botId = await service.publish(askingBot('long-bot', 400))
})
afterAll(() => service.close())

const ask = (url: string, encoding: string, more: object = {}) => {
  const headers = {
    'accept-encoding': encoding,
    authorization: `Bearer ${service.token}`,
    'user-agent': 'Firefox/140.0',
  }
  return service.app.inject({ url, headers, ...more })
}

test.each([
  ['deflate, gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
])('a long answer of the API is compressed for a client that accepts %s', async (accepted, encoding, unpack) => {
  const plain = await ask(`/api/v1/bots/${botId}`, 'identity')
  expect(plain.headers).toMatchObject({ vary: expect.stringContaining('Accept-Encoding') })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await ask(`/api/v1/bots/${botId}`, accepted)
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
})

test('a hosted page is compressed, and the answer of a plain turn is not', async () => {
  expect((await ask('/c/long-bot', 'br')).headers['content-encoding']).toBe('br')
  const start = await ask('/api/v1/bots/long-bot/startChat', 'br', { method: 'POST', payload: {} })
  expect(start.statusCode).toBe(200)
  expect(start.headers['content-encoding']).toBeUndefined()
})

test('streams, bytes, encoded answers, short ones and those with a CSRF token are never compressed', async () => {
  const app = fastify()
  compressResponses(app)
  const long = 'x'.repeat(20_000)
  app.get('/stream', (_, reply) => reply.type('text/event-stream').send(new Blob([long]).stream()))
  app.get('/bytes', (_, reply) => reply.send(Buffer.from(long)))
  app.get('/encoded', (_, reply) => reply.header('content-encoding', 'zstd').send(long))
  app.get('/short', (_, reply) => reply.send('x'.repeat(8_191)))
  app.get('/token', (_, reply) => reply.send(JSON.stringify({ csrfToken: 'secret', name: long })))
  app.get('/text', (_, reply) => reply.send(long))
  const encodingOf = async (url: string) =>
    (await app.inject({ url, headers: { 'accept-encoding': 'br' } })).headers['content-encoding']
  const urls = ['/stream', '/bytes', '/encoded', '/short', '/token', '/text']
  expect(await Promise.all(urls.map(encodingOf))).toEqual([undefined, undefined, 'zstd', undefined, undefined, 'br'])
  await app.close()
})
