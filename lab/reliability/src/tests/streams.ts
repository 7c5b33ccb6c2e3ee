import { readdir, readFile, readlink } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { listeningBot } from '@colloquy/server/testing'
import { adminToken, httpClient, publishBot, type ServiceProcess, startAt } from '@colloquy/server/testing/process'
import { counted, maximum } from '../counts.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

/** Number of streams opened between two calls of `goesOn`. */
const step = 500
const maxBytesPerStream = 60_000
/** Connections to PostgreSQL, which are opened on demand. */
const poolSize = 13

/**
 * Opens more and more streams, from several addresses of this machine, each of a separate conversation. Meanwhile other requests are
 * answered, data that is sent to a stream reaches it, and once all have disconnected the service has as many open sockets as before.
 */
export async function holdStreams({
  database,
  folder,
  newData,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const service = await startAt(await newData(folder))
  const http = httpClient()
  await publishBot(service.url, listeningBot('listening'))
  const problems: string[] = []
  await holdOne(http, service)
  const before = { sockets: await openSockets(service), bytes: await residentBytes(service) }
  const streams: Stream[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  while (problems.length === 0 && goesOn(streams.length)) {
    for (let opened = 0; opened < step; opened += 50) {
      const some = Array.from({ length: 50 }, (_, index) => openStream(http, service, agent, streams.length + index))
      streams.push(...(await Promise.all(some)))
    }
  }
  const bytes = ((await residentBytes(service)) - before.bytes) / streams.length
  if (bytes > maxBytesPerStream) problems.push(`Each stream takes ${Math.round(bytes)} bytes.`)
  let slowest = 0
  for (let polite = 0; polite < 50; polite++) {
    const began = performance.now()
    const { status } = await http.post(`${service.url}/api/v1/bots/listening/startChat`, {})
    if (status !== 200) problems.push(`Among streams a start was answered ${status}.`)
    slowest = Math.max(slowest, performance.now() - began)
  }
  let told = 0
  for (let index = 0; index < streams.length; index += Math.ceil(streams.length / 20)) {
    const { path, heard } = streams[index] as Stream
    const headers = { authorization: `Bearer ${adminToken}` }
    const { status } = await http.post(`${service.url}${path}`, { index }, headers)
    if (status !== 200) problems.push(`What was sent to stream ${index} was answered ${status}.`)
    const text = await heard
    if (text.includes(`data: {"data":{"index":${index}}}`)) told += 1
    else problems.push(`Stream ${index} heard ${text}`)
  }
  for (const { incoming } of streams) incoming.destroy()
  agent.destroy()
  http.close()
  const allowed = before.sockets + (database === 'postgres' ? poolSize : 0)
  const left = await socketsLeft(service, allowed)
  if (left > allowed) problems.push(`${before.sockets} sockets were open before, and ${left} after all had hung up.`)
  const code = await service.end('SIGTERM')
  if (code !== 0) problems.push(`The service ended with ${code}.`)
  return {
    tries: streams.length,
    counts: counted`${streams.length} streams open at once, ${(bytes / 1024).toFixed(1)} KiB each; ${told} of them were
      sent something; the slowest of the others waited ${maximum(slowest)} ms`,
    problems,
  }
}

interface Stream {
  incoming: IncomingMessage
  /** Path that sends something to this stream. */
  path: string
  /** Everything that arrives until it ends. */
  heard: Promise<string>
}

async function openStream(
  http: ReturnType<typeof httpClient>,
  { url }: ServiceProcess,
  agent: Agent,
  number: number,
): Promise<Stream> {
  const { text } = await http.post(`${url}/api/v1/bots/listening/startChat`, {})
  const { sessionId, resultId, bot } = JSON.parse(text) as { sessionId: string; resultId: string; bot: { id: string } }
  const options = { agent, localAddress: `127.0.0.${1 + (number % 4)}` }
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/api/v1/sessions/${sessionId}/webhooks`, options, resolve).once('error', reject)
  })
  if (incoming.statusCode !== 200) throw new Error(`Stream ${number} was answered ${incoming.statusCode}.`)
  const heard = new Promise<string>((resolve) => {
    let all = ''
    incoming.setEncoding('utf8').on('data', (part: string) => {
      all += part
    })
    incoming.once('close', () => resolve(all))
    incoming.once('error', () => resolve(all))
  })
  return { incoming, path: `/api/v1/bots/${bot.id}/blocks/hook/results/${resultId}/executeWebhook`, heard }
}

/** Opens a stream and closes it after it has received something, so that the service has opened everything that it opens once and keeps. */
async function holdOne(http: ReturnType<typeof httpClient>, service: ServiceProcess): Promise<void> {
  const agent = new Agent()
  const { path, heard } = await openStream(http, service, agent, 0)
  await http.post(`${service.url}${path}`, {}, { authorization: `Bearer ${adminToken}` })
  await heard
  agent.destroy()
}

async function openSockets({ pid }: ServiceProcess): Promise<number> {
  const folder = `/proc/${pid}/fd`
  const links = await Promise.all((await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')))
  return links.filter((link) => link.startsWith('socket:')).length
}

async function socketsLeft(service: ServiceProcess, before: number): Promise<number> {
  for (let tries = 0; tries < 100 && (await openSockets(service)) > before; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return openSockets(service)
}

async function residentBytes({ pid }: ServiceProcess): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
