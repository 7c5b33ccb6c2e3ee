import type { Endpoint } from '@colloquy/api'
import { can, type Permission, ruleOf, type ShareType, type Standing } from '@colloquy/permissions'
import type { TokenScope } from '@colloquy/storage'
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
 * Callers: the owner of another workspace; a guest of this one, with whom nothing or this bot is shared; an agent, a member and an admin of
 * this workspace; an instance admin who does not belong to it; and the workspace admin again with tokens of scope `read` and `write`.
 */
const callers = [
  'stranger',
  'guest',
  'viewer',
  'editor',
  'manager',
  'agent',
  'member',
  'admin',
  'instanceAdmin',
  'readToken',
  'writeToken',
] as const
type Name = (typeof callers)[number]
type Row = Record<Name, number>

const everybody = (status: number): Row => Object.fromEntries(callers.map((name) => [name, status])) as Row
const scopes: Partial<Record<Name, TokenScope>> = { readToken: 'read', writeToken: 'write' }
const ranks: Record<TokenScope, number> = { read: 0, write: 1, admin: 2 }

/** Relation of a caller to the workspace and to the bot. */
const standings: Record<Name, { workspace: Standing | undefined; bot: Standing | undefined }> = {
  stranger: { workspace: undefined, bot: undefined },
  guest: { workspace: 'guest', bot: undefined },
  viewer: { workspace: 'guest', bot: 'viewer' },
  editor: { workspace: 'guest', bot: 'editor' },
  manager: { workspace: 'guest', bot: 'manager' },
  agent: { workspace: 'inboxAgent', bot: 'inboxAgent' },
  member: { workspace: 'member', bot: 'member' },
  admin: { workspace: 'admin', bot: 'admin' },
  instanceAdmin: { workspace: 'instanceAdmin', bot: 'instanceAdmin' },
  readToken: { workspace: 'admin', bot: 'admin' },
  writeToken: { workspace: 'admin', bot: 'admin' },
}

function statusFor({ needs, auth }: Endpoint, name: Name): number {
  if (ranks[scopes[name] ?? 'admin'] < ranks[auth as TokenScope]) return 403
  const rule = ruleOf(needs as Permission)
  const standing = standings[name][rule.of]
  if (can(standing, needs as Permission)) return 200
  const belongs = standing !== undefined && standing !== 'instanceAdmin'
  return belongs && rule.isForbiddenOpenly ? 403 : 404
}

/** Callers of whom a handler asks for more than the endpoint needs. */
const more: Record<string, Partial<Row>> = {
  // Only its author deletes a comment.
  deleteComment: { viewer: 403, editor: 403, manager: 403, member: 403 },
  // Another person's share is ended by those who manage sharing.
  deleteCollaborator: { viewer: 403, editor: 403, instanceAdmin: 404 },
  listItemsOfCollaborator: { viewer: 403, editor: 403, instanceAdmin: 404 },
  // Another person is removed by those who manage members.
  deleteMember: { guest: 403, viewer: 403, editor: 403, manager: 403, agent: 403, member: 403 },
  listItemsOfMember: { guest: 403, viewer: 403, editor: 403, manager: 403, agent: 403, member: 403 },
  // The copy stays in the workspace, where guests create nothing.
  duplicateBot: { viewer: 404, editor: 404, manager: 404, instanceAdmin: 404 },
}

/** Operations that name no bot or workspace. */
const withoutPermission: Record<string, Row> = {
  // Names a conversation.
  moveSession: {
    ...everybody(200),
    stranger: 404,
    guest: 404,
    agent: 404,
    viewer: 401,
    instanceAdmin: 401,
    readToken: 403,
  },
  changeSessionStatus: {
    ...everybody(200),
    stranger: 404,
    guest: 404,
    agent: 404,
    viewer: 401,
    instanceAdmin: 401,
    readToken: 403,
  },
  lintFlow: { ...everybody(404), member: 200, admin: 200, readToken: 200, writeToken: 200 },
  listWorkspaces: everybody(200),
  createWorkspace: { ...everybody(200), readToken: 403 },
  finishOAuth: everybody(200),
  getMe: everybody(200),
  listMyNotificationRules: everybody(200),
  updateNotificationRule: { ...everybody(404), admin: 200, writeToken: 200, readToken: 403 },
  deleteNotificationRule: { ...everybody(404), admin: 200, writeToken: 200, readToken: 403 },
  listApiTokens: everybody(200),
  createApiToken: { ...everybody(200), readToken: 403, writeToken: 403 },
  deleteApiToken: { ...everybody(404), admin: 200, readToken: 403, writeToken: 403 },
  metrics: { ...everybody(403), instanceAdmin: 200 },
  getSignIn: everybody(200),
  signOut: everybody(200),
  listSignIns: everybody(200),
  deleteSignIn: { ...everybody(404), admin: 200, readToken: 403, writeToken: 403 },
  setPassword: { ...everybody(200), readToken: 403, writeToken: 403 },
  updateMe: { ...everybody(200), readToken: 403 },
  listOwnInvitations: everybody(200),
  acceptOwnInvitation: { ...everybody(404), admin: 200, readToken: 403, writeToken: 403 },
  declineOwnInvitation: { ...everybody(404), admin: 200, readToken: 403, writeToken: 403 },
  createPasswordLink: { ...everybody(403), stranger: 404, admin: 200, instanceAdmin: 200 },
  verifyEmail: { ...everybody(403), instanceAdmin: 200 },
  changeEmail: { ...everybody(200), readToken: 403, writeToken: 403 },
  isPublicIdAvailable: everybody(200),
  getOwnDeletion: everybody(200),
  deleteMe: { ...everybody(409), admin: 200, readToken: 403, writeToken: 403 },
  listAccounts: { ...everybody(403), instanceAdmin: 200 },
  getAccountDeletion: { ...everybody(403), instanceAdmin: 200 },
  deleteAccount: { ...everybody(403), instanceAdmin: 200 },
  listAllWorkspaces: { ...everybody(403), instanceAdmin: 200 },
  updateStanding: { ...everybody(403), instanceAdmin: 200 },
  confirmClock: { ...everybody(403), instanceAdmin: 200 },
  listLimits: { ...everybody(403), instanceAdmin: 200 },
  getMailStatus: { ...everybody(403), instanceAdmin: 200 },
  sendTestMail: { ...everybody(403), instanceAdmin: 200 },
}

