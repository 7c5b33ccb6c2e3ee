import type { Endpoint } from '@colloquy/api'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { absentIds as absent, populatedWorkspace } from '../testing/populated-workspace.js'
import { allEndpoints, callOperation, requests, successOf } from '../testing/requests.js'
import { type Method, type TestService, testService } from '../testing/test-service.js'

let service: TestService
let stranger: string
beforeAll(async () => {
  service = await testService()
  stranger = (await populatedWorkspace(service)).admin
})
afterAll(() => service.close())

const guarded = allEndpoints.filter((endpoint) => endpoint.auth !== 'none')
const byId = (endpoints: Endpoint[]) => endpoints.map((endpoint) => [endpoint.id, endpoint] as const)

/**
 * Expected status for each caller: the owner of another workspace, a guest, a member and an admin of this workspace, an instance admin who
 * does not belong to it, and the workspace admin again with tokens of scope `read` and `write`. 200 stands for the success status of the
 * operation.
 */
const callers = ['stranger', 'guest', 'member', 'admin', 'keeper', 'reader', 'writer'] as const
type Row = readonly [
  stranger: number,
  guest: number,
  member: number,
  admin: number,
  keeper: number,
  reader: number,
  writer: number,
]
const ofReaders: Row = [404, 404, 200, 200, 200, 200, 200]
const ofOwnReaders: Row = [404, 404, 200, 200, 404, 200, 200]
const ofWriters: Row = [404, 404, 200, 200, 404, 403, 200]
const ofSharers: Row = [404, 404, 200, 200, 404, 403, 403]
const ofManagers: Row = [404, 403, 403, 200, 404, 403, 403]
const ofMembers: Row = [404, 403, 200, 200, 200, 200, 200]
const ofMembersAndGuests: Row = [404, 200, 200, 200, 200, 200, 200]
const ofEverybody: Row = [200, 200, 200, 200, 200, 200, 200]
const ofInstanceAdmins: Row = [403, 403, 403, 403, 200, 403, 403]
const ofAdminTokens: Row = [200, 200, 200, 200, 200, 403, 403]

