import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeExpired } from '../cleanup/remove-expired.js'
import { defaultLimits } from '../limits/limits.js'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
let now = Date.parse('2026-03-15T12:00:00Z')
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
})
afterAll(() => service.close())

const { start, say } = chatClient(() => service)
const remembering = { general: { rememberUser: { isEnabled: true } } }

async function transcript(botId: string, resultId: string, query = '') {
  return service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/transcript${query}`)
}
const saidIn = (body: { transcript: { role: string; text: string }[] }) =>
  body.transcript.filter(({ role }) => role === 'user').map(({ text }) => text)

async function expire() {
  now += 49 * 3_600_000
  await removeExpired(service.storage, now, defaultLimits)
}

test('a transcript has all sessions of its result, also when they have expired', async () => {
  const botId = await service.publish(askingBot('lasting', 2, remembering))
  const first = (await start('lasting')).body
  await say(first.sessionId, 'One')
  await say(first.sessionId, 'Two')
  await expire()
  const second = (await start('lasting', { resultId: first.resultId })).body
  expect(second.resultId).toBe(first.resultId)
  await say(second.sessionId, 'Three')
  const whole = (await transcript(botId, first.resultId)).body
  expect(saidIn(whole)).toEqual(['One', 'Two', 'Three'])
  await expire()
  expect((await transcript(botId, first.resultId)).body).toEqual(whole)
  expect(whole.hasEarlier).toBeUndefined()
})

test('the parts of a transcript are the whole of it, whatever their size, and never show the id of a session', async () => {
  const botId = await service.publish(askingBot('parts', 3, remembering))
  const first = (await start('parts')).body
  for (const text of ['One', 'Two', 'Three']) await say(first.sessionId, text)
  const second = (await start('parts', { resultId: first.resultId })).body
  await say(second.sessionId, 'Four')
  const whole = (await transcript(botId, first.resultId)).body.transcript
  for (const limit of [1, 2, 3, 4, 5]) {
    const parts: unknown[][] = []
    let cursor: string | undefined
    do {
      const query = `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`
      const { body, text } = await transcript(botId, first.resultId, query)
      expect(text).not.toContain(first.sessionId)
      expect(body.hasEarlier).toBe(body.nextCursor === undefined ? undefined : true)
      parts.unshift(body.transcript)
      cursor = body.nextCursor
    } while (cursor)
    expect(parts.flat(), `in parts of ${limit}`).toEqual(whole)
  }
  expect((await transcript(botId, first.resultId, '?cursor=x.1')).body.code).toBe('invalid_cursor')
})

test('a transcript goes with its result', async () => {
  const botId = await service.publish(askingBot('going'))
  const { sessionId, resultId } = (await start('going')).body
  await say(sessionId, 'One')
  await expire()
  await service.call('DELETE', `/api/v1/bots/${botId}/results`, { resultIds: resultId })
  expect(await service.storage.sessions.turns(sessionId)).toEqual([])
  expect((await transcript(botId, resultId)).body).toEqual({ transcript: [] })
})

test('a start with the key of a chat that has expired begins another one, once', async () => {
  const botId = await service.publish(askingBot('keyed-anew'))
  const key = { 'idempotency-key': 'the-key' }
  const ids: string[] = []
  for (let round = 0; round < 3; round++) {
    const begun = (await start('keyed-anew', {}, key)).body
    expect((await start('keyed-anew', {}, key)).body.sessionId).toBe(begun.sessionId)
    expect((await say(begun.sessionId, `Round ${round}`)).status).toBe(200)
    ids.push(begun.sessionId)
    await expire()
    expect((await say(begun.sessionId, 'Late')).body.code).toBe('session_not_found')
  }
  expect(new Set(ids).size).toBe(3)
  const { results } = (await service.call('GET', `/api/v1/bots/${botId}/results?timeFilter=allTime`)).body
  expect(results).toHaveLength(3)
})
