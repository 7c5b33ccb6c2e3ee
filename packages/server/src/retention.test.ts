import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from './testing/test-service.js'

let service: TestService
let botId: string
let now = Date.now()
beforeAll(async () => {
  service = await testService({ COLLOQUY_RETENTION_DAYS: '30' }, { clock: () => now })
  botId = await service.publish(askingBot('kept', 2))
})
afterAll(() => service.close())

async function talk(...replies: string[]): Promise<string> {
  const { body } = await service.call('POST', '/api/v1/bots/kept/startChat', {})
  for (const message of replies) {
    await service.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message })
  }
  return body.resultId
}

const statusOf = async (resultId: string) =>
  (await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}`)).status

test('erasing a value deletes the results that hold it as an answer, and no others', async () => {
  const ada = await talk('Ada@example.com')
  const earlier = await talk('ada@example.com', 'something else')
  const other = await talk('ada@example.com is not all of this')
  const path = `/api/v1/workspaces/${service.workspaceId}/results/erase`
  const { status, body } = await service.call('POST', path, { value: 'ada@example.com' })
  expect([status, body]).toEqual([200, { erased: 2 }])
  expect(await Promise.all([ada, earlier, other].map(statusOf))).toEqual([404, 404, 200])
  expect((await service.call('POST', path, { value: 'ada@example.com' })).body).toEqual({ erased: 0 })
})

test('results older than the days of the setting are deleted at a start, newer ones stay', async () => {
  const old = await talk('long ago')
  now += 20 * 86_400_000
  const newer = await talk('lately')
  now += 11 * 86_400_000
  const { buildApp } = await import('./app.js')
  const app = await buildApp({ storage: service.storage, config: service.config, clock: () => now })
  await app.ready()
  await app.close()
  expect(await Promise.all([old, newer].map(statusOf))).toEqual([404, 200])
})
