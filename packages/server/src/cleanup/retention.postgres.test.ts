import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

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

const day = 86_400_000

/** Starts another process on the database, which deletes old data, and stops it. Returns what it logged, and its metrics. */
async function restart() {
  const { buildApp } = await import('../app.js')
  const lines: string[] = []
  const app = await buildApp({
    storage: service.storage,
    config: { ...service.config, logLevel: 'info' },
    clock: () => now,
    logTarget: { write: (line: string) => void lines.push(line) },
  })
  await app.ready()
  const url = '/metrics'
  const { body } = await app.inject({ url, headers: { authorization: `Bearer ${service.token}` } })
  await app.close()
  return { log: lines.join(''), metrics: body }
}

/** Advances the clock day by day while a service is running. */
async function pass(days: number) {
  for (let passed = 0; passed < days; passed++) {
    now += day
    await service.storage.clock.note(now)
  }
}

test('results older than the days of the setting are deleted at a start, newer ones stay', async () => {
  const old = await talk('long ago')
  await pass(20)
  const newer = await talk('lately')
  await pass(11)
  await restart()
  expect(await Promise.all([old, newer].map(statusOf))).toEqual([404, 200])
})

test('contacts who were not seen for the days of the setting are deleted at a start, newer ones stay', async () => {
  const path = `/api/v1/workspaces/${service.workspaceId}/contacts`
  const add = async (name: string) => (await service.call('POST', path, { name })).body.contact.id
  const old = await add('Old')
  await pass(20)
  const newer = await add('New')
  await pass(11)
  await restart()
  const status = async (id: string) => (await service.call('GET', `${path}/${id}`)).status
  expect([await status(old), await status(newer)]).toEqual([404, 200])
})

test('a clock that jumps ahead deletes nothing, until it is right again or confirmed', async () => {
  const kept = await talk('not old')
  await restart()
  const right = now
  now += 5 * 365 * day
  const { log, metrics } = await restart()
  expect(log).toContain('old results are not deleted: the clock says')
  const jumped = new Date(now).toISOString().slice(0, 10)
  expect(log).toContain(`npx colloquy confirm-clock ${jumped}`)
  expect(metrics).toContain('colloquy_limits_reached_total{limit="clockJumpHours"} 1')
  expect(await statusOf(kept)).toBe(200)

  now = right + day
  expect((await restart()).log).not.toContain('old results are not deleted')
  expect(await statusOf(kept)).toBe(200)

  now = right + 60 * day
  await restart()
  expect(await statusOf(kept)).toBe(200)
  const confirm = (date: string) => service.call('POST', '/api/v1/instance/clock', { date })
  expect((await confirm(jumped)).body.code).toBe('clock_differs')
  expect((await confirm(new Date(now).toISOString().slice(0, 10))).status).toBe(200)
  await restart()
  expect(await statusOf(kept)).toBe(404)
})
