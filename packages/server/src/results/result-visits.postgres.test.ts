import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

const day = 86_400_000
/** A Wednesday. */
let now = Date.parse('2026-11-18T12:00:00Z')
let service: TestService
let path = ''

const { start, say } = chatClient(() => service)
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36' }
const computer = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const shop = { origin: 'https://shop.example' }

beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: '{"sessionHours":480}' }, { clock: () => now })
  path = `/api/v1/bots/${await service.publish(askingBot('visits'))}`
  const replied = async (body: object, headers: object, ...replies: string[]) => {
    const { sessionId } = (await start('visits', body, headers)).body
    for (const reply of replies) await say(sessionId, reply)
    return sessionId as string
  }
  await replied({}, { ...shop, ...phone }, 'Ada')
  const later = await replied({}, { ...shop, ...computer }, 'Bob')
  now += 7 * day
  await say(later, 'back again')
  await replied({ prefilledVariables: { utm_source: 'letter' } }, { ...shop, ...phone }, 'Cleo', 'done')
  await replied({}, { 'user-agent': 'node' }, 'Dora')
})
afterAll(() => service.close())

const segments = async (by: string, query = '') => {
  const { body } = await service.call('GET', `${path}/analytics/segments?timeFilter=allTime&by=${by}${query}`)
  return Object.fromEntries(
    body.segments.map(({ value, starts }: { value: string; starts: number }) => [value, starts]),
  )
}

test('segments compare sources and devices, each of which filters the other', async () => {
  expect(await segments('source')).toEqual({ 'web:shop.example': 2, 'utm:letter': 1, api: 1 })
  expect(await segments('device')).toEqual({ phone: 2, computer: 1, null: 1 })
  expect(await segments('device', '&source=web:shop.example')).toEqual({ phone: 1, computer: 1 })
  expect(await segments('source', '&device=unknown')).toEqual({ api: 1 })
})

test('results show their source and device, are found by either, and are exported with both', async () => {
  const filters = encodeURIComponent(JSON.stringify([{ field: 'source', is: 'equals', value: 'utm:letter' }]))
  const { results } = (await service.call('GET', `${path}/results?filters=${filters}`)).body
  expect(results).toHaveLength(1)
  const { origins } = (await service.call('GET', `${path}/results/origins?resultIds=${results[0].id}`)).body
  expect(origins).toMatchObject([{ source: 'utm:letter', device: 'phone' }])
  expect(results[0]).not.toHaveProperty('source')
  const csv = `${(await service.call('GET', `${path}/results/export`)).body}`.replaceAll(/[\ufeff"]/g, '')
  const [header, ...rows] = csv.trim().split(/\r?\n/)
  expect(header?.split(',').slice(1, 4)).toEqual(['Status', 'Source', 'Device'])
  expect(rows.map((row) => row.split(',').slice(2, 4).join()).toSorted()).toEqual([
    'API,',
    'letter,Phone',
    'shop.example,Computer',
    'shop.example,Phone',
  ])
})

test('cohorts count by the week of the start who finished, continued another day, and answered an input', async () => {
  const { body } = await service.call('GET', `${path}/analytics/cohorts?timeFilter=allTime&blockId=in1`)
  expect(body.weeks).toEqual([
    { week: '2026-11-16', starts: 2, completions: 1, returns: 1, reached: 1 },
    { week: '2026-11-23', starts: 2, completions: 1, returns: 0, reached: 1 },
  ])
  const some = await service.call('GET', `${path}/analytics/cohorts?timeFilter=allTime&device=computer`)
  expect(some.body.weeks).toEqual([{ week: '2026-11-16', starts: 1, completions: 1, returns: 1, reached: null }])
})

test('a week begins on Monday in the time zone that is asked for', async () => {
  const at = now
  now = Date.parse('2026-11-29T23:30:00Z')
  const botId = await service.publish(askingBot('zones'))
  await say((await start('zones')).body.sessionId, 'Ada')
  const weeks = async (zone: string) =>
    (await service.call('GET', `/api/v1/bots/${botId}/analytics/cohorts?timeFilter=allTime&timeZone=${zone}`)).body
      .weeks
  expect(await weeks('UTC')).toMatchObject([{ week: '2026-11-23', starts: 1 }])
  expect(await weeks('Europe/Berlin')).toMatchObject([{ week: '2026-11-30', starts: 1 }])
  now = at
})

test('the page of a chat records the page that links to it', async () => {
  const botId = await service.publish(askingBot('linked', 1))
  const headers = { ...phone, referer: 'https://search.example/results?q=secret' }
  const { headers: answered } = await service.app.inject({ url: '/c/linked?utm_medium=cpc', headers })
  const sessionId = /=([a-z0-9]+)\./.exec(String(answered['set-cookie']))?.[1]
  const row = await service.storage.sessions.get(sessionId as string)
  const found = await service.storage.results.get(row!.workspaceId, botId, row!.resultId as string)
  expect(found).toMatchObject({ source: 'web:search.example', device: 'phone' })
})

test('a bot whose settings say so records neither source nor device', async () => {
  const botId = await service.publish(askingBot('quiet', 1, { privacy: { isVisitRecorded: false } }))
  const { body } = await start('quiet', { prefilledVariables: { utm_source: 'letter' } }, { ...shop, ...phone })
  const row = await service.storage.sessions.get(body.sessionId)
  const found = await service.storage.results.get(row!.workspaceId, botId, body.resultId)
  expect(found).toMatchObject({ source: null, device: null })
})