const expected: Record<string, Row> = {
  startPreviewChat: ofReaders,
  moveSession: [404, 404, 200, 200, 401, 403, 200],
  getPreview: ofReaders,
  setPreviewVariables: ofReaders,
  setPreviewBreakpoints: ofReaders,
  getResultFile: ofReaders,
  createBotFile: ofWriters,
  listBots: ofMembersAndGuests,
  listBotCards: ofMembersAndGuests,
  createBot: ofWriters,
  importBot: ofWriters,
  getBot: ofReaders,
  updateBot: ofWriters,
  applyOperations: ofWriters,
  followBot: ofReaders,
  sharePosition: ofReaders,
  shareCursor: ofReaders,
  listComments: ofReaders,
  readComments: ofWriters,
  listMentionable: ofReaders,
  addComment: ofWriters,
  updateComment: ofWriters,
  deleteComment: [404, 404, 403, 200, 404, 403, 200],
  getAddresses: ofReaders,
  getMessagingOfBot: ofReaders,
  archiveBot: ofWriters,
  restoreBot: ofWriters,
  deleteBot: ofWriters,
  getPublishedBot: ofReaders,
  publishBot: ofWriters,
  unpublishBot: ofWriters,
  getPublishChecks: ofWriters,
  listReleases: ofReaders,
  getRelease: ofReaders,
  updateRelease: ofWriters,
  listEnvironments: ofReaders,
  createEnvironment: ofWriters,
  updateEnvironment: ofWriters,
  deleteEnvironment: ofWriters,
  deployRelease: ofWriters,
  moveChats: ofWriters,
  listDeployments: ofReaders,
  cancelDeployment: ofWriters,
  listExperiments: ofReaders,
  startExperiment: ofWriters,
  getExperiment: ofReaders,
  endExperiment: ofWriters,
  listProblems: ofReaders,
  checkReferences: ofReaders,
  lintFlow: ofOwnReaders,
  listResults: ofReaders,
  deleteResults: ofWriters,
  getResult: ofReaders,
  getTranscript: ofReaders,
  listResultLogs: ofReaders,
  getRecording: ofWriters,
  tryOtherReplies: ofWriters,
  replayConversations: ofReaders,
  replayResult: ofReaders,
  listRecordings: ofWriters,
  listTests: ofWriters,
  addTest: ofWriters,
  updateTest: ofWriters,
  deleteTest: ofWriters,
  recordTest: ofWriters,
  runTests: ofReaders,
  executeWebhook: ofWriters,
  executeTestWebhook: ofWriters,
  getMessagingConnection: ofOwnReaders,
  createVerifyToken: ofWriters,
  startMessagingPreview: ofWriters,
  executeTestMessagingWebhook: ofWriters,
  listWorkspaces: ofEverybody,
  createWorkspace: [200, 200, 200, 200, 200, 403, 200],
  getWorkspace: ofMembersAndGuests,
  updateWorkspace: [404, 403, 403, 200, 404, 403, 200],
  deleteWorkspace: [404, 404, 404, 200, 404, 403, 403],
  listCredentials: ofMembersAndGuests,
  createCredentials: ofWriters,
  getCredentials: ofOwnReaders,
  updateCredentials: ofWriters,
  deleteCredentials: ofWriters,
  tryModel: ofWriters,
  testCredentials: ofWriters,
  getOAuthClient: ofOwnReaders,
  beginOAuth: ofWriters,
  finishOAuth: ofEverybody,
  listIntegrationItems: ofWriters,
  listServerTools: ofWriters,
  eraseResults: [404, 403, 403, 200, 404, 403, 200],
  getMe: ofEverybody,
  listApiTokens: ofEverybody,
  createApiToken: ofAdminTokens,
  deleteApiToken: [404, 404, 404, 200, 404, 403, 403],
  metrics: ofInstanceAdmins,
  listWebhookBlocks: ofReaders,
  getResultExample: ofReaders,
  testWebhookBlock: ofWriters,
  tryBlock: ofWriters,
  tryExpression: ofWriters,
  subscribeWebhook: ofWriters,
  unsubscribeWebhook: ofWriters,
  getSignIn: ofEverybody,
  signOut: ofEverybody,
  listSignIns: ofEverybody,
  deleteSignIn: [404, 404, 404, 200, 404, 403, 403],
  setPassword: ofAdminTokens,
  updateMe: [200, 200, 200, 200, 200, 403, 200],
  listMembers: ofMembersAndGuests,
  updateMember: ofManagers,
  deleteMember: ofManagers,
  listItemsOfMember: ofManagers,
  listInvitations: ofMembers,
  createInvitation: ofManagers,
  updateInvitation: ofManagers,
  deleteInvitation: ofManagers,
  listCollaborators: ofReaders,
  updateCollaborator: ofSharers,
  deleteCollaborator: ofSharers,
  listItemsOfCollaborator: ofSharers,
  listBotInvitations: ofReaders,
  createBotInvitation: ofSharers,
  updateBotInvitation: ofSharers,
  deleteBotInvitation: ofSharers,
  listOwnInvitations: ofEverybody,
  acceptOwnInvitation: [404, 404, 404, 200, 404, 403, 403],
  declineOwnInvitation: [404, 404, 404, 200, 404, 403, 403],
  createPasswordLink: [404, 403, 403, 200, 200, 403, 403],
  verifyEmail: ofInstanceAdmins,
  changeEmail: ofAdminTokens,
  listFolders: ofOwnReaders,
  createFolder: ofWriters,
  getFolder: ofOwnReaders,
  updateFolder: ofWriters,
  deleteFolder: ofWriters,
  listThemeTemplates: ofOwnReaders,
  saveThemeTemplate: ofWriters,
  deleteThemeTemplate: ofWriters,
  listDeliveries: ofOwnReaders,
  getDeliveryHealth: ofOwnReaders,
  getIntegrationHealth: ofOwnReaders,
  replayDelivery: ofWriters,
  replayDeliveries: ofWriters,
  discardDelivery: ofWriters,
  listKnowledgeBases: ofOwnReaders,
  createKnowledgeBase: ofWriters,
  updateKnowledgeBase: ofWriters,
  deleteKnowledgeBase: ofWriters,
  listKnowledgeSources: ofOwnReaders,
  addKnowledgeSource: ofWriters,
  refreshKnowledgeSource: ofWriters,
  updateKnowledgeSource: ofWriters,
  deleteKnowledgeSource: ofWriters,
  searchKnowledge: ofOwnReaders,
  listKnowledgeQuestions: ofOwnReaders,
  answerKnowledgeQuestion: ofWriters,
  deleteKnowledgeQuestion: ofWriters,
  listCustomDomains: ofMembersAndGuests,
  createCustomDomain: ofWriters,
  checkCustomDomain: ofOwnReaders,
  verifyCustomDomain: ofWriters,
  deleteCustomDomain: ofWriters,
  listModelSpending: ofMembers,
  getUsage: ofMembers,
  duplicateBot: ofWriters,
  listLinkedBots: ofReaders,
  isPublicIdAvailable: ofEverybody,
  exportResults: ofReaders,
  countResults: ofReaders,
  listResultOrigins: ofReaders,
  getStats: ofReaders,
  getModelSpending: ofReaders,
  getInDepthData: ofReaders,
  getDailyCounts: ofReaders,
  getCohorts: ofReaders,
  getDropOff: ofReaders,
  getFunnel: ofReaders,
  getRejections: ofReaders,
  getAnswerTimes: ofReaders,
  getSegments: ofReaders,
  getAnswerSummary: ofReaders,
  listSummaryLinks: ofWriters,
  createSummaryLink: ofWriters,
  deleteSummaryLink: ofWriters,
  listSummaryMails: ofWriters,
  createSummaryMail: ofWriters,
  deleteSummaryMail: ofWriters,
  getOwnDeletion: ofEverybody,
  // Only the workspace admin has a workspace to decide about, and the instance admin cannot leave.
  deleteMe: [409, 409, 409, 200, 409, 403, 403],
  listAccounts: ofInstanceAdmins,
  getAccountDeletion: ofInstanceAdmins,
  deleteAccount: ofInstanceAdmins,
  listAllWorkspaces: ofInstanceAdmins,
  updateStanding: ofInstanceAdmins,
  confirmClock: ofInstanceAdmins,
  listLimits: ofInstanceAdmins,
  getMailStatus: ofInstanceAdmins,
  sendTestMail: ofInstanceAdmins,
}

