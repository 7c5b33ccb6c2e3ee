/**
 * `node lab/bench/src/hostile-bot.mjs`: what other bots notice while the scripts of one run for ever.
 *
 * The built service runs as a process of its own. Twenty healthy bots get a steady stream of turns, half of them plain and half with
 * a small script in the sandbox, before, during and after an attack: `attacks` starts a second of one bot whose script never ends.
 * The stream does not wait for answers, so that a slow service cannot slow down its own measurement.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../../../scripts/build.mjs'
import { ensureInstalled } from '../../../scripts/install.mjs'
import { readOptions } from '../../../scripts/read-options.mjs'
import { chainFlow, worksOf } from './flow.mjs'
import { processes, publish } from './processes.mjs'

const help = `node lab/bench/src/hostile-bot.mjs [options]

  --seconds N   how long the attack goes on, and is watched before and after; 8 unless given
  --attacks N   starts a second; 100 unless given`
const { seconds = 8, attacks: attacksPerSecond = 100 } = readOptions(help, { seconds: 'number', attacks: 'number' })
const healthyPerSecond = 50
const scriptLimit = 1_000
/** Three ways of never ending, by chance. */
const endless = `const way = Math.floor(Math.random() * 3)
if (way === 0) for (;;);
if (way === 1) [1, 2].sort(() => { for (;;); })
while (true) JSON.stringify(new Array(1000))`

const folder = mkdtempSync(join(tmpdir(), 'colloquy-hostile-'))
const { startService, killAll } = processes(folder)
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

try {
  await ensureInstalled()
  await ensureBuilt()
  await measure()
} finally {
  killAll()
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const service = await startService('data')
  const works = worksOf('http://nowhere.invalid/')
  const plain = Array.from({ length: 10 }, () => chainFlow(10))
  const scripted = Array.from({ length: 10 }, () => chainFlow(10, works['expression in the sandbox']))
  const loop = { type: 'Code', options: { isExecutedOnClient: false, content: endless } }
  const ids = await publish(service, [chainFlow(10, loop), ...plain, ...scripted])
  const [attacker, ...healthy] = ids
  await stream(service, healthy, 2)
  const phases = [await phase('before', service, healthy)]
  const attacked = stream(service, [attacker], seconds, attacksPerSecond)
  phases.push(await phase('during', service, healthy))
  const attacks = await attacked
  phases.push(await phase('after', service, healthy))
  for (const { name, p50, p99, worst, failures, lag } of phases)
    console.log(
      `${name.padEnd(7)} p50 ${ms(p50)}  p99 ${ms(p99)}  worst ${ms(worst)}  failures ${failures}  event loop p99 ${ms(lag)}`,
    )
  const [before, during] = phases
  console.log(`p99 during / before: ${(during.p99 / before.p99).toFixed(2)}`)
  tellKills(attacks)
}

/** A stretch of healthy turns, and the lag of the service's event loop in it, which is read afterwards from its own figures. */
async function phase(name, service, publicIds) {
  await lagOf(service)
  const turns = await stream(service, publicIds, seconds)
  const times = turns.map(({ time }) => time).sort((a, b) => a - b)
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))]
  const failures = turns.filter(({ ok }) => !ok).length
  return { name, p50: at(0.5), p99: at(0.99), worst: times.at(-1), failures, lag: await lagOf(service) }
}

/** Since it was asked for last. */
async function lagOf({ url, token }) {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const [, lag] = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await response.text()) ?? []
  return Number(lag) * 1_000
}

/** Starts chats at even distances, of one bot after another; resolves when all are answered. */
async function stream({ url }, publicIds, forSeconds, perSecond = healthyPerSecond) {
  const answers = []
  const began = performance.now()
  for (let number = 0; number < forSeconds * perSecond; number += 1) {
    const due = began + (number * 1_000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    answers.push(start(`${url}/api/v1/bots/${publicIds[number % publicIds.length]}/startChat`, began))
  }
  return Promise.all(answers)
}

function start(address, began) {
  const sent = performance.now()
  return new Promise((resolve) => {
    const finish = (ok, text) => {
      const now = performance.now()
      resolve({ ok, text, time: now - sent, endedAt: now - began })
    }
    const headers = { 'content-type': 'application/json', 'content-length': 2 }
    const outgoing = request(address, { method: 'POST', agent, headers }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      incoming.on('end', () => finish(incoming.statusCode === 200, text))
    })
    outgoing.on('error', (error) => finish(false, error.message)).end('{}')
  })
}

/** Scripts of one bot are ended one after another: from one end to the next it takes the limit, and what ending costs. */
function tellKills(attacks) {
  const ended = attacks.filter(({ text }) => text.includes('ran longer than')).sort((a, b) => a.endedAt - b.endedAt)
  const taken = ended.map(({ endedAt, time }, index) => (index === 0 ? time : endedAt - ended[index - 1].endedAt))
  const paused = attacks.filter(({ text }) => text.includes('paused')).length
  const failed = attacks.filter(({ ok }) => !ok).length
  console.log(
    `attacks ${attacks.length}: ended at the limit ${ended.length}, turned away while paused ${paused}, failed requests ${failed}`,
  )
  console.log(`beyond the limit of ${scriptLimit} ms: ${taken.map((time) => ms(time - scriptLimit)).join(', ')}`)
}

function ms(value) {
  return `${value.toFixed(1)} ms`
}
