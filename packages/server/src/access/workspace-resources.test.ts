import type { DnsResponse } from '@colloquy/ports/egress'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { populatedWorkspace } from '../testing/populated-workspace.js'
import { askingBot, type Method, type TestService, testService } from '../testing/test-service.js'

/** Resources of a workspace besides its bots, and relations between bots. */

let service: TestService
const records = new Map<string, DnsResponse>()
const ask = async (name: string) => records.get(name) ?? ({ kind: 'none' } as const)
beforeAll(async () => {
  service = await testService({ COLLOQUY_PUBLIC_URL: 'https://bots.example' }, { dns: { txt: ask, cname: ask } })
})
afterAll(() => service.close())

async function workspace() {
  const { ids, admin, adminId } = await populatedWorkspace(service)
  const call = async (method: Method, path: string, body?: unknown) =>
    (await service.call(method, path, body, { authorization: `Bearer ${admin}` })).body
  return { ...ids, admin, adminId, call }
}

describe('folders', () => {
  test('lie in each other, but never in a circle', async () => {
    const { workspaceId, call } = await workspace()
    const make = async (folderName: string, parentFolderId?: string) =>
      (await call('POST', '/api/v1/folders', { workspaceId, folderName, parentFolderId })).folder.id
    const a = await make('a')
    const b = await make('b', a)
    const c = await make('c', b)
    const move = (id: string, parentFolderId: string | null) =>
      call('PATCH', `/api/v1/folders/${id}`, { workspaceId, folder: { parentFolderId } })
    for (const parent of [a, b, c]) expect((await move(a, parent)).code).toBe('folder_cycle')
    expect((await move(a, newId())).code).toBe('folder_not_found')
    expect((await move(c, a)).folder.parentFolderId).toBe(a)
    expect((await move(c, null)).folder.parentFolderId).toBeNull()
    const listed = async (parent: string) => {
      const { folders } = await call('GET', `/api/v1/folders?workspaceId=${workspaceId}${parent}`)
      return folders.map(({ name }: { name: string }) => name)
    }
    expect(await listed(`&parentFolderId=${a}`)).toEqual(['b'])
    expect((await listed('')).toSorted()).toEqual(['Untitled', 'a', 'c'])
  })

  test('let go of what is in them when they are deleted', async () => {
    const { workspaceId, botId, folderId, call } = await workspace()
    const { folder } = await call('POST', '/api/v1/folders', { workspaceId, parentFolderId: folderId })
    await call('PATCH', `/api/v1/bots/${botId}`, { bot: { folderId } })
    expect((await call('DELETE', `/api/v1/folders/${folderId}?workspaceId=${workspaceId}`)).folder.id).toBe(folderId)
    expect((await call('GET', `/api/v1/bots/${botId}`)).bot.folderId).toBeNull()
    const left = await call('GET', `/api/v1/folders/${folder.id}?workspaceId=${workspaceId}`)
    expect(left.folder.parentFolderId).toBeNull()
  })

  test('have the id that their maker chose, once', async () => {
    const { workspaceId, call } = await workspace()
    const other = await workspace()
    const id = newId()
    expect((await call('POST', '/api/v1/folders', { workspaceId, id })).folder).toMatchObject({ id, name: 'Untitled' })
    const taken = await other.call('POST', '/api/v1/folders', { workspaceId: other.workspaceId, id })
    expect(taken.code).toBe('folder_id_taken')
    expect((await call('POST', '/api/v1/folders', { workspaceId, id: '../x' })).code).toBe('invalid_request')
  })
})

test('a theme is kept under the id that it is saved with, apart for each workspace', async () => {
  const one = await workspace()
  const two = await workspace()
  const id = newId()
  const save = ({ workspaceId, call }: typeof one, name: string) =>
    call('PUT', `/api/v1/themeTemplates/${id}`, { workspaceId, name, theme: { customCss: `.${name}{}` } })
  const first = await save(one, 'first')
  await save(two, 'theirs')
  const second = await save(one, 'second')
  expect(second.themeTemplate).toMatchObject({ id, name: 'second', createdAt: first.themeTemplate.createdAt })
  const { themeTemplates } = await one.call('GET', `/api/v1/themeTemplates?workspaceId=${one.workspaceId}`)
  expect(themeTemplates.filter((it: { id: string }) => it.id === id)).toEqual([
    { id, name: 'second', theme: { customCss: '.second{}' } },
  ])
})