test('every guarded operation has its row, and every operation a request', () => {
  expect(Object.keys(expected).toSorted()).toEqual(guarded.map(({ id }) => id).toSorted())
  expect(Object.keys(requests).toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted())
})

async function tokenOf(caller: (typeof callers)[number], workspaceId: string, admin: string, adminId: string) {
  switch (caller) {
    case 'stranger':
      return stranger
    case 'guest':
      return (await service.addMember(workspaceId, 'GUEST')).value
    case 'member':
      return (await service.addMember(workspaceId, 'MEMBER')).value
    case 'admin':
      return admin
    case 'keeper':
      return service.token
    case 'reader':
      return (await service.addToken({ userId: adminId, scope: 'read' })).value
    case 'writer':
      return (await service.addToken({ userId: adminId, scope: 'write' })).value
  }
}

/**
 * Callers and tokens are compared above the storage. On PostgreSQL, one operation of each row shows that the memberships read there are right;
 * that each operation works there is tested in operations.test.ts.
 */
const ofEachRow = guarded.filter(
  ({ id }, index) => guarded.findIndex((other) => `${expected[other.id]}` === `${expected[id]}`) === index,
)

describe.each(byId(inject('postgres') === undefined ? guarded : ofEachRow))('%s', (id, endpoint) => {
  // Refused requests change nothing, and neither does a GET.
  let unchanged: ReturnType<typeof populatedWorkspace> | undefined
  const unchangedWorkspace = () => (unchanged ??= populatedWorkspace(service, endpoint))
  const isUnchanging = (status: number | undefined) => status !== 200 || endpoint.method === 'GET'

  test.each(callers.map((caller, index) => [caller, expected[id]?.[index]] as const))(
    '%s gets %s',
    async (caller, status) => {
      const { ids, admin, adminId } = await (isUnchanging(status)
        ? unchangedWorkspace()
        : populatedWorkspace(service, endpoint))
      const token = await tokenOf(caller, ids.workspaceId, admin, adminId)
      const answer = await callOperation(service, endpoint, ids, { token })
      expect(answer.status, answer.text).toBe(status === 200 ? successOf(endpoint) : status)
      if (status !== 404) return
      const unknown = await callOperation(service, endpoint, absent, { token })
      expect(answer.text).toBe(unknown.text)
      const withoutOwn = (headers: object) => ({ ...headers, date: '', 'x-request-id': '' })
      expect(withoutOwn(answer.headers)).toEqual(withoutOwn(unknown.headers))
    },
  )

  test('refuses tokens that are missing, wrong, revoked, expired, changed, or in the query, all alike', async () => {
    const { ids, admin, adminId } = await unchangedWorkspace()
    const revoked = await service.addToken({ userId: adminId })
    const path = `/api/v1/users/me/api-tokens/${revoked.id}`
    await service.call('DELETE', path, undefined, { authorization: `Bearer ${admin}` })
    const expired = await service.addToken({ userId: adminId, expiresAt: Date.now() - 1 })
    const authorizations = [
      '',
      'Bearer',
      'Bearer wrong',
      `Basic ${Buffer.from(admin).toString('base64')}`,
      `Bearer ${revoked.value}`,
      `Bearer ${expired.value}`,
      `Bearer ${admin.slice(0, -1)}`,
      `Bearer ${admin}x`,
      `Bearer ${admin.toUpperCase()}`,
      `Bearer ${admin} ${admin}`,
      `Bearer ${'x'.repeat(10_000)}`,
    ]
    const headers: Record<string, string>[] = authorizations.map((authorization) => ({ authorization }))
    headers.push({ authorization: '', cookie: `token=${admin}`, 'x-api-key': admin, 'x-original-url': '/healthz' })
    const answers = await Promise.all(headers.map((one) => callOperation(service, endpoint, ids, { headers: one })))
    const query = `?token=${admin}&access_token=${admin}&authorization=Bearer%20${admin}`
    answers.push(await callOperation(service, endpoint, ids, { headers: { authorization: '' }, query }))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.text).toBe(answers[0]?.text)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    const able = expected[id]?.[callers.indexOf('admin')] === 200 ? admin : service.token
    const still = await callOperation(service, endpoint, ids, { headers: { authorization: `bEARER  ${able}` } })
    expect(still.status).toBe(successOf(endpoint))
  })
})

