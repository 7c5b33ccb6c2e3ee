import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient } from '../testing/chat-client.js'
import { at, expectRows, flow, type Kind, rowsOf, settings, theme, timestamp } from '../testing/contract-rows.js'
import { type TestService, testService } from '../testing/test-service.js'

/** The tables of the interface, row by row: the service returns each field with a value of its type. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const flowRows: Record<string, Kind> = {
  version: { is: '6' },
  'events.[].id': 'string',
  'events.[].outgoingEdgeId': 'string',
  'events.[].graphCoordinates': { is: at },
  'events.[].type': { is: 'start' },
  'groups.[].id': 'string',
  'groups.[].title': 'string',
  'groups.[].graphCoordinates.x': 'number',
  'groups.[].graphCoordinates.y': 'number',
  'groups.[].blocks.[]': 'object',
  'edges.[].id': 'string',
  'edges.[].from.blockId': 'string',
  'edges.[].from.itemId': 'string',
  'edges.[].from.eventId': 'string',
  'edges.[].to.groupId': 'string',
  'edges.[].to.blockId': 'string',
  'variables.[].id': 'string',
  'variables.[].name': 'string',
  'variables.[].value': 'string',
  ...rowsOf(theme, 'theme'),
  ...rowsOf(settings, 'settings'),
}
const botRows: Record<string, Kind> = {
  ...flowRows,
  id: 'string',
  name: 'string',
  selectedThemeTemplateId: 'string',
  createdAt: 'string',
  updatedAt: 'string',
  icon: 'string',
  folderId: 'string',
  publicId: 'string',
  customDomain: 'string',
  workspaceId: 'string',
  'resultsTablePreferences.columnsOrder.[]': 'string',
  'resultsTablePreferences.columnsVisibility': 'object',
  'resultsTablePreferences.columnsWidth': 'object',
  isArchived: 'boolean',
  isClosed: 'boolean',
  'channels.[].credentialsId': 'string',
  messagingCredentialsId: 'string',
  riskLevel: 'number',
}

/** A saved bot in which every field is set. */
async function fullBot() {
  const { workspaceId, storage, call } = service
  const folder = { id: newId(), workspaceId, name: 'F', parentFolderId: null, createdAt: 1, updatedAt: 1 }
  await storage.folders.create(folder)
  const { bot } = (await call('POST', '/api/v1/bots', { workspaceId, bot: { ...flow, theme } })).body
  const messaging = { systemUserAccessToken: 'x', phoneNumberId: '1' }
  const messagingCredentialsId = await service.addCredentials('messaging', messaging, { name: newId() })
  const customDomain = `${newId()}.example.com`
  await call('POST', '/api/v1/custom-domains', { workspaceId, name: customDomain })
  const update = {
    ...flow,
    settings,
    name: 'Full',
    icon: '🤖',
    folderId: folder.id,
    publicId: `full-${newId()}`,
    customDomain,
    selectedThemeTemplateId: 'template',
    messagingCredentialsId,
    resultsTablePreferences: { columnsOrder: ['v1'], columnsVisibility: { v1: true }, columnsWidth: { v1: 100 } },
    riskLevel: 1,
  }
  return (await call('PATCH', `/api/v1/bots/${bot.id}`, { bot: update })).body.bot
}

test('1. a bot that is updated', async () => {
  const bot = await fullBot()
  expectRows(bot, botRows)
  expect(bot.createdAt).toMatch(timestamp)
  expect(bot.updatedAt).toMatch(timestamp)
})

test('2. and 3. a bot that is created or imported, in which every field is present', async () => {
  const { workspaceId, call } = service
  const created = await call('POST', '/api/v1/bots', { workspaceId, bot: {} })
  const fields = new Set(Object.keys(botRows).map((path) => path.split('.')[0]))
  expect(Object.keys(created.body.bot).toSorted()).toEqual([...fields].toSorted())
  expect(created.body.bot).toMatchObject({
    name: 'My bot',
    version: '6',
    events: [{ type: 'start', graphCoordinates: { x: 0, y: 0 } }],
    groups: [],
    edges: [],
    variables: [],
    theme: {},
    settings: {},
    workspaceId,
  })
  const { id: _, workspaceId: __, createdAt: ___, ...file } = await fullBot()
  for (const version of ['6', '6.1']) {
    const imported = await call('POST', '/api/v1/bots/import', { workspaceId, bot: { ...file, version } })
    const { publicShare, messaging, ...kept } = settings
    expectRows(imported.body.bot, {
      ...rowsOf(kept, 'settings'),
      ...rowsOf(theme.chat.inputs, 'theme.chat.inputs'),
      ...rowsOf(theme.general, 'theme.general'),
      'settings.messaging.startCondition.comparisons.[].value': { is: 'hi' },
    })
    expect(Object.keys(imported.body.bot).toSorted()).toEqual([...fields].toSorted())
  }
})

