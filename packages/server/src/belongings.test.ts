import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './ids.js'
import type { DnsAnswer } from './ports/egress/dns-records.js'
import { populatedWorkspace } from './testing/populated-workspace.js'
import { askingBot, type Method, type TestService, testService } from './testing/test-service.js'

/** What belongs to a workspace beside its bots, and how bots stand to each other. */

let service: TestService
const records = new Map<string, DnsAnswer>()
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
  const verify = async ({ call, workspaceId, name }: Awaited<ReturnType<typeof workspace>>) =>
    call('GET', `/api/v1/custom-domains/${name}/verify?workspaceId=${workspaceId}`)

  test('is proven by a text that only its workspace was told, or by leading here', async () => {
    const one = await workspace()
    expect(await verify(one)).toMatchObject({ status: 'Pending Verification', domainJson: { isVerified: false } })
    const { expected } = (await verify(one)).domainJson
    expect(expected[0]).toEqual({ type: 'CNAME', name: one.name, value: 'bots.example' })
    const other = await workspace()
    const { value } = (await verify(other)).domainJson.expected[1]
    records.set(expected[1].name, { kind: 'records', values: ['else', value] })
    expect((await verify(one)).status).toBe('Invalid Configuration')
    records.set(expected[1].name, { kind: 'records', values: ['else', expected[1].value] })
    expect(await verify(one)).toMatchObject({ status: 'Valid Configuration', domainJson: { isVerified: true } })
    records.set(other.name, { kind: 'records', values: ['Bots.Example.'] })
    expect((await verify(other)).status).toBe('Valid Configuration')
    const { customDomains } = await one.call('GET', `/api/v1/custom-domains?workspaceId=${one.workspaceId}`)
    expect(customDomains).toMatchObject([{ name: one.name, isVerified: true }])
  })

  test.each([
    [{ kind: 'unknown name' }, 'Domain Not Found'],
    [{ kind: 'failed' }, 'Unknown Error'],
    [{ kind: 'records', values: ['elsewhere.example'] }, 'Invalid Configuration'],
  ] as const)('of which the DNS says %j is told as %s', async (answer, status) => {
    const one = await workspace()
    records.set(one.name, answer as DnsAnswer)
    expect((await verify(one)).status).toBe(status)
  })

  test('belongs to one workspace, in whatever case it is written', async () => {
    const one = await workspace()
    const two = await workspace()
    const claim = (name: string) => two.call('POST', '/api/v1/custom-domains', { workspaceId: two.workspaceId, name })
    expect((await claim(one.name.toUpperCase())).code).toBe('domain_claimed')
    for (const name of ['', 'localhost', '10.0.0.1', 'a..b.com', '-a.com', 'http://a.com', 'a.com/x', 'a.com:80']) {
      expect((await claim(name)).code, name).toBe('invalid_request')
    }
    await one.call('DELETE', `/api/v1/custom-domains/${one.name}?workspaceId=${one.workspaceId}`)
    expect((await claim(one.name)).customDomain.name).toBe(one.name)
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
  const update = async (updates: object) => (await call('PATCH', '/api/v1/users/me', { updates })).user
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
