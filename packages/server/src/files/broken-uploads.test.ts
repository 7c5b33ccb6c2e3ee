import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { get, pathOf, png, put, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
let errors: string[] = []
beforeAll(async () => {
  const settings = { COLLOQUY_LIMITS: '{"slowUploadSeconds": 2}', LOG_LEVEL: 'error' }
  service = await testService(settings, { logTarget: { write: (line) => void errors.push(line) } })
})
afterAll(() => service.close())

const incoming = () => {
  const folder = join(service.folder, 'uploads', 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}
const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

describe('uploads that are too large, too slow or incomplete leave no file and no error in the log, and can be repeated', () => {
  let someone: Awaited<ReturnType<typeof visitor>>
  let address: { presignedUrl: string; fileUrl: string }
  let socket: Socket
  let answer: string
  let timer: NodeJS.Timeout | undefined
  beforeEach(async () => {
    errors = []
    someone = await visitor(service)
    address = (await someone.ask({})).body
    socket = connect(service.port, '127.0.0.1')
    answer = ''
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
  })
  afterEach(async () => {
    clearInterval(timer)
    socket.destroy()
    expect((await get(service, address.fileUrl)).statusCode).toBe(404)
    await vi.waitFor(() => expect(incoming()).toEqual([]), { timeout: 10_000 })
    await vi.waitFor(async () => expect((await put(service, address.presignedUrl, png())).status).toBe(204), {
      timeout: 10_000,
    })
    expect((await service.call('GET', '/healthz')).status).toBe(200)
    expect(errors).toEqual([])
  })
  const begin = (...headers: string[]) =>
    socket.write([`PUT ${pathOf(address.presignedUrl)} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'))
  const drip = (text: string, milliseconds: number) => {
    timer = setInterval(() => socket.write(text), milliseconds)
  }
  const closed = () => closing(socket)

  test('one that says that it is too large is not read', async () => {
    begin('Content-Length: 10000000000')
    await vi.waitFor(() => expect(answer).not.toBe(''), { timeout: 10_000 })
    expect(answer).toMatch(/^HTTP\/1.1 413 .*"code":"file_too_large"/s)
  })

  test('one without an end is cut at the limit', async () => {
    begin('Transfer-Encoding: chunked')
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    let sent = 0
    const more = () => {
      while (!socket.destroyed && socket.write(chunk)) sent += chunk.length
    }
    socket.on('drain', more)
    more()
    await closed()
    expect(sent).toBeGreaterThan(10_485_760 - 5_000_000)
    expect((await service.storage.uploads.find(address.fileUrl.slice(-28, -4)))?.state).toBe('pending')
  })

  test('one of a byte now and then is cut', async () => {
    begin('Content-Length: 1000')
    drip('x', 100)
    await closed()
  })

  test('a form of a byte now and then is cut, wherever it is', async () => {
    socket.write(
      `POST ${pathOf(address.presignedUrl)} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n',
    )
    drip('X', 100)
    await closed()
  })

  test('one that breaks off leaves nothing', async () => {
    begin('Content-Length: 100000')
    socket.write('x'.repeat(50_000))
    await vi.waitFor(() => expect(incoming()).toHaveLength(1), { timeout: 10_000 })
    socket.destroy()
  })
})

describe('data beyond the Content-Length is never part of the file', () => {
  const overlong = async () => {
    const someone = await visitor(service)
    const { presignedUrl, fileUrl } = (await someone.ask({})).body
    const socket = connect(service.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`PUT ${pathOf(presignedUrl)} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n${'x'.repeat(10)}`)
    return { socket, fileUrl }
  }

  test('when it comes behind the answer', async () => {
    const { socket, fileUrl } = await overlong()
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 204 /)
    socket.resume().write('x'.repeat(100_000))
    await closing(socket)
    expect((await get(service, fileUrl)).body).toBe('x'.repeat(10))
  })

  // The excess bytes are not valid HTTP and end the connection, even before the file is stored if the database is slow.
  test('when it comes at once', async () => {
    const { socket, fileUrl } = await overlong()
    socket.resume().write('x'.repeat(100_000))
    await closing(socket)
    await vi.waitFor(() => expect(incoming()).toEqual([]), { timeout: 10_000 })
    const { statusCode, body } = await get(service, fileUrl)
    if (statusCode === 200) expect(body).toBe('x'.repeat(10))
    else expect(statusCode).toBe(404)
  })
})

