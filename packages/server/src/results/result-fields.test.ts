import {
  columnFields,
  type FieldValues,
  fieldOf,
  labelOfValue,
  segmentOf,
  visitFields,
} from '@colloquy/flow/result-fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'
import { silentCommit } from '../turns/commit.js'

let service: TestService
let path = ''
const withValues = 'with-values'
let withoutValues = ''

const { start, say } = chatClient(() => service)
const valuesOf = (read: (id: (typeof columnFields)[number]) => unknown) =>
  Object.fromEntries(columnFields.map((id) => [id, read(id)])) as unknown as FieldValues

/** Two results: one with a value in every field, and one without any of the visitor. */
beforeAll(async () => {
  service = await testService()
  const botId = await service.publish(askingBot('fields', 1, { privacy: { isVisitRecorded: false } }))
  path = `/api/v1/bots/${botId}`
  const { sessionId, resultId } = (await start('fields')).body
  await say(sessionId, 'Ada')
  withoutValues = resultId
  const row = (await service.storage.sessions.get(sessionId))!
  const at = Date.now()
  const changed = silentCommit(row, { state: row.state }, { request: {}, answer: {}, now: at })
  const result = { id: withValues, botId, hasStarted: true, isCompleted: true, variables: '[]', at }
  const values = valuesOf((id) => fieldOf(id).example)
  await service.storage.sessions.commit({ ...changed, results: [{ ...result, ...values }] })
})
afterAll(() => service.close())

const found = async (condition: object) => {
  const { body } = await service.call(
    'GET',
    `${path}/results?filters=${encodeURIComponent(JSON.stringify([condition]))}`,
  )
  return body.results.map(({ id }: { id: string }) => id)
}

test.each(visitFields)('results are listed, filtered and compared by %s, which exports contain', async (field) => {
  const { example, label } = fieldOf(field)
  const { origins } = (await service.call('GET', `${path}/results/origins?resultIds=${withValues},${withoutValues}`))
    .body
  const shown = origins.map((origin: Record<string, unknown>) => [origin.resultId, origin[field]])
  expect(Object.fromEntries(shown)).toEqual({ [withValues]: example, [withoutValues]: null })
  expect(await found({ field, is: 'equals', value: `${example}` })).toEqual([withValues])
  expect(await found({ field, is: 'oneOf', values: ['unknown'] })).toEqual([withoutValues])
  const asked = `timeFilter=allTime&by=${segmentOf(field)}&${field}=${encodeURIComponent(`${example}`)}`
  const { segments } = (await service.call('GET', `${path}/analytics/segments?${asked}`)).body
  expect(segments).toMatchObject([{ value: `${example}`, views: 1 }])
  const csv = `${(await service.call('GET', `${path}/results/export`)).body}`.replaceAll(/[\ufeff"]/g, '')
  const [header = '', ...rows] = csv.trim().split(/\r?\n/)
  const column = header.split(',').indexOf(label)
  expect(rows.map((row) => row.split(',')[column]).toSorted()).toEqual(['', labelOfValue(field, `${example}`)])
})

test('a field is compared only as its definition says', async () => {
  const filters = encodeURIComponent('[{"field":"createdAt","is":"equals","value":"2026-01-01"}]')
  const { status, body } = await service.call('GET', `${path}/results?filters=${filters}`)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('createdAt takes before and after')])
})
