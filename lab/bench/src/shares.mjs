/**
 * `node lab/bench/src/shares.mjs`: how much slower the turns of one workspace get beside another one that uses all it can.
 *
 * The built service runs as a process of its own. One workspace starts chats at a steady rate, alone and then beside a hog: twenty
 * bots with slow scripts, scripts that wait for a slow address with as much memory as they may have, calls to a slow address, and
 * emails through a slow mail server. The stream does not wait for answers, so that a slow service cannot slow down its own measurement.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer as createHttpServer, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../../../scripts/build.mjs'
import { ensureInstalled } from '../../../scripts/install.mjs'
import { readOptions } from '../../../scripts/read-options.mjs'
import { chainFlow, worksOf } from './flow.mjs'
import { processes, publish, publishIn } from './processes.mjs'

const help = `node lab/bench/src/shares.mjs [options]

  --seconds N   how long each turn is measured, alone and beside each hog; 8 unless given`
const { seconds = 8 } = readOptions(help, { seconds: 'number' })
const turnsPerSecond = 5
/** Longer ones count as failures. */
const maxMilliseconds = 20_000

const folder = mkdtempSync(join(tmpdir(), 'colloquy-shares-'))
const { startService, killAll } = processes(folder)
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
const servers = []

try {
  await ensureInstalled()
  await ensureBuilt()
  await measure()
} finally {
  killAll()
  agent.destroy()
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

async function measure() {
  const web = await listen(createHttpServer(answerSlowly))
  const fastMail = await listen(createServer(takeMail))
  const slowMail = await listen(createServer(() => {}))
  const settings = {
    EGRESS_ALLOW: [web, slowMail].map((port) => `127.0.0.1:${port}`).join(' '),
    SMTP_URL: `smtp://127.0.0.1:${fastMail}`,
    MAIL_FROM: 'bots@example.com',
  }
  const url = `http://127.0.0.1:${web}`
  for (const [index, hog] of hogsOf(`${url}/slow`, slowMail).entries()) {
    const service = await startService(`data${index}`, settings)
    const healthy = await healthyTurns(service, url)
    for (const { publicId } of healthy) await stream(service, publicId, 1)
    for (const turn of healthy) turn.alone = await phase(service, turn.publicId)
    const publicIds = await publishHog(service, hog)
    for (const publicId of publicIds)
      for (let chat = 0; chat < hog.chats; chat += 1) void keepStarting(service, publicId)
    await sleep(2_000)
    console.log(`Beside ${hog.name}:`)
    for (const { name, publicId, alone } of healthy) report(name, alone, await phase(service, publicId))
    killAll()
  }
}

async function healthyTurns(service, url) {
  const works = {
    'small script': code('return 1'),
    'script of 60 ms': code(burn(60)),
    'script with fetch': code(`await fetch(${JSON.stringify(url)})`),
    'HTTP request': worksOf(url)['HTTP request'],
    email: mail('default'),
  }
  const flows = Object.values(works).map((work) => chainFlow(2, work))
  const publicIds = await publish(service, flows)
  return Object.keys(works).map((name, index) => ({ name, publicId: publicIds[index] }))
}

/** `chats` are kept starting of each of `bots` bots. */
function hogsOf(slow, slowMail) {
  const address = JSON.stringify(slow)
  const fill = `const kept = new Uint8Array(7e6).fill(7); await fetch(${address}); return kept.length`
  return [
    { name: '20 bots with scripts of 0.7 s', bots: 20, chats: 2, work: code(burn(700)) },
    { name: 'scripts of 7 MB that wait for 10 s', bots: 4, chats: 4, work: code(fill) },
    { name: '600 calls that take 10 s', bots: 4, chats: 150, work: worksOf(slow)['HTTP request'] },
    { name: '600 emails to a mail server that does not answer', bots: 4, chats: 150, mailPort: slowMail },
  ]
}

async function publishHog(service, { bots, work, mailPort }) {
  const { workspace } = await service.call('POST', '/workspaces', { name: 'Hog' })
  const smtp = { host: '127.0.0.1', port: mailPort, from: { email: 'hog@example.com', name: 'Hog' } }
  const body = { workspaceId: workspace.id, credentials: { type: 'smtp', name: 'Slow', data: smtp } }
  const done = work ?? mail((await service.call('POST', '/credentials', body)).credentialsId)
  return publishIn(
    service,
    workspace.id,
    Array.from({ length: bots }, () => chainFlow(2, done)),
  )
}

function code(content) {
  return { type: 'Code', options: { isExecutedOnClient: false, content } }
}

function burn(milliseconds) {
  return `const end = Date.now() + ${milliseconds}; while (Date.now() < end);`
}

function mail(credentialsId) {
  const options = { credentialsId, recipients: ['a@example.com'], subject: 'New answers', body: 'Hello' }
  return { type: 'Email', options }
}

async function keepStarting(service, publicId) {
  let wasAnswered = true
  while (wasAnswered) wasAnswered = (await start(service, publicId)).text !== ''
}

async function phase(service, publicId) {
  const turns = await stream(service, publicId, seconds)
  const times = turns.map(({ time }) => time).sort((a, b) => a - b)
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))]
  return { p50: at(0.5), p99: at(0.99), failures: turns.filter(({ text }) => isFailure(text)).length }
}

