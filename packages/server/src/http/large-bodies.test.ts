import { request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../ids.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: JSON.stringify({ largeBodyBytes: 10_000, largeBodies: 1 }) })
})
afterAll(() => service.close())

const path = '/api/v1/workspaces'
const bodyOf = (bytes: number) => JSON.stringify({ name: newId(), more: 'x'.repeat(bytes) })
const send = (bytes: number) => service.call('POST', path, bodyOf(bytes))

async function sendInChunks(bytes: number) {
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: new Blob([bodyOf(bytes)]).stream(),
    duplex: 'half',
  } as RequestInit)
  return { status: response.status, body: (await response.json()) as { code?: string } }
}

/** A request with a large body that does not arrive. */
function hold() {
  const headers = { 'content-type': 'application/json', 'content-length': '50000' }
  const outgoing = request({ agent: false, host: '127.0.0.1', port: service.port, method: 'POST', path, headers })
  outgoing.on('error', () => {})
  outgoing.setHeader('authorization', `Bearer ${service.token}`)
  outgoing.flushHeaders()
  return outgoing
}

test('no more large bodies are read at once than may be, however they are sent; small ones always are', async () => {
  const held = hold()
  await vi.waitFor(async () => expect(await send(20_000)).toMatchObject({ status: 503, body: { code: 'server_busy' } }))
  expect((await send(20_000)).headers['retry-after']).toBe('1')
  expect((await sendInChunks(20_000)).body.code).toBe('server_busy')
  expect((await send(1_000)).status).toBe(200)
  expect((await sendInChunks(1_000)).status).toBe(200)
  held.destroy()
  await vi.waitFor(async () => expect((await send(20_000)).status).toBe(200))
  await vi.waitFor(async () => expect((await sendInChunks(20_000)).status).toBe(200))
})
