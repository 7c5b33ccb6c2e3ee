import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

const theme = { customCss: '.chat { color: red }' }
let service: TestService
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: '{"customCssBytes":15}' })
})
afterAll(() => service.close())

const call = (method: 'POST' | 'PATCH', path: string, body: object) => service.call(method, `/api/v1${path}`, body)
const rejected = {
  status: 400,
  body: { code: 'invalid_request', message: expect.stringContaining('The custom CSS has 20 bytes, and may have 15.') },
}

test('custom CSS that is too large is rejected when it is sent, and left out with a warning when a bot is imported', async () => {
  const { workspaceId } = service
  expect(await call('POST', '/bots', { workspaceId, bot: { theme } })).toMatchObject(rejected)
  const id = await service.publish(askingBot('plain'))
  expect(await call('PATCH', `/bots/${id}`, { bot: { theme } })).toMatchObject(rejected)
  const operations = [{ kind: 'set', path: ['theme', 'customCss'], value: theme.customCss }]
  const { revision } = (await service.call('GET', `/api/v1/bots/${id}`)).body
  const batch = { id: newId(), revision, operations }
  expect(await call('POST', `/bots/${id}/operations`, batch)).toMatchObject(rejected)
  const file = { version: '6.1', name: 'From elsewhere', ...askingBot('imported'), theme }
  const { status, body } = await call('POST', '/bots/import', { workspaceId, bot: file })
  expect(status).toBe(200)
  expect(body.bot.theme.customCss).toBeUndefined()
  expect(body.warnings).toContainEqual({
    path: 'theme.customCss',
    message: expect.stringContaining('It was left out.'),
  })
})

test('custom CSS that was stored before stays', async () => {
  const id = await service.publish(askingBot('styled'))
  const { storage } = service
  const stored = await storage.bots.find(id)
  await storage.bots.update(
    stored!.workspaceId,
    id,
    { theme: JSON.stringify(theme) },
    stored!.updatedAt + 1,
    stored!.updatedAt,
  )
  const changed = { ...theme, general: { font: { type: 'Google', family: 'Inter' } } }
  expect((await call('PATCH', `/bots/${id}`, { bot: { theme: changed } })).status).toBe(200)
})
