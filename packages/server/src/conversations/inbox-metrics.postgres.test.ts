import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient, greetingBot } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Analytics of an inbox: times, ratings and the share that needed no person. */

let aheadBy = 0
const clock = () => Date.now() + aheadBy
let service: TestService
let botId = ''
beforeAll(async () => {
  service = await testService({}, { clock })
  botId = await service.publish(greetingBot('shop'))
})
afterAll(() => service.close())

const { start } = chatClient(() => service)
const inbox = (path = '') => `/api/v1/workspaces/${service.workspaceId}/inbox${path}`
const metrics = async (query = '') => (await service.call('GET', inbox(`/metrics?timeFilter=last30Days${query}`))).body
const minutes = (count: number) => {
  aheadBy += count * 60_000
}

/** A visitor who gets an answer after some minutes, and whose conversation is resolved after as many again. */
async function answered(after: number, rating?: number): Promise<void> {
  const { sessionId } = (await start('shop')).body
  await service.call('PATCH', inbox(`/${sessionId}`), { assigneeId: null })
  await service.call('POST', inbox(`/${sessionId}/take`))
  minutes(after)
  await service.call('POST', inbox(`/${sessionId}/messages`), { text: 'Hello' })
  minutes(after)
  await service.call('PATCH', inbox(`/${sessionId}`), { state: 'resolved' })
  if (rating) await service.call('POST', `/api/v1/sessions/${sessionId}/rating`, { rating })
}

test('analytics have medians and 90th percentiles of times, ratings, and who waits now, by person, bot, channel and hour', async () => {
  expect(await metrics()).toMatchObject({ all: { conversations: 0, firstResponse: null }, rows: [], isPartial: false })
  for (const [after, rating] of [[1, 5], [2], [3, 2], [40]] as [number, number?][]) await answered(after, rating)
  const { sessionId } = (await start('shop')).body
  await service.call('PATCH', inbox(`/${sessionId}`), { assigneeId: null })
  minutes(10)
  const about = (count: number) => expect.closeTo(count * 60, -1)
  const { all, rows } = await metrics()
  expect(all).toEqual({
    conversations: 5,
    firstResponse: { count: 4, median: about(2), p90: about(40) },
    resolution: { count: 4, median: about(4), p90: about(80) },
    waiting: { count: 1, median: about(10), p90: about(10) },
    rating: { count: 2, average: 3.5 },
  })
  expect(rows.map(({ conversations }: { conversations: number }) => conversations)).toEqual([4, 1])
  expect(rows[1]).toMatchObject({ key: null, firstResponse: null, waiting: { count: 1 } })
  expect((await metrics('&by=bot')).rows).toMatchObject([{ key: botId, conversations: 5 }])
  expect((await metrics('&by=channel')).rows).toMatchObject([{ key: 'web', conversations: 5 }])
  const hours = (await metrics('&by=hour&timeZone=Asia/Tokyo')).rows as { key: string; conversations: number }[]
  expect(hours.reduce((sum, { conversations }) => sum + conversations, 0)).toBe(5)
  expect(hours.every(({ key }) => Number(key) >= 0 && Number(key) < 24)).toBe(true)
})

test('analytics of an inbox are not for agents', async () => {
  const agent = await service.addMember(service.workspaceId, 'AGENT')
  const as = { authorization: `Bearer ${agent.value}` }
  expect((await service.call('GET', inbox('/metrics'), undefined, as)).status).toBe(404)
})
