import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const countBots = async () =>
  (await service.call('GET', `/api/v1/bots?workspaceId=${service.workspaceId}`)).body.bots.length

const empty = {
  version: '6',
  name: 'Empty',
  groups: [],
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
  edges: [],
  variables: [],
  theme: {},
  settings: {},
}
/** A file that the main thread reads, and one that is read in a thread. */
const files = { small: empty, large: { ...empty, variables: [{ id: 'v', name: 'x'.repeat(110_000) }] } }

describe.each(['/api/v1/bots', '/api/v1/bots/import'])('POST %s with an Idempotency-Key', (path) => {
  const create = (bot: object, key?: string) =>
    service.call(
      'POST',
      path,
      { workspaceId: service.workspaceId, bot },
      key === undefined ? {} : { 'idempotency-key': key },
    )

  test.each(Object.entries(files))(
    'creates one bot (%s), whether repeated later or at the same time',
    async (_, bot) => {
      const before = await countBots()
      const key = newId()
      const answers = await Promise.all([create(bot, key), create(bot, key), create(bot, key)])
      const again = await create(bot, key)
      expect([...answers, again].map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set([...answers, again].map(({ body }) => body.bot.id)).size).toBe(1)
      expect(await countBots()).toBe(before + 1)
    },
  )

  test('answers a repetition with the bot as it is now', async () => {
    const key = newId()
    const { bot } = (await create(files.small, key)).body
    await service.call('PATCH', `/api/v1/bots/${bot.id}`, { bot: { name: 'Renamed' } })
    expect((await create(files.small, key)).body.bot).toMatchObject({ id: bot.id, name: 'Renamed' })
  })

  test('rejects the key with other content, and creates another bot for another key', async () => {
    const key = newId()
    const { bot } = (await create(files.small, key)).body
    const other = await create({ ...files.small, name: 'Other' }, key)
    expect(other.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect((await create(files.small, newId())).body.bot.id).not.toBe(bot.id)
    expect((await create(files.small)).body.bot.id).not.toBe(bot.id)
  })

  test('does not create a bot again that was deleted since', async () => {
    const key = newId()
    const { bot } = (await create(files.small, key)).body
    await service.call('DELETE', `/api/v1/bots/${bot.id}`)
    expect((await create(files.small, key)).body).toMatchObject({ status: 404, code: 'bot_not_found' })
  })
})