describe('a custom domain', () => {
  type Workspace = Awaited<ReturnType<typeof workspace>>
  const address = ({ workspaceId, name }: Workspace) =>
    `/api/v1/custom-domains/${name}/verify?workspaceId=${workspaceId}`
  const verify = (of: Workspace) => of.call('POST', address(of))
  const claim = ({ call, workspaceId }: Workspace, name: string) =>
    call('POST', '/api/v1/custom-domains', { workspaceId, name })
  const listed = async ({ call, workspaceId }: Workspace) =>
    (await call('GET', `/api/v1/custom-domains?workspaceId=${workspaceId}`)).customDomains
  /** Sets the TXT record of the workspaces. */
  const prove = async (...workspaces: Workspace[]) => {
    const texts = await Promise.all(workspaces.map(async (it) => (await listed(it))[0].records[0]))
    records.set(texts[0].name, { kind: 'records', values: ['else', ...texts.map(({ value }) => value)] })
  }

  test('is verified by the text of its workspace alone, and not by leading here', async () => {
    const one = await workspace()
    expect(await verify(one)).toMatchObject({ status: 'Pending Verification', domainJson: { isVerified: false } })
    const [text, alias] = (await listed(one))[0].records
    expect(alias).toEqual({ type: 'CNAME', name: one.name, value: 'bots.example' })
    records.set(one.name, { kind: 'records', values: ['Bots.Example.'] })
    expect(await verify(one)).toMatchObject({ domainJson: { isVerified: false, leadsHere: true } })
    const other = await workspace()
    const { value } = (await listed(other))[0].records[0]
    records.set(text.name, { kind: 'records', values: ['else', value] })
    expect((await verify(one)).status).toBe('Invalid Configuration')
    await prove(one)
    expect(await verify(one)).toMatchObject({ status: 'Valid Configuration', domainJson: { isVerified: true } })
    expect(await listed(one)).toMatchObject([{ name: one.name, isVerified: true, expiresAt: null }])
  })

  test('is looked up by GET without being verified', async () => {
    const one = await workspace()
    await prove(one)
    const looked = await one.call('GET', address(one))
    expect(looked).toMatchObject({ status: 'Valid Configuration', domainJson: { isVerified: false } })
    expect((await listed(one))[0].isVerified).toBe(false)
  })

  test.each([
    [{ kind: 'unknown name' }, 'Pending Verification'],
    [{ kind: 'failed' }, 'Unknown Error'],
    [{ kind: 'records', values: ['inner-host.corp.example'] }, 'Invalid Configuration'],
  ] as const)(
    'with the DNS answer %j has the status %s, and the response reveals nothing else',
    async (answer, status) => {
      const one = await workspace()
      records.set(one.name, answer as DnsResponse)
      records.set(`_colloquy.${one.name}`, answer as DnsResponse)
      for (const method of ['GET', 'POST'] as const) {
        const told = await one.call(method, address(one))
        expect(told.status).toBe(status)
        expect(JSON.stringify(told)).not.toContain('inner-host')
      }
    },
  )

  test('is checked whatever the Host of the request', async () => {
    const one = await workspace()
    const headers = { authorization: `Bearer ${one.admin}`, host: 'a b:x' }
    const service = await testService()
    try {
      const { workspaceId, token } = service
      const own = { ...headers, authorization: `Bearer ${token}` }
      await service.call('POST', '/api/v1/custom-domains', { workspaceId, name: one.name })
      expect((await service.call('GET', address({ ...one, workspaceId }), undefined, own)).status).toBe(200)
    } finally {
      await service.close()
    }
  })

  test('can be claimed by many workspaces until one has verified it, in whatever case it is written', async () => {
    const one = await workspace()
    const two = await workspace()
    expect((await claim(two, one.name.toUpperCase())).customDomain.name).toBe(one.name)
    expect((await claim(two, one.name)).code).toBe('domain_claimed')
    const twoThere = { ...two, name: one.name }
    await prove(one, { ...twoThere, call: async () => ({ customDomains: (await listed(two)).slice(0, 1) }) })
    expect((await verify(one)).domainJson.isVerified).toBe(true)
    expect((await verify(twoThere)).domainJson).toMatchObject({ isVerified: false, isTaken: true })
    expect((await claim(await workspace(), one.name)).code).toBe('domain_claimed')
    await one.call('DELETE', `/api/v1/custom-domains/${one.name}?workspaceId=${one.workspaceId}`)
    expect((await verify(twoThere)).domainJson).toMatchObject({ isVerified: true, isTaken: false })
    for (const name of ['', 'localhost', '10.0.0.1', 'a..b.com', '-a.com', 'http://a.com', 'a.com/x', 'a.com:80']) {
      expect((await claim(two, name)).code, name).toBe('invalid_request')
    }
  })
})

