import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { testCertificate, testKey } from '@colloquy/test-kit/net/certificate'
import { closing } from '@colloquy/test-kit/net/closing'
import { httpResponse, type RawResponse } from '@colloquy/test-kit/net/raw-server'
import { expect, test } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestEgress } from '../testing/limited-ports.js'
import type { MemoryCall, MemoryReport } from '../testing/memory-program.js'
import type { EgressRequest } from './egress-port.js'
import type { EgressOptions } from './open-egress.js'

const { kept, server } = closing()

/** Makes one call and measures how long it takes. */
async function call(options: Partial<EgressOptions>, request: Partial<EgressRequest> & { url: string }) {
  const egress = kept(openTestEgress({ allow: [], ...options }))
  const started = performance.now()
  const response = await egress.send({ owner: botOf('bot'), method: 'GET', headers: [], ...request })
  return { response, seconds: (performance.now() - started) / 1000 }
}

const callOf = (it: { entry: string; url: string }, more: Partial<EgressRequest> = {}) =>
  call({ allow: [it.entry] }, { url: it.url, ...more })

test('R17: a name that is not found fails with its name', async () => {
  const lookup = () => Promise.reject(new Error('ENOTFOUND'))
  const { response } = await call({ lookup }, { url: 'http://nowhere.example/path?token=1' })
  expect(response).toEqual({ kind: 'failed', reason: expect.stringContaining('nowhere.example') })
  expect(response).not.toMatchObject({ reason: expect.stringContaining('token') })
})

test('R17: a name server that does not answer uses up the time and no more', async () => {
  const { response, seconds } = await call(
    { lookup: () => new Promise(() => {}) },
    { url: 'http://slow.example/', timeoutSeconds: 0.3 },
  )
  expect(response).toEqual({ kind: 'timeout', seconds: 0.3 })
  expect(seconds).toBeLessThan(2)
})

test('R17: a name that is found too late is not called any more', async () => {
  const it = await server((socket) => socket.write(httpResponse(200)))
  const found = new Promise<string[]>((resolve) => setTimeout(() => resolve(['127.0.0.1']), 200))
  const allow = [`late.example:${it.port}`]
  const { response } = await call(
    { allow, lookup: () => found },
    { url: `http://late.example:${it.port}/`, timeoutSeconds: 0.1 },
  )
  expect(response).toEqual({ kind: 'timeout', seconds: 0.1 })
  await found
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(it.connections()).toBe(0)
})

test('R17: a port where nothing listens fails', async () => {
  const it = await server(() => {})
  await it.close()
  expect((await callOf(it)).response).toEqual({
    kind: 'failed',
    reason: expect.stringContaining('refuses connections'),
  })
})

const cutShort: RawResponse = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
  setTimeout(() => socket.resetAndDestroy(), 20)
}

test('R17: a connection that is reset in mid-body fails; a GET is tried three times, a POST once', async () => {
  const it = await server(cutShort)
  expect((await callOf(it)).response).toEqual({
    kind: 'failed',
    reason: expect.stringContaining('closed the connection'),
  })
  expect(it.requests).toHaveLength(3)
  expect((await callOf(it, { method: 'POST', body: 'x' })).response.kind).toBe('failed')
  expect(it.requests).toHaveLength(4)
})

test('R17: a connection that breaks once is made up for', async () => {
  const it = await server((socket, request, count) =>
    count === 1 ? cutShort(socket, request, count) : socket.write(httpResponse(200)),
  )
  expect((await callOf(it)).response).toMatchObject({ kind: 'response', status: 200 })
})

test('R17: a server that does not speak https fails', async () => {
  const plain = createServer()
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  kept({ close: () => new Promise((resolve) => plain.close(resolve)) })
  const entry = `127.0.0.1:${(plain.address() as AddressInfo).port}`
  const { response } = await call({ allow: [entry] }, { url: `https://${entry}/` })
  expect(response).toEqual({ kind: 'failed', reason: expect.stringContaining('does not speak https') })
})

test('R17: a certificate that nobody vouches for fails, and is named as the cause', async () => {
  const tls = createTlsServer({ key: testKey, cert: testCertificate }, (socket) => socket.end(httpResponse(200)))
  tls.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
  kept({ close: () => new Promise((resolve) => tls.close(resolve)) })
  const { port } = tls.address() as AddressInfo
  const allow = [`tls.test:${port}`]
  const { response } = await call({ allow, lookup: async () => ['127.0.0.1'] }, { url: `https://tls.test:${port}/` })
  expect(response).toEqual({ kind: 'failed', reason: expect.stringContaining('certificate') })
})

