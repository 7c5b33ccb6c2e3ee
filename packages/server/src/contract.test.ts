import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './ids.js'
import { chatClient, group, textBubble } from './testing/chat-client.js'
import { type TestService, testService } from './testing/test-service.js'

/** The tables of the interface, row by row: each is seen, with a value of its type, in an answer of the service. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object' | { readonly is: unknown }
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** `[]` in a path stands for any element of a list. */
function valuesAt(value: unknown, path: string): unknown[] {
  let found = [value]
  for (const key of path.split('.').filter(Boolean)) {
    found = found.flatMap((one) => {
      if (key === '[]') return Array.isArray(one) ? one : []
      return one !== null && typeof one === 'object' && key in one ? [(one as Record<string, unknown>)[key]] : []
    })
  }
  return found
}

function isOf(kind: Kind, value: unknown): boolean {
  if (typeof kind === 'object') return JSON.stringify(value) === JSON.stringify(kind.is)
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'object') return value !== null && typeof value === 'object' && !Array.isArray(value)
  return typeof value === kind
}

function expectRows(answer: unknown, rows: Record<string, Kind>): void {
  const missing = Object.entries(rows).filter(([path, kind]) => !valuesAt(answer, path).some((one) => isOf(kind, one)))
  expect(missing).toEqual([])
}

const at = { x: 1, y: 2 }
const colours = { backgroundColor: '#fff', color: '#000' }
const avatar = { isEnabled: true, url: 'https://a.example/a.png' }
const theme = {
  general: {
    font: 'Inter',
    background: { type: 'Color', content: '#fff' },
    progressBar: { isEnabled: true, ...colours, placement: 'Top', thickness: 4, position: 'fixed' },
  },
  chat: {
    hostAvatar: { ...avatar, url: '{{Picture}}' },
    guestAvatar: { ...avatar, url: '{{Picture}}' },
    hostBubbles: colours,
    guestBubbles: colours,
    buttons: colours,
    inputs: { ...colours, placeholderColor: '#999' },
    roundness: 'none',
  },
  customCss: '.a{b:c}',
}
const settings = {
  general: {
    isBrandingEnabled: false,
    isTypingEmulationEnabled: true,
    isInputPrefillEnabled: true,
    isHideQueryParamsEnabled: true,
    isNewResultOnRefreshEnabled: true,
    rememberUser: { isEnabled: true, storage: 'session' },
  },
  typingEmulation: {
    enabled: true,
    speed: 400,
    maxDelay: 3,
    delayBetweenBubbles: 0.5,
    isDisabledOnFirstMessage: true,
  },
  metadata: {
    title: 'T',
    description: 'D',
    imageUrl: 'https://a.example/i.png',
    favIconUrl: 'https://a.example/f.ico',
    customHeadCode: '<meta name="a">',
    tagManagerId: 'GTM-1',
  },
  messaging: {
    isEnabled: true,
    startCondition: {
      logicalOperator: 'OR',
      comparisons: [{ id: 'c', comparisonOperator: 'Equal to', value: 'hi' }],
    },
    sessionExpiryTimeout: 1.5,
  },
  publicShare: { isEnabled: true },
  security: { allowedOrigins: ['https://a.example'] },
}
const flow = {
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  groups: [
    group('g1', textBubble('t1', 'Hi'), {
      id: 'in1',
      type: 'choice input',
      items: [{ id: 'i1', content: 'Yes', outgoingEdgeId: 'ed2' }],
      options: { variableId: 'v1' },
    }),
    group('g2', textBubble('t2', 'Bye')),
  ],
  edges: [
    { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1', blockId: 't1' } },
    { id: 'ed2', from: { blockId: 'in1', itemId: 'i1' }, to: { groupId: 'g2' } },
  ],
  variables: [
    { id: 'v1', name: 'Name', value: 'Ada' },
    { id: 'v2', name: 'Picture', value: 'https://a.example/p.png' },
  ],
}

/** The rows of a nested value that was sent: every leaf comes back as it is. */
function rowsOf(value: unknown, prefix: string): Record<string, Kind> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { [prefix]: { is: value } }
  return Object.assign({}, ...Object.entries(value).map(([key, one]) => rowsOf(one, `${prefix}.${key}`)))
}

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
  messagingCredentialsId: 'string',
  riskLevel: 'number',
}