test('one whose result is deleted while it comes in is refused, and leaves nothing', async () => {
  const someone = await visitor(service)
  const { presignedUrl } = (await someone.ask({})).body
  const socket = connect(service.port, '127.0.0.1')
  socket.write(`PUT ${pathOf(presignedUrl)} HTTP/1.1\r\nHost: x\r\nContent-Length: 40000\r\n\r\n${'x'.repeat(20_000)}`)
  await vi.waitFor(() => expect(incoming()).toHaveLength(1), { timeout: 10_000 })
  await service.call('DELETE', `/api/v1/bots/${someone.botId}/results`)
  socket.write('x'.repeat(20_000))
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 403 /)
  socket.destroy()
  const kept = readdirSync(join(service.folder, 'uploads', 'kept'), { recursive: true, encoding: 'utf8' })
  expect(kept.filter((path) => path.includes(someone.botId))).toEqual([])
})

test('an author whose bot is deleted during an upload gets an error, and nothing is left', async () => {
  const someone = await visitor(service)
  const socket = connect(service.port, '127.0.0.1')
  const head = [
    `POST /api/v1/bots/${someone.botId}/files HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${service.token}`,
    'Content-Type: text/plain',
    'Content-Length: 40000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(20_000)}`)
  await vi.waitFor(() => expect(incoming()).toHaveLength(1), { timeout: 10_000 })
  await service.call('DELETE', `/api/v1/bots/${someone.botId}`)
  socket.write('x'.repeat(20_000))
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 404 .*"code":"bot_not_found"/s)
  socket.destroy()
  const kept = readdirSync(join(service.folder, 'uploads', 'kept'), { recursive: true, encoding: 'utf8' })
  expect(kept.filter((path) => path.includes(someone.botId))).toEqual([])
})

test('a slow but steady upload is accepted', async () => {
  const someone = await visitor(service)
  const { presignedUrl, fileUrl } = (await someone.ask({})).body
  const socket = connect(service.port, '127.0.0.1')
  socket.write(`PUT ${pathOf(presignedUrl)} HTTP/1.1\r\nHost: x\r\nContent-Length: 80000\r\n\r\n`)
  const timer = setInterval(() => socket.write('x'.repeat(5_000)), 200)
  const [answer] = await once(socket, 'data')
  clearInterval(timer)
  socket.destroy()
  expect(String(answer)).toMatch(/^HTTP\/1.1 204 /)
  expect((await get(service, fileUrl)).body).toHaveLength(80_000)
})

test('a form of 100,000 parts is refused, and its upload address stays valid', async () => {
  const { presignedUrl } = (await (await visitor(service)).ask({})).body
  const socket = connect(service.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const parts = '--b\r\n\r\n\r\n'.repeat(100_000)
  const headers = `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${parts.length}`
  socket.write(`POST ${pathOf(presignedUrl)} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${parts}`)
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
  expect((await put(service, presignedUrl, png())).status).toBe(204)
})

test('other bodies have fifteen seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const patient = await testService()
  const socket = connect(patient.port, '127.0.0.1')
  await once(socket, 'connect')
  const arrived = once(patient.app.server, 'request')
  socket.write(
    'POST /api/v1/sessions/x/continueChat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await arrived
  await vi.advanceTimersByTimeAsync(14_000)
  expect(socket.destroyed).toBe(false)
  const closed = closing(socket)
  socket.resume()
  await vi.advanceTimersByTimeAsync(2_000)
  await closed
  vi.useRealTimers()
  await patient.close()
})
