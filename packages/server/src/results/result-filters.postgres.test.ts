import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
let now = Date.parse('2026-03-15T12:00:00Z')
let botId: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
  botId = await service.publish(askingBot('filters'))
  const answers = { ada: ['Ada', '100% sure'], adam: ['Adam'], grace: ['Grace', 'Ada'], sharp: ['Ada_B', 'no'] }
  for (const [name, replies] of Object.entries(answers)) {
    now += 1000
    const { sessionId, resultId } = (await start('filters')).body
    for (const reply of replies) await say(sessionId, reply)
    ids[name] = resultId
  }
  ids.silent = (await start('filters')).body.resultId
})
afterAll(() => service.close())

const { start, say } = chatClient(() => service)
const path = () => `/api/v1/bots/${botId}/results`

test.each([
  ['search=ada', ['sharp', 'grace', 'adam', 'ada']],
  ['search=ADAM', ['adam']],
  ['search=100%25', ['ada']],
  ['search=a_b', ['sharp']],
  ['search=nothing', []],
  ['isCompleted=true', ['sharp', 'grace', 'ada']],
  ['isCompleted=false', ['adam']],
  ['value=Ada', ['grace', 'ada']],
  ['value=ada', []],
  ['value=Ada&blockId=in0', ['ada']],
  ['value=Ada&blockId=in1', ['grace']],
  ['value=Ada&variableId=v1', ['grace', 'ada']],
  ['value=Ada&variableId=v2', []],
  ['blockId=in1', ['sharp', 'grace', 'ada']],
  ['search=ada&isCompleted=false', ['adam']],
  ['search=ada&timeFilter=lastMonth', []],
  ['hasStarted=true', ['sharp', 'grace', 'adam', 'ada']],
  ['hasStarted=false', ['silent']],
  ['hasStarted=false&timeFilter=lastMonth', []],
  ['hasStarted=false&search=ada', []],
])('%s finds %j', async (query, names) => {
  const { results, nextCursor } = (await service.call('GET', `${path()}?${query}`)).body
  expect(results.map(({ id }: { id: string }) => id)).toEqual(names.map((name) => ids[name]))
  expect(nextCursor).toBeNull()
  expect((await service.call('GET', `${path()}/count?${query}`)).body.total).toBe(names.length)
})

test('pages of what is found follow each other, and their cursors fit no other list', async () => {
  const seen: string[] = []
  let cursor = ''
  do {
    const page = (await service.call('GET', `${path()}?search=ada&limit=1${cursor && `&cursor=${cursor}`}`)).body
    seen.push(...page.results.map(({ id }: { id: string }) => id))
    cursor = page.nextCursor
    if (cursor)
      expect((await service.call('GET', `${path()}?search=x&cursor=${cursor}`)).body.code).toBe('invalid_cursor')
  } while (cursor)
  expect(seen).toEqual(['sharp', 'grace', 'adam', 'ada'].map((name) => ids[name]))
})