test('a suspended workspace hides its bots from its members, and an unpaid one too', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  for (const change of [{ isSuspended: true }, { isSuspended: false, isPastDue: true }]) {
    await service.storage.workspaces.update(ids.workspaceId, change, Date.now())
    for (const endpoint of guarded.filter(({ path }) => path.includes('{botId}'))) {
      const answer = await callOperation(service, endpoint, ids, { token: admin })
      expect(answer.body.code, endpoint.id).toBe('bot_not_found')
    }
  }
})

test('a bot of a suspended workspace whose draft is open to everybody is shown to its members as to everybody', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const settings = { publicShare: { isEnabled: true } }
  await service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot: { settings } }, { authorization: `Bearer ${admin}` })
  const mode = async () =>
    (await service.call('GET', `/api/v1/bots/${ids.botId}`, undefined, { authorization: `Bearer ${admin}` })).body
      .currentUserMode
  expect(await mode()).toBe('write')
  await service.storage.workspaces.update(ids.workspaceId, { isSuspended: true }, Date.now())
  expect(await mode()).toBe('guest')
})

test('a bot that is shared can be read by anybody with a token, and by nobody changed', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const settings = { publicShare: { isEnabled: true } }
  await service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot: { settings } }, { authorization: `Bearer ${admin}` })
  const token = service.strangerToken
  for (const endpoint of guarded.filter(({ path }) => path.includes('{botId}'))) {
    const { status, body } = await callOperation(service, endpoint, ids, { token })
    expect(status, endpoint.id).toBe(['getBot', 'getPublishedBot'].includes(endpoint.id) ? 200 : 404)
    if (endpoint.id === 'getBot') expect(body.currentUserMode).toBe('guest')
  }
})

