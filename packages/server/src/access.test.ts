import type { Endpoint } from '@colloquy/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './ids.js'
import { type Ids, pathOf, populatedWorkspace } from './testing/populated-workspace.js'
import { allEndpoints, carryOut, requests } from './testing/requests.js'
import { type Method, type TestService, testService } from './testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const guarded = allEndpoints.filter((endpoint) => endpoint.auth !== 'none')
const byId = (endpoints: Endpoint[]) => endpoints.map((endpoint) => [endpoint.id, endpoint] as const)

/**
 * What each caller gets: the owner of another workspace, a guest, a member and an admin of this one, who looks after the instance
 * without belonging here, and the admin again by tokens of scope `read` and `write`.
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
const ofWriters: Row = [404, 404, 200, 200, 404, 403, 200]
const ofAdmins: Row = [404, 404, 404, 200, 404, 403, 200]
const ofMembersAndGuests: Row = [404, 200, 200, 200, 200, 200, 200]
const ofEverybody: Row = [200, 200, 200, 200, 200, 200, 200]
const ofAdminTokens: Row = [200, 200, 200, 200, 200, 403, 403]

const expected: Record<string, Row> = {
  startPreviewChat: ofReaders,
  listBots: ofMembersAndGuests,
  createBot: ofWriters,
  importBot: ofWriters,
  getBot: ofReaders,
  updateBot: ofWriters,
  deleteBot: ofWriters,
  getPublishedBot: ofReaders,
  publishBot: ofWriters,
  unpublishBot: ofWriters,
  listResults: ofReaders,
  deleteResults: ofWriters,
  getResult: ofReaders,
  getTranscript: ofReaders,
  listResultLogs: ofReaders,
  listWorkspaces: ofEverybody,
  createWorkspace: [200, 200, 200, 200, 200, 403, 200],
  getWorkspace: ofMembersAndGuests,
  updateWorkspace: [404, 403, 403, 200, 404, 403, 200],
  deleteWorkspace: ofAdmins,
  getMe: ofEverybody,
  listApiTokens: ofEverybody,
  createApiToken: ofAdminTokens,
  deleteApiToken: [404, 404, 404, 200, 404, 403, 403],
  metrics: ofAdminTokens,
}

test('every guarded operation has its row, and every operation a request', () => {
  expect(Object.keys(expected).toSorted()).toEqual(guarded.map(({ id }) => id).toSorted())
  expect(Object.keys(requests).toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted())
})

async function tokenOf(caller: (typeof callers)[number], workspaceId: string, admin: string, adminId: string) {
  switch (caller) {
    case 'stranger':
      return (await populatedWorkspace(service)).admin
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

const absent: Ids = {
  workspaceId: newId(),
  botId: newId(),
  publicId: newId(),
  sessionId: newId(),
  resultId: newId(),
  tokenId: newId(),
}

describe.each(byId(guarded))('%s', (id, endpoint) => {
  test.each(callers.map((caller, index) => [caller, expected[id]?.[index]] as const))(
    '%s gets %s',
    async (caller, status) => {
      const { ids, admin, adminId } = await populatedWorkspace(service)
      const token = await tokenOf(caller, ids.workspaceId, admin, adminId)
      const answer = await carryOut(service, endpoint, ids, { token })
      expect(answer.status, answer.text).toBe(status)
      if (status !== 404) return
      const unknown = await carryOut(service, endpoint, absent, { token })
      expect(answer.text).toBe(unknown.text)
      expect({ ...answer.headers, date: '' }).toEqual({ ...unknown.headers, date: '' })
    },
  )

  test('refuses tokens that are missing, wrong, revoked, expired, changed, or in the query, all alike', async () => {
    const { ids, admin, adminId } = await populatedWorkspace(service)
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
    const answers = await Promise.all(headers.map((one) => carryOut(service, endpoint, ids, { headers: one })))
    const query = `?token=${admin}&access_token=${admin}&authorization=Bearer%20${admin}`
    answers.push(await carryOut(service, endpoint, ids, { headers: { authorization: '' }, query }))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.text).toBe(answers[0]?.text)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    const still = await carryOut(service, endpoint, ids, { headers: { authorization: `bEARER  ${admin}` } })
    expect(still.status).toBe(200)
  })
})

const weird = [
  '',
  '%20',
  '0',
  '[]',
  '{}',
  '%5B%22a%22%5D',
  'null',
  'x'.repeat(10_000),
  '%00',
  '..%2Fx',
  '../x',
  '.',
  '..',
]
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "'%20OR%201=1--",
  '%F0%9F%98%80',
  '%ff',
]
const withIds = allEndpoints.filter(({ path }) => path.includes('{'))

describe.each(byId(withIds))('%s', (id, endpoint) => {
  const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof Ids)

  test.each(parameters)('takes no %s of another workspace', async (parameter) => {
    const own = await populatedWorkspace(service)
    const other = await populatedWorkspace(service)
    const foreign = { [parameter]: other.ids[parameter] }
    if (endpoint.auth === 'none') return
    const answer = await carryOut(service, endpoint, own.ids, { token: own.admin, pathIds: foreign })
    const unknown = await carryOut(service, endpoint, own.ids, {
      token: own.admin,
      pathIds: { [parameter]: absent[parameter] },
    })
    expect(answer.text).toBe(unknown.text)
    // Asking for the logs of a result that is not there gives none.
    const isList = id === 'listResultLogs' && parameter === 'resultId'
    expect(answer.status).toBe(isList ? 200 : 404)
    if (isList) expect(answer.body).toEqual({ logs: [] })
    const theirs = await carryOut(service, endpoint, other.ids, { token: other.admin })
    expect(theirs.status, 'the other workspace is as it was').toBe(200)
  })

  test.each(parameters)('takes no odd %s', async (parameter) => {
    const { ids, admin } = await populatedWorkspace(service)
    for (const value of [...weird, ...names]) {
      const answer = await carryOut(service, endpoint, ids, { token: admin, pathIds: { [parameter]: value } })
      const isList = id === 'listResultLogs' && parameter === 'resultId' && answer.status === 200
      if (isList) expect(answer.body).toEqual({ logs: [] })
      else expect([400, 404], `${parameter}=${value.slice(0, 20)}`).toContain(answer.status)
    }
    expect((await carryOut(service, endpoint, ids, { token: admin })).status).toBe(200)
  })
})

test('ids in queries and bodies are held to the same', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const other = await populatedWorkspace(service)
  const as = { authorization: `Bearer ${admin}` }
  const unknown = await service.call('GET', `/api/v1/bots?workspaceId=${newId()}`, undefined, as)
  for (const value of [...weird.filter((it) => !it.includes('/')), ...names, other.ids.workspaceId]) {
    const answer = await service.call('GET', `/api/v1/bots?workspaceId=${value}`, undefined, as)
    expect(answer.status).toBe(404)
    expect(answer.text).toBe(unknown.text)
  }
  expect((await service.call('GET', '/api/v1/bots?workspaceId=a&workspaceId=b', undefined, as)).status).toBe(400)
  for (const [path, bot] of [
    ['/api/v1/bots', {}],
    ['/api/v1/bots/import', (requests.importBot(ids).body as { bot: object }).bot],
  ] as const) {
    for (const workspaceId of ['', ' ', '__proto__', 'x'.repeat(10_000), other.ids.workspaceId]) {
      expect((await service.call('POST', path, { workspaceId, bot }, as)).body.code).toBe('workspace_not_found')
    }
    for (const workspaceId of [0, null, [], {}, ['a'], true]) {
      expect((await service.call('POST', path, { workspaceId, bot }, as)).body.code).toBe('invalid_request')
    }
  }
})

test('what a bot refers to in another workspace is as if it did not exist', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const other = await populatedWorkspace(service)
  const as = { authorization: `Bearer ${admin}` }
  const folder = { id: newId(), name: 'Theirs', parentFolderId: null, createdAt: 1, updatedAt: 1 }
  await service.storage.folders.create({ ...folder, workspaceId: other.ids.workspaceId })
  for (const folderId of [folder.id, newId()]) {
    const body = { workspaceId: ids.workspaceId, bot: { folderId } }
    expect((await service.call('POST', '/api/v1/bots', body, as)).body.code).toBe('folder_not_found')
    const update = await service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot: { folderId } }, as)
    expect(update.body.code).toBe('folder_not_found')
  }
  const mail = { id: 'mail', type: 'Email', options: { credentialsId: newId() } }
  const groups = [{ id: 'g', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [mail] }]
  const saved = await service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot: { groups } }, as)
  expect(saved.body.bot.groups[0].blocks[0].options.credentialsId).toBe('default')
  expect(saved.body.warnings[0].path).toBe('bot.groups.0.blocks.0.options.credentialsId')
})

test('what stands in the path wins over the same name in the body or the query', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const other = await populatedWorkspace(service)
  const as = { authorization: `Bearer ${admin}` }
  const { botId, sessionId } = other.ids
  const path = `/api/v1/bots/${ids.botId}?botId=${botId}`
  const updated = await service.call('PATCH', path, { botId, bot: { id: botId, name: 'Mine' } }, as)
  expect(updated.body.bot).toMatchObject({ id: ids.botId, name: 'Mine' })
  await service.call('POST', `/api/v1/sessions/${ids.sessionId}/continueChat`, { sessionId, message: 'Second' })
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(2)
  expect(await service.storage.sessions.turns(ids.sessionId)).toHaveLength(3)
})

test('headers that pretend to be another address, method or origin change nothing', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const headers = {
    authorization: `Bearer ${admin}`,
    'x-http-method-override': 'DELETE',
    'x-original-url': `/api/v1/workspaces/${ids.workspaceId}`,
    'x-request-from': 'internal',
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
  }
  const path = pathOf({ path: '/api/v1/bots/{botId}' }, ids)
  expect((await service.call('GET', path, undefined, headers)).status).toBe(200)
  expect((await service.call('GET', path, undefined, headers)).body.bot.isArchived).toBe(false)
})

test('a suspended workspace hides its bots from its members, and an unpaid one too', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  for (const change of [{ isSuspended: true }, { isSuspended: false, isPastDue: true }]) {
    await service.storage.workspaces.update(ids.workspaceId, change, Date.now())
    for (const endpoint of guarded.filter(({ path }) => path.includes('{botId}'))) {
      const answer = await carryOut(service, endpoint, ids, { token: admin })
      expect(answer.body.code, endpoint.id).toBe('bot_not_found')
    }
  }
})

test('a bot that is shared can be read by anybody with a token, and by nobody changed', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const settings = { publicShare: { isEnabled: true } }
  await service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot: { settings } }, { authorization: `Bearer ${admin}` })
  const token = service.strangerToken
  for (const endpoint of guarded.filter(({ path }) => path.includes('{botId}'))) {
    const { status, body } = await carryOut(service, endpoint, ids, { token })
    expect(status, endpoint.id).toBe(['getBot', 'getPublishedBot'].includes(endpoint.id) ? 200 : 404)
    if (endpoint.id === 'getBot') expect(body.currentUserMode).toBe('guest')
  }
})

test.each(['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as Method[])(
  '%s of nothing is a 404 of the common form',
  async (method) => {
    for (const path of ['/api/v1/nothing', '/api', '/api/v2/bots', '/api/v1/bots/a/b/c/d', '/..%2f..%2fetc/passwd']) {
      const answer = await service.call(method, path, method === 'GET' ? undefined : {})
      expect(answer.body).toEqual({ code: 'not_found', status: 404, message: expect.any(String) })
    }
  },
)
