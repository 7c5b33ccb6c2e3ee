import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
let now = Date.parse('2026-03-15T12:00:00Z')
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
})
afterAll(() => service.close())

describe('what was published of a bot', () => {
  let botId: string
  const list = async (query = '') => (await service.call('GET', `/api/v1/bots/${botId}/releases${query}`)).body
  const publish = async (name: string, body?: object) => {
    now += 60_000
    const groups = [{ id: 'g1', title: name, graphCoordinates: { x: 0, y: 0 }, blocks: [] }]
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups } })
    return service.call('POST', `/api/v1/bots/${botId}/publish`, body)
  }
  beforeAll(async () => {
    botId = await service.publish(askingBot('releases'))
    await publish('Second', { note: '  Asks for the name first ' })
    await publish('Third', {})
  })

  test('is listed newest first, with who and when and what is new, and which one is live', async () => {
    const { releases, nextCursor } = await list()
    expect(releases).toMatchObject([
      { note: null, isLive: true, createdAt: '2026-03-15T12:02:00.000Z', author: { name: 'Owner' } },
      { note: 'Asks for the name first', isLive: false, createdAt: '2026-03-15T12:01:00.000Z' },
      { note: null, isLive: false, createdAt: '2026-03-15T12:00:00.000Z' },
    ])
    expect(nextCursor).toBeNull()
    await service.call('POST', `/api/v1/bots/${botId}/unpublish`)
    expect((await list()).releases.some((release: { isLive: boolean }) => release.isLive)).toBe(false)
  })

  test('is listed page by page, by cursors of this list only', async () => {
    const all = (await list()).releases
    const first = await list('?limit=2')
    expect(first.releases).toEqual(all.slice(0, 2))
    expect((await list(`?cursor=${first.nextCursor}`)).releases).toEqual(all.slice(2))
    const other = await service.publish(askingBot('other-releases'))
    const elsewhere = await service.call('GET', `/api/v1/bots/${other}/releases?cursor=${first.nextCursor}`)
    expect(elsewhere.body.code).toBe('invalid_cursor')
    const foreign = await service.call('GET', `/api/v1/bots/${other}/releases/${all[0].id}`)
    expect(foreign.body.code).toBe('release_not_found')
  })

  test('is read with its flow, and keeps it whatever becomes of the draft', async () => {
    const [, second] = (await list()).releases
    const { release } = (await service.call('GET', `/api/v1/bots/${botId}/releases/${second.id}`)).body
    expect(release).toMatchObject({ ...second, botId, version: '6', groups: [{ title: 'Second' }] })
  })

  test('can be given another note, and none', async () => {
    const [newest] = (await list()).releases
    const annotate = (note: string | null) =>
      service.call('PATCH', `/api/v1/bots/${botId}/releases/${newest.id}`, { note })
    expect((await annotate('For the fair')).body.release).toEqual({ ...newest, note: 'For the fair' })
    expect((await annotate(null)).body.release).toEqual(newest)
    expect((await annotate('x'.repeat(2001))).status).toBe(400)
  })
})