describe('a bot whose draft is open to everybody', () => {
  const secrets = [
    'Bearer planted',
    'planted-query',
    'planted-path',
    'planted-body',
    'planted-start',
    'planted-test',
    'boss@',
  ]
  const webhook = {
    url: 'https://user:planted-path@api.example/planted-path?key=planted-query',
    headers: [
      { id: 'h1', key: 'Authorization', value: 'Bearer planted' },
      { id: 'h2', key: 'X-Name', value: '{{Name}}' },
    ],
    queryParams: [{ id: 'q1', key: 'key', value: 'planted-query' }],
    body: '{"key": "planted-body"}',
  }
  const variablesForTest = [{ id: 't1', variableId: 'v1', value: 'planted-test' }]
  const settings = { publicShare: { isEnabled: true } }

  /** A published bot with a secret in every place where a flow may hold one. */
  async function openBot() {
    const { ids, admin } = await populatedWorkspace(service)
    const authorization = `Bearer ${admin}`
    const options = { credentialsId: ids.credentialsId, recipients: ['boss@example.com'], subject: 'Hello' }
    const blocks = [
      { id: 'call', type: 'Webhook', options: { webhook, variablesForTest, proxyCredentialsId: ids.credentialsId } },
      { id: 'mail', type: 'Email', options },
    ]
    const draft = {
      groups: [{ id: 'g1', title: 'One', graphCoordinates: { x: 0, y: 0 }, blocks }],
      events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
      edges: [],
      variables: [{ id: 'v1', name: 'Name', value: 'planted-start' }],
      settings,
    }
    const path = `/api/v1/bots/${ids.botId}`
    const changed = await service.call('PATCH', path, { bot: draft }, { authorization })
    expect(changed.status, changed.text).toBe(200)
    await service.call('POST', `${path}/publish`, undefined, { authorization })
    return { ids, path, authorization }
  }
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${service.port}${path}`, { headers })

  test('is shown to who is not signed in, and to who is signed in elsewhere, without what is secret', async () => {
    const { ids, path, authorization } = await openBot()
    const own = await (await ask(path, { authorization })).text()
    for (const secret of [...secrets, ids.credentialsId as string]) expect(own).toContain(secret)
    const ofStranger = { authorization: `Bearer ${service.strangerToken}` }
    const answers = [await ask(path), await ask(path, { cookie: 'colloquy=ended' }), await ask(path, ofStranger)]
    answers.push(await ask(`${path}/publishedBot`, ofStranger))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      const text = await answer.text()
      for (const secret of [...secrets, ids.credentialsId as string]) expect(text).not.toContain(secret)
    }
    const { bot, currentUserMode } = (await (await ask(path)).json()) as {
      bot: { groups: { blocks: { options: object }[] }[]; folderId: null; variables: object[] }
      currentUserMode: string
    }
    expect(currentUserMode).toBe('guest')
    expect(bot.groups[0]?.blocks.map(({ options }) => options)).toEqual([
      {
        webhook: {
          url: 'https://api.example',
          headers: [
            { id: 'h1', key: 'Authorization' },
            { id: 'h2', key: 'X-Name', value: '{{Name}}' },
          ],
          queryParams: [{ id: 'q1', key: 'key' }],
        },
      },
      {},
    ])
    expect(bot).toMatchObject({ folderId: null, variables: [{ id: 'v1', name: 'Name' }] })
  })

  test('gives nobody in particular anything else: no live events, comments, people, results, previews', async () => {
    const { ids } = await openBot()
    for (const endpoint of guarded.filter(({ id }) => id !== 'getBot')) {
      const { status } = await callOperation(service, endpoint, ids, { headers: { authorization: '' } })
      expect(status, endpoint.id).toBe(401)
    }
  })

  test('is closed again at once when it is no longer shared, or deleted', async () => {
    for (const [method, body] of [
      ['PATCH', { bot: { settings: { publicShare: { isEnabled: false } } } }],
      ['DELETE', undefined],
    ] as const) {
      const { path, authorization } = await openBot()
      expect((await ask(path)).status).toBe(200)
      await service.call(method, path, body, { authorization })
      const closed = await ask(path)
      const absentOne = await ask('/api/v1/bots/nothing')
      expect(closed.status).toBe(401)
      expect(await closed.text()).toBe(await absentOne.text())
    }
  })

  test('takes no token that is not good, and shows its members all of it', async () => {
    const { path, authorization, ids } = await openBot()
    expect((await ask(path, { authorization: 'Bearer wrong' })).status).toBe(401)
    const own = (await (await ask(path, { authorization })).json()) as { currentUserMode: string }
    expect(own.currentUserMode).toBe('write')
    const guest = await service.addMember(ids.workspaceId as string, 'GUEST')
    const theirs = (await (await ask(path, { authorization: `Bearer ${guest.value}` })).json()) as typeof own
    expect(theirs.currentUserMode).toBe('guest')
  })
})

test.each(['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as Method[])(
  '%s of nothing is a 404 of the common form',
  async (method) => {
    for (const path of ['/api/v1/nothing', '/api', '/api/v2/bots', '/api/v1/bots/a/b/c/d', '/..%2f..%2fetc/passwd']) {
      const answer = await service.call(method, path, method === 'GET' ? undefined : {})
      expect(answer.body).toEqual({ code: 'not_found', status: 404, message: expect.any(String) })
      if (method === 'GET') continue
      for (const [body, type] of [
        ['a=1', 'text/plain'],
        ['{', 'application/json'],
        ['x'.repeat(1_100_000), 'application/json'],
      ] as const) {
        const odd = await service.call(method, path, body, { 'content-type': type })
        expect(odd.text).toBe(answer.text)
      }
    }
  },
)
