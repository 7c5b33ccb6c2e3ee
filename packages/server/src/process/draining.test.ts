import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { httpCall } from '../testing/http-call.js'

/** Entry point of the service, as `npm run build` compiles it. */
const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const token = 'token-of-the-draining-tests'

let folder: string
let child: ChildProcess
let port: number
let ended: Promise<[number | null, NodeJS.Signals | null]>
beforeEach(async () => {
  expect(existsSync(program), `${program} is there`).toBe(true)
  folder = await mkdtemp(join(tmpdir(), 'colloquy-drain-'))
  const env = { ...process.env, COLLOQUY_DATA: folder, COLLOQUY_ADMIN_TOKEN: token, PORT: '0', HOST: '127.0.0.1' }
  child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  ended = once(child, 'exit') as typeof ended
  port = await new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)
      if (found) resolve(Number(found[1]))
    })
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${output}`)))
  })
})
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await ended
  await rm(folder, { recursive: true })
})

const get = (path: string) => httpCall(port, 'GET', path, { authorization: `Bearer ${token}` })
const isRefused = () =>
  get('/healthz').then(
    () => false,
    () => true,
  )

/** A request that the service has accepted and that is incomplete until `finish`. */
async function slowRequest(): Promise<{ finish(): Promise<string> }> {
  const socket: Socket = connect(port, '127.0.0.1')
  const body = JSON.stringify({ name: 'Made while draining' })
  const head = [
    'POST /api/v1/workspaces HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data') // "100 Continue": the service has started to process it
  socket.write(body.slice(0, 5))
  return {
    async finish() {
      let text = ''
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      socket.write(body.slice(5))
      await once(socket, 'close')
      return text
    },
  }
}

test('SIGTERM: not ready at once, new requests are answered for a while, accepted ones to their end', async () => {
  expect((await get('/ready')).status).toBe(200)
  const slow = await slowRequest()
  child.kill('SIGTERM')
  const signalled = performance.now()
  let ready = await get('/ready')
  while (ready.status === 200 && performance.now() - signalled < 900) ready = await get('/ready')
  expect(ready.status).toBe(503)
  expect(JSON.parse(ready.text).code).toBe('shutting_down')
  expect(ready.headers.connection).toBe('close')
  expect(ready.headers['retry-after']).toBe('1')
  const late = await Promise.all([get('/api/v1/users/me'), get('/nothing'), get('/healthz')])
  expect(late.map(({ status }) => status)).toEqual([200, 404, 200])
  expect(late.map(({ headers }) => headers.connection)).toEqual(['close', 'close', 'close'])

  while (!(await isRefused())) await sleep(50)
  expect(child.exitCode).toBeNull()
  const answer = await slow.finish()
  expect(answer).toContain('HTTP/1.1 200')
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(await ended).toEqual([0, null])
  expect(performance.now() - signalled).toBeLessThan(10_000)
})

test('a second SIGTERM ends the grace period, and still drops no request', async () => {
  const slow = await slowRequest()
  child.kill('SIGTERM')
  const signalled = performance.now()
  let ready = await get('/ready')
  while (ready.status === 200 && performance.now() - signalled < 900) ready = await get('/ready')
  child.kill('SIGTERM')
  while (!(await isRefused())) await sleep(5)
  child.kill('SIGTERM')
  await sleep(100)
  expect(child.exitCode).toBeNull()
  expect(await slow.finish()).toContain('HTTP/1.1 200')
  expect(await ended).toEqual([0, null])
})

test('a connection on which nothing has arrived does not delay the end', async () => {
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  child.kill('SIGTERM')
  const signalled = performance.now()
  expect(await ended).toEqual([0, null])
  expect(performance.now() - signalled).toBeLessThan(6_000)
  silent.destroy()
})

test('a connection whose request arrives in full after its response does not delay the end', async () => {
  const late = connect(port, '127.0.0.1')
  late.write(`PUT /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nhello`)
  expect(String((await once(late, 'data'))[0])).toContain('HTTP/1.1 404')
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  const signalled = performance.now()
  while (!(await isRefused())) await sleep(5)
  late.write('world')
  expect(await ended).toEqual([0, null])
  expect(performance.now() - signalled).toBeLessThan(6_000)
  late.destroy()
})

test('a request that never ends does not keep the process', async () => {
  await slowRequest()
  child.kill('SIGTERM')
  const signalled = performance.now()
  const [code] = await ended
  expect(code).toBe(1)
  expect(performance.now() - signalled).toBeLessThan(10_000)
})
