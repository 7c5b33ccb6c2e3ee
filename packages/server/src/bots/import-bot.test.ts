import { afterAll, beforeAll, expect, test } from 'vitest'
import { greetingBot, group } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

test('an import reports what it changed, and where', async () => {
  const flow = greetingBot('x')
  const file = {
    ...flow,
    version: '6.1',
    theme: {},
    settings: { publicShare: { isEnabled: true } },
    groups: [...flow.groups, group('g3', { id: 'odd', type: 'teleport' })],
  }
  const body = { workspaceId: service.workspaceId, bot: file }
  const answer = await service.call('POST', '/api/v1/bots/import', body)
  expect(answer.status).toBe(200)
  expect(answer.body.bot).toMatchObject({ version: '6', name: 'My bot', publicId: null, folderId: null })
  expect(answer.body.bot.groups[2].blocks[0]).toEqual({ id: 'odd', type: 'teleport' })
  const paths = answer.body.warnings.map(({ path }: { path: string }) => path)
  expect(paths).toContain('bot.groups.2.blocks.0')
  expect(paths).toContain('bot.settings.publicShare')
  const again = await service.call('POST', '/api/v1/bots/import', {
    workspaceId: service.workspaceId,
    bot: { ...answer.body.bot, groups: flow.groups },
  })
  expect(again.body.warnings).toEqual([])
})
