import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient, plainText } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
let path = ''
let botId = ''
let [stagingId, experimentId, first, second]: string[] = []
/** Ids of results: one in staging, and one of each variant in live. */
const ids: Record<'staging' | 'control' | 'variant', string> = { staging: '', control: '', variant: '' }

const { start, say } = chatClient(() => service)

/** A chat with one reply. */
async function chat(publicId: string) {
  const { body } = await start(publicId)
  await say(body.sessionId, 'Ada')
  return { resultId: body.resultId as string, words: plainText(body)[0] }
}

beforeAll(async () => {
  service = await testService()
  const bot = askingBot('origins')
  botId = await service.publish(bot)
  path = `/api/v1/bots/${botId}`
  const { environment } = (await service.call('POST', `${path}/environments`, { name: 'staging' })).body
  stagingId = environment.id
  const [group] = bot.groups
  const words = { id: 'said', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Second' }] }] } }
  await service.call('PATCH', path, { bot: { groups: [{ ...group, blocks: [words, ...(group?.blocks ?? [])] }] } })
  await service.call('POST', `${path}/publish`, { environmentId: stagingId })
  const environments = (await service.call('GET', `${path}/environments`)).body.environments
  ;[first, second] = environments.map((it: { releaseId: string }) => it.releaseId)
  const body = {
    name: 'Words',
    variants: [first, second].map((releaseId) => ({ releaseId, weight: 1 })),
    goal: { kind: 'completed' },
  }
  experimentId = (await service.call('POST', `${path}/experiments`, body)).body.experiment.id
  ids.staging = (await chat(environment.publicId)).resultId
  while (!ids.control || !ids.variant) {
    const { resultId, words } = await chat('origins')
    const of = words === 'Second' ? 'variant' : 'control'
    if (ids[of]) await service.call('DELETE', `${path}/results?resultIds=${resultId}`)
    else ids[of] = resultId
  }
})
afterAll(() => service.close())

const named = () => Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]))
const condition = (field: string, is: string, value: object) =>
  `filters=${encodeURIComponent(JSON.stringify([{ field, is, ...value }]))}`

test('results say in which environment, on which release and with which variant they were', async () => {
  const asked = `${path}/results/origins?resultIds=${Object.values(ids).join(',')},unknown`
  const { origins } = (await service.call('GET', asked)).body
  const byName = Object.fromEntries(
    origins.map(({ resultId, ...origin }: { resultId: string }) => [named()[resultId], origin]),
  )
  const visit = { source: 'api', device: null }
  expect(byName).toEqual({
    staging: { ...visit, environmentId: stagingId, releaseId: second, variants: [] },
    control: { ...visit, environmentId: 'live', releaseId: first, variants: [{ experimentId, variant: 0 }] },
    variant: { ...visit, environmentId: 'live', releaseId: second, variants: [{ experimentId, variant: 1 }] },
  })
})

test('a list, a count and an export have only the results with the origin that is asked for', async () => {
  const found = async (query: string) => {
    const { results } = (await service.call('GET', `${path}/results?${query}`)).body
    const { total } = (await service.call('GET', `${path}/results/count?${query}`)).body
    const exported = (await service.call('GET', `${path}/results/export?format=ndjson&${query}`)).body
    const names = results.map(({ id }: { id: string }) => named()[id]).toSorted()
    expect([total, `${exported}`.trim().split('\n').filter(Boolean).length]).toEqual([names.length, names.length])
    return names
  }
  expect(await found(condition('environmentId', 'equals', { value: 'live' }))).toEqual(['control', 'variant'])
  expect(await found(condition('environmentId', 'equals', { value: stagingId }))).toEqual(['staging'])
  expect(await found(condition('environmentId', 'oneOf', { values: ['live', stagingId] }))).toHaveLength(3)
  expect(await found(condition('releaseId', 'equals', { value: second }))).toEqual(['staging', 'variant'])
  expect(await found(condition('variant', 'equals', { value: `${experimentId}:1` }))).toEqual(['variant'])
  expect(await found(condition('variant', 'equals', { value: `${experimentId}:4` }))).toEqual([])
})

test('a filter by an origin that cannot be is refused with what to give', async () => {
  const refused = await service.call('GET', `${path}/results?${condition('variant', 'equals', { value: 'B' })}`)
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('Give the id of an experiment and the index of a variant')
  const compared = await service.call('GET', `${path}/results?${condition('releaseId', 'contains', { value: 'x' })}`)
  expect(JSON.stringify(compared.body)).toContain('releaseId takes equals and oneOf')
})

test('metrics and the summary count only results with the requested origin', async () => {
  const starts = async (query: string) => {
    const { days } = (await service.call('GET', `${path}/analytics/daily?${query}`)).body
    const { results } = (await service.call('GET', `${path}/results/summary?${query}`)).body
    const { steps } = (await service.call('GET', `${path}/analytics/funnel?blockIds=in0,in1&${query}`)).body
    const sum = days.reduce((sum: number, day: { starts: number }) => sum + day.starts, 0)
    expect([results, steps[0].results]).toEqual([sum, sum])
    return sum
  }
  expect(await starts('')).toBe(3)
  expect(await starts('environmentId=live')).toBe(2)
  expect(await starts(`environmentId=${stagingId}`)).toBe(1)
  expect(await starts(`releaseId=${second}&environmentId=live`)).toBe(1)
  expect(await starts(`variant=${experimentId}:0`)).toBe(1)
})

test('a spreadsheet has columns for environment and variant, unless preferences hide them', async () => {
  const csv = async () => `${(await service.call('GET', `${path}/results/export`)).body}`.replaceAll(/[\ufeff"]/g, '')
  const [header, ...rows] = (await csv()).trim().split(/\r?\n/)
  expect(header?.split(',').slice(1, 4)).toEqual(['Status', 'Environment', 'Variant'])
  expect(rows.map((row) => row.split(',').slice(2, 4).join()).toSorted()).toEqual([
    'live,Words: A',
    'live,Words: B',
    'staging,',
  ])
  const resultsTablePreferences = { columnsOrder: [], columnsVisibility: { variant: false }, columnsWidth: {} }
  await service.call('PATCH', path, { bot: { resultsTablePreferences } })
  expect((await csv()).split(/\r?\n/)[0]).not.toContain('Variant')
})
