import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { populatedWorkspace } from '../testing/populated-workspace.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const { start, say } = chatClient(() => service)
const tokensPath = '/api/v1/users/me/api-tokens'

describe('API tokens', () => {
  test('are shown once, listed newest first without their value, and gone when revoked', async () => {
    const { value } = await service.addToken()
    const as = { authorization: `Bearer ${value}` }
    const expiresAt = '2099-01-01T00:00:00.000Z'
    const body = { name: 'Second', scope: 'write', expiresAt: '2099-01-01T01:00:00+01:00' }
    const { apiToken } = (await service.call('POST', tokensPath, body, as)).body
    expect(apiToken).toMatchObject({ name: 'Second', scope: 'write', expiresAt })
    expect(apiToken.token).toMatch(/^[\w-]{43}$/)
    const listed = await service.call('GET', tokensPath, undefined, as)
    expect(listed.body.apiTokens.map(({ name }: { name: string }) => name)).toEqual(['Second', 'x'])
    expect(listed.text).not.toContain(apiToken.token)
    const stored = await service.storage.tokens.list(
      (await service.call('GET', '/api/v1/users/me', undefined, as)).body.id,
    )
    expect(JSON.stringify(stored)).not.toContain(apiToken.token)
    const asSecond = { authorization: `Bearer ${apiToken.token}` }
    expect((await service.call('GET', '/api/v1/users/me', undefined, asSecond)).status).toBe(200)
    const hash = stored.find(({ id }) => id === apiToken.id)?.hash
    expect((await service.call('GET', '/api/v1/users/me', undefined, { authorization: `Bearer ${hash}` })).status).toBe(
      401,
    )
    expect((await service.call('POST', tokensPath, { name: 'Third' }, asSecond)).body.code).toBe('insufficient_scope')
    const revoked = await service.call('DELETE', `${tokensPath}/${apiToken.id}`, undefined, as)
    const { token: _, ...shown } = apiToken
    expect(revoked.body.apiToken).toEqual(shown)
    expect((await service.call('GET', '/api/v1/users/me', undefined, asSecond)).status).toBe(401)
    expect((await service.call('DELETE', `${tokensPath}/${apiToken.id}`, undefined, as)).body.code).toBe(
      'token_not_found',
    )
  })

  test('act with all rights of their owner by default', async () => {
    const { apiToken } = (await service.call('POST', tokensPath, { name: 'Default', expiresAt: null })).body
    expect(apiToken).toMatchObject({ scope: 'admin', expiresAt: null })
  })

  test.each([
    {},
    { name: 7 },
    { name: 'x', scope: 'root' },
    { name: 'x', expiresAt: 'tomorrow' },
    { name: 'x', expiresAt: 7 },
  ])('of %j are not made', async (body) => {
    expect((await service.call('POST', tokensPath, body)).body.code).toBe('invalid_request')
  })
})

