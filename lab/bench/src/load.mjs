/**
 * The load of the benchmark: sessions of a start and five replies, one after another on each connection.
 * Takes `{ url, start, reply, connections, seconds }` as JSON in its argument, prints what it measured as JSON. `start` and `reply` are
 * paths; `{new}` stands for an id that nobody has used, `{sessionId}` for the one that the start was answered with.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const { url, start, reply, connections, seconds } = JSON.parse(process.argv[2])
const repliesPerSession = 5

const agent = new Agent({ keepAlive: true, maxSockets: connections })
const latencies = []
let failures = 0
let firstFailure

const started = performance.now()
const until = started + seconds * 1000
await Promise.all(Array.from({ length: connections }, () => converse()))
const elapsed = (performance.now() - started) / 1000
agent.destroy()

latencies.sort((a, b) => a - b)
const percentile = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
const report = { turns: latencies.length, elapsed, p50: percentile(0.5), p99: percentile(0.99), failures, firstFailure }
process.stdout.write(JSON.stringify(report))

/** One connection's work: whole sessions until the time is up. */
async function converse() {
  while (performance.now() < until && failures === 0) {
    try {
      const { sessionId } = await turn(start.replace('{new}', randomUUID()), {})
      for (let number = 0; number < repliesPerSession && performance.now() < until; number += 1) {
        await turn(reply.replace('{sessionId}', sessionId), { message: `This is answer number ${number}` })
      }
    } catch (error) {
      failures += 1
      firstFailure ??= error.message
    }
  }
}

async function turn(path, body) {
  const sent = performance.now()
  const response = await post(`${url}${path}`, JSON.stringify(body))
  latencies.push(performance.now() - sent)
  return response
}

function post(address, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = request(address, { method: 'POST', agent, headers }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      incoming.on('error', reject)
      incoming.on('end', () => {
        if (incoming.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${incoming.statusCode} ${text.slice(0, 300)}`))
      })
    })
    outgoing.on('error', reject).end(body)
  })
}
