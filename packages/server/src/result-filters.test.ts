import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient } from './testing/chat-client.js'
import { askingBot, type TestService, testService } from './testing/test-service.js'

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
  await start('filters')
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
])('%s finds %j', async (query, names) => {
  const { results, nextCursor } = (await service.call('GET', `${path()}?${query}`)).body
  expect(results.map(({ id }: { id: string }) => id)).toEqual(names.map((name) => ids[name]))
  expect(nextCursor).toBeNull()
  expect((await service.call('GET', `${path()}/count?${query}`)).body).toEqual({ total: names.length })
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

test('without filters all that were started are counted', async () => {
  expect((await service.call('GET', `${path()}/count`)).body).toEqual({ total: 4 })
})
