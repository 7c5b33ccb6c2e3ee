import { gzipSync } from 'node:zlib'
import { closing } from '@colloquy/test-kit/net/closing'
import { httpResponse, type RawResponse } from '@colloquy/test-kit/net/raw-server'
import { expect, test, vi } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestEgress, testLimits } from '../testing/limited-ports.js'
import { loopGuardHeader } from './check-headers.js'
import { connectorTo } from './connector-to.js'
import { type EgressRequest, visitorText } from './egress-port.js'
import { type EgressOptions, openAddressCheck } from './open-egress.js'
import { withoutEffects } from './without-effects.js'

const { kept, server } = closing()

const openEgress = (options: Partial<EgressOptions>) => kept(openTestEgress(options))

const plain: RawResponse = (socket) => socket.write(httpResponse(200, {}, 'fine'))
const owner = botOf('bot')
const get = (url: string, more: Partial<EgressRequest> = {}): EgressRequest => ({
  owner,
  url,
  method: 'GET',
  headers: [],
  ...more,
})
const text = (body: Uint8Array) => Buffer.from(body).toString()

test('sends what was asked for and brings back status, headers and body', async () => {
  const it = await server((socket) => socket.write(httpResponse(201, { 'X-One': 'a', 'x-one': 'b' }, 'made')))
  const response = await openEgress({ allow: [it.entry] }).send({
    owner,
    url: `${it.url}/path?q=1#fragment`,
    method: 'post',
    headers: [
      ['Content-Type', 'text/plain'],
      ['X-Note', 'Jörg'],
    ],
    body: 'ünïcode',
  })
  expect(response).toMatchObject({ kind: 'response', status: 201, headers: { 'x-one': 'a, b' } })
  expect(response.kind === 'response' && text(response.body)).toBe('made')
  const [request] = it.requests
  expect(request).toMatchObject({ method: 'POST', path: '/path?q=1', body: Buffer.from('ünïcode').toString('latin1') })
  expect(request?.headers).toEqual(
    expect.arrayContaining([`host: ${it.entry}`, 'Content-Type: text/plain', 'X-Note: Jörg']),
  )
})

test('GET has no body, and a user and password in the address become a header', async () => {
  const it = await server(plain)
  await openEgress({ allow: [it.entry] }).send(get(`http://me:p%40ss@${it.entry}/`, { body: 'not sent' }))
  expect(it.requests[0]?.body).toBe('')
  expect(it.requests[0]?.headers).toContain(`authorization: Basic ${Buffer.from('me:p@ss').toString('base64')}`)
})

test.each(['CONNECT', 'TRACE', 'GET / HTTP/1.1\r\nX:', ''])('method %j is refused', async (method) => {
  expect(
    await openEgress({ allow: [] }).send({ owner, url: 'http://example.com/', method, headers: [] }),
  ).toMatchObject({
    kind: 'refused',
  })
})

test('anything but a complete http or https URL is refused', async () => {
  const urls = [
    '',
    '  ',
    'example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'http://',
    'data:text/plain,x',
  ]
  const kinds = await Promise.all(urls.map(async (url) => (await openEgress({ allow: [] }).send(get(url))).kind))
  expect(kinds).toEqual(urls.map(() => 'refused'))
})

test('a header that authors may not set is refused at run time, and nothing is sent', async () => {
  const it = await server(plain)
  const response = await openEgress({ allow: [it.entry] }).send(get(it.url, { headers: [['Host', 'internal']] }))
  expect(response).toMatchObject({ kind: 'refused', reason: expect.stringContaining('"Host"') })
  expect(it.connections()).toBe(0)
})

const credentials: [string, string][] = [
  ['Authorization', 'Bearer author'],
  ['Cookie', 'author=1'],
  ['X-Api-Key', 'author'],
  ['Content-Type', 'application/json'],
]