test.each([429, 503])('R17: %i is an answer when it stays so, after two more attempts', async (status) => {
  const it = await server((socket) => socket.write(httpResponse(status, {}, 'busy')))
  const { response } = await callOf(it)
  expect(response).toMatchObject({ kind: 'response', status })
  expect(it.requests).toHaveLength(3)
})

test('R17: 503 is made up for; after a POST it is the answer at once', async () => {
  const it = await server((socket, _, count) => socket.write(httpResponse(count % 2 === 1 ? 503 : 200)))
  expect((await callOf(it)).response).toMatchObject({ status: 200 })
  expect((await callOf(it, { method: 'POST' })).response).toMatchObject({ status: 503 })
  expect(it.requests).toHaveLength(3)
})

test('R17: a server that asks to come back after the time is up gets no second request', async () => {
  const it = await server((socket) => socket.write(httpResponse(429, { 'Retry-After': '60' })))
  const { response, seconds } = await callOf(it, { timeoutSeconds: 5 })
  expect(response).toMatchObject({ kind: 'response', status: 429 })
  expect(it.requests).toHaveLength(1)
  expect(seconds).toBeLessThan(3)
})

/** Writes one piece every 20 ms, forever. */
const drip =
  (head: string, piece: string): RawResponse =>
  (socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(piece), 20)
    socket.on('close', () => clearInterval(timer))
  }

