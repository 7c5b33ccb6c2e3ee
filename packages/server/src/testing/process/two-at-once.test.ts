import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askingBot } from '../test-service.js'
import { checkHistory, type Operation } from './history.js'
import { type HttpClient, httpClient, publishBot } from './http-client.js'
import { startServiceProcess } from './service-process.js'

test('two replies sent to one session at once are both taken, in some order, 1,000 times', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-pairs-'))
  const service = await startServiceProcess(folder)
  await publishBot(service.url, askingBot('pairs', 3))
  const http = httpClient()
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    const history: Operation[] = []
    for (let round = 0; round < 100; round++) history.push(...(await sendPair(http, service.url, `${lane}-${round}`)))
    return history
  })
  const history = (await Promise.all(lanes)).flat()
  http.close()
  expect(await service.end('SIGTERM')).toBe(0)
  expect(history).toHaveLength(4000)
  expect(await checkHistory(folder, history)).toEqual([])
  await rm(folder, { recursive: true })
})

/** A start, two replies at once, and a last one behind them. */
async function sendPair(http: HttpClient, url: string, name: string): Promise<Operation[]> {
  const start = await operate({ kind: 'start', began: performance.now() }, () =>
    http.post(`${url}/api/v1/bots/pairs/startChat`, {}),
  )
  const { sessionId } = JSON.parse(start.answer ?? '') as { sessionId: string }
  const reply = (message: string) =>
    operate({ kind: 'reply', sessionId, message, began: performance.now() }, () =>
      http.post(`${url}/api/v1/sessions/${sessionId}/continueChat`, { message }),
    )
  const pair = await Promise.all([reply(`${name}-a`), reply(`${name}-b`)])
  return [{ ...start, sessionId }, ...pair, await reply(`${name}-c`)]
}

async function operate(
  operation: Operation,
  send: () => Promise<{ status: number; text: string }>,
): Promise<Operation> {
  const { status, text } = await send()
  if (status !== 200) throw new Error(`"${operation.message ?? 'start'}" was answered with ${status}: ${text}`)
  return { ...operation, answer: text, ended: performance.now() }
}
