import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const port = () => (service.app.server.address() as AddressInfo).port

/** Writes a request as it is; resolves to the status and the parsed body of the response. */
function exchange(text: string): Promise<{ status: number; body: { code?: string } }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(text))
    let response = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      response += chunk
    })
    socket.once('error', reject).once('close', () => {
      const [head = '', body = ''] = response.split('\r\n\r\n')
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), body: JSON.parse(body || '{}') })
    })
  })
}

const get = 'GET /healthz HTTP/1.1\r\n'
const end = 'Connection: close\r\n\r\n'
const json = 'Content-Type: application/json\r\n'

test.each([
  ['headers of 20 KB', `${get}Host: a\r\nX-A: ${'x'.repeat(20_000)}\r\n${end}`, 431, 'headers_too_large'],
  ['an address of 30 KB', `GET /${'x'.repeat(30_000)} HTTP/1.1\r\nHost: a\r\n${end}`, 431, 'headers_too_large'],
  ['no Host', `${get}${end}`, 400, 'invalid_request'],
  ['two Hosts', `${get}Host: a\r\nhost: b\r\n${end}`, 400, 'invalid_request'],
  ['an unknown Expect', `${get}Host: a\r\nExpect: 200-maybe\r\n${end}`, 417, 'expectation_failed'],
  [
    'a transfer encoding other than chunks',
    `POST /api/v1/workspaces HTTP/1.1\r\nHost: a\r\n${json}Transfer-Encoding: gzip, chunked\r\n${end}0\r\n\r\n`,
    501,
    'transfer_encoding_unsupported',
  ],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_request'],
])('a request with %s gets its status and the error body', async (_, text, status, code) => {
  expect(await exchange(text)).toMatchObject({ status, body: { code, status } })
})

test('HTTP/1.0 needs no Host', async () => {
  expect((await exchange('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
})

test('a method that an address does not have is a 405 that names the others', async () => {
  const response = await service.call('PUT', '/api/v1/bots/x')
  expect(response.body).toMatchObject({ code: 'method_not_allowed', message: expect.stringContaining('GET, HEAD') })
  expect(response).toMatchObject({ status: 405, headers: { allow: 'DELETE, GET, HEAD, PATCH' } })
  expect((await service.call('PUT', '/api/v1/nothing')).status).toBe(404)
})

describe('the id of a request', () => {
  test('is in each response, also of errors, and differs', async () => {
    const answers = [
      await service.call('GET', '/healthz'),
      await service.call('GET', '/api/v1/nothing'),
      await service.call('POST', '/api/v1/workspaces', '{'),
    ]
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
  })

  test.each([
    ['req_1:a.b-c', true],
    ['a b', false],
    ['x'.repeat(129), false],
  ])('is that of the client (%.12s) if it is short and plain: %s', async (id, isKept) => {
    const response = await service.call('GET', '/healthz', undefined, { 'x-request-id': id })
    expect(response.headers['x-request-id'] === id).toBe(isKept)
  })
})

/** Sends the body in one piece before reading; resolves to the status that the client saw, or to the code of its error. */
function upload(
  path: string,
  bytes: number,
  headers: Record<string, string> = {},
): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    let status: number | undefined
    const sending = request(
      {
        port: port(),
        path,
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': bytes,
          authorization: `Bearer ${service.token}`,
          ...headers,
        },
      },
      (response) => {
        status = response.statusCode
        response.resume().once('close', () => resolve(status))
      },
    )
    sending.once('error', (error: NodeJS.ErrnoException) => setTimeout(() => resolve(status ?? error.code), 50))
    sending.end(Buffer.alloc(bytes, ' '))
  })
}

test('clients that write before they read get the error of a body that was refused, and never a broken connection', async () => {
  await service.publish(askingBot('uploads', 1))
  for (const [path, bytes, headers, status] of [
    ['/api/v1/bots/import', 12_000_000, {}, 413],
    ['/api/v1/bots/uploads/startChat', 1_500_000, {}, 413],
    ['/api/v1/bots/import', 3_000_000, { authorization: 'Bearer wrong' }, 401],
    ['/api/v1/bots/import', 3_000_000, { 'content-type': 'text/plain' }, 415],
    ['/api/v1/nothing', 3_000_000, {}, 404],
  ] as const) {
    const seen = await Promise.all(Array.from({ length: 10 }, () => upload(path, bytes, headers)))
    expect(new Set(seen), path).toEqual(new Set([status]))
  }
})
