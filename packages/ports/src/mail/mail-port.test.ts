import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { catchMail, headersOf } from '@colloquy/test-kit/mail-catcher'
import { mailCertificate } from '@colloquy/test-kit/mail-certificate'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestMail } from '../testing/limited-ports.js'
import type { Mail, MailAccount } from './mail.js'
import { newMailBudget } from './mail-budget.js'
import { type CheckAddress, tlsOptions } from './mail-port.js'

const password = 'pass-7fQ2nXw9'
let server: Awaited<ReturnType<typeof catchMail>>
beforeAll(async () => {
  server = await catchMail(password)
})
afterAll(() => server.close())
beforeEach(() => {
  server.caught.length = 0
})

/** Replaces the address rules of the egress client: everything is on this machine. */
const toLoopback: CheckAddress = async () => ({ kind: 'address', address: '127.0.0.1' })
const port = openTestMail({ checkAddress: toLoopback })
const owner = botOf('bot')
const mail: Mail = {
  owner,
  from: { name: 'Bot', address: 'bot@example.com' },
  to: ['a@example.com'],
  subject: 'Hello',
  text: 'Hi',
}
const account = (change: Partial<MailAccount> = {}): MailAccount => ({
  host: 'mail.example.com',
  port: server.port,
  isTls: false,
  username: 'mira',
  password,
  isTrusted: false,
  ...change,
})

describe('an email', () => {
  it('arrives with all that it has', async () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('from a stream'))
        controller.close()
      },
    })
    const sent: Mail = {
      ...mail,
      cc: ['c@example.com'],
      bcc: ['b@example.com'],
      replyTo: 'r@example.com',
      html: '<p>Hi</p>',
      attachments: [
        { filename: 'a.txt', content: new TextEncoder().encode('bytes'), contentType: 'text/plain' },
        { filename: '../../etc/pass"wd\r\nX-Evil: 1', content: stream },
      ],
    }
    expect(await port.send(sent, account())).toMatchObject({ kind: 'sent' })
    const [caught] = server.caught
    expect(caught).toMatchObject({
      from: 'bot@example.com',
      to: ['a@example.com', 'c@example.com', 'b@example.com'],
      user: 'mira',
    })
    const headers = Object.fromEntries(headersOf(caught!.raw))
    expect(headers).toMatchObject({
      from: 'Bot <bot@example.com>',
      to: 'a@example.com',
      cc: 'c@example.com',
      'reply-to': 'r@example.com',
      subject: 'Hello',
    })
    expect(headers).not.toHaveProperty('bcc')
    expect(caught!.raw).toContain(Buffer.from('bytes').toString('base64'))
    expect(caught!.raw).toContain(Buffer.from('from a stream').toString('base64'))
    expect(caught!.raw).not.toMatch(/^x-evil/im)
    expect(caught!.raw).not.toMatch(/filename=.*\//)
  })

  it('is answered with the words of the server, without the password', async () => {
    const telling = await catchMail(password, {
      onData: (stream, _session, done) => {
        stream.resume()
        stream.once('end', () => done(null, `Queued as 4F2; ${password}`))
      },
    })
    const outcome = await port.send(mail, account({ port: telling.port }))
    expect(outcome).toEqual({ kind: 'sent', answer: '250 Queued as 4F2; ***' })
    await telling.close()
  })

  it('goes out without authentication when the account has none', async () => {
    const { username: _user, password: _password, ...open } = account()
    expect(await port.send(mail, open)).toMatchObject({ kind: 'sent' })
    expect(server.caught[0]?.user).toBeUndefined()
  })

  it.each([
    'Hello\r\nBcc: victim@example.com',
    'Hello\nX-Evil: 1',
    'Hello\r\n\r\n<script>',
    'Hello\u2028Bcc: victim@example.com',
    'Hello\0\r\nBcc: victim@example.com',
  ])('has no header that a text brought in (%j)', async (text) => {
    const sent = { ...mail, subject: text, from: { name: text, address: 'bot@example.com' } }
    expect(await port.send(sent, account())).toMatchObject({ kind: 'sent' })
    const names = headersOf(server.caught[0]!.raw).map(([name]) => name)
    expect(names.sort()).toEqual(
      [
        'content-transfer-encoding',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ].sort(),
    )
    expect(server.caught[0]!.to).toEqual(['a@example.com'])
  })

  it('a name cannot pass for an address', async () => {
    const name = 'Boss <boss@example.com>, x@example.com'
    await port.send({ ...mail, from: { name, address: 'bot@example.com' } }, account())
    expect(server.caught[0]!.from).toBe('bot@example.com')
    expect(Object.fromEntries(headersOf(server.caught[0]!.raw)).from).toBe(`"${name}" <bot@example.com>`)
  })

  it.each([
    [{ to: [] }, 'There is nobody to send it to'],
    [{ to: ['nobody'] }, '"nobody" is not an email address'],
    [{ to: ['a@example.com\r\nRCPT TO:<v@example.com>'] }, 'is not an email address'],
    [{ to: ['a@example.com,b@example.com'] }, 'is not an email address'],
    [{ bcc: ['"a\0b"@example.com'] }, 'is not an email address'],
    [{ replyTo: 'Name <a@example.com>' }, 'is not an email address'],
    [{ from: { address: 'a@b' } }, 'is not an email address'],
    [{ to: Array.from({ length: 101 }, (_, n) => `a${n}@example.com`) }, '101 recipients; at most 100'],
    [{ attachments: [{ filename: 'a', content: new Uint8Array(), contentType: 'a/b\r\nX: y' }] }, 'content type'],
  ])('%j is refused before anything goes out', async (change, reason) => {
    const outcome = await port.send({ ...mail, ...change }, account())
    expect(outcome).toEqual({ kind: 'failed', reason: expect.stringContaining(reason) })
    expect(server.caught).toEqual([])
  })

  it('with an attachment that is too large is refused', async () => {
    const attachments = [{ filename: 'a', content: new Uint8Array(25_000_001) }]
    const outcome = await port.send({ ...mail, attachments }, account())
    expect(outcome).toEqual({ kind: 'failed', reason: 'The attachment "a" is larger than 25 MB' })
  })

  it('its content is never read from a path or an address', async () => {
    const attachments = [{ filename: 'a', content: { path: '/etc/passwd' } as never }]
    expect((await port.send({ ...mail, attachments }, account()).catch(() => ({ kind: 'failed' }))).kind).toBe('failed')
    expect(server.caught).toEqual([])
  })

  it('reports which recipients the server did not accept', async () => {
    const choosy = await catchMail(password, {
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('no') ? new Error('Not here') : undefined),
    })
    const to = ['a@example.com', 'no@example.com']
    expect(await port.send({ ...mail, to }, account({ port: choosy.port }))).toEqual({
      kind: 'sent',
      rejected: ['no@example.com'],
      answer: expect.stringMatching(/^250 /),
    })
    expect(await port.send({ ...mail, to: ['no@example.com'] }, account({ port: choosy.port }))).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('Not here'),
    })
    await choosy.close()
  })
})

