import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pathOf, png, visitor } from '../testing/file-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
const sockets: Socket[] = []
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: '{"headerSeconds": 1, "bodySeconds": 1, "slowUploadSeconds": 30}' })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => service.close())

async function connected(allowHalfOpen = false): Promise<Socket> {
  const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen }).on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

async function cutAfter(socket: Socket): Promise<number> {
  const began = performance.now()
  await once(socket.resume(), 'close')
  return performance.now() - began
}

const reached = async (limit: string) => {
  const { text } = await service.call('GET', '/metrics')
  return Number(new RegExp(`colloquy_limits_reached_total\\{limit="${limit}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

test.each([
  ['nothing', ''],
  ['no end of its headers', 'POST /api/v1/workspaces HTTP/1.1\r\nHost: x\r\nX-Slow: '],
])('a connection that sends %s is closed after headerSeconds', async (_, text) => {
  const before = await reached('headerSeconds')
  const socket = await connected()
  socket.write(text)
  expect(await cutAfter(socket)).toBeLessThan(10_000)
  expect(await reached('headerSeconds')).toBe(before + 1)
})

test('a connection that sends no end of a JSON body is closed after bodySeconds', async () => {
  const socket = await connected()
  socket.write(
    'POST /api/v1/bots/x/startChat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a',
  )
  expect(await cutAfter(socket)).toBeLessThan(10_000)
  expect(await reached('bodySeconds')).toBe(1)
})

test('an upload may take longer than bodySeconds', async () => {
  const someone = await visitor(service)
  const { presignedUrl } = (await someone.ask({})).body
  const socket = await connected()
  const file = png()
  socket.write(`PUT ${pathOf(presignedUrl)} HTTP/1.1\r\nHost: x\r\nContent-Length: ${file.length}\r\n\r\n`)
  const slowBody = await connected()
  slowBody.write(
    'POST /api/v1/bots/x/startChat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n',
  )
  await once(slowBody.resume(), 'close')
  socket.write(file)
  const [response] = await once(socket, 'data')
  expect(String(response)).toContain('HTTP/1.1 204')
})

test('a connection that does not speak HTTP is answered and closed, though its client keeps it open', async () => {
  let accepted: Socket | undefined
  service.app.server.once('connection', (socket) => {
    accepted = socket
  })
  const socket = await connected(true)
  socket.write('\u0016\u0003\u0001\r\n\r\n')
  const [response] = await once(socket, 'data')
  expect(String(response)).toContain('HTTP/1.1 400')
  await expect.poll(() => accepted?.destroyed).toBe(true)
})
