import { randomFrom } from '@colloquy/engine'
import { askingBot } from '@colloquy/server/testing'
import {
  checkHistory,
  httpClient,
  type Operation,
  publishBot,
  type ServiceProcess,
  startAt,
} from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import { startFaultProxy } from '../harness/fault-proxy.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const atOnce = 50
const repliesPerSession = 3
/** About as long as an answer with its head, so that some are cut in the head, some in the body, and a few pass. */
const maxAnswerLength = 700

/**
 * Cuts answers on their way and sends their requests again, with the same keys: the same bytes have to come back. On PostgreSQL
 * they are sent again to another instance as well.
 */
export async function loseReplies({
  database,
  folder,
  newData,
  seed,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const problems: string[] = []
  const data = await newData(folder)
  const service = await startAt(data)
  const instances = database === 'postgres' ? [service, await startAt(data)] : [service]
  await publishBot(service.url, askingBot('lost', repliesPerSession))
  const proxy = await startFaultProxy(service.url)
  const fragile = httpClient({ keepAlive: false })
  const whole = httpClient()

  /** Up to three tries that may be cut, then several at once that are not: all that arrive are the same. */
  const send = async (path: string, body: object, key: string): Promise<string> => {
    const headers = { 'idempotency-key': key }
    const arrived: string[] = []
    for (let tries = Math.ceil(random() * 3); tries > 0; tries--) {
      proxy.cutNext(Math.floor(random() * maxAnswerLength))
      const response = await fragile.post(`${proxy.url}/api/v1${path}`, body, headers).catch(() => undefined)
      if (response) arrived.push(response.text)
    }
    const retries = Array.from({ length: Math.ceil(random() * 3) }, (_, retry) => {
      const { url } = instances[retry % instances.length] as ServiceProcess
      return whole.post(`${url}/api/v1${path}`, body, headers)
    })
    for (const { status, text } of await Promise.all(retries)) {
      if (status !== 200) throw new Error(`A retry was answered with ${status}: ${text}`)
      arrived.push(text)
    }
    if (new Set(arrived).size > 1) problems.push(`${path} with the key ${key} had ${new Set(arrived).size} answers.`)
    const other = await whole.post(
      `${service.url}/api/v1${path}`,
      { ...body, textBubbleContentFormat: 'markdown' },
      headers,
    )
    if (other.status !== 422) problems.push(`The key ${key} with another body was answered with ${other.status}.`)
    return arrived[0] as string
  }

  const converse = async (number: number): Promise<Operation[]> => {
    const response = await send('/bots/lost/startChat', {}, `start-${number}`)
    const { sessionId } = JSON.parse(response) as { sessionId: string }
    const operations: Operation[] = [{ kind: 'start', sessionId, answer: response, began: 0 }]
    for (let turn = 0; turn < repliesPerSession; turn++) {
      const message = `reply ${number}-${turn}`
      const text = await send(`/sessions/${sessionId}/continueChat`, { message }, `reply-${turn}`)
      operations.push({ kind: 'reply', sessionId, message, answer: text, began: 0 })
    }
    return operations
  }
  const history: Operation[] = []
  for (let number = 0; goesOn(history.length); number += atOnce) {
    const round = Array.from({ length: atOnce }, (_, index) => converse(number + index))
    history.push(...(await Promise.all(round)).flat())
  }
  fragile.close()
  whole.close()
  await proxy.close()
  for (const instance of instances) {
    const code = await instance.end('SIGTERM')
    if (code !== 0) problems.push(`The service ended with ${code}.`)
  }
  if (proxy.cuts() < history.length / 2) problems.push(`Only ${proxy.cuts()} answers were cut.`)
  problems.push(...(await checkHistory(data.storage, history)))
  return {
    tries: history.length,
    counts: counted`${history.length} turns, ${proxy.cuts()} of their answers cut on the way`,
    problems,
  }
}
