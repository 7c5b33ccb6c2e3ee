import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatClient, group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

const at = { x: 0, y: 0 }

/** Asks for a name, then in a second group for a city, and thanks the visitor. `second` is the id of that group. */
function talk({ hello = 'Hello', ask = 'Where?', second = 'g2', thanks = 'Thanks' } = {}) {
  return {
    groups: [
      group('g1', textBubble('hello', hello), {
        id: 'name',
        type: 'text input',
        options: { variableId: 'v1' },
        outgoingEdgeId: 'next',
      }),
      group(
        second,
        textBubble(`${second}-ask`, `${ask} {{Name}}`),
        { id: `${second}-city`, type: 'text input', options: { variableId: 'v2' } },
        textBubble(`${second}-thanks`, `${thanks} {{Name}}`),
        { id: `${second}-last`, type: 'text input' },
      ),
    ],
    edges: [
      { id: 'start', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
      { id: 'next', from: { blockId: 'name' }, to: { groupId: second } },
    ],
  }
}

const frame = (publicId: string, settings: object = {}) => ({
  publicId,
  settings,
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'start' }],
  variables: [
    { id: 'v1', name: 'Name' },
    { id: 'v2', name: 'City' },
  ],
})

interface Totals {
  moved: number
  inUse: number
  inExperiment: number
  stayed: { class: string; reason?: string; count: number }[]
}

function releasing(service: () => TestService) {
  const call = (...values: Parameters<TestService['call']>) => service().call(...values)
  async function published(publicId: string, settings?: object) {
    const botId = await service().publish({ ...frame(publicId, settings), ...talk() })
    const release = async (change: object, body: object = {}) => {
      await call('PATCH', `/api/v1/bots/${botId}`, { bot: change })
      expect((await call('POST', `/api/v1/bots/${botId}/publish`, body)).status).toBe(200)
    }
    const page = (body: object = {}, environmentId = 'live') =>
      call('POST', `/api/v1/bots/${botId}/environments/${environmentId}/moveChats`, body)
    const move = async (environmentId?: string, limit = 100): Promise<Totals> => {
      let { totals, nextCursor } = (await page({ limit }, environmentId)).body
      while (nextCursor) ({ totals, nextCursor } = (await page({ limit, cursor: nextCursor }, environmentId)).body)
      return totals
    }
    return { botId, release, page, move }
  }
  return { ...chatClient(service), call, published }
}

