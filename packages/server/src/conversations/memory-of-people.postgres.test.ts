import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { chatClient, group } from '../testing/chat-client.js'
import { groqCredentials } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Agents and models that continue after people. */

let service: TestService
let chat: Awaited<ReturnType<typeof chatStandIn>>
beforeAll(async () => {
  chat = await chatStandIn()
  service = await testService({ EGRESS_ALLOW: chat.entry })
  const credentialsId = await groqCredentials(service, chat.url)
  const agent = {
    id: 'agent',
    type: 'agent',
    options: { service: 'groq', credentialsId, model: 'a-model', firstMessage: 'How can I help?' },
  }
  const model = {
    id: 'model',
    type: 'groq',
    options: {
      action: 'Create chat completion',
      credentialsId,
      model: 'a-model',
      messages: [{ role: 'Conversation' }],
      responseMapping: [{ item: 'Message content', variableId: 'vSaid' }],
    },
  }
  await service.publish({ ...bot(agent), publicId: 'agent' })
  await service.publish({
    ...bot({ id: 'in', type: 'text input' }, model, { id: 'end', type: 'text input' }),
    publicId: 'model',
  })
})
afterAll(async () => {
  await service.close()
  await chat.close()
})
afterEach(() => {
  chat.received.length = 0
})

const bot = (...blocks: object[]) => ({
  events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  variables: [{ id: 'vSaid', name: 'Said' }],
  groups: [group('g1', ...blocks)],
})
const { start, say } = chatClient(() => service)
const inbox = (sessionId: string, path: string) =>
  `/api/v1/workspaces/${service.workspaceId}/inbox/${sessionId}/${path}`

/** A person answers a question of the visitor, with a note beside it, and lets the bot speak again. */
async function answeredByPerson(publicId: string): Promise<string> {
  const { sessionId } = (await start(publicId)).body
  await service.call('POST', inbox(sessionId, 'take'))
  await say(sessionId, 'When do you open?')
  await service.call('POST', inbox(sessionId, 'messages'), { kind: 'note', text: 'A difficult one' })
  await service.call('POST', inbox(sessionId, 'messages'), { text: 'At nine.' })
  await service.call('POST', inbox(sessionId, 'return'), {})
  return sessionId
}
const asked = () => JSON.stringify(chat.received.at(-1)?.json.messages)

test.each(['agent', 'model'])(
  'an %s that continues after a person knows what was said, in one entry',
  async (publicId) => {
    const sessionId = await answeredByPerson(publicId)
    await say(sessionId, 'Thanks')
    expect(asked()).toMatch(/answered in your place from \d{4}-\d\d-\d\d \d\d:\d\d to /)
    expect(asked()).toContain('User: When do you open?')
    expect(asked().split('At nine.')).toHaveLength(2)
    expect(asked()).toContain('Thanks')
    expect(asked()).not.toContain('difficult')
  },
)

test('an entry is with the turn that got it, so that replays have it, too', async () => {
  const sessionId = await answeredByPerson('agent')
  await say(sessionId, 'Thanks')
  await say(sessionId, 'Bye')
  const people = (await service.storage.sessions.turns(sessionId)).map(({ request }) => JSON.parse(request).people)
  expect(people).toEqual([undefined, expect.stringContaining('At nine.'), undefined])
  expect(asked().split('At nine.')).toHaveLength(2)
})