describe('a copy of a bot', () => {
  test('has its draft, and nothing that is only the first one’s', async () => {
    const { botId, publicId, call } = await workspace()
    const { bot } = await call('POST', `/api/v1/bots/${botId}/duplicate`)
    const original = (await call('GET', `/api/v1/bots/${botId}`)).bot
    expect(bot).toMatchObject({ groups: original.groups, edges: original.edges, publicId: null })
    expect(bot.name).toBe(`${original.name} (copy)`)
    expect(original.publicId).toBe(publicId)
    expect((await call('GET', `/api/v1/bots/${bot.id}/publishedBot`)).publishedBot).toBeNull()
    expect((await call('GET', `/api/v1/bots/${bot.id}/results?timeFilter=allTime`)).results).toEqual([])
  })

  test('in another workspace has no credentials and no folder of the first one', async () => {
    const { botId, credentialsId, folderId, admin, call } = await workspace()
    const made = await service.call(
      'POST',
      '/api/v1/workspaces',
      { name: newId() },
      { authorization: `Bearer ${admin}` },
    )
    const target = made.body.workspace.id
    const block = { id: 'mail', type: 'OpenAI', options: { credentialsId } }
    const groups = [{ id: 'g1', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [block] }]
    await call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups, folderId } })
    const { bot, warnings } = await call('POST', `/api/v1/bots/${botId}/duplicate`, { workspaceId: target, name: 'B' })
    expect(bot).toMatchObject({ workspaceId: target, folderId: null, name: 'B' })
    expect(JSON.stringify(bot.groups)).not.toContain(credentialsId)
    expect(warnings).toHaveLength(1)
    const same = await call('POST', `/api/v1/bots/${botId}/duplicate`)
    expect(same.bot).toMatchObject({ folderId })
    expect(JSON.stringify(same.bot.groups)).toContain(credentialsId)

    await call('POST', `/api/v1/bots/${botId}/publish`)
    const { publicId, name } = (await call('GET', `/api/v1/bots/${botId}`)).bot
    const moved = await call('POST', `/api/v1/bots/${botId}/duplicate`, { workspaceId: target, isMove: true })
    expect(moved.bot).toMatchObject({ workspaceId: target, publicId, name })
    expect((await call('GET', `/api/v1/bots/${moved.bot.id}/publishedBot`)).publishedBot).toBeNull()
    expect((await call('GET', `/api/v1/bots/${botId}`)).bot).toMatchObject({ isArchived: true, publicId: null })
  })
})

test('linked bots are those whose answers are taken in, in the same workspace', async () => {
  const { workspaceId, botId, call } = await workspace()
  const other = await workspace()
  const make = async (name: string) => (await call('POST', '/api/v1/bots', { workspaceId, bot: { name } })).bot.id
  const [merged, apart] = [await make('merged'), await make('apart')]
  const link = (id: string, mergeResults: boolean) => ({
    id: newId(),
    type: 'Bot link',
    options: { botId: id, mergeResults },
  })
  const blocks = [
    link(merged, true),
    link(apart, false),
    link(botId, true),
    link(other.botId, true),
    link('none', true),
  ]
  const groups = [{ id: 'g1', title: '', graphCoordinates: { x: 0, y: 0 }, blocks }]
  await call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups } })
  expect((await call('GET', `/api/v1/bots/${botId}/linkedBots`)).bots).toEqual([
    { version: '6', id: merged, name: 'merged', groups: [], variables: [] },
  ])
})

test('a public id is free when it is well formed and no bot has it', async () => {
  const { publicId, call } = await workspace()
  const isFree = async (id: string) => (await call('GET', `/api/v1/public-ids/availability?publicId=${id}`)).isAvailable
  expect(await isFree(publicId)).toBe(false)
  expect(await isFree(newId())).toBe(true)
  for (const id of ['', 'A', 'a--b', '-a', 'a/b', 'x'.repeat(256)]) expect(await isFree(id), id).toBe(false)
})

test('users change how they are shown and what our pages remember of them', async () => {
  const { adminId, call } = await workspace()
  const first = { name: 'Ada', image: 'https://a.example/a.png', company: 'Mill', preferredLanguage: 'fr' }
  const update = async (updates: object) => call('PATCH', '/api/v1/users/me', { updates })
  expect(await update(first)).toEqual({ id: adminId, email: null, ...first })
  expect(await update({ image: null, preferredLanguage: 'de', isAdmin: true, email: 'x@y.zz' })).toEqual({
    id: adminId,
    email: null,
    ...first,
    image: null,
    preferredLanguage: 'de',
  })
  expect((await call('PATCH', '/api/v1/users/me', { updates: { graphNavigation: 'x' } })).code).toBe('invalid_request')
})

test('usage counts the chats of the month that were answered, deleted ones too', async () => {
  const { workspaceId, botId, call } = await workspace()
  await service.publish(askingBot(newId()))
  const usage = async () => call('GET', `/api/v1/billing/usage?workspaceId=${workspaceId}`)
  const before = await usage()
  expect(before.totalChatsUsed).toBe(1)
  expect(before.storageUsed).toBeGreaterThan(0)
  expect(before.resetsAt).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/)
  await call('DELETE', `/api/v1/bots/${botId}/results`)
  expect((await usage()).totalChatsUsed).toBe(1)
})