describe('moving running chats', () => {
  let service: TestService
  const { start, say, resultOf, call, published } = releasing(() => service)
  beforeAll(async () => {
    service = await testService()
  })
  afterAll(() => service.close())

  test('continues in the new release where the visitor has seen the same, with all that was said', async () => {
    const { botId, release, move } = await published('same')
    const { sessionId, resultId } = (await start('same')).body
    await say(sessionId, 'Ada')
    const before = await service.storage.sessions.get(sessionId)
    await release(talk({ thanks: 'Many thanks' }))
    expect(await move()).toEqual({ moved: 1, inUse: 0, inExperiment: 0, stayed: [] })
    expect(await move()).toEqual({ moved: 0, inUse: 0, inExperiment: 0, stayed: [] })
    const after = await service.storage.sessions.get(sessionId)
    expect(after).toMatchObject({ version: before?.version, expiresAt: before?.expiresAt })
    expect(plainText((await say(sessionId, 'Oslo')).body)).toEqual(['Many thanks Ada'])
    const { answers } = await resultOf(botId, resultId)
    expect(answers.map(({ content }: { content: string }) => content)).toEqual(['Ada', 'Oslo'])
    // The whole conversation can be replayed on the release that it ends with.
    const { totals } = (await call('POST', `/api/v1/bots/${botId}/replays`, { timeFilter: 'allTime' })).body
    expect(totals).toMatchObject({ conversations: 1, classes: { same: 1 } })
  })

  test('leaves those on their release whose visitors would have seen something else, and says why', async () => {
    const { release, move } = await published('stayed')
    const asked = (await start('stayed')).body.sessionId
    const answered = (await start('stayed')).body.sessionId
    await say(answered, 'Ada')
    await release(talk({ ask: 'In which city?' }))
    expect(await move(undefined, 1)).toEqual({
      moved: 1,
      inUse: 0,
      inExperiment: 0,
      stayed: [{ class: 'wording', count: 1 }],
    })
    expect(plainText((await say(asked, 'Ada')).body)).toEqual(['In which city? Ada'])
    expect(plainText((await say(answered, 'Oslo')).body)).toEqual(['Thanks Ada'])
  })

  test('counts in a dry run the chats that can move, and moves none', async () => {
    const { release, page, move } = await published('counted')
    const asked = (await start('counted')).body.sessionId
    const answered = (await start('counted')).body.sessionId
    await say(answered, 'Ada')
    await release(talk({ ask: 'In which city?' }))
    const first = (await page({ limit: 1, isDryRun: true })).body
    expect((await page({ cursor: first.nextCursor })).body.code).toBe('invalid_cursor')
    const { totals } = (await page({ limit: 1, isDryRun: true, cursor: first.nextCursor })).body
    const stayed = [{ class: 'wording', count: 1 }]
    expect(totals).toEqual({ moved: 1, inUse: 0, inExperiment: 0, stayed })
    expect(await move()).toEqual({ moved: 1, inUse: 0, inExperiment: 0, stayed })
    expect(plainText((await say(asked, 'Ada')).body)).toEqual(['In which city? Ada'])
  })

  test('lets a visitor in the middle of a group that the release deletes finish on the release before', async () => {
    const { release, move } = await published('deleted')
    const { sessionId } = (await start('deleted')).body
    await say(sessionId, 'Ada')
    await release(talk({ second: 'g3', ask: 'Which town?' }))
    expect(await move()).toEqual({ moved: 0, inUse: 0, inExperiment: 0, stayed: [{ class: 'question', count: 1 }] })
    expect(plainText((await say(sessionId, 'Oslo')).body)).toEqual(['Thanks Ada'])
    expect((await say(sessionId, 'Bye')).status).toBe(200)
  })

  test('moves back after a rollback', async () => {
    const { botId, release, move } = await published('back')
    const [first] = (await call('GET', `/api/v1/bots/${botId}/releases`)).body.releases
    await release(talk({ ask: 'In which city?' }))
    const { sessionId } = (await start('back')).body
    await call('POST', `/api/v1/bots/${botId}/environments/live/deploy`, { releaseId: first.id })
    expect(await move()).toMatchObject({ moved: 1 })
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual(['Where? Ada'])
  })

  test('is for the chats of one environment', async () => {
    const { botId, release, move } = await published('places')
    const path = `/api/v1/bots/${botId}/environments`
    const { environment } = (await call('POST', path, { name: 'staging' })).body
    await release(talk(), { environmentId: environment.id })
    const live = (await start('places')).body.sessionId
    const staged = (await start(environment.publicId)).body.sessionId
    await release(talk({ ask: 'Staged?' }), { environmentId: environment.id })
    expect(await move(environment.id)).toMatchObject({ moved: 1 })
    expect(plainText((await say(staged, 'Ada')).body)).toEqual(['Staged? Ada'])
    expect(plainText((await say(live, 'Ada')).body)).toEqual(['Where? Ada'])
  })

  test('calls nothing: what a script answered stays, and a chat whose answers were not kept stays', async () => {
    const { botId, release, move } = await published('scripted')
    const script = (content: string) => ({
      id: 'chance',
      type: 'Set variable',
      options: { variableId: 'v2', type: 'Custom', isCode: true, expressionToEvaluate: content },
    })
    const scripted = (content: string, thanks: string) => {
      const { groups, edges } = talk({ thanks })
      const [first, ...others] = groups
      return { groups: [{ ...first, blocks: [script(content), ...(first?.blocks ?? [])] }, ...others], edges }
    }
    await release(scripted('return String(Math.random())', 'Thanks'))
    const { sessionId, resultId } = (await start('scripted')).body
    await say(sessionId, 'Ada')
    const cityOf = async () =>
      (await resultOf(botId, resultId)).variables.find(({ name }: { name: string }) => name === 'City')
    const drawn = await cityOf()
    await release(scripted('return String(Math.random())', 'Many thanks'))
    expect(await move()).toMatchObject({ moved: 1 })
    expect(JSON.parse((await service.storage.sessions.get(sessionId))?.state ?? '').frames[0].variables.v2).toBe(
      drawn.value,
    )
    await release(scripted('return "other " + String(Math.random())', 'Many thanks'))
    expect(await move()).toEqual({
      moved: 0,
      inUse: 0,
      inExperiment: 0,
      stayed: [{ class: 'unknown', reason: 'effect', count: 1 }],
    })
  })

  test('leaves a chat that began with a remembered result, and one that was taken over without a proof', async () => {
    const { botId, release, move } = await published('unproven', { general: { rememberUser: { isEnabled: true } } })
    const { resultId, sessionId } = (await start('unproven')).body
    await start('unproven', { resultId })
    await release(talk({ thanks: 'Many thanks' }))
    await call('POST', `/api/v1/sessions/${sessionId}/updateBot`)
    await release(talk({ thanks: 'So many thanks' }))
    const { moved, stayed } = await move()
    expect(moved).toBe(0)
    expect(new Set(stayed.map(({ reason }) => reason))).toEqual(new Set(['restored', 'unrepeatable']))
    expect((await call('POST', `/api/v1/bots/${botId}/replays`, {})).status).toBe(200)
    expect((await call('GET', `/api/v1/bots/${botId}/results/${resultId}/recording`)).status).toBe(200)
  })

  test('leaves chats of a running experiment on their variant, and counts nothing for the variant once they moved', async () => {
    const { botId, release, move } = await published('compared')
    const path = `/api/v1/bots/${botId}`
    const { environment } = (await call('POST', `${path}/environments`, { name: 'staging' })).body
    await release(talk({ ask: 'In which city?' }), { environmentId: environment.id })
    const { environments } = (await call('GET', `${path}/environments`)).body
    const [control, other] = environments.map(({ releaseId }: { releaseId: string }) => releaseId)
    const variants = [
      { releaseId: control, weight: 1 },
      { releaseId: other, weight: 999 },
    ]
    const goal = { kind: 'block', blockId: 'g2-last' }
    const { experiment } = (await call('POST', `${path}/experiments`, { name: 'Words', variants, goal })).body
    const { sessionId } = (await start('compared')).body
    expect(await move()).toEqual({ moved: 0, inUse: 0, inExperiment: 1, stayed: [] })
    await call('POST', `${path}/experiments/${experiment.id}/end`, {})
    expect(await move()).toMatchObject({ moved: 1, inExperiment: 0 })
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual(['Where? Ada'])
    await say(sessionId, 'Oslo')
    const { metrics } = (await call('GET', `${path}/experiments/${experiment.id}`)).body
    expect(metrics.variants.map(({ conversions }: { conversions: number }) => conversions)).toEqual([0, 0])
  })

  test('ends when another release becomes current', async () => {
    const { release, page } = await published('overtaken')
    await start('overtaken')
    await start('overtaken')
    await release(talk({ thanks: 'Many thanks' }))
    const { nextCursor } = (await page({ limit: 1 })).body
    await release(talk({ thanks: 'So many thanks' }))
    expect((await page({ limit: 1, cursor: nextCursor })).body.code).toBe('invalid_cursor')
  })
})

