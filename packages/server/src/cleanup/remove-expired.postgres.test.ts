import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultLimits } from '../limits/limits.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'
import { removeExpired } from './remove-expired.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

test('conversations whose time is up go, however many there are, and no others', async () => {
  await service.publish(askingBot('expiring'))
  const start = async () => (await service.call('POST', '/api/v1/bots/expiring/startChat', {})).body.sessionId as string
  const ids = await Promise.all(Array.from({ length: 7 }, start))
  await removeExpired(service.storage, Date.now(), defaultLimits, 2)
  expect(await service.storage.sessions.get(ids[0] as string)).toBeDefined()
  await removeExpired(service.storage, Date.now() + 30 * 86_400_000, defaultLimits, 2)
  expect(await Promise.all(ids.map((id) => service.storage.sessions.get(id)))).toEqual(ids.map(() => undefined))
})
