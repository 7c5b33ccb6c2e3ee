import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

const logged: string[] = []
let service: TestService
beforeAll(async () => {
  service = await testService({ LOG_LEVEL: 'warn' }, { logTarget: { write: (line) => void logged.push(line) } })
})
afterAll(() => service.close())
const { start } = chatClient(() => service)

const tooLarge = '<meta name="a">'.repeat(4_000)
const tooDeep = '<div>'.repeat(501)
const settingsOf = (customHeadCode: string) => ({ metadata: { customHeadCode } })
const create = (bot: object) => service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })

test.each([
  ['above 50 kB', tooLarge, 'has 60000 bytes, and may have 50000'],
  ['with more than 500 nested elements', tooDeep, 'nest more than 500 levels deep'],
])('createBot, updateBot and applyOperations reject custom head code %s', async (_, code, message) => {
  const rejected = { status: 400, body: { code: 'head_code_not_allowed', message: expect.stringContaining(message) } }
  expect(await create({ settings: settingsOf(code) })).toMatchObject(rejected)
  const { id } = (await create({})).body.bot
  const update = { bot: { settings: settingsOf(code) } }
  expect(await service.call('PATCH', `/api/v1/bots/${id}`, update)).toMatchObject(rejected)
  const operations = [{ kind: 'set', path: ['settings', 'metadata'], value: update.bot.settings.metadata }]
  const batch = { id: 'b'.repeat(24), revision: 0, operations }
  expect(await service.call('POST', `/api/v1/bots/${id}/operations`, batch)).toMatchObject(rejected)
  expect((await service.call('GET', `/api/v1/bots/${id}`)).body.bot.settings.metadata?.customHeadCode).toBeUndefined()
})

test('importBot leaves out custom head code that is not allowed, with a warning', async () => {
  const { bot } = (await create(askingBot('exported'))).body
  const file = { ...bot, settings: { metadata: { title: 'Kept', customHeadCode: tooLarge } } }
  const body = { workspaceId: service.workspaceId, bot: file }
  const imported = await service.call('POST', '/api/v1/bots/import', body)
  expect(imported.status).toBe(200)
  expect(imported.body.bot.settings.metadata).toEqual({ title: 'Kept' })
  expect(imported.body.warnings).toContainEqual({
    path: 'settings.metadata.customHeadCode',
    message: expect.stringContaining('It was left out.'),
  })
})

test('a bot whose stored head code is not allowed can be edited, but not published', async () => {
  const id = await service.publish(askingBot('stored'))
  await service.storage.bots.update(
    service.workspaceId,
    id,
    { settings: JSON.stringify(settingsOf(tooLarge)) },
    Date.now(),
  )
  const settings = { metadata: { title: 'New', customHeadCode: tooLarge } }
  expect((await service.call('PATCH', `/api/v1/bots/${id}`, { bot: { settings } })).status).toBe(200)
  expect((await service.call('POST', `/api/v1/bots/${id}/publish`)).body.code).toBe('head_code_not_allowed')
})

test('a release with head code that takes too long starts without it, and others are answered meanwhile', async () => {
  const id = await service.publish(askingBot('endless'))
  const { publishedReleaseId } = (await service.storage.bots.find(id))!
  const release = (await service.storage.releases.get(publishedReleaseId!))!
  const settings = JSON.stringify(settingsOf('<meta name="a">'.repeat(2_000_000)))
  await service.storage.releases.publish({ ...release, id: `${release.id}x`, settings }, 'endless')
  const starting = start('endless')
  let longest = 0
  for (let isOver = false; !isOver; ) {
    const began = performance.now()
    expect((await service.app.inject('/healthz')).statusCode).toBe(200)
    longest = Math.max(longest, performance.now() - began)
    isOver = await Promise.race([starting.then(() => true), new Promise<false>((on) => setImmediate(() => on(false)))])
  }
  const { status, body } = await starting
  expect([status, body.clientSideActions[0].startPropsToInject.customHeadCode]).toEqual([200, ''])
  expect(logged.join()).toContain('was left out')
  expect(longest).toBeLessThan(500)
})
