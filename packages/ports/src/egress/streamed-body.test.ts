import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { closing } from '@colloquy/test-kit/net/closing'
import type { RawResponse } from '@colloquy/test-kit/net/raw-server'
import { expect, test, vi } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestEgress } from '../testing/limited-ports.js'
import { BrokenBody, type StreamedRequest } from './egress-port.js'

const { kept, server } = closing()

/** Opens what the server answers. */
async function opened(response: RawResponse, more: Partial<StreamedRequest> = {}, signal?: AbortSignal) {
  const it = await server(response)
  const egress = kept(openTestEgress({ allow: [it.entry] }))
  const request = { owner: botOf('bot'), url: it.url, method: 'POST', headers: [], firstByteSeconds: 5, idleSeconds: 5 }
  return { it, egress, response: await egress.open({ ...request, ...more }, signal) }
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n'
const chunk = (data: string | Buffer) =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(data).toString(16)}\r\n`), Buffer.from(data), Buffer.from('\r\n')])
const begins = (socket: Socket, first?: string) => {
  socket.write(`${head}\r\n`)
  if (first !== undefined) socket.write(chunk(first))
}

function readerOf({ response }: Awaited<ReturnType<typeof opened>>) {
  if (response.kind !== 'response') throw new Error(JSON.stringify(response))
  return response.body
}
const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'nothing failed',
    (error) => (error instanceof BrokenBody ? error.failure : error),
  )
const text = (part: Uint8Array | undefined) => Buffer.from(part ?? []).toString()

test('a body is handed over as it arrives', async () => {
  let go = () => {}
  const reader = readerOf(
    await opened((socket) => {
      begins(socket, 'first')
      go = () => socket.write(Buffer.concat([chunk('second'), Buffer.from('0\r\n\r\n')]))
    }),
  )
  expect(text(await reader.read())).toBe('first')
  go()
  expect(text(await reader.read())).toBe('second')
  expect(await reader.read()).toBeUndefined()
})

test('a packed body is unpacked as it arrives', async () => {
  const reader = readerOf(
    await opened((socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\n\r\n`)
      socket.write(Buffer.concat([chunk(gzipSync('packed')), Buffer.from('0\r\n\r\n')]))
    }),
  )
  expect(text(await reader.read())).toBe('packed')
})

test.each<[string, Partial<StreamedRequest>, string | undefined, object]>([
  ['no byte comes', { firstByteSeconds: 0.2 }, undefined, { kind: 'timeout', seconds: 0.2 }],
  ['no further byte comes', { idleSeconds: 0.2 }, 'first', { kind: 'timeout', seconds: 0.2 }],
  ['all of it takes too long', { timeoutSeconds: 0.4 }, 'first', { kind: 'timeout', seconds: 0.4 }],
  ['it grows too large', { maxBytes: 3 }, 'first', { kind: 'too-large', maxBytes: 3 }],
])('a body breaks off when %s', async (_, more, first, failure) => {
  const call = await opened((socket) => begins(socket, first), more)
  const reader = readerOf(call)
  if (first !== undefined && more.maxBytes === undefined) expect(text(await reader.read())).toBe('first')
  expect(await failureOf(reader.read())).toEqual(failure)
  await expect.poll(() => call.it.askingConnections()).toBe(0)
})

test('a service that closes its connection in the middle ends the body as failed', async () => {
  let socket: Socket | undefined
  const reader = readerOf(
    await opened((it) => {
      socket = it
      begins(it, 'first')
    }),
  )
  await reader.read()
  socket?.destroy()
  expect(await failureOf(reader.read())).toMatchObject({ kind: 'failed' })
})

test.each(['by its reader', 'by its signal', 'with the client'] as const)(
  'a body that is given up %s closes its connection, and its place is free',
  async (how) => {
    const gone = new AbortController()
    const call = await opened((socket) => begins(socket, 'first'), {}, gone.signal)
    const reader = readerOf(call)
    await reader.read()
    const next = how === 'by its reader' ? undefined : failureOf(reader.read())
    if (how === 'by its reader') reader.cancel()
    else if (how === 'by its signal') gone.abort()
    else await call.egress.close()
    if (next) expect(await next).toMatchObject({ kind: 'failed' })
    await expect.poll(() => call.it.askingConnections()).toBe(0)
  },
)

