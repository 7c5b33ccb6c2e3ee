import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Endpoint, endpoints, readBody } from '@colloquy/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const url = '/api/v1/workspaces'
const { start, say, resultOf } = chatClient(() => service)

describe('a body', () => {
  test.each([
    ['{', 'malformed_json'],
    ['', 'invalid_request'],
    ['null', 'invalid_request'],
    ['"name"', 'invalid_request'],
    ['{"name":1e999}', 'invalid_request'],
    ['{"name":NaN}', 'malformed_json'],
    ["{'name':'x'}", 'malformed_json'],
    ['{"name":"x"} {}', 'malformed_json'],
    ['\ufeff{"name":"x"}x', 'malformed_json'],
    ['{"name":"\\u0000"}', 'invalid_text'],
    ['{"name":"\\ud800"}', 'invalid_text'],
    ['{"name":"x","\\ud800":1}', 'invalid_text'],
    ['{"name":"x","more":["\\u0000"]}', 'invalid_text'],
    [`{"name":"x","a":${'['.repeat(64)}${']'.repeat(64)}}`, 'too_deep'],
    ['['.repeat(500_000), 'too_deep'],
    [`{"name":"${'x'.repeat(1_100_000)}"}`, 'body_too_large'],
  ])('%.30j is refused with %s', async (body, code) => {
    expect((await service.call('POST', url, body)).body.code).toBe(code)
  })

  test('may be omitted by a request whose members are all optional', async () => {
    const all: readonly Endpoint[] = Object.values(endpoints)
    const withBody = all.filter(({ body, takesFile }) => body && !takesFile)
    const optional = withBody.filter(({ body }) => body?.safeParse({}).success)
    expect(optional.map(({ id }) => id)).toEqual(expect.arrayContaining(['endExperiment', 'publishBot', 'runTests']))
    for (const { body } of optional) expect(readBody(body!, undefined).success).toBe(true)
    const { status } = await service.call('POST', '/api/v1/bots/unknown/experiments/unknown/end')
    expect(status).toBe(404)
  })

  test('that is not UTF-8 is refused', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    expect(await sent(bytes, {})).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  test('of 63 levels is read', async () => {
    const body = `{"name":"deep","a":${'['.repeat(63)}${']'.repeat(63)}}`
    expect((await service.call('POST', url, body)).status).toBe(200)
  })

  test('with keys that reach prototypes, twice the same key or ten thousand keys changes nothing else', async () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => `"key-${n}":${n}`).join()
    for (const body of [
      '{"name":"proto","__proto__":{"polluted":1}}',
      '{"name":"proto-2","constructor":{"prototype":{"polluted":1}}}',
      '{"name":"first","name":"proto-3"}',
      `{"name":"proto-4",${keys}}`,
    ]) {
      const { status, body: response } = await service.call('POST', url, body)
      expect(status).toBe(200)
      expect(response.workspace.name).toMatch(/^proto/)
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test.each([
    'text/plain',
    'text/html; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json\ta',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/jsonp',
    'application/json, text/plain',
    '*/*',
  ])('of type %j is a 415', async (type) => {
    const response = await service.call('POST', url, '{"name":"x"}', { 'content-type': type })
    expect(response.body).toMatchObject({ code: 'unsupported_media_type', status: 415 })
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    ' application/json',
  ])('of type %j is validated', async (type) => {
    const response = await service.call('POST', url, '{"name":7}', { 'content-type': type })
    expect(response.body).toMatchObject({ code: 'invalid_request', issues: [{ path: 'name' }] })
  })

  test('without a type, or compressed, is a 415', async () => {
    expect(await sent(Buffer.from('{"name":"x"}'), {})).toMatchObject({ status: 200 })
    expect(await sent(Buffer.from('{"name":"y"}'), { 'content-type': undefined })).toMatchObject({ status: 415 })
    const headers = { 'content-encoding': 'gzip' }
    expect(await sent(gzipSync('{"name":"z"}'), headers)).toMatchObject({ status: 415 })
  })

  test.each([
    ['with a length', {}],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('of 50 MB %s is cut off long before its end', async (_, headers) => {
    const sockets: Socket[] = []
    service.app.server.once('connection', (socket) => sockets.push(socket))
    const outcome = await sent(Buffer.alloc(50_000_000, ' '), headers)
    expect([413, 'cut']).toContain(outcome.status)
    expect(sockets[0]?.bytesRead).toBeLessThan(5_000_000)
    expect((await service.call('GET', '/healthz')).status).toBe(200)
  })
})

test('text of every kind comes back as it was sent', async () => {
  const botId = await service.publish(askingBot('texts', 1))
  const texts = [
    '😀',
    'x'.repeat(65_536),
    '\u202eabc',
    'שלום',
    'e\u0301',
    '\t\n',
    '<b>"&\'',
    '\ufeff',
    '__proto__',
    '{{Name}}',
  ]
  for (const text of texts) {
    const { sessionId, resultId } = (await start('texts')).body
    expect((await say(sessionId, text)).status).toBe(200)
    const { answers, variables } = await resultOf(botId, resultId)
    expect(answers[0].content).toBe(text)
    expect(variables[0].value).toBe(text)
  }
})

test('what is not HTTP is a 400 in the common form', async () => {
  const text = await new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(service.port, '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
  })
  expect(text).toContain('HTTP/1.1 400')
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'invalid_request', status: 400 })
})

/** Sends raw bytes; `cut` if the service ended the connection before it had received all of them. */
function sent(
  body: Buffer,
  headers: Record<string, string | undefined>,
): Promise<{ status: number | 'cut'; code?: string }> {
  const all = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', ...headers }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new Promise((resolve) => {
    const { port } = service
    const outgoing = request({
      agent: false,
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: url,
      headers: Object.fromEntries(given),
    })
    outgoing.on('error', () => resolve({ status: 'cut' }))
    outgoing.on('response', (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, code: JSON.parse(text).code }))
      incoming.on('error', () => resolve({ status: 'cut' }))
    })
    if (headers['transfer-encoding'] === undefined) outgoing.setHeader('content-length', body.length)
    outgoing.end(body)
  })
}
