import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
let now = Date.parse('2026-03-15T12:00:00Z')
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: '{"sessionHours":100000}' }, { clock: () => now })
})
afterAll(() => service.close())

const { start, say } = chatClient(() => service)
const list = async (botId: string, query: string) =>
  (await service.call('GET', `/api/v1/bots/${botId}/results?${query}`)).body
const idsOf = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id)

/** Creates one answered chat at each of these times; returns the ids of their results. */
async function answeredAt(publicId: string, times: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const time of times) {
    now = Date.parse(time)
    const { sessionId, resultId } = (await start(publicId)).body
    await say(sessionId, 'Ada')
    ids.push(resultId)
  }
  now = Date.parse('2026-03-15T12:00:00Z')
  return ids
}

describe('a list of results', () => {
  test('holds those that were answered, newest first, and continues behind its cursor to the end', async () => {
    const botId = await service.publish(askingBot('pages'))
    // Some share the same moment: ties must not be lost or duplicated between pages.
    const times = Array.from({ length: 7 }, (_, n) => `2026-03-15T10:0${Math.floor(n / 3)}:00Z`)
    const ids = await answeredAt('pages', times)
    await start('pages')
    const all = await list(botId, '')
    expect(idsOf(all).toSorted()).toEqual(ids.toSorted())
    expect(all.nextCursor).toBeNull()
    const dates = all.results.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(dates).toEqual(dates.toSorted().toReversed())
    for (const limit of [1, 2, 3, 7]) {
      const seen: string[] = []
      let page = await list(botId, `limit=${limit}`)
      for (; page.nextCursor; page = await list(botId, `limit=${limit}&cursor=${page.nextCursor}`)) {
        expect(page.results).toHaveLength(limit)
        seen.push(...idsOf(page))
      }
      seen.push(...idsOf(page))
      expect(seen, `in pages of ${limit}`).toEqual(idsOf(all))
    }
    const third = idsOf(all)[2] as string
    expect(idsOf(await list(botId, `cursor=${third}`))).toEqual(idsOf(all).slice(3))
  })

  test('counts whole local days', async () => {
    const botId = await service.publish(askingBot('days'))
    const [old, lastMonth, first, week, yesterday, today] = await answeredAt('days', [
      '2025-12-31T23:59:59Z',
      '2026-02-28T23:30:00Z',
      '2026-03-01T00:00:00Z',
      '2026-03-09T00:00:00Z',
      '2026-03-14T23:30:00Z',
      '2026-03-15T00:00:00Z',
    ])
    const found = async (query: string) => idsOf(await list(botId, query))
    expect(await found('timeFilter=today')).toEqual([today])
    expect(await found('timeFilter=today&timeZone=Europe/Paris')).toEqual([today, yesterday])
    expect(await found('timeFilter=today&timeZone=%2B01:00')).toEqual([today, yesterday])
    expect(await found('timeZone=')).toEqual([today, yesterday, week])
    expect(await found('timeFilter=last7Days')).toEqual([today, yesterday, week])
    expect(await found('timeFilter=last30Days')).toEqual([today, yesterday, week, first, lastMonth])
    expect(await found('timeFilter=monthToDate')).toEqual([today, yesterday, week, first])
    expect(await found('timeFilter=lastMonth')).toEqual([lastMonth])
    expect(await found('timeFilter=lastMonth&timeZone=Europe/Paris')).toEqual([])
    expect(await found('timeFilter=yearToDate')).toEqual([today, yesterday, week, first, lastMonth])
    expect(await found('timeFilter=allTime')).toEqual([today, yesterday, week, first, lastMonth, old])
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=1e9',
    'limit=NaN',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'limit=1&limit=2',
    'limit[]=1',
    'timeFilter=x',
    'timeFilter=',
    'timeFilter=today&timeFilter=allTime',
    'timeZone=../../etc',
    'timeZone=Mars/Base',
    'cursor=forged',
    'cursor=',
    'cursor=a.b',
    'cursor=__proto__',
    `cursor=${'x'.repeat(10_000)}`,
  ])('refuses %.60s', async (query) => {
    const botId = await service.publish(askingBot(`refuses-${newId()}`))
    const { status, body } = await service.call('GET', `/api/v1/bots/${botId}/results?${query}`)
    // An array with an unknown name is an unknown name, and is ignored.
    expect(status, JSON.stringify(body)).toBe(query.includes('[]') ? 200 : 400)
    if (status === 400) expect(body.issues[0].path).toBe(query.split('=')[0])
  })

  test('takes a cursor for the list that it was made for only', async () => {
    const botId = await service.publish(askingBot('cursors'))
    const otherId = await service.publish(askingBot('cursors-2'))
    await answeredAt('cursors', ['2026-03-15T10:00:00Z', '2026-03-15T11:00:00Z'])
    const { nextCursor } = await list(botId, 'limit=1')
    const [text, signature] = nextCursor.split('.')
    const forged = Buffer.from('0:aaaaaaaaaaaaaaaaaaaaaaaa').toString('base64url')
    for (const [id, query] of [
      [botId, `cursor=${nextCursor}&timeFilter=allTime`],
      [botId, `cursor=${nextCursor}&timeZone=Europe/Paris`],
      [otherId, `cursor=${nextCursor}`],
      [otherId, `cursor=${idsOf(await list(botId, ''))[0]}`],
      [botId, `cursor=${forged}.${signature}`],
      [botId, `cursor=${text}.${signature}x`],
      [botId, `cursor=${text}`],
    ] as const) {
      expect((await list(id, query)).code, query).toBe('invalid_cursor')
    }
    expect((await list(botId, `limit=5&cursor=${nextCursor}`)).results).toHaveLength(1)
  })
})

