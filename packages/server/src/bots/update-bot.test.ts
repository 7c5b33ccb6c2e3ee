import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
/** Runs once, between reading and writing of the next update. */
let meanwhile: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  const wrap = (storage: TestService['storage']) => ({
    ...storage,
    bots: {
      ...storage.bots,
      async update(...values: Parameters<typeof storage.bots.update>) {
        const first = meanwhile
        meanwhile = undefined
        // Waits as long as a remote database would take, so that updates do overlap.
        await (first?.() ?? setImmediate())
        return storage.bots.update(...values)
      },
    },
  })
  service = await testService({}, { wrap })
})
afterAll(() => service.close())

const update = (id: string, bot: object, more: object = {}) =>
  service.call('PATCH', `/api/v1/bots/${id}`, { bot, ...more })
const read = async (id: string) => (await service.call('GET', `/api/v1/bots/${id}`)).body.bot

describe('two updates at once', () => {
  test('of different parts of a flow both last, a hundred times, all at the same moment', async () => {
    const id = await service.publish(askingBot('pairs'))
    const { groups } = await read(id)
    for (let round = 0; round < 100; round++) {
      const title = `Title ${round}`
      const edges = [{ id: `edge-${round}`, from: { eventId: 'e1' }, to: { groupId: 'g1' } }]
      const answers = await Promise.all([
        update(id, { groups: [{ ...groups[0], title }] }),
        update(id, { edges }),
        update(id, { theme: { customCss: `/* ${round} */` } }),
        update(id, { settings: { metadata: { title } } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const bot = await read(id)
      expect(bot.groups[0].title).toBe(title)
      expect(bot.edges).toEqual(edges)
      expect(bot.theme.customCss).toBe(`/* ${round} */`)
      expect(bot.settings.metadata.title).toBe(title)
      expect(new Set(answers.map(({ body }) => body.bot.updatedAt)).size).toBe(4)
    }
  })

  test('of a hundred pairs together, each bot keeps its own two', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, (_, n) => service.publish(askingBot(`pair-${n}`))))
    await Promise.all(
      ids.flatMap((id) => [update(id, { groups: [] }), update(id, { variables: [{ id: 'v9', name: 'New' }] })]),
    )
    for (const id of ids) {
      const { groups, variables } = await read(id)
      expect({ groups, variables }).toEqual({ groups: [], variables: [{ id: 'v9', name: 'New' }] })
    }
  })

  test('of which another process makes one: both last', async () => {
    const id = await service.publish(askingBot('elsewhere'))
    const stored = await service.storage.bots.find(id)
    const flow = JSON.stringify({ ...JSON.parse(stored?.flow ?? ''), edges: [] })
    meanwhile = () => service.storage.bots.update(service.workspaceId, id, { flow }, Date.now() + 1)
    expect((await update(id, { groups: [] })).status).toBe(200)
    expect(await read(id)).toMatchObject({ edges: [], groups: [] })
    meanwhile = () => service.storage.bots.delete(service.workspaceId, id, Date.now())
    expect((await update(id, { groups: [] })).body.code).toBe('bot_not_found')
  })
})

describe('fields', () => {
  const claim = async (name: string) => {
    const body = { workspaceId: service.workspaceId, name }
    expect((await service.call('POST', '/api/v1/custom-domains', body)).status).toBe(200)
  }

  test('omitted fields stay, null clears nullable fields and is refused elsewhere', async () => {
    await claim('nulls.example.com')
    const id = await service.publish(askingBot('nulls'))
    const nullable = {
      icon: '🤖',
      selectedThemeTemplateId: 'theme',
      publicId: 'nulls-2',
      customDomain: 'Nulls.Example.com/Chat',
      resultsTablePreferences: { columnsOrder: ['a'], columnsVisibility: { a: true }, columnsWidth: { a: 100 } },
      riskLevel: 7,
    }
    const set = (await update(id, nullable)).body.bot
    expect(set).toMatchObject({ ...nullable, customDomain: 'nulls.example.com/Chat' })
    expect(await update(id, {}).then(({ body }) => ({ ...body.bot, updatedAt: set.updatedAt }))).toEqual(set)
    for (const name of [...Object.keys(nullable), 'folderId', 'messagingCredentialsId']) {
      expect((await update(id, { [name]: null })).body.bot[name], name).toBeNull()
    }
    for (const name of ['name', 'groups', 'edges', 'events', 'variables', 'theme', 'settings', 'isClosed']) {
      const { status, body } = await update(id, { [name]: null })
      expect({ status, code: body.code, path: body.issues[0].path }, name).toEqual({
        status: 400,
        code: 'invalid_flow',
        path: `bot.${name}`,
      })
    }
  })

  test('saved views of results are stored with the table, at most 30 of them', async () => {
    const id = await service.publish(askingBot('views'))
    const table = { columnsOrder: [], columnsVisibility: {}, columnsWidth: {} }
    const view = {
      id: 'v1',
      name: 'Large teams',
      timeFilter: 'last30Days',
      isCompleted: true,
      conditions: [{ columnId: 'vname', is: 'greaterThan', value: '49' }],
      sort: { columnId: 'createdAt', order: 'descending' },
    }
    const set = await update(id, { resultsTablePreferences: { ...table, views: [view] } })
    expect(set.body.bot.resultsTablePreferences).toEqual({ ...table, views: [view] })
    const many = Array.from({ length: 31 }, (_, index) => ({ id: `v${index}`, name: `View ${index}` }))
    const refused = await update(id, { resultsTablePreferences: { ...table, views: many } })
    expect({ status: refused.status, path: refused.body.issues[0].path }).toEqual({
      status: 400,
      path: 'bot.resultsTablePreferences.views',
    })
  })

  test('those that are not writable are not written', async () => {
    const id = await service.publish(askingBot('mass'))
    const before = await read(id)
    const given = {
      id: 'x',
      workspaceId: 'x',
      createdAt: 'x',
      isArchived: true,
      ownerId: 'x',
      role: 'ADMIN',
      plan: 'PRO',
    }
    const after = (await update(id, given)).body.bot
    expect({ ...after, updatedAt: before.updatedAt }).toEqual(before)
    const body = { workspaceId: service.workspaceId, bot: { ...given, isClosed: true, riskLevel: 9, name: 'New' } }
    const { bot } = (await service.call('POST', '/api/v1/bots', body)).body
    const fresh = { workspaceId: service.workspaceId, isArchived: false, isClosed: false, riskLevel: null, name: 'New' }
    expect(bot).toMatchObject(fresh)
    expect(bot.id).not.toBe('x')
    const file = {
      ...askingBot('x'),
      ...given,
      version: '6',
      theme: {},
      isClosed: true,
      riskLevel: 9,
      customDomain: 'a.bc',
    }
    const imported = await service.call('POST', '/api/v1/bots/import', { workspaceId: service.workspaceId, bot: file })
    expect(imported.body.bot).toMatchObject({ ...fresh, name: 'My bot', publicId: null, customDomain: null })
  })

  test('riskLevel can be set only by an instance admin', async () => {
    const member = await service.addMember(service.workspaceId, 'MEMBER')
    const id = await service.publish(askingBot('risk'))
    const as = { authorization: `Bearer ${member.value}` }
    const mine = await service.call('PATCH', `/api/v1/bots/${id}`, { bot: { riskLevel: 5 } }, as)
    expect(mine.body.bot.riskLevel).toBeNull()
    expect((await update(id, { riskLevel: 5 })).body.bot.riskLevel).toBe(5)
  })

  test.each(['', '-a', 'a-', 'a--b', 'A', 'a b', 'a.b', 'ä', 'a/b', 'x'.repeat(256), 7])(
    'publicId %j is refused',
    async (publicId) => {
      const id = (await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot: {} })).body.bot.id
      expect((await update(id, { publicId })).body.issues[0].path).toBe('bot.publicId')
    },
  )

  test.each([
    '',
    'localhost',
    'example',
    'a..b.com',
    '-a.com',
    'a.c',
    'https://a.com',
    'a.com:80',
    'a.com/b?c',
    '1.2.3.4',
    'ä.com',
    `${'x'.repeat(64)}.com`,
  ])('customDomain %j is refused', async (customDomain) => {
    const id = (await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot: {} })).body.bot.id
    const { status, body } = await update(id, { customDomain })
    expect(status).toBe(400)
    expect(body.issues[0]).toEqual({ path: 'bot.customDomain', message: expect.stringContaining('chat.example.com') })
  })

  test('a bot may have a domain that its workspace has claimed, and keeps it when the claim is gone', async () => {
    const id = await service.publish(askingBot('claimed'))
    const customDomain = 'claimed.example.com/help'
    const other = await service.addToken()
    const { workspace } = (
      await service.call('POST', '/api/v1/workspaces', { name: 'Other' }, { authorization: `Bearer ${other.value}` })
    ).body
    const theirs = { workspaceId: workspace.id, name: 'claimed.example.com' }
    await service.call('POST', '/api/v1/custom-domains', theirs, { authorization: `Bearer ${other.value}` })
    const refused = await update(id, { customDomain })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'domain_not_claimed', issues: [{ path: 'bot.customDomain' }] })
    await claim('claimed.example.com')
    expect((await update(id, { customDomain })).body.bot.customDomain).toBe(customDomain)
    const path = `/api/v1/custom-domains/claimed.example.com?workspaceId=${service.workspaceId}`
    await service.call('DELETE', path)
    expect((await update(id, { customDomain, name: 'Renamed' })).body.bot).toMatchObject({
      customDomain,
      name: 'Renamed',
    })
  })

  test('a custom domain leads to one bot of its workspace, whatever its case', async () => {
    await claim('help.example.com')
    const first = await service.publish(askingBot('domain-1'))
    const second = await service.publish(askingBot('domain-2'))
    expect((await update(first, { customDomain: 'Help.Example.com' })).status).toBe(200)
    const { status, body } = await update(second, { customDomain: 'help.example.COM', name: 'Not written' })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'custom_domain_taken', issues: [{ path: 'bot.customDomain' }] })
    expect((await read(second)).name).not.toBe('Not written')
    expect((await update(second, { customDomain: 'help.example.com/second' })).status).toBe(200)
    expect((await update(first, { customDomain: null })).status).toBe(200)
    expect((await update(second, { customDomain: 'help.example.com' })).status).toBe(200)
  })

  test('a stale stamp is a conflict after five seconds, unless it overwrites', async () => {
    const id = await service.publish(askingBot('stale'))
    const { updatedAt } = await read(id)
    const before = (milliseconds: number) => new Date(Date.parse(updatedAt) - milliseconds).toISOString()
    expect((await update(id, { name: 'A', updatedAt: before(5001) })).body.code).toBe('update_conflict')
    expect((await update(id, { name: 'B', updatedAt: before(5001) }, { overwrite: true })).body.bot.name).toBe('B')
    expect((await update(id, { name: 'C', updatedAt: before(1000) })).body.bot.name).toBe('C')
    expect((await update(id, { updatedAt: 'yesterday' })).status).toBe(400)
  })

  test('older versions are read as what they are', async () => {
    const id = await service.publish(askingBot('older'))
    const { body } = await update(id, { version: '6.1', name: 'Newer' })
    expect(body.bot).toMatchObject({ version: '6', name: 'Newer' })
    expect((await update(id, { version: '7' })).body.code).toBe('invalid_flow')
  })
})
