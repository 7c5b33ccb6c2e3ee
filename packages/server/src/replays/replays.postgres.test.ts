import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chatClient, group, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

const at = { x: 0, y: 0 }

/** Groups of a flow that asks for an age up to a limit, then for a city. */
const groups = (max: number) => [
  group(
    'g1',
    { id: 'age', type: 'number input', options: { variableId: 'v1', max } },
    textBubble('t', 'You are {{Age}}'),
    {
      id: 'city',
      type: 'text input',
    },
  ),
]

describe('replays of recorded conversations', () => {
  let service: TestService
  let botId: string
  const chats = chatClient(() => service)
  const replays = (body: object = {}) => service.call('POST', `/api/v1/bots/${botId}/replays`, body)
  const edit = (max: number) => service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups: groups(max) } })
  const resultIds: string[] = []

  beforeAll(async () => {
    service = await testService()
    botId = await service.publish({
      publicId: 'ages',
      events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
      edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
      variables: [{ id: 'v1', name: 'Age' }],
      groups: groups(100),
    })
    for (const age of ['20', '30', '40']) {
      const { sessionId, resultId } = (await chats.start('ages')).body
      await chats.say(sessionId, age)
      await chats.say(sessionId, 'Oslo')
      resultIds.unshift(resultId)
    }
  })
  afterAll(() => service.close())

  it('go as before on a draft that is the same', async () => {
    const { body } = await replays()
    expect(body).toMatchObject({ groups: [], totals: { conversations: 3, classes: { same: 3 } }, nextCursor: null })
  })

  it('name the block and the results that changed, page by page', async () => {
    await edit(25)
    const first = (await replays({ limit: 2 })).body
    expect(first).toMatchObject({
      groups: [{ class: 'refused', blockId: 'age', count: 2, resultIds: resultIds.slice(0, 2) }],
      totals: { conversations: 2 },
      evidence: null,
    })
    const second = (await replays({ limit: 2, cursor: first.nextCursor })).body
    expect(second).toMatchObject({ groups: [], totals: { conversations: 3, classes: { refused: 2, same: 1 } } })
    await edit(26)
    expect((await replays({ cursor: first.nextCursor })).body.code).toBe('invalid_cursor')
  })

  it('show both transcripts of one conversation', async () => {
    await edit(25)
    const { body } = await service.call('GET', `/api/v1/bots/${botId}/results/${resultIds[0]}/replay`)
    expect(body).toMatchObject({ class: 'refused', blockId: 'age' })
    expect(body.turns[1]).toMatchObject({
      reply: { role: 'user', text: '40' },
      before: { path: ['t', 'city'], entries: [{ text: 'You are 40' }], awaits: 'city' },
      after: { path: [], awaits: 'age' },
    })
  })

  it('are kept with the release that is published after them, for that draft only', async () => {
    const { evidence } = (await replays()).body
    const publish = () => service.call('POST', `/api/v1/bots/${botId}/publish`, { replay: evidence })
    await edit(24)
    expect((await publish()).body).toMatchObject({ code: 'invalid_request', issues: [{ path: 'replay' }] })
    const fresh = (await replays()).body
    await service.call('POST', `/api/v1/bots/${botId}/publish`, { replay: fresh.evidence })
    const { releases } = (await service.call('GET', `/api/v1/bots/${botId}/releases`)).body
    expect(releases[0].replay).toMatchObject({ conversations: 3, classes: { refused: 2, same: 1 }, assumed: 0 })
    expect(releases[1].replay).toBeNull()
  })

  it('of a release leave out all other conversations', async () => {
    const { releases } = (await service.call('GET', `/api/v1/bots/${botId}/releases`)).body
    const [newest, oldest] = [releases[0].id, releases.at(-1).id]
    const { sessionId } = (await chats.start('ages')).body
    await chats.say(sessionId, '20')
    const countOf = async (releaseId: string) => {
      const first = (await replays({ releaseId, limit: 2 })).body
      const last = first.nextCursor ? (await replays({ limit: 2, cursor: first.nextCursor })).body : first
      return last.totals.conversations
    }
    expect([await countOf(newest), await countOf(oldest)]).toEqual([1, 3])
    const { evidence } = (await replays({ releaseId: oldest })).body
    await service.call('POST', `/api/v1/bots/${botId}/publish`, { replay: evidence })
    const published = (await service.call('GET', `/api/v1/bots/${botId}/releases`)).body.releases[0]
    expect(published.replay).toMatchObject({ conversations: 3, releaseId: oldest })
  })

  it('have recordings without the ids of sessions', async () => {
    const { body } = await service.call('GET', `/api/v1/bots/${botId}/recordings`)
    const last = body.recordings.slice(-3)
    expect(last.map(({ resultId }: { resultId: string }) => resultId)).toEqual(resultIds)
    expect(last[0].turns[1].record).toEqual({ message: { type: 'text', text: '40' } })
    expect(last[0]).not.toHaveProperty('sessionId')
  })
})

it('list recordings with the releases of linked bots that conversations reached', async () => {
  const service = await testService()
  const chats = chatClient(() => service)
  const start = {
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  }
  const linkedId = await service.publish({ publicId: 'linked', ...start, groups: [group('g1', textBubble('t', 'Hi'))] })
  const botId = await service.publish({
    publicId: 'linking',
    ...start,
    groups: [
      group('g1', { id: 'ask', type: 'text input' }, { id: 'link', type: 'Bot link', options: { botId: linkedId } }),
    ],
  })
  await chats.say((await chats.start('linking')).body.sessionId, 'Ada')
  const { body } = await service.call('GET', `/api/v1/bots/${botId}/recordings`)
  const { releases } = (await service.call('GET', `/api/v1/bots/${linkedId}/releases`)).body
  expect(body.linkedReleases).toEqual({ [releases[0].id]: linkedId })
  await service.close()
})

it('that take too long are given up, and nothing else is', async () => {
  const service = await testService({ COLLOQUY_LIMITS: '{"replayMilliseconds": 1}' })
  const chats = chatClient(() => service)
  const questions = Array.from({ length: 30 }, (_, index) => ({ id: `q${index}`, type: 'text input' }))
  const botId = await service.publish({
    publicId: 'long',
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    groups: [group('g1', ...questions)],
  })
  for (let count = 0; count < 3; count++) {
    const { sessionId } = (await chats.start('long')).body
    for (const { id } of questions) await chats.say(sessionId, id.repeat(10_000))
  }
  // A processor that does nothing else may replay a chat in a millisecond.
  const replay = async () => (await service.call('POST', `/api/v1/bots/${botId}/replays`, {})).body
  await vi.waitFor(async () => expect(await replay()).toMatchObject({ code: 'invalid_request' }))
  expect((await service.call('GET', '/healthz')).status).toBe(200)
  await service.close()
})