const ok = 'HTTP/1.1 200 OK\r\n'
test.each<[string, RawResponse]>([
  ['hangs before its answer', () => {}],
  ['hangs in its headers', (socket) => socket.write(`${ok}X-Half: `)],
  ['drips its headers byte by byte', drip(`${ok}X-Long: `, 'x')],
  ['drips its body byte by byte', drip(`${ok}Content-Length: 99999\r\n\r\n`, 'x')],
  ['drips chunks', drip(`${ok}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n')],
  ['drips a packed body', drip(`${ok}Content-Encoding: gzip\r\n\r\n`, '\x1f\x8b')],
  ['sends interim answers for ever', drip('', 'HTTP/1.1 103 Early\r\n\r\n')],
])('R17: a call to a server that %s ends at its timeout, and its connection is closed', async (_, response) => {
  const it = await server(response)
  const { response: got, seconds } = await callOf(it, { timeoutSeconds: 0.4 })
  expect(['timeout', 'failed']).toContain(got.kind)
  if (got.kind === 'timeout') expect(got.seconds).toBe(0.4)
  expect(seconds).toBeLessThan(2)
  await expect.poll(it.askingConnections).toBe(0)
})

test('R17: redirects count into the time of the call', async () => {
  const it = await server((socket) => setTimeout(() => socket.write(httpResponse(302, { Location: '/' })), 150))
  const { response, seconds } = await callOf(it, { timeoutSeconds: 0.4 })
  expect(response).toEqual({ kind: 'timeout', seconds: 0.4 })
  expect(seconds).toBeLessThan(2)
})

test('a call does not wait for the body of a redirect, and closes its connection', async () => {
  const endless = drip(`HTTP/1.1 302 X\r\nLocation: /landed\r\n\r\n`, 'x')
  const it = await server((socket, request, count) =>
    request.path === '/landed' ? socket.end(httpResponse(200)) : endless(socket, request, count),
  )
  const { response, seconds } = await callOf(it)
  expect(response).toMatchObject({ kind: 'response', status: 200 })
  expect(seconds).toBeLessThan(2)
  await expect.poll(it.askingConnections).toBe(0)
})

test('R17: an answer of another length than it said fails', async () => {
  const short = await server((socket) => socket.end(`${ok}Content-Length: 100\r\nConnection: close\r\n\r\nshort`))
  expect((await callOf(short)).response.kind).toBe('failed')
  const twoLengths = await server((socket) => socket.write(`${ok}Content-Length: 1\r\nContent-Length: 5\r\n\r\nwhole`))
  expect((await callOf(twoLengths)).response.kind).toBe('failed')
  const both = await server((socket) =>
    socket.write(`${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`),
  )
  expect((await callOf(both)).response.kind).toBe('failed')
})

test('R17: bytes after the end of a response are never taken for the next response', async () => {
  const it = await server((socket) =>
    socket.write(Buffer.concat([httpResponse(200, {}, 'own'), httpResponse(200, {}, 'foreign')])),
  )
  const egress = kept(openTestEgress({ allow: [it.entry] }))
  for (let count = 0; count < 3; count += 1) {
    const response = await egress.send({ owner: botOf('bot'), url: it.url, method: 'POST', headers: [] })
    if (response.kind === 'response') expect(Buffer.from(response.body).toString()).toBe('own')
  }
})

test('a compressed body that is corrupt or truncated fails', async () => {
  const packed = gzipSync('x'.repeat(1000))
  const broken = await server((socket) => socket.write(httpResponse(200, { 'Content-Encoding': 'gzip' }, 'no gzip')))
  expect((await callOf(broken)).response).toMatchObject({ kind: 'failed', reason: expect.stringContaining('unpacked') })
  const half = await server((socket) =>
    socket.write(httpResponse(200, { 'Content-Encoding': 'gzip' }, packed.subarray(0, -9))),
  )
  expect((await callOf(half)).response).toMatchObject({ kind: 'failed', reason: expect.stringContaining('breaks off') })
})

test('a response with endless headers fails', async () => {
  const it = await server((socket) => {
    socket.write(ok)
    for (let count = 0; count < 5000; count += 1) socket.write(`X-${count}: ${'x'.repeat(100)}\r\n`)
  })
  expect((await callOf(it, { method: 'POST' })).response).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('headers'),
  })
})

test('the size limit applies to the actual bytes of a body, both compressed and decompressed', async () => {
  const limit = 1000
  const exact = await server((socket) => socket.write(httpResponse(200, {}, 'x'.repeat(limit))))
  expect((await callOf(exact, { maxBytes: limit })).response.kind).toBe('response')
  expect((await callOf(exact, { maxBytes: limit - 1 })).response).toEqual({ kind: 'too-large', maxBytes: limit - 1 })
  const packed = gzipSync('x'.repeat(limit))
  const small = await server((socket) => socket.write(httpResponse(200, { 'Content-Encoding': 'gzip' }, packed)))
  expect((await callOf(small, { maxBytes: limit })).response.kind).toBe('response')
  expect((await callOf(small, { maxBytes: limit - 1 })).response.kind).toBe('too-large')
  const emptyMembers = await server(flood(`${ok}Content-Encoding: gzip\r\n\r\n`, gzipSync('')))
  expect((await callOf(emptyMembers, { maxBytes: limit })).response.kind).toBe('too-large')
})

const megabyte = 1_000_000

test('an endless response and a decompression bomb use at most twice the size limit in memory', async () => {
  const member = gzipSync(Buffer.alloc(10 * megabyte))
  expect(member.byteLength * 900).toBeLessThan(10 * megabyte)
  const it = await server((socket, { path }) => {
    const isBomb = path.startsWith('/bomb')
    flood(`${ok}${isBomb ? 'Content-Encoding: gzip\r\n' : ''}\r\n`, isBomb ? member : Buffer.alloc(65_536))(socket)
  })
  const limit = 64 * megabyte
  const inOwnProcess = (path: string, maxBytes: number) => memoryOf({ entry: it.entry, path, maxBytes })
  const bomb = await inOwnProcess('/bomb', limit)
  const endless = await inOwnProcess('/endless', limit)
  const control = await inOwnProcess('/endless', 8 * limit)
  expect(bomb.kind).toBe('too-large')
  expect(bomb.grownBytes).toBeLessThan(2 * limit)
  expect(endless.kind).toBe('too-large')
  expect(endless.grownBytes).toBeLessThan(2 * limit)
  // The measurement does show retained memory: here eight times the limit is visible.
  expect(control.grownBytes).toBeGreaterThan(4 * limit)
})

/** Writes the same piece as fast as the client reads. */
function flood(head: string, piece: Buffer) {
  return (socket: Parameters<RawResponse>[0]) => {
    socket.write(head)
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', more)
    more()
  }
}

async function memoryOf(call: MemoryCall): Promise<MemoryReport> {
  const program = fileURLToPath(new URL('../testing/memory-program.ts', import.meta.url))
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  // Garbage is collected in the thread that makes it: on a busy machine, helper threads would come late.
  const run = ['--single-threaded-gc', '--conditions', 'development', '--import', 'tsx', program, JSON.stringify(call)]
  const { stdout } = await promisify(execFile)(process.execPath, run, { cwd: root })
  return JSON.parse(stdout)
}