test('4. a published bot', async () => {
  const { id } = await fullBot()
  const path = `/api/v1/bots/${id}/publishedBot`
  expect((await service.call('GET', path)).body).toEqual({ publishedBot: null, version: '3' })
  await service.call('POST', `/api/v1/bots/${id}/publish`)
  for (const query of ['', '?migrateToLatestVersion=true', '?migrateToLatestVersion=0']) {
    const { publishedBot, version } = (await service.call('GET', path + query)).body
    expect(version).toBe('3')
    expectRows(publishedBot, { ...flowRows, id: 'string', createdAt: 'string', updatedAt: 'string', botId: { is: id } })
    expect(publishedBot.createdAt).toMatch(timestamp)
  }
  expect((await service.call('GET', `${path}?migrateToLatestVersion=perhaps`)).status).toBe(400)
})

test('5. and 6. a workspace', async () => {
  const { storage, call } = service
  const { workspace: made } = (await call('POST', '/api/v1/workspaces', { name: 'Made', icon: '🏠' })).body
  const rows: Record<string, Kind> = {
    id: 'string',
    createdAt: 'string',
    updatedAt: 'string',
    name: { is: 'Made' },
    icon: 'string',
    plan: { is: 'UNLIMITED' },
    isSuspended: 'boolean',
    isPastDue: 'boolean',
  }
  expectRows(made, rows)
  expect(Object.keys(made)).not.toContain('customChatsLimit')
  expect(Object.keys(made)).not.toContain('customSeatsLimit')
  const owner = await storage.users.first()
  const paid = {
    id: newId(),
    name: 'Paid',
    icon: null,
    plan: 'PRO',
    paymentProviderId: 'cus_1',
    customChatsLimit: 5,
    customSeatsLimit: 6,
    isSuspended: false,
    isPastDue: false,
    identityVersion: 1,
    identityRotatedAt: null,
    businessHours: null,
    awayMinutes: null,
    waitingMailMinutes: 10,
    isClosedToModels: false,
    isVerified: true,
    createdAt: Date.now(),
    updatedAt: Date.now(),
  }
  await storage.workspaces.create(paid, owner?.id ?? '')
  const { workspace, currentUserMode } = (await call('GET', `/api/v1/workspaces/${paid.id}`)).body
  expectRows(workspace, {
    paymentProviderId: 'string',
    customChatsLimit: 'number',
    customSeatsLimit: 'number',
    isVerified: 'boolean',
    plan: { is: 'PRO' },
  })
  expect(workspace.createdAt).toMatch(timestamp)
  expect(currentUserMode).toBe('write')
  expect((await call('POST', '/api/v1/workspaces', { icon: 'x' })).body.issues[0].path).toBe('name')
})

const chat = chatClient(() => service)

test('7. and 8. a result with its answers', async () => {
  const { id, publicId } = await fullBot()
  await service.call('POST', `/api/v1/bots/${id}/publish`)
  const { sessionId, resultId } = (await chat.start(publicId, {}, { origin: 'https://a.example' })).body
  await chat.say(sessionId, 'Yes')
  const rows: Record<string, Kind> = {
    id: { is: resultId },
    createdAt: 'string',
    botId: { is: id },
    'variables.[].id': 'string',
    'variables.[].name': 'string',
    'variables.[].value': { is: 'Yes' },
    isCompleted: { is: true },
    hasStarted: { is: true },
    isArchived: { is: false },
    'answers.[].createdAt': 'string',
    'answers.[].resultId': { is: resultId },
    'answers.[].blockId': { is: 'in1' },
    'answers.[].groupId': { is: 'g1' },
    'answers.[].variableId': { is: 'v1' },
    'answers.[].content': { is: 'Yes' },
    'answers.[].storageUsed': 'number',
  }
  const list = (await service.call('GET', `/api/v1/bots/${id}/results`)).body
  expectRows(list.results[0], rows)
  expect(list.nextCursor).toBeNull()
  const { result } = (await service.call('GET', `/api/v1/bots/${id}/results/${resultId}`)).body
  expectRows(result, rows)
  expect(result).toEqual(list.results[0])
  expect(result.answers[0].createdAt).toMatch(timestamp)
})
