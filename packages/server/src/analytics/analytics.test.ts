import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'
import { shareOf } from './share-of.js'

let service: TestService
let now = Date.parse('2026-03-15T12:00:00Z')
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: '{"sessionHours":100000}' }, { clock: () => now })
})
afterAll(() => service.close())

const { start, say } = chatClient(() => service)
const read = async (botId: string, path: string) =>
  (await service.call('GET', `/api/v1/bots/${botId}/analytics/${path}`)).body

/** A chat that starts at a time and gives answers, each the given number of seconds after the previous event. */
async function chat(publicId: string, at: string, seconds: number[]): Promise<string> {
  now = Date.parse(at)
  const { sessionId, resultId } = (await start(publicId)).body
  for (const pause of seconds) {
    now += pause * 1000
    await say(sessionId, 'Ada')
  }
  now = Date.parse('2026-03-15T12:00:00Z')
  return resultId
}

describe('metrics of a bot', () => {
  let botId: string
  beforeAll(async () => {
    botId = await service.publish(askingBot('figures', 3))
    await chat('figures', '2026-03-13T23:30:00Z', [10, 20, 30])
    await chat('figures', '2026-03-14T10:00:00Z', [12, 60])
    await chat('figures', '2026-03-14T11:00:00Z', [14])
    await chat('figures', '2026-03-14T12:00:00Z', [])
    await chat('figures', '2026-01-01T12:00:00Z', [2, 2, 2])
    const deleted = await chat('figures', '2026-03-14T13:00:00Z', [1, 1, 1])
    await service.call('DELETE', `/api/v1/bots/${botId}/results?resultIds=${deleted}`)
  })

  test('count views, starts and completions in a span of time, without what was deleted', async () => {
    expect(await read(botId, 'stats')).toEqual({ stats: { totalViews: 4, totalStarts: 3, totalCompleted: 1 } })
    expect((await read(botId, 'stats?timeFilter=allTime')).stats.totalViews).toBe(5)
    expect((await read(botId, 'stats?timeFilter=today')).stats.totalViews).toBe(0)
  })

  test('count the replies that an input did not accept, once for each try, also at the earlier address', async () => {
    const bot = askingBot('strict', 1)
    const [group] = bot.groups
    const strict = { id: 'mail', type: 'email input', options: {} }
    const asking = { ...bot, groups: [{ ...group, blocks: [strict] }] }
    const strictId = await service.publish(asking)
    const { sessionId } = (await start('strict')).body
    for (const reply of ['Ada', 'ada@', 'ada@example.com']) await say(sessionId, reply)
    await say((await start('strict')).body.sessionId, 'Grace')
    for (const address of ['invalidReplies', 'rejections'])
      expect(await read(strictId, address)).toEqual({
        blocks: [{ blockId: 'mail', groupId: group!.id, invalidReplies: 3, rejections: 3, results: 2 }],
      })
  })

  test('count answers by block and visits by edge, with where it leads', async () => {
    const { totalAnswers, offDefaultPathVisitedEdges } = await read(botId, 'inDepthData')
    const byBlock = totalAnswers.toSorted((a: { blockId: string }, b: { blockId: string }) =>
      a.blockId < b.blockId ? -1 : 1,
    )
    expect(byBlock).toEqual([
      { blockId: 'in0', total: 3 },
      { blockId: 'in1', total: 2 },
      { blockId: 'in2', total: 1 },
    ])
    expect(offDefaultPathVisitedEdges).toEqual([])
  })

  test('are counted by local day, days without any included', async () => {
    const { days } = await read(botId, 'daily')
    expect(days).toHaveLength(7)
    expect(days.slice(4)).toEqual([
      { date: '2026-03-13', views: 1, starts: 1, completions: 1 },
      { date: '2026-03-14', views: 3, starts: 2, completions: 0 },
      { date: '2026-03-15', views: 0, starts: 0, completions: 0 },
    ])
    const inParis = (await read(botId, 'daily?timeZone=Europe/Paris')).days
    expect(inParis.slice(4).map(({ views }: { views: number }) => views)).toEqual([0, 4, 0])
    const inNepal = (await read(botId, 'daily?timeZone=%2B05:45')).days
    expect(inNepal.at(-2)).toMatchObject({ date: '2026-03-14', views: 4 })
    const all = (await read(botId, 'daily?timeFilter=allTime')).days
    expect(all).toHaveLength(74)
    expect(all[0]).toMatchObject({ date: '2026-01-01', views: 1 })
    expect((await read(botId, 'daily?timeFilter=lastMonth')).days).toHaveLength(28)
  })

  test('show where visitors left', async () => {
    expect((await read(botId, 'dropOff')).blocks).toEqual([
      { blockId: 'in0', groupId: 'g1', answered: 3, left: 1 },
      { blockId: 'in1', groupId: 'g1', answered: 2, left: 1 },
      { blockId: 'in2', groupId: 'g1', answered: 1, left: 0 },
    ])
  })

  test('show how often visitors took each exit of a question, without exits that nobody took', async () => {
    const leaving = askingBot('leaving', 1)
    const [group] = leaving.groups
    const at = { x: 0, y: 0 }
    const exits = [
      { id: 'quiet', on: 'no-answer', outgoingEdgeId: 'toLate' },
      { id: 'wrong', on: 'invalid', tries: 1, outgoingEdgeId: 'toWrong' },
    ]
    const asking = {
      ...leaving,
      edges: [
        ...leaving.edges,
        { id: 'toLate', from: { blockId: 'mail', itemId: 'quiet' }, to: { groupId: group!.id } },
        { id: 'toWrong', from: { blockId: 'mail', itemId: 'wrong' }, to: { groupId: 'wrong' } },
      ],
      groups: [
        { ...group, blocks: [{ id: 'mail', type: 'email input', options: {}, exits }] },
        { id: 'wrong', title: 'Wrong', graphCoordinates: at, blocks: [{ id: 'again', type: 'text input' }] },
      ],
    }
    const leavingId = await service.publish(asking)
    const { sessionId } = (await start('leaving')).body
    for (let time = 0; time < 2; time++) await say(sessionId, { type: 'no-answer' })
    expect(await read(leavingId, 'dropOff')).toEqual({
      blocks: [],
      exits: [{ blockId: 'mail', exitId: 'quiet', on: 'no-answer', taken: 2 }],
    })
  })

  test('show how many went from one block to another', async () => {
    const steps = async (blockIds: string) => {
      const funnel = await read(botId, `funnel?blockIds=${blockIds}`)
      return [funnel.views, ...funnel.steps.map(({ results }: { results: number }) => results)]
    }
    expect(await steps('in0,in1,in2')).toEqual([4, 3, 2, 1])
    expect(await steps('in0,in2')).toEqual([4, 3, 1])
    expect(await steps('in2,in0')).toEqual([4, 1, 0])
    expect(await steps('none,in0')).toEqual([4, 0, 0])
    for (const query of ['', '?blockIds=in0', '?blockIds=a,b,c,d,e,f,g,h,i,j,k']) {
      expect((await read(botId, `funnel${query}`)).code).toBe('invalid_request')
    }
  })

  test('show how long it takes to answer', async () => {
    const { blocks } = await read(botId, 'answerTimes')
    expect(blocks).toEqual([
      { blockId: 'in0', answers: 3, medianSeconds: 12, slowestTenthSeconds: 14 },
      { blockId: 'in1', answers: 2, medianSeconds: 20, slowestTenthSeconds: 60 },
      { blockId: 'in2', answers: 1, medianSeconds: 30, slowestTenthSeconds: 30 },
    ])
  })
})