describe('a reply during a move', () => {
  test('wins, is answered once by the release on which the chat was, and the move continues without it', async () => {
    let interrupt: (sessionId: string) => Promise<unknown> = async () => undefined
    const service = await testService(
      {},
      {
        wrap: (storage) => {
          const { latestTurns } = storage.sessions
          const interrupted: typeof latestTurns = async (sessionId, max) => {
            const read = await latestTurns(sessionId, max)
            await interrupt(sessionId)
            return read
          }
          return { ...storage, sessions: { ...storage.sessions, latestTurns: interrupted } }
        },
      },
    )
    const { start, say, published } = releasing(() => service)
    const { release, move } = await published('raced')
    const { sessionId } = (await start('raced')).body
    await release(talk({ ask: 'In which city?' }))
    const replies: string[][] = []
    interrupt = async (id) => replies.push(plainText((await say(id, 'Ada')).body))
    expect(await move()).toEqual({ moved: 0, inUse: 1, inExperiment: 0, stayed: [] })
    expect(replies).toEqual([['Where? Ada']])
    interrupt = async () => undefined
    expect(plainText((await say(sessionId, 'Oslo')).body)).toEqual(['Thanks Ada'])
    await service.close()
  })

  test('is answered once, and by one release, while visitors reply and chats move all the time', async () => {
    const service = await testService()
    const { start, say, published, call } = releasing(() => service)
    const { botId, release, move } = await published('busy')
    const variants = [{}, { ask: 'In which city?' }, { ask: 'Which town?', thanks: 'Many thanks' }]
    // Without the last input, so that chats end.
    const releases = variants.map((variant) => {
      const { groups, edges } = talk(variant)
      return { groups: groups.map((one) => ({ ...one, blocks: one.blocks.slice(0, 3) })), edges }
    })
    await release(releases[0] as object)
    let isOver = false
    const visited: { sessionId: string; seen: string[] }[] = []
    const waiting: (() => void)[] = []
    const nextMove = () => (isOver ? undefined : new Promise<void>((resolve) => waiting.push(resolve)))
    const goOn = () => {
      for (const resolve of waiting.splice(0)) resolve()
    }
    /** Some visitors wait before each reply until chats were moved: the chats of the others are over before anything moves. */
    const visitor = async (_: unknown, index: number) => {
      while (!isOver) {
        const chats = await Promise.all(Array.from({ length: 5 }, () => start('busy')))
        const begun = chats.map(({ body }) => ({ sessionId: body.sessionId as string, seen: plainText(body) }))
        visited.push(...begun)
        for (const message of ['Ada', 'Oslo']) {
          if (index === 0) await nextMove()
          for (const { sessionId, seen } of begun) {
            const key = { 'idempotency-key': `${sessionId}-${message}` }
            const [one, again] = await Promise.all([say(sessionId, message, key), say(sessionId, message, key)])
            expect([one.status, again.text]).toEqual([200, one.text])
            seen.push(...plainText(one.body))
          }
        }
      }
    }
    const visitors = Array.from({ length: 4 }, visitor)
    for (let round = 1, moved = 0; moved < 8; round++) {
      await release(releases[round % releases.length] as object)
      moved += (await move(undefined, 7)).moved
      goOn()
    }
    isOver = true
    goOn()
    await Promise.all(visitors)
    const allowed = [
      ['Hello', 'Where? Ada', 'Thanks Ada'],
      ['Hello', 'In which city? Ada', 'Thanks Ada'],
      ['Hello', 'Which town? Ada', 'Many thanks Ada'],
    ]
    for (const { sessionId, seen } of visited) {
      expect(allowed).toContainEqual(seen)
      const turns = await service.storage.sessions.turns(sessionId)
      expect(turns.map(({ number }) => number)).toEqual([1, 2, 3])
    }
    const { totals } = (await call('POST', `/api/v1/bots/${botId}/replays`, { timeFilter: 'allTime', limit: 200 })).body
    expect(totals.classes.unknown).toBe(0)
    await service.close()
  })
})
