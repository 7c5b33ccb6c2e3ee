import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '@colloquy/engine'
import { defaultLimits } from '@colloquy/server/limits'
import { askingBot } from '@colloquy/server/testing'
import { httpClient, publishBot, startAt } from '@colloquy/server/testing/process'
import { counted, maximum } from '../counts.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const atOnce = 100

/** The time that `headerSeconds` and `bodySeconds` allow a client by default, plus a second for a busy machine. */
const maxMilliseconds = 1000 * (Math.max(defaultLimits.headerSeconds, defaultLimits.bodySeconds) + 1)

type Rudeness = (socket: Socket, path: string) => void

const reply = '{"message":"Ada"}'
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`

/** Each of them must be disconnected in time. */
const slow: readonly Rudeness[] = [
  // Sends nothing.
  () => {},
  // Never ends its head.
  (socket, path) => socket.write(`${head(path, 10)}X-Slow: `),
  // Announces a body and sends a part of it.
  (socket, path) => socket.write(`${head(path, 1000)}\r\n{"mess`),
]

const rudenesses: readonly Rudeness[] = [
  ...slow,
  // Sends many requests at once and reads nothing.
  (socket, path) => {
    socket.pause()
    socket.write(`${head(path, reply.length)}\r\n${reply}`.repeat(50))
  },
  // Disconnects in the middle, with a reset.
  (socket, path) => socket.write(`${head(path, reply.length)}\r\n{"m`, () => socket.resetAndDestroy()),
  // Does not speak HTTP.
  (socket) => socket.write('\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n'),
]

/**
 * Opens connections that are slow, rude or broken, a hundred at a time, and meanwhile starts chats like any visitor. Every chat must start,
 * slow connections must be closed in time, and once all are gone the service must have no more open files than before.
 */
export async function beRude({
  folder,
  newData,
  seed,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const service = await startAt(await newData(folder))
  await publishBot(service.url, askingBot('rude', 3))
  const http = httpClient()
  const { hostname, port } = new URL(service.url)
  const descriptors = `/proc/${service.pid}/fd`
  const path = '/api/v1/bots/rude/startChat'
  /** Sockets and files that clients can cause; not those of threads and of their database connections, which are opened on demand. */
  const openFiles = async () => {
    const files = (await readdir(descriptors)).map((one) => readlink(join(descriptors, one)).catch(() => ''))
    return (await Promise.all(files)).filter((file) => file !== '' && !ofThreads.test(file)).length
  }
  const ask = async () => {
    const began = performance.now()
    const { status, text } = await http.post(`${service.url}${path}`, {})
    if (status !== 200) throw new Error(`Among rude clients a visitor was answered ${status}: ${text}`)
    return performance.now() - began
  }
  const problems: string[] = []
  let clients = 0
  let slowest = 0
  try {
    for (let polite = 0; polite < 20; polite++) await ask()
    const before = await openFiles()
    const cut = slow.map(async (beRudeTo) => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.once('connect', () => beRudeTo(socket, path))
      const began = performance.now()
      await Promise.race([once(socket.resume(), 'close'), pause(2 * maxMilliseconds)])
      socket.destroy()
      return performance.now() - began
    })
    for (; problems.length === 0 && goesOn(clients); clients += atOnce) {
      const sockets = Array.from({ length: atOnce }, () => connect(Number(port), hostname))
      for (const socket of sockets) {
        const beRudeTo = rudenesses[Math.floor(random() * rudenesses.length)] as Rudeness
        socket.on('error', () => {})
        socket.once('connect', () => beRudeTo(socket, path))
      }
      for (let polite = 0; polite < 20; polite++) slowest = Math.max(slowest, await ask())
      for (const socket of sockets) socket.destroy()
    }
    const longest = Math.max(...(await Promise.all(cut)))
    if (longest > maxMilliseconds) problems.push(`A slow client was cut after ${Math.round(longest)} ms.`)
    const after = await backTo(before, openFiles)
    if (after > before) problems.push(`${before} files were open before, and ${after} after all were gone for 5 s.`)
  } finally {
    http.close()
  }
  const code = await service.end('SIGTERM')
  if (code !== 0) problems.push(`The service ended with ${code}.`)
  const counts = counted`${clients} rude clients; the slowest of the polite waited ${maximum(slowest)} ms`
  return { tries: clients, counts, problems }
}

async function backTo(before: number, count: () => Promise<number>): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await count()) <= before) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return count()
}

const ofThreads = /^(anon_inode|pipe):|\/colloquy\.db(-wal|-shm)?$/
