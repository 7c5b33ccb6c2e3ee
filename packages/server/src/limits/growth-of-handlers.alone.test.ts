import { type Endpoint, type EndpointId, type Endpoints, endpoints } from '@colloquy/api'
import { growthOf, maxGrowth } from '@colloquy/test-kit/growth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { largeFlow, lengthened } from '../testing/large-flow.js'
import { messageOf, payloadOf, signedRequest } from '../testing/messaging-payloads.js'
import { type Ids, populatedWorkspace } from '../testing/populated-workspace.js'
import { callOperation, requests, type TestRequest } from '../testing/requests.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: JSON.stringify({ waitingMessages: 10_000_000 }) })
})
afterAll(() => service.close())

type IdWithBody = { [Id in EndpointId]: Endpoints[Id] extends { body: unknown } ? Id : never }[EndpointId]

/** A request with a body of some size. `lengthened`: the usual one, with long texts and a long list. */
type Input = 'lengthened' | ((size: number, ids: Ids) => TestRequest)

const texts = (size: number) => Array.from({ length: size }, (_, index) => `item ${index}`)
const record = (size: number) => Object.fromEntries(texts(size).map((text) => [text, text]))
const csvOf = (size: number) =>
  `Name,Email\n${texts(size)
    .map((text, index) => `${text},a${index}@example.com`)
    .join('\n')}`
const sent: Input = (size) => ({ body: { list: texts(size), record: record(size) } })
const largeTest = (size: number) => ({
  name: 'Large',
  steps: texts(Math.min(size, 300)).map((reply) => ({ reply, expect: [{ kind: 'message', text: reply }] })),
  cassette: texts(Math.min(size, 500)).map((text) => ({
    kind: 'http',
    outcome: { answer: 'response', status: 200, text },
  })),
})
const undecided = (size: number) => texts(size).map((workspaceId) => ({ workspaceId, action: 'delete' }))
const messages = (size: number) =>
  payloadOf(
    '4916',
    texts(size).map((text) => messageOf('4916', text)),
  )

/**
 * Covers every endpoint with a body. Excluded are endpoints without one, since Node limits paths, queries and headers to 16 kB, and the
 * bytes of uploaded files, which are streamed.
 */