describe('deleting results', () => {
  test('takes the ids of the query, else those of the body, else all', async () => {
    const botId = await service.publish(askingBot('deletes'))
    const path = `/api/v1/bots/${botId}/results`
    const times = Array.from({ length: 5 }, (_, n) => `2026-03-15T10:0${n}:00Z`)
    const [a, b, c, d, e] = await answeredAt('deletes', times)
    const left = async () => idsOf(await list(botId, '')).toSorted()
    expect((await service.call('DELETE', `${path}?resultIds=${a},%20unknown`)).body).toEqual({})
    expect(await left()).toEqual([b, c, d, e].toSorted())
    await service.call('DELETE', path, { resultIds: `${b}` })
    expect(await left()).toEqual([c, d, e].toSorted())
    await service.call('DELETE', `${path}?resultIds=${c}`, { resultIds: `${d}` })
    expect(await left()).toEqual([d, e].toSorted())
    for (const nothing of ['', ',', '%20']) await service.call('DELETE', `${path}?resultIds=${nothing}`)
    await service.call('DELETE', path, { resultIds: '' })
    expect(await left()).toEqual([d, e].toSorted())
    expect((await service.call('DELETE', path, { resultIds: 7 })).status).toBe(400)
    const many = Array.from({ length: 1001 }, () => 'x').join(',')
    expect((await service.call('DELETE', path, { resultIds: many })).body.code).toBe('invalid_request')
    await service.call('DELETE', path)
    expect(await left()).toEqual([])
    for (const query of ['', `?resultIds=${a}`]) {
      expect((await service.call('DELETE', path + query)).body, 'once more').toEqual({})
    }
    const { result } = (await service.call('GET', `${path}/${a}`)).body
    expect(result).toMatchObject({ id: a, isArchived: true, variables: [], answers: [] })
  })

  test('reads every spelling of a list, and a list in the body, as the ids that it names', async () => {
    const botId = await service.publish(askingBot('spelled'))
    const path = `/api/v1/bots/${botId}/results`
    const times = Array.from({ length: 8 }, (_, n) => `2026-03-15T10:0${n}:00Z`)
    const ids = await answeredAt('spelled', times)
    const [a, b, c, d, e, f, g] = ids
    for (const [query, body] of [
      [`resultIds[]=${a}`],
      [`resultIds%5B%5D=${b}&resultIds%5B%5D=${c}`],
      [`resultIds[0]=${d}`],
      [`resultIds=${e}&resultIds=${f}`],
      ['', { resultIds: [g] }],
      ['', { resultIds: [] }],
    ] as const)
      expect((await service.call('DELETE', `${path}?${query}`, body)).body).toEqual({})
    expect(idsOf(await list(botId, ''))).toEqual([ids[7]])
  })

  test.each([
    ['?resultId=x', undefined],
    ['?ids=x', undefined],
    ['?resultIds[a]=x', undefined],
    ['', { resultId: 'x' }],
    ['', { resultIds: [7] }],
    ['', { resultIds: null }],
    ['', []],
  ])('rejects unknown names and values (%j, %j), which would otherwise delete all of them', async (query, body) => {
    const publicId = `kept-${newId()}`
    const botId = await service.publish(askingBot(publicId))
    const ids = await answeredAt(publicId, ['2026-03-15T10:00:00Z'])
    const answer = await service.call('DELETE', `/api/v1/bots/${botId}/results${query}`, body)
    expect(answer.body).toMatchObject({ code: 'invalid_request', status: 400 })
    expect(idsOf(await list(botId, ''))).toEqual(ids)
  })
})
