import { addEarlierNames, endpoints } from '@colloquy/api'
import { applyOperations, type Operation } from '@colloquy/flow/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: JSON.stringify({ flowBytes: 50_000 }) })
})
afterAll(() => service.close())

const make = async (bot: object = askingBot(newId())): Promise<string> =>
  (await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })).body.bot.id
const read = async (id: string) => (await service.call('GET', `/api/v1/bots/${id}`)).body
const send = (botId: string, operations: unknown[], { revision = 0, id = newId(), headers = {} } = {}) =>
  service.call('POST', `/api/v1/bots/${botId}/operations`, { id, revision, operations }, headers)
const set = (path: string[], value: unknown, was?: unknown): Operation => ({ kind: 'set', path, value, was })
const title = ['groups', '#g1', 'title']

describe('operations', () => {
  test('change the draft under its next revision, and the applied ones are broadcast', async () => {
    const botId = await make()
    const before = (await read(botId)).bot
    const { body } = await send(botId, [set(title, 'New', 'G'), set(['name'], 'Bot', 'My bot')], { id: 'first-batch' })
    expect(body).toMatchObject({ revision: 1, conflicts: [], batches: [{ revision: 1, id: 'first-batch' }] })
    const after = await read(botId)
    expect(after.revision).toBe(1)
    expect(after.bot).toMatchObject({ name: 'Bot', groups: [{ title: 'New' }] })
    expect(Date.parse(after.bot.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    expect(applyOperations(before, body.batches[0].operations)).toMatchObject({ name: 'Bot', groups: after.bot.groups })
  })

  test('of a batch that comes again are taken once, and answered alike', async () => {
    const botId = await make()
    const id = newId()
    const first = await send(botId, [set(title, 'New', 'G')], { id })
    await send(botId, [set(title, 'Newer', 'New')], { revision: 1 })
    const again = await send(botId, [set(title, 'New', 'G')], { id })
    expect(first.body).toMatchObject({ revision: 1, conflicts: [] })
    expect(again.body).toMatchObject({ revision: 2, conflicts: [], batches: [{ revision: 1, id }, { revision: 2 }] })
    expect((await read(botId)).bot.groups[0].title).toBe('Newer')
    const both = await Promise.all([1, 2].map(() => send(botId, [set(['icon'], 'x', null)], { id: `twice-${botId}` })))
    expect(both.map(({ body }) => body.revision)).toEqual([3, 3])
  })

  test('on an unseen change are skipped, with both values in the answer', async () => {
    const botId = await make()
    await send(botId, [set(title, 'Theirs', 'G')])
    const { body } = await send(botId, [set(title, 'Mine', 'G'), set(['name'], 'Mine', 'My bot')])
    expect(body.conflicts).toEqual([{ operation: 0, reason: 'changed', path: title, mine: 'Mine', theirs: 'Theirs' }])
    expect((await read(botId)).bot).toMatchObject({ name: 'Mine', groups: [{ title: 'Theirs' }] })
  })

  test('that change nothing count no revision', async () => {
    const botId = await make()
    const unchanged = addEarlierNames(endpoints.applyOperations.response)?.({ revision: 0, batches: [], conflicts: [] })
    expect((await send(botId, [set(title, 'G', 'other')])).body).toEqual(unchanged)
  })

  test('of many at the same moment are all there', async () => {
    const botId = await make()
    const numbers = Array.from({ length: 40 }, (_, number) => number)
    const answers = await Promise.all(
      numbers.map((number) => {
        const element = { id: `v-${number}`, name: `Variable ${number}` }
        return send(botId, [{ kind: 'insert', spot: { list: ['variables'], after: 'v1' }, element }])
      }),
    )
    expect(answers.map(({ body }) => body.revision).toSorted((a, b) => a - b)).toEqual(numbers.map((it) => it + 1))
    expect((await read(botId)).bot.variables).toHaveLength(41)
  })

  test('and updates of the whole count the same revisions and lose nothing of each other', async () => {
    const botId = await make()
    await Promise.all([
      send(botId, [set(title, 'New', 'G')]),
      service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { theme: { customCss: '/* */' } } }),
    ])
    const { body } = await send(botId, [set(['settings', 'metadata', 'title'], 'T')])
    expect(body.revision).toBe(3)
    const whole = body.batches.flatMap((batch: { operations: Operation[] }) => batch.operations)
    expect(whole).toContainEqual({ kind: 'set', path: ['theme', 'customCss'], value: '/* */' })
    const { bot } = await read(botId)
    expect(bot).toMatchObject({ theme: { customCss: '/* */' }, settings: { metadata: { title: 'T' } } })
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { resultsTablePreferences: null } })
    expect((await read(botId)).revision).toBe(3)
  })

  test('are held to the rules of an update: credentials of others go, and variables of inputs last', async () => {
    const botId = await make()
    const block = { id: 'mail', type: 'OpenAI', options: { credentialsId: 'of-somebody-else' } }
    const { body } = await send(botId, [
      { kind: 'insert', spot: { list: ['groups', '#g1', 'blocks'], after: 'hello' }, element: block },
    ])
    expect(body.batches[0].operations).toContainEqual({
      kind: 'insert',
      spot: { list: ['groups', '#g1', 'blocks'], after: 'hello' },
      element: { id: 'mail', type: 'OpenAI', options: {} },
    })
    expect((await read(botId)).bot.variables[0].isSessionVariable).toBe(false)
  })

  test('that were not stored one by one are answered with the request to load the bot again', async () => {
    const botId = await make()
    const element = { id: 'big', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'x' }] }] } }
    const many = Array.from({ length: 300 }, (_, index) => ({ ...element, id: `big-${index}` }))
    const insert = (block: object) => ({
      kind: 'insert',
      spot: { list: ['groups', '#g1', 'blocks'], after: null },
      element: block,
    })
    expect((await send(botId, many.slice(0, 100).map(insert))).body.batches).toHaveLength(1)
    expect((await send(botId, [set(title, 'New', 'G')], { revision: 7 })).body).toMatchObject({
      revision: 2,
      batches: null,
    })
  })
})