test('segments compare the values of a variable, of which the commonest stand for themselves', async () => {
  const [group] = askingBot('sources').groups
  const blocks = [{ id: 'in0', type: 'text input', options: { variableId: 'source' } }]
  const variables = [{ id: 'source', name: 'utm_source' }]
  const botId = await service.publish({ ...askingBot('sources'), groups: [{ ...group, blocks }], variables })
  for (let index = 0; index < 22; index++)
    await start('sources', { prefilledVariables: { utm_source: `site ${String(index).padStart(2, '0')}` } })
  for (const reply of ['site 21', undefined]) {
    const { sessionId } = (await start('sources')).body
    if (reply) await say(sessionId, reply)
  }
  const { segments, other } = await read(botId, 'segments?by=variable&variableId=source&timeFilter=allTime')
  expect(segments).toHaveLength(21)
  expect(segments[0]).toEqual({ value: 'site 21', views: 2, starts: 1, completions: 1 })
  expect(segments.filter(({ value }: { value: string | null }) => value === null)).toEqual([
    { value: null, views: 1, starts: 0, completions: 0 },
  ])
  expect(other).toEqual({ values: 2, views: 2, starts: 0, completions: 0 })
  expect((await read(botId, 'segments?by=release&timeFilter=allTime')).other).toBeNull()
  const refused = await read(botId, 'segments?by=variable')
  expect([refused.code, refused.issues[0].path]).toEqual(['invalid_request', 'variableId'])
})

test('a funnel counts a block that is answered again behind the one before', async () => {
  const group = { id: 'g1', title: 'G', graphCoordinates: { x: 0, y: 0 } }
  const blocks = ['in0', 'in1'].map((id) => ({
    id,
    type: 'text input',
    ...(id === 'in1' && { outgoingEdgeId: 'back' }),
  }))
  const edges = [
    { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
    { id: 'back', from: { blockId: 'in1' }, to: { groupId: 'g1' } },
  ]
  const botId = await service.publish({ ...askingBot('circle'), groups: [{ ...group, blocks }], edges })
  await chat('circle', '2026-03-14T10:00:00Z', [1, 1, 1])
  const { steps } = await read(botId, 'funnel?blockIds=in1,in0')
  expect(steps.map(({ results }: { results: number }) => results)).toEqual([1, 1])
  expect((await read(botId, 'dropOff')).blocks[0]).toEqual({ blockId: 'in0', groupId: 'g1', answered: 1, left: 1 })
})

test('a median is taken from how often each time was counted', () => {
  const times = [
    { seconds: 1, answers: 2 },
    { seconds: 5, answers: 1 },
    { seconds: 3600, answers: 1 },
  ]
  expect([0.5, 0.51, 0.9].map((share) => shareOf(times, share))).toEqual([1, 5, 3600])
})