const inputs: { [Id in IdWithBody]: Input } = {
  startChat: (size) => ({ body: { prefilledVariables: { Answer: texts(size), ...record(size) } } }),
  startPreviewChat: (size) => ({ body: { prefilledVariables: { Answer: texts(size), ...record(size) } } }),
  continueChat: 'lengthened',
  rateConversation: 'lengthened',
  saveClientLogs: (size) => ({ body: { clientLogs: texts(size).map((description) => ({ description })) } }),
  changeSessionStatus: 'lengthened',
  reportTyping: 'lengthened',
  returnConversation: 'lengthened',
  saveInboxFilters: 'lengthened',
  saveReply: 'lengthened',
  sendToConversation: 'lengthened',
  createContact: (size) => ({
    body: { name: 'Ben', notes: 'x'.repeat(size), tags: texts(size), attributes: record(size) },
  }),
  updateContact: (size) => ({ body: { notes: 'x'.repeat(size), tags: texts(size), attributes: record(size) } }),
  readContactFile: (size) => ({ body: { csv: csvOf(size) } }),
  importContacts: (size) => ({ body: { csv: csvOf(size), columns: ['name', 'email'] } }),
  createContactAttribute: 'lengthened',
  mergeContacts: 'lengthened',
  createContactSegment: 'lengthened',
  updateContactSegment: 'lengthened',
  updateContactAttribute: 'lengthened',
  updateConversation: 'lengthened',
  setPreviewVariables: (size) => ({ body: { variables: { v1: texts(size), ...record(size) } } }),
  setPreviewBreakpoints: (size, { botId }) => ({
    body: { blocks: texts(size).map((blockId) => ({ botId, blockId })) },
  }),
  generateUploadUrl: 'lengthened',
  createBot: (size, { workspaceId }) => ({ body: { workspaceId, bot: largeFlow(size) } }),
  importBot: (size, { workspaceId }) => ({ body: { workspaceId, bot: largeFlow(size) } }),
  updateBot: (size) => ({ body: { bot: largeFlow(size), overwrite: true } }),
  publishBot: 'lengthened',
  duplicateBot: 'lengthened',
  updateRelease: 'lengthened',
  createEnvironment: 'lengthened',
  updateEnvironment: (size) => ({ body: { variables: record(size), credentials: record(size) } }),
  deployRelease: 'lengthened',
  moveChats: 'lengthened',
  startExperiment: 'lengthened',
  endExperiment: 'lengthened',
  applyOperations: (size) => ({
    body: {
      id: newId(),
      revision: 1_000_000,
      operations: texts(size).map(() => ({ kind: 'set', path: ['groups', '#g1', 'title'], value: 5, was: 'G' })),
    },
  }),
  sharePosition: 'lengthened',
  shareCursor: 'lengthened',
  readComments: 'lengthened',
  addComment: 'lengthened',
  updateComment: 'lengthened',
  checkReferences: 'lengthened',
  lintFlow: (size) => ({ body: { bot: largeFlow(size) } }),
  tryOtherReplies: 'lengthened',
  replayConversations: 'lengthened',
  addTest: (size) => ({ body: { test: largeTest(size) } }),
  updateTest: (size) => ({ body: { test: largeTest(size) } }),
  recordTest: 'lengthened',
  runTests: (size) => ({ body: { testIds: texts(size) } }),
  deleteResults: (size) => ({ query: '', body: { resultIds: texts(size).join(',') } }),
  executeWebhook: sent,
  executeTestWebhook: sent,
  executeTestMessagingWebhook: sent,
  tryBlock: (size) => ({ body: { variables: { v1: texts(size), ...record(size) } } }),
  tryExpression: 'lengthened',
  testWebhookBlock: (size) => ({ body: { variables: { v1: texts(size), ...record(size) } } }),
  subscribeWebhook: 'lengthened',
  receiveMessages: (size) => signedRequest(messages(size)),
  receivePreviewMessages: (size) => signedRequest(messages(size)),
  startMessagingPreview: 'lengthened',
  createWorkspace: 'lengthened',
  updateWorkspace: 'lengthened',
  getIdentitySecret: 'lengthened',
  updateInboxSettings: 'lengthened',
  createTeam: 'lengthened',
  updateTeam: 'lengthened',
  createCredentials: 'lengthened',
  updateCredentials: 'lengthened',
  tryModel: 'lengthened',
  testCredentials: 'lengthened',
  beginOAuth: 'lengthened',
  listIntegrationItems: 'lengthened',
  listServerTools: 'lengthened',
  eraseResults: 'lengthened',
  createSummaryLink: 'lengthened',
  createSummaryMail: 'lengthened',
  createNotificationRule: 'lengthened',
  updateNotificationRule: 'lengthened',
  createApiToken: 'lengthened',
  updateMe: 'lengthened',
  signIn: 'lengthened',
  setPassword: 'lengthened',
  requestPasswordLink: 'lengthened',
  createPasswordLink: 'lengthened',
  openPasswordLink: 'lengthened',
  usePasswordLink: 'lengthened',
  changeEmail: 'lengthened',
  confirmEmail: 'lengthened',
  verifyEmail: 'lengthened',
  updateMember: 'lengthened',
  createInvitation: 'lengthened',
  updateInvitation: 'lengthened',
  openInvitation: 'lengthened',
  acceptInvitation: 'lengthened',
  updateCollaborator: 'lengthened',
  createBotInvitation: 'lengthened',
  updateBotInvitation: 'lengthened',
  createFolder: 'lengthened',
  updateFolder: 'lengthened',
  saveThemeTemplate: 'lengthened',
  replayDeliveries: 'lengthened',
  createKnowledgeBase: 'lengthened',
  updateKnowledgeBase: 'lengthened',
  deleteKnowledgeBase: sent,
  addKnowledgeSource: 'lengthened',
  refreshKnowledgeSource: 'lengthened',
  updateKnowledgeSource: 'lengthened',
  deleteKnowledgeSource: sent,
  searchKnowledge: 'lengthened',
  answerKnowledgeQuestion: 'lengthened',
  deleteKnowledgeQuestion: sent,
  createCustomDomain: 'lengthened',
  deleteCustomDomain: 'lengthened',
  deleteFolder: 'lengthened',
  deleteThemeTemplate: 'lengthened',
  deleteMe: (size) => ({ body: { workspaces: undecided(size) } }),
  deleteAccount: (size) => ({ body: { workspaces: undecided(size) } }),
  updateStanding: 'lengthened',
  confirmClock: 'lengthened',
  sendTestMail: 'lengthened',
}

/** Sizes of the largest inputs: within the limit for bodies of 1 MB, and, for flows, within the time of a test. */
const maxCharacters = 100_000
const maxItems = 16_000
const maxFields = 128_000
const maxGroups = 2_000
const flows: readonly EndpointId[] = ['createBot', 'importBot', 'updateBot', 'lintFlow']
const maxOf = (id: IdWithBody) =>
  inputs[id] === 'lengthened' ? maxCharacters : flows.includes(id) ? maxGroups : maxItems

describe('the time of a request grows with its body, not faster', () => {
  test.each(Object.keys(inputs) as IdWithBody[])('%s', async (id) => {
    const endpoint = endpoints[id]
    const { ids, admin } = await populatedWorkspace(service, endpoint)
    const input = inputs[id]
    const growth = await growthOf(async (size) => {
      const usual = requests[id](ids)
      const request = input === 'lengthened' ? { body: lengthened(usual.body, ids, size) } : input(size, ids)
      const answer = await callOperation(service, endpoint, ids, { token: admin, ...request })
      if (flows.includes(id)) expect(answer.status).toBe(200)
      else expect(answer.status).toBeLessThan(500)
    }, maxOf(id))
    expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
  })
})