test('a service is read no faster than its reader asks for more', async () => {
  let written = 0
  const part = chunk('x'.repeat(65_536))
  const reader = readerOf(
    await opened(
      (socket) => {
        begins(socket)
        const more = () => {
          while (!socket.destroyed && written < 100_000_000) {
            written += part.byteLength
            if (!socket.write(part)) return
          }
        }
        socket.on('drain', more)
        more()
      },
      { maxBytes: 200_000_000 },
    ),
  )
  await reader.read()
  let before = -1
  await expect
    .poll(
      () => {
        const isSteady = written === before
        before = written
        return isSteady
      },
      { interval: 100 },
    )
    .toBe(true)
  expect(written).toBeLessThan(30_000_000)
  reader.cancel()
})

test('rules hold as for any other call', async () => {
  const egress = kept(openTestEgress({ allow: [] }))
  const request = { owner: botOf('bot'), method: 'POST', headers: [], firstByteSeconds: 1, idleSeconds: 1 }
  expect(await egress.open({ ...request, url: 'http://127.0.0.1:80/' })).toMatchObject({ kind: 'refused' })
})

/** Takes the rest of a body until its end, or until one of the parts is `last`. */
function rest(body: ReturnType<typeof readerOf>, last?: string) {
  const taken: string[] = []
  const ended = new Promise<unknown>((resolve) => {
    body.rest({
      take(part) {
        taken.push(text(part))
        return taken.at(-1) !== last
      },
      ended: (error) => resolve(error instanceof BrokenBody ? error.failure : error),
    })
  })
  return { taken, ended }
}

test.each([
  ['plain', '', (data: string) => Buffer.from(data)],
  ['packed', 'Content-Encoding: gzip\r\n', (data: string) => gzipSync(data)],
] as const)('the rest of a %s body is handed over as it arrives', async (_, more, packed) => {
  let socket: Socket | undefined
  const reader = readerOf(
    await opened((it) => {
      socket = it
      it.write(`${head}${more}\r\n`)
      it.write(chunk(packed('first')))
    }),
  )
  expect(text(await reader.read())).toBe('first')
  const { taken, ended } = rest(reader)
  if (more === '') {
    socket?.write(chunk('second'))
    await expect.poll(() => taken).toEqual(['second'])
  }
  socket?.write('0\r\n\r\n')
  expect(await ended).toBeUndefined()
})

test.each<[string, Partial<StreamedRequest>, object]>([
  ['no further byte comes', { idleSeconds: 0.2 }, { kind: 'timeout', seconds: 0.2 }],
  ['all of it takes too long', { timeoutSeconds: 0.4 }, { kind: 'timeout', seconds: 0.4 }],
  ['it grows too large', { maxBytes: 8 }, { kind: 'too-large', maxBytes: 8 }],
])('the rest of a body breaks off when %s', async (_, more, failure) => {
  let socket: Socket | undefined
  const call = await opened((it) => {
    socket = it
    begins(it, 'first')
  }, more)
  const reader = readerOf(call)
  await reader.read()
  const { ended } = rest(reader)
  if (more.maxBytes !== undefined) socket?.write(chunk('and more'))
  expect(await ended).toEqual(failure)
  await expect.poll(() => call.it.askingConnections()).toBe(0)
})

test('a body whose reader needs no more ends there, with its connection', async () => {
  let socket: Socket | undefined
  const call = await opened((it) => {
    socket = it
    begins(it, 'first')
  })
  const reader = readerOf(call)
  await reader.read()
  const { taken, ended } = rest(reader, 'enough')
  socket?.write(chunk('enough'))
  expect(await ended).toBeUndefined()
  expect(taken).toEqual(['enough'])
  await expect.poll(() => call.it.askingConnections()).toBe(0)
})

test('a streamed call may take longer than others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let socket: Socket | undefined
    const more = { timeoutSeconds: 300, firstByteSeconds: 300, idleSeconds: 300 }
    const reader = readerOf(
      await opened((it) => {
        socket = it
        begins(it, 'first')
      }, more),
    )
    await reader.read()
    const { taken, ended } = rest(reader)
    vi.advanceTimersByTime(200_000)
    socket?.write(Buffer.concat([chunk('late'), Buffer.from('0\r\n\r\n')]))
    expect(await ended).toBeUndefined()
    expect(taken).toEqual(['late'])
  } finally {
    vi.useRealTimers()
  }
})