const expected: Record<string, Row> = {
  ...withoutPermission,
  ...Object.fromEntries(
    guarded
      .filter(({ needs }) => needs !== undefined)
      .map((endpoint) => [
        endpoint.id,
        {
          ...(Object.fromEntries(callers.map((name) => [name, statusFor(endpoint, name)])) as Row),
          ...more[endpoint.id],
        },
      ]),
  ),
}

test('every operation needs a permission or is listed without one, and has a request', () => {
  expect(Object.keys(withoutPermission).toSorted()).toEqual(
    guarded
      .filter(({ needs }) => needs === undefined)
      .map(({ id }) => id)
      .toSorted(),
  )
  expect(Object.keys(requests).toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted())
})

async function tokenOf(name: Name, { ids, admin, adminId }: Populated): Promise<string> {
  const scope = scopes[name]
  if (scope) return (await service.addToken({ userId: adminId, scope })).value
  const { workspaceId, botId } = ids as { workspaceId: string; botId: string }
  const shared = async (type: ShareType) => {
    const guest = await service.addMember(workspaceId, 'GUEST')
    const share = { botId, userId: guest.userId, type, createdAt: 1, updatedAt: 1 }
    await service.storage.collaborators.add(workspaceId, share)
    return guest.value
  }
  const tokens: Record<Exclude<Name, 'readToken' | 'writeToken'>, () => Promise<string> | string> = {
    stranger: () => stranger,
    guest: async () => (await service.addMember(workspaceId, 'GUEST')).value,
    viewer: () => shared('READ'),
    editor: () => shared('WRITE'),
    manager: () => shared('FULL_ACCESS'),
    agent: async () => (await service.addMember(workspaceId, 'AGENT')).value,
    member: async () => (await service.addMember(workspaceId, 'MEMBER')).value,
    admin: () => admin,
    instanceAdmin: () => service.token,
  }
  return tokens[name as keyof typeof tokens]()
}
type Populated = Awaited<ReturnType<typeof populatedWorkspace>>

/**
 * Callers and tokens are compared above the storage. On PostgreSQL, one operation of each row shows that the memberships read there are right;
 * that each operation works there is tested in operations.test.ts.
 */
const rowOf = (id: string) => JSON.stringify(expected[id])
const ofEachRow = guarded.filter(
  ({ id }, index) => guarded.findIndex((other) => rowOf(other.id) === rowOf(id)) === index,
)

describe.each(byId(inject('postgres') === undefined ? guarded : ofEachRow))('%s', (id, endpoint) => {
  // Refused requests change nothing, and neither does a GET.
  let unchanged: ReturnType<typeof populatedWorkspace> | undefined
  const unchangedWorkspace = () => (unchanged ??= populatedWorkspace(service, endpoint))
  const isUnchanging = (status: number | undefined) => status !== 200 || endpoint.method === 'GET'
  // A change of one caller rarely matters to the next one; where it does, the answer is another one, and a fresh workspace shows the right one.
  let changed: ReturnType<typeof populatedWorkspace> | undefined
  const asCaller = async (caller: Name, populated: Populated) => {
    const token = await tokenOf(caller, populated)
    return { token, answer: await callOperation(service, endpoint, populated.ids, { token }) }
  }
  const answerTo = async (caller: Name, status: number | undefined) => {
    if (isUnchanging(status)) return asCaller(caller, await unchangedWorkspace())
    const fresh = () => (changed = populatedWorkspace(service, endpoint))
    if (endpoint.method === 'DELETE' || !changed) return asCaller(caller, await fresh())
    const again = await asCaller(caller, await changed)
    return again.answer.status === successOf(endpoint) ? again : asCaller(caller, await fresh())
  }

  test.each(callers.map((caller) => [caller, expected[id]?.[caller]] as const))(
    '%s gets %s',
    async (caller, status) => {
      const { token, answer } = await answerTo(caller, status)
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
    const able = expected[id]?.admin === 200 ? admin : service.token
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
