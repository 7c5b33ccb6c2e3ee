import { randomFrom } from '@colloquy/engine'
import { askingBot } from '@colloquy/server/testing'
import {
  checkHistory,
  type HttpClient,
  httpClient,
  type Operation,
  publishBot,
  startAt,
} from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import { plantFaults } from '../harness/plant-faults.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const sessionsAtOnce = 10
const maxAtOnce = 50

/** Sends 2 to 50 replies to one session at the same time, in many sessions: all are accepted, in some order, and none twice. */
export async function sendManyAtOnce({
  folder,
  newData,
  seed,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const index = await newData(folder)
  const service = await startAt(index, crowdedSettings)
  await publishBot(service.url, crowdedBot)
  const http = httpClient()
  let replies = 0
  const clients = Array.from({ length: sessionsAtOnce }, async () => {
    const history: Operation[] = []
    while (goesOn(replies)) {
      const count = someReplies(random)
      replies += count
      history.push(...(await sendAtOnce(http, [service.url], `${replies}`, count)))
    }
    return history
  })
  const history = (await Promise.all(clients)).flat()
  http.close()
  const code = await service.end('SIGTERM')
  return {
    tries: replies,
    counts: counted`${replies} replies, 2 to 50 of them at once to a session, in ${history.length} turns`,
    problems: [
      ...(code === 0 ? [] : [`The service ended with ${code}.`]),
      ...(await checkHistory(index.storage, history)),
    ],
    controls: await plantFaults(index, history),
  }
}

/** Allows as many replies to wait for one session as `sendAtOnce` sends. */
export const crowdedSettings = { COLLOQUY_LIMITS: JSON.stringify({ sessionQueue: maxAtOnce }) }

/** Asks often enough for all that `sendAtOnce` sends. */
export const crowdedBot = askingBot('crowded', maxAtOnce + 1)

/** Number of replies to send at once: any allowed number, small ones more often. */
export function someReplies(random: () => number): number {
  return 2 + Math.floor(random() ** 3 * (maxAtOnce - 1))
}

/** Starts a chat at the first address, sends `count` replies at once to all addresses in turn, and then a last reply. */
export async function sendAtOnce(
  http: HttpClient,
  urls: readonly string[],
  name: string,
  count: number,
): Promise<Operation[]> {
  const start = await operate({ kind: 'start', began: performance.now() }, () =>
    http.post(`${urls[0]}/api/v1/bots/${crowdedBot.publicId}/startChat`, {}),
  )
  const { sessionId } = JSON.parse(start.answer ?? '') as { sessionId: string }
  const reply = (index: number) => {
    const message = `${name}-${index}`
    return operate({ kind: 'reply', sessionId, message, began: performance.now() }, () =>
      http.post(`${urls[index % urls.length]}/api/v1/sessions/${sessionId}/continueChat`, { message }),
    )
  }
  const together = await Promise.all(Array.from({ length: count }, (_, index) => reply(index)))
  return [{ ...start, sessionId }, ...together, await reply(count)]
}

async function operate(
  operation: Operation,
  send: () => Promise<{ status: number; text: string }>,
): Promise<Operation> {
  const { status, text } = await send()
  if (status !== 200) throw new Error(`"${operation.message ?? 'start'}" was answered with ${status}: ${text}`)
  return { ...operation, answer: text, ended: performance.now() }
}