test('a visitor of a bot that ends without an input is found among those without answers, with their logs', async () => {
  const group = { id: 'g', title: 'Welcome', graphCoordinates: { x: 240, y: 0 } }
  const jump = { id: 'j', type: 'Jump', options: { groupId: 'gone' } }
  const text = { id: 't', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Hello' }] }] } }
  const silentBot = await service.publish({
    ...askingBot('silent'),
    edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    groups: [{ ...group, blocks: [text, jump] }],
    variables: [],
  })
  await start('silent')
  const list = `/api/v1/bots/${silentBot}/results`
  expect((await service.call('GET', list)).body.results).toEqual([])
  const { results } = (await service.call('GET', `${list}?hasStarted=false`)).body
  expect(results).toEqual([expect.objectContaining({ hasStarted: false, answers: [] })])
  const { logs } = (await service.call('GET', `${list}/${results[0].id}/logs`)).body
  expect(logs).toEqual([expect.objectContaining({ description: expect.any(String) })])
  const exported = await service.call('GET', `${list}/export?format=ndjson&resultIds=${results[0].id}`)
  expect(JSON.stringify(exported.body)).toContain(results[0].id)
})

test('without filters all that were started are counted', async () => {
  expect((await service.call('GET', `${path()}/count`)).body.total).toBe(4)
})

const filters = (...conditions: object[]) => `filters=${encodeURIComponent(JSON.stringify(conditions))}`
const sort = (by: object) => `sort=${encodeURIComponent(JSON.stringify(by))}`

test.each([
  [filters({ blockId: 'in0', is: 'contains', value: 'AD' }), ['sharp', 'adam', 'ada']],
  [filters({ blockId: 'in0', is: 'contains', value: 'ad' }, { blockId: 'in1', is: 'isEmpty' }), ['adam']],
  [filters({ blockId: 'in1', is: 'oneOf', values: ['no', 'ada'] }), ['sharp', 'grace']],
  [filters({ variableId: 'v1', is: 'equals', value: 'ada' }), ['grace']],
  [`${filters({ field: 'createdAt', is: 'before', value: '2026-03-15' })}&timeFilter=allTime`, []],
  [
    `${filters({ field: 'createdAt', is: 'after', value: '2026-03-14' })}&timeFilter=allTime&isCompleted=false`,
    ['adam'],
  ],
])('%s finds %j', async (query, names) => {
  const { results } = (await service.call('GET', `${path()}?${query}`)).body
  expect(results.map(({ id }: { id: string }) => id)).toEqual(names.map((name) => ids[name]))
  expect((await service.call('GET', `${path()}/count?${query}`)).body.total).toBe(names.length)
  const exported = (await service.call('GET', `${path()}/export?format=ndjson&${query}`)).text
  expect(exported.split('\n').filter(Boolean)).toHaveLength(names.length)
})

test.each([
  'filters=x',
  filters({ is: 'isEmpty' }),
  filters({ blockId: 'a', variableId: 'b', is: 'isEmpty' }),
  filters({ blockId: 'a', is: 'greaterThan', value: 'many' }),
  filters({ blockId: 'a', is: 'before', value: 'yesterday' }),
  filters({ blockId: 'a', is: 'before', value: '2026-03-15', dateFormat: "d'); DROP TABLE results; --" }),
  filters({ field: 'createdAt', is: 'isEmpty' }),
  sort({ order: 'ascending' }),
])('%s is refused', async (query) => {
  expect((await service.call('GET', `${path()}?${query}`)).status).toBe(400)
})

test.each([
  [{ blockId: 'in0' }, ['ada', 'sharp', 'adam', 'grace']],
  [{ blockId: 'in1', order: 'descending' }, ['sharp', 'grace', 'ada', 'adam']],
  [{ field: 'isCompleted' }, ['adam', 'sharp', 'grace', 'ada']],
  [{ field: 'createdAt' }, ['ada', 'adam', 'grace', 'sharp']],
])('sorts by %j on all pages, while results arrive', async (by, names) => {
  const seen: string[] = []
  let cursor = ''
  do {
    const query = `limit=1&${sort(by)}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const page = (await service.call('GET', `${path()}?${query}`)).body
    seen.push(...page.results.map(({ id }: { id: string }) => id))
    cursor = page.nextCursor
    if (cursor) expect((await service.call('GET', `${path()}?cursor=${cursor}`)).body.code).toBe('invalid_cursor')
    // All kinds of first answers, before and after the given time.
    const { sessionId } = (await start('filters')).body
    now += 1000
    if (seen.length === 1) await say(sessionId, 'AAA')
  } while (cursor)
  const known = seen.map((id) => Object.keys(ids).find((name) => ids[name] === id))
  expect(known.filter(Boolean)).toEqual(names)
  await service.call('DELETE', path(), { matching: { filters: [{ blockId: 'in0', is: 'equals', value: 'aaa' }] } })
})

test('deletes what matches, and nothing that began after the choice', async () => {
  const other = await service.publish(askingBot('deleting', 1))
  const begin = async (reply: string) => {
    now += 1000
    const { sessionId, resultId } = (await start('deleting')).body
    await say(sessionId, reply)
    return resultId as string
  }
  const [one, two] = [await begin('Drop'), await begin('Keep')]
  now += 1000
  const matching = {
    filters: [{ blockId: 'in0', is: 'equals', value: 'drop' }],
    createdBefore: new Date(now).toISOString(),
  }
  const late = await begin('Drop')
  const list = async () =>
    (await service.call('GET', `/api/v1/bots/${other}/results`)).body.results.map(({ id }: { id: string }) => id)
  expect(await list()).toEqual([late, two, one])
  const results = `/api/v1/bots/${other}/results`
  expect((await service.call('DELETE', results, { matching, resultIds: two })).status).toBe(400)
  expect((await service.call('DELETE', results, { matching: { unknown: 1 } })).status).toBe(400)
  expect((await service.call('DELETE', results, { matching })).body).toEqual({ deleted: 1 })
  expect(await list()).toEqual([late, two])
})

test('deletes what matches in several requests, each of which continues where the last one stopped', async () => {
  const quick = await testService({ COLLOQUY_LIMITS: '{"deleteMilliseconds":1}' })
  const other = await quick.publish(askingBot('in-parts', 1))
  const chat = chatClient(() => quick)
  for (let count = 0; count < 120; count++) await chat.say((await chat.start('in-parts')).body.sessionId, 'Drop')
  const results = `/api/v1/bots/${other}/results`
  const matching = { filters: [{ blockId: 'in0', is: 'equals', value: 'drop' }] }
  const first = (await quick.call('DELETE', results, { matching })).body
  expect(first).toEqual({ deleted: 100, nextCursor: expect.any(String) })
  const cursor = first.nextCursor
  expect((await quick.call('DELETE', results, { matching: { cursor } })).body.code).toBe('invalid_cursor')
  expect((await quick.call('DELETE', results, { matching: { ...matching, cursor } })).body).toEqual({ deleted: 20 })
  await quick.close()
})