const inForm = 'application/x-www-form-urlencoded'
const fields = (size: number) => 'choice&'.repeat(size)

async function sendTo(url: string, payload: object | string, headers: Record<string, string> = {}) {
  const { statusCode } = await service.app.inject({ method: 'POST', url, payload, headers })
  return statusCode
}

/** Sends the form of a hosted page, with many fields of the same name. */
async function toPage({ publicId }: Ids): Promise<SendSize> {
  const browser = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' }
  const { headers } = await service.app.inject({ url: `/c/${publicId}`, headers: browser })
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  return (size) => sendTo(`/c/${publicId}`, fields(size), { ...browser, cookie, 'content-type': inForm })
}

/** Sends a request with a body of some size, and resolves to its status. */
type SendSize = (size: number) => Promise<number>

/** Routes with a body that do not belong to an endpoint, by method and path; a string says what they share with another route. */
const otherRoutes: Record<string, ((ids: Ids) => SendSize | Promise<SendSize>) | string> = {
  'POST /c/:': toPage,
  'POST *': 'The hosted page at a custom domain is carried out as /c/: is',
  'POST /summary-mails/:/:': () => (size) =>
    sendTo(`/summary-mails/${newId()}/stop`, fields(size), { 'content-type': inForm }),
  'POST /notifications/:': () => (size) =>
    sendTo(`/notifications/${newId()}`, fields(size), { 'content-type': inForm }),
  'POST /api/v1/sendMessage':
    ({ publicId }) =>
    (size) =>
      sendTo('/api/v1/sendMessage', {
        startParams: { bot: publicId, prefilledVariables: { Answer: texts(size), ...record(size) } },
        clientLogs: texts(size).map((description) => ({ description })),
      }),
  'POST /api/v1/generate-upload-url':
    ({ uploadSessionId: sessionId }) =>
    (size) =>
      sendTo('/api/v1/generate-upload-url', { sessionId, fileName: 'x'.repeat(size), list: texts(size) }),
  'POST /api/v2/sessions/:/streamMessage':
    ({ sessionId }) =>
    (size) =>
      sendTo(`/api/v2/sessions/${sessionId}/streamMessage`, { list: texts(size) }),
}

test('every route with a body is measured: as an endpoint, or among the others', () => {
  const known = new Set(Object.values<Endpoint>(endpoints).map((it) => `${it.method} ${withoutNames(it.path)}`))
  const found = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method) =>
    pathsIn(service.app.printRoutes({ commonPrefix: false, method })).map((path) => `${method} ${path}`),
  )
  expect(found).toContain('POST /api/v1/sign-in')
  expect(found.filter((route) => !known.has(route)).sort()).toEqual(Object.keys(otherRoutes).sort())
})

const withoutNames = (path: string) => path.replace(/\{\w+\}/g, ':')

/** Returns the paths in a tree of routes as Fastify prints it, with parameter names removed. */
function pathsIn(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
    if (part === undefined) return []
    parts.splice(indent.length / 4, parts.length, part)
    return methods ? [parts.join('').replace(/:\w+(\|:\w+)*/g, ':')] : []
  })
}

describe('the time of a request to another route grows with its body, not faster', () => {
  const measured = Object.entries(otherRoutes).flatMap(([route, prepare]) =>
    typeof prepare === 'string' ? [] : [[route, prepare] as const],
  )
  test.each(measured)('%s', async (_, prepare) => {
    const { ids } = await populatedWorkspace(service, endpoints.startChat)
    const send = await prepare(ids)
    const growth = await growthOf(async (size) => {
      expect(await send(size)).toBeLessThan(500)
    }, maxFields)
    expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
  })
})

/** Operations on the draft of a bot, whose size does not appear in the request. */
const onDrafts = [
  'getBot',
  'listProblems',
  'publishBot',
  'replayConversations',
  'getPublishedBot',
  'startPreviewChat',
  'duplicateBot',
  'listWebhookBlocks',
  'listLinkedBots',
  'applyOperations',
] as const satisfies EndpointId[]

describe('the time of a request grows with the draft of its bot, not faster', () => {
  test.each(onDrafts)('%s', async (id) => {
    const endpoint = endpoints[id]
    const { ids, admin } = await populatedWorkspace(service, endpoint)
    const bots = new Map<number, string>()
    const botOf = async (size: number) => {
      const body = { workspaceId: ids.workspaceId, bot: largeFlow(size) }
      return (await service.call('POST', '/api/v1/bots/import', body, { authorization: `Bearer ${admin}` })).body.bot.id
    }
    for (let size = 16; size <= maxGroups; size *= 2) bots.set(size, await botOf(size))
    const growth = await growthOf(async (size) => {
      const botId = bots.get(size)!
      const answer = await callOperation(service, endpoint, { ...ids, botId }, { token: admin })
      expect(answer.status).toBe(200)
    }, maxGroups)
    expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
  })
})