describe('operations that are refused', () => {
  test.each([
    ['a path to nothing of a bot', set(['owner'], 1), 'operations.1.path'],
    ['a path to a prototype', set(['theme', '__proto__', 'x'], 1), 'operations.1.path'],
    ['a path to a whole list', set(['groups'], []), 'operations.1.path'],
    ['a path to an element', set(['groups', '#g1'], {}), 'operations.1.path'],
    ['a path to an id', set(['groups', '#g1', 'id'], 'x'), 'operations.1.path'],
    [
      'an element without an id',
      { kind: 'insert', spot: { list: ['groups'], after: null }, element: {} },
      'operations.1.element.id',
    ],
    ['another kind', { kind: 'increment', path: title }, 'operations.1.kind'],
  ])('for %s are named', async (_, operation, path) => {
    const botId = await make()
    const { status, body } = await send(botId, [set(['name'], 'x', 'My bot'), operation])
    expect({ status, code: body.code, path: body.issues[0].path }).toEqual({
      status: 400,
      code: 'invalid_request',
      path,
    })
    expect((await read(botId)).revision).toBe(0)
  })

  test('for what they would make of the bot are named, with the place and what to do', async () => {
    const botId = await make()
    const { body } = await send(botId, [set(['name'], 'x', 'My bot'), set(title, 7, 'G')])
    expect(body).toMatchObject({
      code: 'invalid_operation',
      issues: [{ path: 'operations.1', message: 'groups/#g1/title: Give a text here.' }],
    })
    expect((await read(botId)).bot.name).toBe('My bot')
  })

  test('for a path that reads nothing of a response, though one that was stored before stays', async () => {
    const mapping = (bodyPath: string) => ({ id: 'm', bodyPath, variableId: 'v1' })
    const request = {
      id: 'request',
      type: 'HTTP Request',
      options: { webhook: { url: 'https://example.com' }, responseVariableMapping: [mapping('$.name')] },
    }
    const { bot: file } = await read(await make())
    file.groups[0].blocks.unshift(request)
    const imported = { workspaceId: service.workspaceId, bot: file }
    const botId = (await service.call('POST', '/api/v1/bots/import', imported)).body.bot.id
    const mappingPath = ['groups', '#g1', 'blocks', '#request', 'options', 'responseVariableMapping', '#m', 'bodyPath']
    expect((await send(botId, [set(title, 'New', 'G')])).status).toBe(200)
    const refused = await send(botId, [set(mappingPath, 'data["__proto__"]', '$.name')], { revision: 1 })
    expect(refused.status).toBe(400)
    expect(refused.body.issues[0].message).toContain('Take __proto__, constructor and prototype out of this path')
    expect((await send(botId, [set(mappingPath, 'data.name', '$.name')], { revision: 1 })).body.revision).toBe(2)
  })

  test('when others changed the place meanwhile are conflicts, not mistakes', async () => {
    const botId = await make()
    await send(botId, [set(['groups', '#g1', 'blocks', '#in0', 'options', 'labels'], { button: 'Go' })])
    const odd = set(['groups', '#g1', 'blocks', '#in0', 'options', 'labels', 'placeholder'], 7)
    const { status, body } = await send(botId, [odd, set(title, 'New', 'G')])
    expect({ status, conflicts: body.conflicts.length }).toEqual({ status: 200, conflicts: 1 })
    expect((await read(botId)).bot.groups[0].title).toBe('New')
  })

  test('that do not fit, at one place and behind others, are refused as one conflict', async () => {
    const botId = await make()
    await send(botId, [set(['name'], 'Other', 'My bot')])
    const { status, body } = await send(botId, Array(100).fill(set(title, 5, 'G')))
    expect({ status, conflicts: body.conflicts.length }).toEqual({ status: 200, conflicts: 1 })
    expect((await read(botId)).bot.groups[0].title).toBe('G')
  })

  test('for their number, or for what they add up to, change nothing', async () => {
    const botId = await make()
    expect((await send(botId, [])).body.code).toBe('invalid_request')
    const long = 'x'.repeat(30_000)
    expect((await send(botId, [set(title, long, 'G')])).status).toBe(200)
    const { body } = await send(botId, [set(['settings', 'metadata', 'title'], long)], { revision: 1 })
    expect(body.issues[0].message).toContain('larger than 50000 bytes')
    expect((await read(botId)).revision).toBe(1)
  })

  test('are those of who may only read', async () => {
    const botId = await make()
    const reader = await service.addMember(service.workspaceId, 'GUEST')
    const share = { botId, userId: reader.userId, type: 'READ', createdAt: 1, updatedAt: 1 } as const
    await service.storage.collaborators.add(service.workspaceId, share)
    const headers = { authorization: `Bearer ${reader.value}` }
    expect((await send(botId, [set(title, 'New', 'G')], { headers })).body.code).toBe('bot_not_found')
  })
})