test.each([301, 302, 303])(
  'a %i redirect to another origin turns a POST into a GET without headers, secrets and body',
  async (status) => {
    const there = await server(plain)
    const here = await server((socket) => socket.write(httpResponse(status, { Location: `${there.url}/landed` })))
    const response = await openEgress({ allow: [here.entry, there.entry] }).send({
      owner,
      url: here.url,
      method: 'POST',
      headers: credentials,
      body: '{"secret":1}',
      secretHeaders: { headers: [['X-Vault', 'vault']], hosts: [here.entry, there.entry] },
    })
    expect(response).toMatchObject({ kind: 'response', status: 200 })
    expect(here.requests[0]?.headers).toContain('X-Vault: vault')
    expect(there.requests[0]).toMatchObject({ method: 'GET', path: '/landed', body: '' })
    expect(there.requests[0]?.headers.join('\n')).not.toMatch(/author|vault|content-type/i)
  },
)

test.each([307, 308])('a %i redirect to another origin never carries the body or headers there', async (status) => {
  const there = await server(plain)
  const here = await server((socket) => socket.write(httpResponse(status, { Location: there.url })))
  const both = openEgress({ allow: [here.entry, there.entry] })
  const posted = await both.send({ owner, url: here.url, method: 'POST', headers: credentials, body: 'secret' })
  expect(posted).toMatchObject({ kind: 'refused', reason: expect.stringContaining(there.entry) })
  expect(there.connections()).toBe(0)
  expect(await both.send(get(here.url, { headers: credentials }))).toMatchObject({ kind: 'response' })
  expect(there.requests[0]?.headers.join('\n')).not.toMatch(/author/i)
})

test.each([
  [301, 'POST', 'GET', false],
  [302, 'POST', 'GET', false],
  [303, 'POST', 'GET', false],
  [303, 'PUT', 'GET', false],
  [301, 'PUT', 'PUT', true],
  [307, 'POST', 'POST', true],
  [308, 'POST', 'POST', true],
])('within one origin, a %i redirect turns %s into %s', async (status, method, then, keepsBody) => {
  const it = await server((socket, { path }) =>
    socket.write(path === '/' ? httpResponse(status, { Location: '/next' }) : httpResponse(200)),
  )
  await openEgress({ allow: [it.entry] }).send({ owner, url: it.url, method, headers: credentials, body: 'x' })
  expect(it.requests[1]).toMatchObject({ method: then, path: '/next', body: keepsBody ? 'x' : '' })
  expect(it.requests[1]?.headers).toContain('Authorization: Bearer author')
  expect(it.requests[1]?.headers.some((line) => /^content-type/i.test(line))).toBe(keepsBody)
})

test('a redirect within one origin keeps its connection', async () => {
  const it = await server((socket, { path }) =>
    socket.write(path === '/' ? httpResponse(302, { Location: '/next' }, 'moved') : httpResponse(200)),
  )
  const opened = openEgress({ allow: [it.entry] })
  await opened.send(get(it.url))
  await opened.send(get(it.url))
  expect(it.requests).toHaveLength(4)
  expect(it.connections()).toBe(2)
})

test('headers dropped for another origin stay dropped when the redirects lead back', async () => {
  const there = await server((socket) => socket.write(httpResponse(302, { Location: `${here.url}/back` })))
  const here = await server((socket, { path }) =>
    socket.write(path === '/back' ? httpResponse(200) : httpResponse(302, { Location: there.url })),
  )
  const secretHeaders = { headers: [['X-Vault', 'vault']] as const, hosts: [here.entry] }
  await openEgress({ allow: [here.entry, there.entry] }).send(get(here.url, { headers: credentials, secretHeaders }))
  expect(here.requests[1]?.path).toBe('/back')
  expect(here.requests[1]?.headers.join('\n')).not.toMatch(/author|vault/i)
})

test('a call follows five redirects, but not a sixth', async () => {
  const chain: RawResponse = (socket, { path }) => {
    const left = Number(path.slice(1))
    socket.write(left === 0 ? httpResponse(200) : httpResponse(302, { Location: `/${left - 1}` }))
  }
  const it = await server(chain)
  const opened = openEgress({ allow: [it.entry] })
  expect(await opened.send(get(`${it.url}/5`))).toMatchObject({ kind: 'response', status: 200 })
  expect(await opened.send(get(`${it.url}/6`))).toMatchObject({ kind: 'refused' })
  expect(it.requests).toHaveLength(6 + 6)
})