/** A bot in which nothing is left out, as it was saved; its credentials are put in by the storage, as none can be made yet. */
async function fullBot() {
  const { workspaceId, storage, call } = service
  const folder = { id: newId(), workspaceId, name: 'F', parentFolderId: null, createdAt: 1, updatedAt: 1 }
  await storage.folders.create(folder)
  const { bot } = (await call('POST', '/api/v1/bots', { workspaceId, bot: { ...flow, theme } })).body
  await storage.bots.update(workspaceId, bot.id, { messagingCredentialsId: newId() }, Date.now())
  const update = {
    ...flow,
    settings,
    name: 'Full',
    icon: '🤖',
    folderId: folder.id,
    publicId: `full-${newId()}`,
    customDomain: `${newId()}.example.com`,
    selectedThemeTemplateId: 'template',
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
const fromGroup = (botId: string) => chat.preview(botId, { startFrom: { type: 'group', groupId: 'kind' } })

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

describe('9. continuing a chat', () => {
  /** What a bot of one group answers: its start, then what comes after each reply. */
  async function conversation(blocks: object[], replies: unknown[] = []) {
    const publicId = `kinds-${newId()}`
    const events = [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }]
    const edges = [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'kind' } }]
    const { variables } = flow
    await service.publish({ publicId, theme, events, edges, variables, groups: [group('kind', ...blocks)] })
    const answers = [(await chat.start(publicId)).body]
    for (const reply of replies) answers.push((await chat.say(answers[0].sessionId, reply)).body)
    return answers
  }
  const ask = { id: 'ask', type: 'text input', options: {} }

  test('the rows of its answer', async () => {
    const [, answer] = await conversation(
      [
        { id: 'date', type: 'date input', options: { format: 'dd/MM/yyyy' } },
        textBubble('said', 'Thanks'),
        { id: 'now', type: 'Set variable', options: { variableId: 'v2', type: 'Now', timeZone: 'Mars/Base' } },
        { id: 'go', type: 'Redirect', options: { url: 'https://a.example' } },
        {
          id: 'ask',
          type: 'text input',
          options: { labels: { placeholder: 'P', button: 'B' }, variableId: 'v1', isLong: true },
          outgoingEdgeId: 'ed1',
        },
      ],
      ['tomorrow'],
    )
    expectRows(answer, {
      'messages.[].id': { is: 'said' },
      'messages.[].type': { is: 'text' },
      'messages.[].content.html': 'string',
      'messages.[].content.richText.[]': 'object',
      'messages.[].content.plainText': { is: 'Thanks' },
      lastMessageNewFormat: 'string',
      'input.id': { is: 'ask' },
      'input.outgoingEdgeId': { is: 'ed1' },
      'input.type': { is: 'text input' },
      'input.options.labels': { is: { placeholder: 'P', button: 'B' } },
      'input.options.variableId': { is: 'v1' },
      'input.options.isLong': { is: true },
      'input.prefilledValue': { is: 'Ada' },
      'clientSideActions.[].type': { is: 'redirect' },
      'clientSideActions.[].lastBubbleBlockId': { is: 'said' },
      'logs.[].status': 'string',
      'logs.[].description': 'string',
      'dynamicTheme.hostAvatarUrl': 'string',
      'dynamicTheme.guestAvatarUrl': 'string',
      progress: 'number',
    })
    expect(answer.lastMessageNewFormat).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    expect(answer.progress).toBeGreaterThan(0)
    expect(answer.progress).toBeLessThan(100)
  })

  test('the details of a log are for authors: seen in a preview', async () => {
    const { workspaceId, call } = service
    const set = { id: 'now', type: 'Set variable', options: { variableId: 'v1', type: 'Now', timeZone: 'Mars/Base' } }
    const bot = { variables: flow.variables, groups: [group('kind', set, ask)] }
    const made = await call('POST', '/api/v1/bots', { workspaceId, bot })
    expectRows((await fromGroup(made.body.bot.id)).body, { 'logs.[].details': { is: 'Mars/Base' } })
  })

  test.each([
    [textBubble('b', 'Hi'), 'text', {}],
    [{ id: 'b', type: 'image', content: { url: 'https://a.example/i.png' } }, 'image', { url: 'string' }],
    [{ id: 'b', type: 'video', content: { url: 'https://a.example/v.mp4', type: 'url' } }, 'video', { url: 'string' }],
    [{ id: 'b', type: 'audio', content: { url: 'https://a.example/a.mp3' } }, 'audio', { url: 'string' }],
    [{ id: 'b', type: 'embed', content: { url: 'https://a.example', height: 400 } }, 'embed', { height: 'number' }],
  ] as [object, string, Record<string, Kind>][])('a message %#', async (block, type, rows) => {
    const [, answer] = await conversation([ask, block], ['Go'])
    expect(answer.messages).toHaveLength(1)
    expectRows(answer.messages[0], { id: { is: 'b' }, type: { is: type } })
    expectRows(answer.messages[0].content, rows)
  })

  const items = [{ id: 'i', content: 'Yes', title: 'Yes' }]
  test.each([
    ['text input', {}],
    ['choice input', { items }],
    ['email input', {}],
    ['number input', { options: { min: 1, max: 5, step: 1 } }],
    ['url input', {}],
    ['phone number input', { options: { defaultCountryCode: 'FR' } }],
    ['date input', { options: { hasTime: true, isRange: true } }],
    ['payment input', { options: { provider: 'Stripe', amount: '5', currency: 'EUR' } }],
    ['rating input', { options: { length: 5 } }],
    ['file input', { options: { isRequired: true } }],
    ['picture choice input', { items }],
    ['time input', {}],
    ['cards', { items: [{ id: 'i', title: 'Card', paths: [{ id: 'p', text: 'Take' }] }] }],
  ])('the %s', async (type, rest) => {
    const [, answer] = await conversation([ask, { id: 'in', type, ...rest }], ['Go'])
    expect(answer.input).toMatchObject({ id: 'in', type })
    if ('items' in rest) expect(answer.input.items).toHaveLength(1)
  })

  const script = { variableId: 'v1', type: 'Custom', isExecutedOnClient: true, expressionToEvaluate: '{{Name}} + 1' }
  const webhook = { url: 'https://a.example', method: 'GET' }
  test.each([
    [
      { type: 'Code', options: { content: 'alert({{Name}})', isExecutedOnClient: true } },
      'scriptToExecute',
      {
        'scriptToExecute.content': 'string',
        'scriptToExecute.args.[].id': 'string',
        'scriptToExecute.args.[].value': { is: 'Ada' },
      },
    ],
    [
      { type: 'Redirect', options: { url: 'https://a.example', isNewTab: true } },
      'redirect',
      { 'redirect.url': 'string' },
    ],
    [
      { type: 'Chatwoot', options: { websiteToken: 'x' } },
      'chatwoot',
      { 'chatwoot.scriptToExecute.content': 'string' },
    ],
    [
      { type: 'Google Analytics', options: { trackingId: 'G-1', value: '5' } },
      'googleAnalytics',
      { 'googleAnalytics.value': 'number' },
    ],
    [{ type: 'Wait', options: { secondsToWaitFor: '2' } }, 'wait', { 'wait.secondsToWaitFor': { is: 2 } }],
    [
      { type: 'Set variable', options: script },
      'setVariable',
      { 'setVariable.scriptToExecute.args.[].value': { is: 'Ada' }, expectsDedicatedReply: { is: true } },
    ],
    [
      { type: 'Webhook', options: { webhook, isExecutedOnClient: true } },
      'httpRequestToExecute',
      { 'httpRequestToExecute.url': 'string', expectsDedicatedReply: { is: true } },
    ],
    [{ type: 'Pixel', options: { pixelId: 'P', eventType: 'Lead' } }, 'pixel', { 'pixel.pixelId': 'string' }],
  ] as [object, string, Record<string, Kind>][])('a client action %#', async (block, type, rows) => {
    const [, answer] = await conversation([ask, { id: 'act', ...block }], ['Go'])
    expect(answer.clientSideActions).toHaveLength(1)
    expectRows(answer.clientSideActions[0], { type: { is: type }, ...rows })
  })
})