describe('workspaces', () => {
  test('of one user have different names', async () => {
    const { value } = await service.addToken()
    const as = { authorization: `Bearer ${value}` }
    const make = (name: string) => service.call('POST', '/api/v1/workspaces', { name }, as)
    expect((await make('One')).status).toBe(200)
    expect((await make('One')).body.code).toBe('name_taken')
    expect((await make('one')).status).toBe(200)
    const { workspaces } = (await service.call('GET', '/api/v1/workspaces', undefined, as)).body
    expect(workspaces.map(({ name }: { name: string }) => name).toSorted()).toEqual(['One', 'one'])
  })

  test('are listed with the role of who asks', async () => {
    const { ids, admin } = await populatedWorkspace(service)
    const listed = async (token: string) =>
      (await service.call('GET', '/api/v1/workspaces', undefined, { authorization: `Bearer ${token}` })).body.workspaces
    const free = { id: ids.workspaceId, isSuspended: false, isPastDue: false }
    expect(await listed(admin)).toMatchObject([{ ...free, role: 'ADMIN' }])
    for (const role of ['MEMBER', 'GUEST'] as const) {
      const { value } = await service.addMember(ids.workspaceId as string, role)
      expect(await listed(value)).toMatchObject([{ ...free, role }])
    }
    await service.storage.workspaces.update(ids.workspaceId as string, { isPastDue: true }, Date.now())
    expect(await listed(admin)).toMatchObject([{ isPastDue: true }])
  })

  test('are renamed by what is given', async () => {
    const { ids, admin } = await populatedWorkspace(service)
    const as = { authorization: `Bearer ${admin}` }
    const path = `/api/v1/workspaces/${ids.workspaceId}`
    expect((await service.call('PATCH', path, { icon: '🏠' }, as)).body).toEqual({
      workspace: { name: 'Populated', icon: '🏠' },
    })
    const given = {
      name: 'New',
      id: 'x',
      plan: 'FREE',
      isVerified: true,
      isSuspended: true,
      customChatsLimit: 5,
      role: 'x',
    }
    await service.call('PATCH', path, given, as)
    const { workspace } = (await service.call('GET', path, undefined, as)).body
    expect(workspace).toMatchObject({
      id: ids.workspaceId,
      name: 'New',
      icon: '🏠',
      plan: 'UNLIMITED',
      isVerified: null,
      isSuspended: false,
      customChatsLimit: null,
    })
    expect((await service.call('PATCH', path, { name: null }, as)).status).toBe(400)
  })

  test('go with everything in them', async () => {
    const { ids, admin } = await populatedWorkspace(service)
    const as = { authorization: `Bearer ${admin}` }
    expect((await service.call('DELETE', `/api/v1/workspaces/${ids.workspaceId}`, undefined, as)).status).toBe(200)
    expect((await say(ids.sessionId, 'Still here?')).body.code).toBe('session_not_found')
    expect((await start(ids.publicId)).body.code).toBe('bot_not_found')
    expect((await service.call('GET', `/api/v1/bots/${ids.botId}`, undefined, as)).body.code).toBe('bot_not_found')
  })
})

describe('bots of a workspace', () => {
  test('are listed newest first, by folder, with what is published', async () => {
    const { ids, admin } = await populatedWorkspace(service)
    const as = { authorization: `Bearer ${admin}` }
    const folder = {
      id: 'folder-1',
      workspaceId: ids.workspaceId,
      name: 'F',
      parentFolderId: null,
      createdAt: 1,
      updatedAt: 1,
    }
    await service.storage.folders.create(folder)
    const bot = { name: 'Filed', folderId: folder.id, icon: '🤖' }
    const filed = (await service.call('POST', '/api/v1/bots', { workspaceId: ids.workspaceId, bot }, as)).body.bot
    const list = async (query = '') =>
      (await service.call('GET', `/api/v1/bots?workspaceId=${ids.workspaceId}${query}`, undefined, as)).body.bots
    const idsOf = (bots: { id: string }[]) => bots.map(({ id }) => id)
    const all = await list()
    expect(idsOf(all).toSorted()).toEqual([filed.id, ids.botId].toSorted())
    expect(all.find(({ id }: { id: string }) => id === filed.id)).toEqual({
      id: filed.id,
      name: 'Filed',
      icon: '🤖',
      createdAt: filed.createdAt,
      accessRight: 'write',
    })
    const { publishedBot } = (await service.call('GET', `/api/v1/bots/${ids.botId}/publishedBot`, undefined, as)).body
    expect(all.find(({ id }: { id: string }) => id === ids.botId).publishedBotId).toBe(publishedBot.id)
    expect(idsOf(await list('&folderId=root'))).toEqual([ids.botId])
    expect(idsOf(await list(`&folderId=${folder.id}`))).toEqual([filed.id])
    expect(await list('&folderId=unknown')).toEqual([])
    await service.call('DELETE', `/api/v1/bots/${filed.id}`, undefined, as)
    expect(idsOf(await list())).toEqual([ids.botId])
  })
})

test.each([
  ['the name', 'POST', '/api/v1/workspaces', { name: 'x'.repeat(1_001) }],
  ['the icon', 'POST', '/api/v1/workspaces', { name: 'Icon', icon: 'x'.repeat(10_001) }],
] as const)('%s of a workspace is bounded, as lists hold all of them', async (_, method, url, body) => {
  expect((await service.call(method, url, body)).body.code).toBe('invalid_request')
})

test.each([
  ['name', 'x'.repeat(1_001)],
  ['icon', 'x'.repeat(10_001)],
])('the %s of a bot is bounded, as lists hold all of them', async (name, value) => {
  const { workspaceId } = service
  expect(await service.call('POST', '/api/v1/bots', { workspaceId, bot: { [name]: value } })).toMatchObject({
    status: 400,
    body: { issues: [{ path: `bot.${name}` }] },
  })
})
