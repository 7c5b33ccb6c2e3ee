import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '@colloquy/engine'
import { expect, test } from 'vitest'
import { askingBot } from '../test-service.js'
import { startFaultProxy } from './fault-proxy.js'
import { checkHistory, type Operation } from './history.js'
import { httpClient, publishBot } from './http-client.js'
import { startServiceProcess } from './service-process.js'

const sessions = 100
const repliesPerSession = 3
/** About as long as an answer with its head, so that some are cut in the head, some in the body, and a few pass. */
const longestAnswer = 700

test('an answer that is lost on its way comes back byte by byte to a retry with the same key, 400 times', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-lost-'))
  const seed = Number(process.env.COLLOQUY_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const random = randomFrom(seed)
  const service = await startServiceProcess(folder)
  await publishBot(service.url, askingBot('lost', repliesPerSession))
  const proxy = await startFaultProxy(service.url)
  const fragile = httpClient({ keepAlive: false })
  const whole = httpClient()

  /** Up to three tries that may be cut, then several at once that are not: all that arrive are the same. */
  const send = async (path: string, body: object, key: string): Promise<string> => {
    const headers = { 'idempotency-key': key }
    const arrived: string[] = []
    for (let tries = Math.ceil(random() * 3); tries > 0; tries--) {
      proxy.cutNext(Math.floor(random() * longestAnswer))
      const answer = await fragile.post(`${proxy.url}/api/v1${path}`, body, headers).catch(() => undefined)
      if (answer) arrived.push(answer.text)
    }
    const retries = Array.from({ length: Math.ceil(random() * 3) }, () =>
      whole.post(`${service.url}/api/v1${path}`, body, headers),
    )
    for (const { status, text } of await Promise.all(retries)) {
      expect(status, text).toBe(200)
      arrived.push(text)
    }
    expect(new Set(arrived).size, `key ${key} of seed ${seed}`).toBe(1)
    const other = await whole.post(
      `${service.url}/api/v1${path}`,
      { ...body, textBubbleContentFormat: 'markdown' },
      headers,
    )
    expect(other.status, 'the same key with another body').toBe(422)
    return arrived[0] as string
  }

  const converse = async (number: number): Promise<Operation[]> => {
    const answer = await send('/bots/lost/startChat', {}, `start-${number}`)
    const { sessionId } = JSON.parse(answer) as { sessionId: string }
    const operations: Operation[] = [{ kind: 'start', sessionId, answer, began: 0 }]
    for (let turn = 0; turn < repliesPerSession; turn++) {
      const message = `reply ${number}-${turn}`
      const text = await send(`/sessions/${sessionId}/continueChat`, { message }, `reply-${turn}`)
      operations.push({ kind: 'reply', sessionId, message, answer: text, began: 0 })
    }
    return operations
  }
  const history = (await Promise.all(Array.from({ length: sessions }, (_, number) => converse(number)))).flat()
  console.log(`${history.length} turns, ${proxy.cuts()} answers cut on their way (COLLOQUY_TEST_SEED=${seed})`)
  expect(proxy.cuts()).toBeGreaterThan(history.length / 2)
  fragile.close()
  whole.close()
  await proxy.close()
  expect(await service.end('SIGTERM')).toBe(0)
  expect(await checkHistory(folder, history)).toEqual([])
  await rm(folder, { recursive: true })
})
