import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { askingBot } from '@colloquy/server/testing'
import {
  checkHistory,
  type HttpClient,
  httpClient,
  type InstanceData,
  type Operation,
  publishBot,
  startAt,
} from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

/** Ends the service by SIGTERM under load: requests that it accepted are answered, and requests that it did not answer were not stored. */
export async function stopUnderLoad({
  folder,
  newData,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const problems: string[] = []
  let stops = 0
  let turns = 0
  // While one waits for its end, the other starts.
  const clients = ['one', 'other'].map(async (name) => {
    const data = await newData(join(folder, name))
    const first = await startAt(data)
    await publishBot(first.url, askingBot('drained', 5))
    await first.end('SIGTERM')
    while (problems.length === 0 && goesOn(stops)) {
      stops += 1
      turns += (await stopOnce(data, problems)).length
    }
  })
  await Promise.all(clients)
  return { tries: stops, counts: counted`${stops} stops, ${turns} turns`, problems }
}

async function stopOnce(data: InstanceData, problems: string[]): Promise<Operation[]> {
  const service = await startAt(data)
  const http = httpClient()
  const history: Operation[] = []
  let isStopping = false
  const visitors = Array.from({ length: 16 }, (_, visitor) =>
    talk(http, service.url, `${visitor}`, history, () => isStopping),
  )
  const halves = await Promise.all(Array.from({ length: 8 }, (_, half) => sendHalf(http, service.url, `half ${half}`)))
  history.push(...halves.flatMap(({ operations }) => operations))
  await untilAnswered(history, 200)

  const signalledAt = performance.now()
  const ended = service.end('SIGTERM')
  isStopping = true
  await untilNotReady(service.url)
  await Promise.all(halves.map((half) => half.finish()))
  const code = await ended
  if (code !== 0) problems.push(`The service ended with ${code}.`)
  const seconds = (performance.now() - signalledAt) / 1000
  if (seconds >= 10) problems.push(`The service took ${seconds.toFixed(1)} s to end.`)

  await Promise.all(visitors)
  http.close()
  problems.push(...(await checkHistory(data.storage, history, { isUnansweredStored: false })))
  return history
}

/** Holds conversations one after another until the service accepts no more; before SIGTERM it must accept all. */
async function talk(http: HttpClient, url: string, name: string, history: Operation[], isStopping: () => boolean) {
  let sessionId: string | undefined
  for (let number = 0; ; number++) {
    const isStart = number % 6 === 0
    const message = `${name}-${number}`
    const operation: Operation = isStart
      ? { kind: 'start', began: performance.now() }
      : { kind: 'reply', sessionId, message, began: performance.now() }
    history.push(operation)
    const sent = isStart ? start(http, url) : http.post(`${url}/api/v1/sessions/${sessionId}/continueChat`, { message })
    const response = await sent.catch((error) => {
      if (!isStopping()) throw error
    })
    if (response === undefined || (response.status === 503 && isStopping())) return
    if (response.status !== 200) throw new Error(`"${message}" was answered with ${response.status}: ${response.text}`)
    operation.answer = response.text
    operation.ended = performance.now()
    if (isStart) sessionId = operation.sessionId = sessionOf(response.text)
  }
}

/** A conversation whose first reply is sent up to the middle of its body; `finish` sends the rest and requires an answer. */
async function sendHalf(http: HttpClient, url: string, message: string) {
  const { text: response } = await start(http, url)
  const sessionId = sessionOf(response)
  const begun: Operation = { kind: 'start', sessionId, answer: response, began: 0 }
  const reply: Operation = { kind: 'reply', sessionId, message, began: performance.now() }
  const body = JSON.stringify({ message })
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = `POST /api/v1/sessions/${sessionId}/continueChat HTTP/1.1\r\nHost: ${hostname}\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`)
  socket.write(body.slice(0, 5))
  return {
    operations: [begun, reply],
    async finish() {
      socket.write(body.slice(5))
      const received = await text(socket)
      if (!received.startsWith('HTTP/1.1 200 ')) throw new Error(`"${message}" was answered with ${received}`)
      reply.answer = received.slice(received.indexOf('\r\n\r\n') + 4)
    },
  }
}

const start = (http: HttpClient, url: string) => http.post(`${url}/api/v1/bots/drained/startChat`, {})
const sessionOf = (response: string) => (JSON.parse(response) as { sessionId: string }).sessionId

/** By then the halves, which were sent before, have been read as well. */
async function untilAnswered(history: readonly Operation[], count: number): Promise<void> {
  const goal = history.length + count
  while (history.length < goal) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function untilNotReady(url: string): Promise<void> {
  const until = performance.now() + 5000
  while (performance.now() < until) {
    const response = await fetch(`${url}/ready`).catch(() => undefined)
    await response?.arrayBuffer()
    if (!response?.ok) return
  }
  throw new Error('The service still says that it is ready, 5 s after SIGTERM.')
}
