import { addEarlierNames, endpoints } from '@colloquy/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { group } from '../testing/chat-client.js'
import { metaCredentials } from '../testing/messaging-payloads.js'
import { askingBot, testService } from '../testing/test-service.js'

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
  const problem = {
    rule: 'missing-linked-bot',
    severity: 'error',
    location: { groupId: 'g', blockId: 'b', path: 'groups.0.blocks.0.options.botId' },
    message: expect.stringContaining('elsewhere'),
  }
  expect(body).toEqual(addEarlierNames(endpoints.listProblems.response)?.({ problems: [problem] }))
  expect((await service.call('POST', `/api/v1/bots/${botId}/publish`)).status).toBe(200)
  const { groups } = linking(here)
  await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups } })
  expect((await service.call('GET', `/api/v1/bots/${botId}/problems`)).body.problems).toEqual([])
})

test('credentials are missing only where the workspace has none of that id', async () => {
  const credentialsId = await service.addCredentials('smtp', { host: 'mail.example.com', port: 587, from: {} })
  const using = (id: string) => ({
    ...linking(''),
    groups: [
      {
        id: 'g',
        title: '',
        graphCoordinates: at,
        blocks: [{ id: 'b', type: 'Email', options: { credentialsId: id } }],
      },
    ],
  })
  const rulesOf = async (id: string) => {
    const body = { bot: using(id), workspaceId: service.workspaceId }
    const { problems } = (await service.call('POST', '/api/v1/lint', body)).body
    return problems.map(({ rule }: { rule: string }) => rule)
  }
  expect(await rulesOf('absent')).toContain('missing-credentials')
  expect(await rulesOf(credentialsId)).not.toContain('missing-credentials')
  const { body } = await service.call('POST', '/api/v1/bots', {
    workspaceId: service.workspaceId,
    bot: using(credentialsId),
  })
  const { problems } = (await service.call('GET', `/api/v1/bots/${body.bot.id}/problems`)).body
  expect(problems.map(({ rule }: { rule: string }) => rule)).not.toContain('missing-credentials')
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

test('a bot whose settings say so is published only without errors, and the response lists them', async () => {
  const botId = await service.publish({ ...askingBot('careful'), ...linking('elsewhere') })
  const path = `/api/v1/bots/${botId}`
  const setBlocked = (isBlockedByErrors: boolean) =>
    service.call('PATCH', path, { bot: { settings: { publishing: { isBlockedByErrors } } } })
  await setBlocked(true)
  const refused = await service.call('POST', `${path}/publish`)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'flow_has_errors',
    issues: [{ path: 'groups.0.blocks.0.options.botId', message: expect.stringContaining('elsewhere') }],
  })
  await setBlocked(false)
  expect((await service.call('POST', `${path}/publish`)).body).toEqual({ message: 'success' })
})

test('the response lists which credentials, bots, knowledge bases, teams and attributes that a draft names exist, and which are published', async () => {
  const live = await service.publish(askingBot('live'))
  const credentialsId = await service.addCredentials('smtp', { host: 'mail.example.com', port: 587, from: {} })
  const { workspaceId } = service
  const made = await service.call('POST', '/api/v1/knowledge-bases', { workspaceId, name: 'Help' })
  const knowledgeBaseIds = [made.body.knowledgeBase.id]
  const { team } = (await service.call('POST', `/api/v1/workspaces/${workspaceId}/inbox/teams`, { name: 'Sales' })).body
  const asked = {
    credentialsIds: [credentialsId, 'gone'],
    botIds: [live, 'gone'],
    knowledgeBaseIds: [...knowledgeBaseIds, 'gone'],
    teamIds: [team.id, 'gone'],
    attributeKeys: ['plan', 'gone'],
  }
  const path = `/api/v1/workspaces/${workspaceId}/contact-attributes`
  const { id } = (await service.call('POST', path, { name: 'plan', type: 'text' })).body.attribute
  const attributes = [{ id, name: 'plan', type: 'text' }]
  const ask = async () => (await service.call('POST', `/api/v1/bots/${live}/references`, asked)).body
  expect(await ask()).toEqual({
    credentialsIds: [credentialsId],
    botIds: [live],
    publishedBotIds: [live],
    knowledgeBaseIds,
    teams: [{ id: team.id, hasBusinessHours: false }],
    hasBusinessHours: false,
    refusedCredentialsIds: [],
    channelTypes: [],
    attributes,
  })
  await service.call('POST', `/api/v1/bots/${live}/unpublish`)
  expect(await ask()).toEqual({
    credentialsIds: [credentialsId],
    botIds: [live],
    publishedBotIds: [],
    knowledgeBaseIds,
    teams: [{ id: team.id, hasBusinessHours: false }],
    hasBusinessHours: false,
    refusedCredentialsIds: [],
    channelTypes: [],
    attributes,
  })
})

test('parts that a channel cannot show are reported for the channels that are connected and switched on', async () => {
  const credentialsId = await service.addCredentials('messaging', metaCredentials, { name: 'Number' })
  const label = 'A label that no button there can show'
  const asking = group('g1', { id: 'in1', type: 'choice input', items: [{ id: 'i1', content: label }] })
  const botId = await service.publish({ ...askingBot('shown'), groups: [asking] })
  const path = `/api/v1/bots/${botId}`
  const problems = async () => {
    const { body } = await service.call('GET', `${path}/problems`)
    return body.problems.filter(({ rule }: { rule: string }) => rule === 'not-on-channel')
  }
  const typesFound = async () => {
    const { body } = await service.call('POST', `${path}/references`, { credentialsIds: [], botIds: [] })
    return body.channelTypes
  }
  await service.call('PATCH', path, { bot: { channels: [{ credentialsId }] } })
  expect([await problems(), await typesFound()]).toEqual([[], []])
  await service.call('PATCH', path, { bot: { settings: { messaging: { isEnabled: true } } } })
  expect(await typesFound()).toEqual(['whatsapp'])
  expect(await problems()).toMatchObject([{ location: { path: 'groups.0.blocks.0.items.0.content' } }])
})
