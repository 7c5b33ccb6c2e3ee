import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatClient, group, plainText, textBubble } from '../testing/chat-client.js'
import { messagingWorld } from '../testing/messaging-world.js'
import { type TestService, testService } from '../testing/test-service.js'

const at = { x: 0, y: 0 }

describe('the recording of a result', () => {
  let service: TestService
  let botId: string
  let resultId: string
  const chats = chatClient(() => service)
  const path = () => `/api/v1/bots/${botId}/results/${resultId}/recording`

  beforeAll(async () => {
    service = await testService()
    botId = await service.publish({
      publicId: 'drinks',
      settings: { general: { rememberUser: { isEnabled: true } } },
      events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
      edges: [
        { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g0' } },
        { id: 'ed2', from: { blockId: 'name' }, to: { groupId: 'g1' } },
      ],
      variables: [
        { id: 'v1', name: 'Name' },
        { id: 'v2', name: 'City' },
      ],
      groups: [
        group('g0', { id: 'name', type: 'text input', options: { variableId: 'v1' }, outgoingEdgeId: 'ed2' }),
        group(
          'g1',
          textBubble('hi', 'Hi {{Name}}'),
          { id: 'city', type: 'text input', options: { variableId: 'v2' } },
          textBubble('bye', 'Bye {{Name}} of {{City}}'),
          { id: 'last', type: 'text input' },
        ),
      ],
    })
    const started = (await chats.start('drinks')).body
    resultId = started.resultId
    await chats.say(started.sessionId, 'Ada')
    await chats.say(started.sessionId, 'Oslo')
  })
  afterAll(() => service.close())

  it('has the path, values and texts of each turn, and agrees with what was stored', async () => {
    const { body } = await service.call('GET', path())
    expect(body).toMatchObject({
      differing: [],
      turns: [
        { awaits: 'name', isComputed: true },
        {
          reply: { text: 'Ada' },
          entries: [{ text: 'Hi Ada' }],
          path: ['hi', 'city'],
          edges: ['ed2'],
          awaits: 'city',
          variables: [{ id: 'v1', name: 'Name', value: 'Ada' }],
        },
        { entries: [{ text: 'Bye Ada of Oslo' }], variables: [{ name: 'City', value: 'Oslo' }] },
      ],
    })
    expect(body.turns.filter((turn: object) => 'computed' in turn)).toEqual([])
  })

  it('answers one turn otherwise, and stores nothing of that', async () => {
    const { body } = await service.call('POST', path(), { replies: [{ turn: 1, text: 'Grace' }] })
    expect(body.turns.map(({ entries }: { entries: { text: string }[] }) => entries.map(({ text }) => text))).toEqual([
      [],
      ['Hi Grace'],
      ['Bye Grace of Oslo'],
    ])
    expect(body.turns[1]).not.toHaveProperty('at')
    const result = await chats.resultOf(botId, resultId)
    expect(result.answers.map(({ content }: { content: string }) => content)).toEqual(['Ada', 'Oslo'])
  })

  it('continues in a preview of the draft with the state of a turn, and leaves the result as it is', async () => {
    const before = await chats.resultOf(botId, resultId)
    const startFrom = { type: 'result', resultId, turn: 1 }
    const { body } = await chats.preview(botId, { startFrom })
    expect(plainText(body)).toEqual(['Hi Ada'])
    expect(body.input.id).toBe('city')
    const answered = (await chats.say(body.sessionId, 'Paris')).body
    expect(plainText(answered)).toEqual(['Bye Ada of Paris'])
    const other = (await chats.preview(botId, { startFrom: { ...startFrom, replies: [{ turn: 1, text: 'Grace' }] } }))
      .body
    expect(plainText((await chats.say(other.sessionId, 'Rome')).body)).toEqual(['Bye Grace of Rome'])
    expect(await chats.resultOf(botId, resultId)).toEqual(before)
  })

  it('ends with its result', async () => {
    const { sessionId, resultId: deleted } = (await chats.start('drinks')).body
    await chats.say(sessionId, 'Ada')
    await service.call('DELETE', `/api/v1/bots/${botId}/results?resultIds=${deleted}`)
    for (const kind of ['recording', 'replay']) {
      const { body } = await service.call('GET', `/api/v1/bots/${botId}/results/${deleted}/${kind}`)
      expect(body.code).toBe('result_not_found')
    }
  })

  it('shows what was stored of a conversation that began with a remembered result', async () => {
    const { sessionId } = (await chats.start('drinks', { resultId })).body
    await chats.say(sessionId, 'Bob')
    const { body } = await service.call('GET', path())
    expect(body).toMatchObject({
      isUnknown: 'restored',
      turns: [{ isComputed: false }, { entries: [{ text: 'Hi Bob' }] }],
    })
    const preview = await chats.preview(botId, { startFrom: { type: 'result', resultId, turn: 1 } })
    expect(preview.body.code).toBe('recorded_turn_not_found')
  })
})

it('works for a conversation in a messaging app', async () => {
  const world = await messagingWorld()
  const botId = await world.publish({
    variables: [{ id: 'v1', name: 'Name' }],
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    groups: [
      group(
        'g1',
        textBubble('who', 'Who are you?'),
        { id: 'name', type: 'text input', options: { variableId: 'v1' } },
        textBubble('hi', 'Hi {{Name}}'),
        { id: 'last', type: 'text input' },
      ),
    ],
  })
  await world.write('491701112223', 'Hello')
  await world.settled()
  await world.write('491701112223', 'Ada')
  await world.settled()
  const [result] = await world.results(botId)
  const { body } = await world.service.call('GET', `/api/v1/bots/${botId}/results/${result.id}/recording`)
  const last = body.turns.at(-1)
  expect(last).toMatchObject({ isComputed: true, entries: [{ text: 'Hi Ada' }], awaits: 'last' })
  expect(body.turns.filter((turn: object) => 'computed' in turn)).toEqual([])
  const startFrom = { type: 'result', resultId: result.id, turn: body.turns.length - 1 }
  const preview = await chatClient(() => world.service).preview(botId, { startFrom })
  expect(plainText(preview.body)).toEqual(['Hi Ada'])
  await world.close()
})
