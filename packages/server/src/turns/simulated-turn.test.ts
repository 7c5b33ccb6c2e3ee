import { channels } from '@colloquy/channels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient, group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const { preview, say, start } = chatClient(() => service)
const contact = { name: 'Ada', phoneNumber: '+1 555 0100' }

/** Greets by name and number, and asks. Of its answers, only the third leads somewhere. */
const asking = (publicId: string) => ({
  publicId,
  events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' }],
  edges: [
    { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
    { id: 'ed2', from: { blockId: 'in1', itemId: 'i3' }, to: { groupId: 'g2' } },
  ],
  variables: [
    { id: 'v1', name: 'Number' },
    { id: 'v2', name: 'Channel' },
  ],
  groups: [
    group(
      'g1',
      { id: 's1', type: 'Set variable', options: { variableId: 'v1', type: 'Phone number' } },
      { id: 's2', type: 'Set variable', options: { variableId: 'v2', type: 'Environment name' } },
      textBubble('t1', '{{Number}} on {{Channel}}'),
      {
        id: 'in1',
        type: 'choice input',
        items: ['Monday', 'Tuesday', 'Wednesday', 'A label that is longer than a button'].map((content, index) => ({
          id: `i${index + 1}`,
          content,
          ...(index === 2 && { outgoingEdgeId: 'ed2' }),
        })),
      },
    ),
    group('g2', textBubble('t2', 'On Wednesday'), { id: 'in2', type: 'text input' }),
  ],
})

// biome-ignore lint/suspicious/noExplicitAny: responses as they come
const messagesOf = (body: any) => body.channel.steps.filter(({ kind }: { kind: string }) => kind === 'message')

test('a preview on a channel runs as a conversation there, and has the payloads that would be sent with their pictures', async () => {
  const botId = await service.publish(asking('channel'))
  const { body } = await preview(botId, { channel: { type: 'whatsapp', contact } })
  expect(plainText(body)).toEqual(['15550100 on whatsapp'])
  expect(body.channel.waitsFor).toBe('visitor')
  const [first, second] = messagesOf(body)
  expect(first.payload).toMatchObject({ to: '15550100', interactive: { body: { text: '15550100 on whatsapp' } } })
  expect(first.picture.buttons.of).toEqual([
    { id: 'i1', title: 'Monday' },
    { id: 'i2', title: 'Tuesday' },
    { id: 'i3', title: 'Wednesday' },
  ])
  expect(second.cut).toEqual(['A label that is longer than a button'])

  const reply = { type: 'text', text: 'Wednesday', metadata: { replyId: 'i3' } }
  const next = (await say(body.sessionId, reply)).body
  expect(messagesOf(next)).toMatchObject([{ picture: { text: [{ text: 'On Wednesday' }] } }])
})

test.each(channels.map(({ type, show }) => [type, show] as const))(
  'the pictures of a preview on %s are those of its payloads',
  async (type, show) => {
    const botId = await service.publish(asking(`on-${type}`))
    const { body } = await preview(botId, { channel: { type } })
    expect(body.channel.steps.length).toBeGreaterThan(0)
    for (const { payload, picture } of messagesOf(body)) expect(picture).toEqual(show(payload))
  },
)

test('a preview without a channel, and a live chat, have no payloads', async () => {
  const botId = await service.publish(asking('plain'))
  const { body } = await preview(botId)
  expect(plainText(body)).toEqual([' on web'])
  for (const response of [body, (await say(body.sessionId, 'Monday')).body, (await start('plain')).body])
    expect(response).not.toHaveProperty('channel')
})

test('a channel that does not exist is an invalid request', async () => {
  const botId = await service.publish(asking('unknown'))
  expect((await preview(botId, { channel: { type: 'pigeon' } })).body.code).toBe('invalid_request')
})