test.each([
  'file:///etc/passwd',
  'gopher://127.0.0.1:70/',
  'data:text/plain,x',
  'javascript:1',
  'http://user:pw@example.com/',
  'http://[',
])('a redirect to %s is refused', async (location) => {
  const it = await server((socket) => socket.write(httpResponse(302, { Location: location })))
  expect(await openEgress({ allow: [it.entry] }).send(get(it.url))).toMatchObject({ kind: 'refused' })
})

test('a redirect without a Location header is returned as the response', async () => {
  const it = await server((socket) => socket.write(httpResponse(302, {}, 'moved')))
  expect(await openEgress({ allow: [it.entry] }).send(get(it.url))).toMatchObject({ kind: 'response', status: 302 })
})

const vault = (hosts: string[]) => ({ headers: [['authorization', 'Bearer vault']] as const, hosts })

test('the message for visitors does not reveal the cause', () => {
  expect(visitorText).not.toMatch(/\d|address|port|host|refus|block|private|time|found|http/i)
})

test('a secret takes the place of the author\u2019s header and goes to its hosts only', async () => {
  const it = await server(plain)
  const opened = openEgress({ allow: [it.entry] })
  await opened.send(get(it.url, { headers: credentials, secretHeaders: vault([it.entry]) }))
  expect(it.requests[0]?.headers.filter((line) => /^authorization/i.test(line))).toEqual([
    'authorization: Bearer vault',
  ])
  for (const hosts of [[], ['127.0.0.1'], ['example.com'], [`127.0.0.1:${it.port + 1}`]]) {
    const response = await opened.send(get(it.url, { secretHeaders: vault(hosts) }))
    expect(response).toMatchObject({ kind: 'refused', reason: expect.not.stringContaining('Bearer') })
  }
  expect(it.requests).toHaveLength(1)
})

test('a secret does not go out unencrypted, but to a host that the operator opened', async () => {
  const opened = openEgress({ allow: [], lookup: async () => ['93.184.216.34'] })
  const response = await opened.send(get('http://api.example.com/', { secretHeaders: vault(['api.example.com']) }))
  expect(response).toMatchObject({ kind: 'refused', reason: expect.stringContaining('https') })
})

test('every request carries the loop guard header by which a service recognizes its own calls', async () => {
  const it = await server((socket, { path }) =>
    socket.write(path === '/' ? httpResponse(302, { Location: '/next' }) : httpResponse(200)),
  )
  await openEgress({ allow: [it.entry], loopGuard: 'this-service' }).send(get(it.url))
  const marks = it.requests.map(({ headers }) => headers.includes(`${loopGuardHeader}: this-service`))
  expect(marks).toEqual([true, true])
})

test('the origin of the service itself is refused, even if it is on the allow list', async () => {
  const it = await server(plain)
  const response = await openEgress({ allow: [it.entry], own: [it.url, 'fd00::1'] }).send(get(it.url))
  expect(response.kind).toBe('refused')
  expect(it.connections()).toBe(0)
})

test('a socket to an address that was not checked is closed before anything is sent', async () => {
  const it = await server(plain)
  const connect = connectorTo(['93.184.216.34'])
  const error = await new Promise((resolve) => {
    connect({ hostname: '127.0.0.1', host: it.entry, protocol: 'http:', port: String(it.port) }, (...[failed]) =>
      resolve(failed),
    )
  })
  expect(error).toMatchObject({ code: 'FOREIGN_ADDRESS' })
  expect(it.requests).toEqual([])
})

test('unpacks one packing, and none twice', async () => {
  const packed = gzipSync('hello')
  const it = await server((socket, { path }) =>
    socket.write(httpResponse(200, { 'Content-Encoding': path.slice(1) }, packed)),
  )
  const opened = openEgress({ allow: [it.entry] })
  const once = await opened.send(get(`${it.url}/gzip`))
  expect(once.kind === 'response' && text(once.body)).toBe('hello')
  expect((await opened.send(get(`${it.url}/identity,x-gzip`))).kind).toBe('response')
  for (const path of ['gzip,gzip', 'gzip,gzip,gzip,gzip,gzip,gzip', 'gzip,br', 'zstd', 'constructor', '__proto__']) {
    expect(await opened.send(get(`${it.url}/${path}`))).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('packed'),
    })
  }
})