function report(name, alone, beside) {
  const [before, during] = [alone, beside].map(({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`)
  const failures = `failures ${alone.failures} / ${beside.failures}`
  const ratio = `p99 ${(beside.p99 / alone.p99).toFixed(2)} ×`
  console.log(
    `  ${name.padEnd(18)} p50 / p99 alone ${before.padEnd(20)} beside ${during.padEnd(22)} ${ratio}  ${failures}`,
  )
}

/** Starts chats at even distances; resolves when all are answered. */
async function stream(service, publicId, forSeconds) {
  const answers = []
  const began = performance.now()
  for (let number = 0; number < forSeconds * turnsPerSecond; number += 1) {
    await sleep(Math.max(0, began + (number * 1_000) / turnsPerSecond - performance.now()))
    answers.push(start(service, publicId))
  }
  return Promise.all(answers)
}

function start({ url }, publicId) {
  const sent = performance.now()
  return new Promise((resolve) => {
    const finish = (text) => resolve({ text, time: performance.now() - sent })
    const headers = { 'content-type': 'application/json', 'content-length': 2 }
    const options = { method: 'POST', agent, headers, timeout: maxMilliseconds }
    const outgoing = request(`${url}/api/v1/bots/${publicId}/startChat`, options, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      incoming.on('end', () => finish(incoming.statusCode === 200 ? text : ''))
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => finish('')).end('{}')
  })
}

/** A chat did not start, or its block left a log of an error. */
function isFailure(text) {
  return text === '' || (JSON.parse(text).logs ?? []).some(({ status }) => status === 'error')
}

function answerSlowly({ url }, response) {
  if (url !== '/slow') return response.end('{"answer":42}')
  const timer = setTimeout(() => response.end('{"answer":42}'), 9_500)
  response.on('close', () => clearTimeout(timer))
}

/** As much of SMTP as it takes to get rid of an email. */
function takeMail(socket) {
  let isData = false
  socket.on('error', () => {})
  socket.write('220 ready\r\n')
  socket.setEncoding('utf8').on('data', (text) => {
    for (const line of text.split('\r\n')) {
      if (isData && line !== '.') continue
      if (line === '') continue
      isData = line.toUpperCase() === 'DATA'
      socket.write(isData ? '354 go ahead\r\n' : '250 OK\r\n')
      if (line.toUpperCase() === 'QUIT') socket.end()
    }
  })
}

function listen(server) {
  servers.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port))
  })
}
