import { askingBot } from '../test-service.js'
import type { TrialOptions, TrialReport } from '../trust/trial.js'
import { checkHistory, type Operation } from './history.js'
import { type HttpClient, httpClient, publishBot } from './http-client.js'
import { plantFaults } from './plant-faults.js'
import { startAt } from './service-process.js'

/** Sends two replies to one session at the same time, in many sessions: both are taken, in some order, and none twice. */
export async function sendTwoAtOnce({ folder, newPlace, goesOn }: TrialOptions): Promise<TrialReport> {
  const place = await newPlace(folder)
  const service = await startAt(place)
  await publishBot(service.url, askingBot('pairs', 3))
  const http = httpClient()
  let pairs = 0
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    const history: Operation[] = []
    while (goesOn(pairs)) {
      pairs += 1
      history.push(...(await sendPair(http, [service.url, service.url], `${lane}-${pairs}`)))
    }
    return history
  })
  const history = (await Promise.all(lanes)).flat()
  http.close()
  const code = await service.end('SIGTERM')
  return {
    tries: pairs,
    counts: `${pairs} pairs of replies sent at once, in ${history.length} turns`,
    problems: [
      ...(code === 0 ? [] : [`The service ended with ${code}.`]),
      ...(await checkHistory(place.storage, history)),
    ],
    controls: await plantFaults(place, history),
  }
}

/** A start, two replies at once, one at each address, and a last one behind them. */
export async function sendPair(
  http: HttpClient,
  [one, other]: readonly [string, string],
  name: string,
): Promise<Operation[]> {
  const start = await operate({ kind: 'start', began: performance.now() }, () =>
    http.post(`${one}/api/v1/bots/pairs/startChat`, {}),
  )
  const { sessionId } = JSON.parse(start.answer ?? '') as { sessionId: string }
  const reply = (url: string, message: string) =>
    operate({ kind: 'reply', sessionId, message, began: performance.now() }, () =>
      http.post(`${url}/api/v1/sessions/${sessionId}/continueChat`, { message }),
    )
  const pair = await Promise.all([reply(one, `${name}-a`), reply(other, `${name}-b`)])
  return [{ ...start, sessionId }, ...pair, await reply(other, `${name}-c`)]
}

async function operate(
  operation: Operation,
  send: () => Promise<{ status: number; text: string }>,
): Promise<Operation> {
  const { status, text } = await send()
  if (status !== 200) throw new Error(`"${operation.message ?? 'start'}" was answered with ${status}: ${text}`)
  return { ...operation, answer: text, ended: performance.now() }
}
