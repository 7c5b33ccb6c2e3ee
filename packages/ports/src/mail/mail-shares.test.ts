import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterEach, expect, test } from 'vitest'
import { instanceOwner, type Owner } from '../shares/owner.js'
import { botOf } from '../testing/bot-of.js'
import { openTestMail } from '../testing/limited-ports.js'
import type { MailAccount } from './mail.js'
import type { MailPortOptions } from './mail-port.js'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const hog = botOf('hog', 'hog')
const other = botOf('other', 'other')

function open(options: Partial<MailPortOptions>) {
  const reached: string[] = []
  const port = openTestMail({
    checkAddress: async () => ({ kind: 'address', address: '127.0.0.1' }),
    limitReached: (name) => reached.push(name),
    ...options,
  })
  const send = (owner: Owner, to: MailAccount, signal?: AbortSignal) =>
    port.send(
      { owner, from: { address: 'bot@example.com' }, to: ['a@example.com'], subject: 'x', text: 'x' },
      to,
      signal,
    )
  return { send, reached }
}

const accountAt = (port: number, isTrusted = true): MailAccount => ({
  host: '127.0.0.1',
  port,
  isTls: false,
  isTrusted,
})

async function fastServer() {
  const server = await catchMail('unused')
  closing.push(server.close)
  return server
}

/** Takes connections and says nothing. */
async function silentServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

test('a mail server that does not answer holds up the emails of its own workspace only', async () => {
  const [fast, silent] = [await fastServer(), await silentServer()]
  const { send, reached } = open({ limits: { outgoingMails: 8, mailsPerHour: 100 } })
  const ending = new AbortController()
  const stuck = Array.from({ length: 20 }, () => send(hog, accountAt(silent.port, false), ending.signal))
  await expect.poll(() => silent.sockets.length).toBe(4)
  expect(await send(other, accountAt(fast.port))).toMatchObject({ kind: 'sent' })
  expect(reached).toContain('outgoingMails')
  ending.abort()
  for (const outcome of await Promise.all(stuck)) expect(outcome.kind).toBe('failed')
  expect(silent.sockets.length).toBe(4)
})

test('a workspace sends at most mailsPerHour through the mail server of the instance', async () => {
  const fast = await fastServer()
  let now = 0
  const { send, reached } = open({ limits: { outgoingMails: 8, mailsPerHour: 2 }, now: () => now })
  const operators = accountAt(fast.port)
  for (const time of [0, 1_800_000]) {
    now = time
    expect(await send(hog, operators)).toMatchObject({ kind: 'sent' })
  }
  expect(await send(hog, operators)).toEqual({ kind: 'failed', reason: expect.stringMatching(/2 emails.*30 min/) })
  expect(reached).toEqual(['mailsPerHour'])
  expect(await send(other, operators)).toMatchObject({ kind: 'sent' })
  expect(await send(hog, accountAt(fast.port, false))).toMatchObject({ kind: 'sent' })
  for (let mail = 0; mail < 3; mail += 1) expect(await send(instanceOwner, operators)).toMatchObject({ kind: 'sent' })
  now = 3_600_000
  expect(await send(hog, operators)).toMatchObject({ kind: 'sent' })
  expect((await send(hog, operators)).kind).toBe('failed')
})