describe('a server', () => {
  it('that flows may not reach is not contacted', async () => {
    const refusing = openTestMail({
      checkAddress: async (host, to) => ({ kind: 'refused', reason: `${host}:${to} no` }),
    })
    const reason = `127.0.0.1:${server.port} no`
    expect(await refusing.send(mail, account({ host: '127.0.0.1' }))).toEqual({ kind: 'failed', reason })
    expect(await refusing.verify(account({ host: '127.0.0.1' }), owner)).toEqual({ kind: 'failed', reason })
    expect(await refusing.send(mail, account({ host: '127.0.0.1', isTrusted: true }))).toMatchObject({ kind: 'sent' })
    expect(server.caught).toHaveLength(1)
  })

  it('is reached at the very address that was checked', async () => {
    const asked: unknown[] = []
    const checking = openTestMail({
      checkAddress: async (host, port) => {
        asked.push([host, port])
        return { kind: 'address', address: '127.0.0.1' }
      },
    })
    expect(await checking.send(mail, account({ host: 'does-not-resolve.invalid' }))).toMatchObject({ kind: 'sent' })
    expect(asked).toEqual([['does-not-resolve.invalid', server.port]])
  })

  it.each([
    ['8.8.8.8', {}, true],
    ['2a00::1', {}, true],
    ['8.8.8.8', { isTrusted: true }, false],
    ['8.8.8.8', { isTls: true }, false],
    ['8.8.8.8', { password: undefined }, false],
    ['10.0.0.5', {}, false],
    ['::ffff:127.0.0.1', {}, false],
  ])('at %s (%j) must upgrade to TLS before it gets a password: %j', (address, change, isRequired) => {
    expect(tlsOptions(account(change), address).requireTLS).toBe(isRequired)
  })

  it.each([
    ['says nothing', () => {}],
    ['drips', (socket: Socket) => drip(socket)],
    ['hangs after its greeting', (socket: Socket) => socket.write('220 hello\r\n')],
  ])('that %s is given up on in time', async (_, behave) => {
    const slow = await scripted(behave)
    const hasty = openTestMail({ checkAddress: toLoopback, timeoutSeconds: 0.5 })
    const began = performance.now()
    const outcomes = await Promise.all([
      hasty.send(mail, account({ port: slow.port })),
      hasty.verify(account({ port: slow.port }), owner),
    ])
    expect(performance.now() - began).toBeLessThan(10_000)
    for (const outcome of outcomes) {
      expect(outcome).toEqual({ kind: 'failed', reason: expect.stringMatching(/longer than 0.5 s|broke off/) })
    }
    slow.close()
  })

  it('that is unreachable, breaks off or breaks the protocol is reported as such', async () => {
    const gone = await scripted(() => {})
    gone.close()
    const broken = await scripted((socket) => socket.destroy())
    const web = await scripted((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    for (const { port: at } of [gone, broken, web]) {
      for (const outcome of [
        await port.send(mail, account({ port: at })),
        await port.verify(account({ port: at }), owner),
      ]) {
        expect(outcome).toEqual({ kind: 'failed', reason: expect.stringContaining(`mail.example.com:${at}`) })
      }
    }
    broken.close()
    web.close()
  })

  it('an answer of its own comes through, without the password in any form', async () => {
    const wrong = account({ password: 'wrong-7fQ2nXw9' })
    const outcome = await port.verify(wrong, owner)
    expect(outcome).toEqual({
      kind: 'failed',
      reason: expect.stringContaining('did not accept the user name and password'),
    })
    expect(JSON.stringify(outcome)).toContain('No such user: mira ***')
    const echoing = await scripted((socket) => {
      socket.write('220 hello\r\n')
      socket.on('data', (data) => {
        const line = data.toString().trim()
        socket.write(line.startsWith('EHLO') ? '250-hi\r\n250 AUTH PLAIN\r\n' : `535 you said ${line}\r\n`)
      })
    })
    const echoed = JSON.stringify(await port.verify({ ...wrong, port: echoing.port }, owner))
    expect(echoed).toContain('you said AUTH PLAIN ***')
    echoing.close()
  })

  it.each(['STARTTLS', 'TLS'])('must prove its name over %s', async (way) => {
    const isTls = way === 'TLS'
    const secure = await catchMail(password, { ...mailCertificate, secure: isTls, hideSTARTTLS: false })
    const { port: at } = secure
    expect(await port.send(mail, account({ port: at, isTls }))).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(/self-signed certificate/),
    })
    expect(await sendTrusting('other.example.com', at, isTls)).toEqual({
      kind: 'failed',
      reason: expect.stringContaining('does not match'),
    })
    expect(secure.caught).toEqual([])
    expect(await sendTrusting('mail.example.com', at, isTls)).toMatchObject({ kind: 'sent' })
    expect(secure.caught).toMatchObject([{ isSecure: true }])
    await secure.close()
  })

  it('is verified without sending anything', async () => {
    expect(await port.verify(account(), owner)).toMatchObject({ kind: 'sent' })
    expect(server.caught).toEqual([])
  })
})

test('a turn sends five emails, and none twice in a row', () => {
  const budget = newMailBudget()
  const to = (n: number) => ({ ...mail, to: [`a${n}@example.com`] })
  expect(budget.take(to(0))).toBeUndefined()
  expect(budget.take(to(0))).toContain('same email')
  for (const n of [1, 0, 3, 4]) expect(budget.take(to(n))).toBeUndefined()
  expect(budget.take(to(5))).toContain('5 emails')
})

/** Sends from a process that trusts the certificate of the tests. */
async function sendTrusting(host: string, at: number, isTls: boolean): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-mail-'))
  const certificate = join(folder, 'ca.pem')
  await writeFile(certificate, mailCertificate.cert)
  const script = fileURLToPath(new URL('../testing/send-mail.ts', import.meta.url))
  const args = ['--conditions=development', '--import', 'tsx', script, String(at), host, isTls ? 'tls' : 'plain']
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  await rm(folder, { recursive: true })
  return JSON.parse(stdout)
}

/** A server that handles each connection with `behave`. */
async function scripted(behave: (socket: Socket) => unknown) {
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), 50)
  socket.on('close', () => clearInterval(timer))
}