test('an answer to HEAD may name a packing and a length', async () => {
  const it = await server((socket) =>
    socket.write(httpResponse(200, { 'Content-Encoding': 'gzip', 'Content-Length': '99' })),
  )
  const response = await openEgress({ allow: [it.entry] }).send({ owner, url: it.url, method: 'HEAD', headers: [] })
  expect(response).toMatchObject({ kind: 'response', headers: { 'content-length': '99' }, body: { byteLength: 0 } })
})

test('headers of an answer are data, whatever they are called', async () => {
  const it = await server((socket) =>
    socket.write('HTTP/1.1 200 OK\r\n__proto__: a\r\n__proto__: b\r\ntoString: c\r\nContent-Length: 0\r\n\r\n'),
  )
  const response = await openEgress({ allow: [it.entry] }).send(get(it.url))
  expect(response.kind === 'response' && Object.entries(response.headers)).toEqual([
    ['__proto__', 'a, b'],
    ['tostring', 'c'],
    ['content-length', '0'],
  ])
})

test('a raised signal and a closed door end a call at once', async () => {
  const it = await server(() => {})
  const opened = openEgress({ allow: [it.entry] })
  const turn = new AbortController()
  const calls = [opened.send(get(it.url), turn.signal), opened.send(get(it.url))]
  setTimeout(() => turn.abort(), 50)
  expect(await calls[0]).toMatchObject({ kind: 'failed' })
  await opened.close()
  expect(await calls[1]).toMatchObject({ kind: 'failed' })
  expect(await opened.send(get(it.url))).toMatchObject({ kind: 'failed' })
  expect(await opened.send(get(it.url), turn.signal)).toMatchObject({ kind: 'failed' })
})

test('a hundred calls at once need no more than the connections they are given, and warn of nothing', async () => {
  const warnings: Error[] = []
  const listen = (warning: Error) => warnings.push(warning)
  process.on('warning', listen)
  const it = await server(plain)
  const opened = openEgress({ allow: [it.entry], limits: { ...testLimits, outgoingCalls: 64 } })
  const answers = await Promise.all(Array.from({ length: 100 }, () => opened.send(get(it.url))))
  process.off('warning', listen)
  expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['response']))
  expect(it.connections()).toBeLessThanOrEqual(64)
  expect(warnings).toEqual([])
})

test('a wrong entry of the allow-list allows nothing', () => {
  expect(() => openTestEgress({ allow: ['everywhere'] })).toThrow('host:port')
})

test('nothing leaves from a test of a flow, and other work continues', async () => {
  let calls = 0
  const it = await server((socket, request, count) => {
    calls += 1
    plain(socket, request, count)
  })
  const egress = openEgress({ allow: [it.entry] })
  const address = openAddressCheck({ allow: [it.entry] })
  const streamed = { ...get(it.url), firstByteSeconds: 1, idleSeconds: 1 }
  const attempts: (() => Promise<unknown>)[] = [
    () => egress.send(get(it.url)),
    () => egress.open(streamed),
    () => address('127.0.0.1', it.port, owner, new AbortController().signal),
  ]
  for (const attempt of attempts) {
    let attempted: Promise<unknown> | undefined
    withoutEffects(() => {
      attempted = attempt()
    })
    await expect(attempted).rejects.toThrow('A test or a replay of a flow tried to reach')
  }
  expect(calls).toBe(0)
  expect(await egress.send(get(it.url))).toMatchObject({ kind: 'response', status: 200 })
})

test('nothing ever leaves a thread that only tests and replays flows', async () => {
  // A module of its own stands for the thread: what is forbidden stays forbidden.
  vi.resetModules()
  const { forbidEffects, refuseInRehearsal } = await import('./without-effects.js')
  refuseInRehearsal('example.org')
  forbidEffects()
  await Promise.resolve()
  expect(() => refuseInRehearsal('example.org')).toThrow('tried to reach the outside world: example.org')
})
