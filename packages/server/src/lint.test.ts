import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, testService } from './testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const at = { x: 0, y: 0 }
const linking = (botId: string) => ({
  version: '6',
  events: [{ id: 's', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }],
  groups: [
    {
      id: 'g',
      title: '',
      graphCoordinates: at,
      blocks: [{ id: 'b', type: 'Bot link', options: { botId } }],
    },
  ],
})

test('the draft of a bot is looked at in its workspace, and can be published all the same', async () => {
  const here = await service.publish(askingBot('linked'))
  const botId = await service.publish({ ...askingBot('linking'), ...linking('elsewhere') })
  const { body } = await service.call('GET', `/api/v1/bots/${botId}/problems`)
  expect(body.problems).toEqual([
    {
      rule: 'missing-linked-bot',
      severity: 'error',
      place: { groupId: 'g', blockId: 'b', path: 'groups.0.blocks.0.options.botId' },
      message: expect.stringContaining('elsewhere'),
    },
  ])
  expect((await service.call('POST', `/api/v1/bots/${botId}/publish`)).status).toBe(200)
  const { groups } = linking(here)
  await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups } })
  expect((await service.call('GET', `/api/v1/bots/${botId}/problems`)).body.problems).toEqual([])
})

test('a flow in the body is looked at on its own, or as one of a workspace', async () => {
  const lint = (body: object) => service.call('POST', '/api/v1/lint', body)
  const bot = linking('elsewhere')
  expect((await lint({ bot })).body).toEqual({ problems: [] })
  const inWorkspace = await lint({ bot, workspaceId: service.workspaceId })
  expect(inWorkspace.body.problems).toMatchObject([{ rule: 'missing-linked-bot' }])
  expect((await lint({ bot, workspaceId: 'absent' })).body.code).toBe('workspace_not_found')
  const refused = await lint({ bot: { ...bot, groups: 'none' } })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_flow', issues: [{ path: 'bot.groups' }] } })
})
