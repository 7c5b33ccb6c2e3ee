import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestEgress } from '../testing/limited-ports.js'
import type { EgressPort } from './egress-port.js'

const owner = botOf('bot')
/** A proxy that tunnels, and a server behind it. */

let target: Server
let proxy: Server
let egress: EgressPort
const asked: { address: string | undefined; credentials: string | undefined }[] = []
const portOf = (server: Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  target = createServer((request, response) => response.end(`${request.method} ${request.url} ${request.headers.host}`))
  proxy = createServer()
  proxy.on('connect', (request, client: Socket) => {
    asked.push({ address: request.url, credentials: request.headers['proxy-authorization'] })
    if (request.headers['proxy-authorization'] === undefined) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const upstream = connect(portOf(target), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
  })
  for (const server of [target, proxy]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  egress = openTestEgress({
    allow: [`target.test:${portOf(target)}`, `127.0.0.1:${portOf(proxy)}`],
    lookup: async () => ['127.0.0.1'],
  })
})
afterAll(async () => {
  await egress.close()
  target.close()
  proxy.close()
})

const send = (proxyUrl: string, url = `http://target.test:${portOf(target)}/path?q=1`) =>
  egress.send({ owner, url, method: 'GET', headers: [], proxyUrl })

test('a call goes through the proxy, to the address that was judged, with the name that was meant', async () => {
  const response = await send(`http://me:p%40ss@127.0.0.1:${portOf(proxy)}`)
  expect(response).toMatchObject({ kind: 'response', status: 200 })
  const body = response.kind === 'response' ? Buffer.from(response.body).toString() : ''
  expect(body).toBe(`GET /path?q=1 target.test:${portOf(target)}`)
  expect(asked.at(-1)).toEqual({
    address: `127.0.0.1:${portOf(target)}`,
    credentials: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
  })
})

test("a call reaches its target whatever percent signs stand in its proxy's credentials", async () => {
  const text = fc.array(fc.constantFrom('%', '%zz', '%C3%28', '%41', 'a', '1', '%%'), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(text, text, async (user, password) => {
      const response = await send(`http://${user.join('')}:${password.join('')}@127.0.0.1:${portOf(proxy)}`)
      expect(response).toMatchObject({ kind: 'response', status: 200 })
    }),
    { numRuns: 40, examples: [[['a', '%zz'], ['b']]] },
  )
})

test('a proxy that wants other credentials fails the call, and says so', async () => {
  expect(await send(`http://127.0.0.1:${portOf(proxy)}`)).toMatchObject({ kind: 'failed' })
})

test('a proxy is held to the rules, and so is what is called through it', async () => {
  const asks = asked.length
  expect(await send('http://127.0.0.1:1')).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^The proxy: /),
  })
  expect(await send('no address')).toMatchObject({ kind: 'refused' })
  const through = `http://me:x@127.0.0.1:${portOf(proxy)}`
  expect(await send(through, 'http://169.254.169.254/latest')).toMatchObject({ kind: 'refused' })
  expect(asked).toHaveLength(asks)
})
