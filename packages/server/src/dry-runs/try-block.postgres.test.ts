import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { completionBlock, groqCredentials } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let service: TestService
let credentialsId: string
let made = 0

beforeAll(async () => {
  chat = await chatStandIn()
  const prices = JSON.stringify({ currency: 'EUR', models: { '*': { in: 1000, out: 1000 } } })
  service = await testService({ EGRESS_ALLOW: chat.entry, COLLOQUY_MODEL_PRICES: prices })
  credentialsId = await groqCredentials(service, chat.url)
})
afterAll(async () => {
  await service.close()
  await chat.close()
})
afterEach(() => {
  chat.received.length = 0
})

const at = { x: 0, y: 0 }

/** Returns the path of a block of a new bot, with an exit for failures and a group after it that shows a message. */
async function blockOf(block: object, settings: object = {}) {
  const botId = await service.publish({
    publicId: `tried-${++made}`,
    settings,
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [
      { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
      { id: 'ed2', from: { blockId: 'b', itemId: 'x' }, to: { groupId: 'g2' } },
    ],
    variables: ['Question', 'Answer', 'Total'].map((name) => ({ id: `v${name}`, name })),
    groups: [
      {
        id: 'g1',
        title: 'Ask',
        graphCoordinates: at,
        blocks: [{ id: 'b', exits: [{ id: 'x', on: 'failure', outgoingEdgeId: 'ed2' }], ...block }],
      },
      { id: 'g2', title: 'Order', graphCoordinates: at, blocks: [{ id: 'i', type: 'text input' }] },
    ],
  })
  return `/api/v1/bots/${botId}/blocks/b/try`
}

const variables = { vQuestion: 'Where is it?' }

test('a block that is tried asks its model with the given values, and reports what it set, used and cost', async () => {
  const path = await blockOf(completionBlock(credentialsId))
  chat.says({ text: 'On its way' })
  const { body } = await service.call('POST', path, { variables })
  expect(body).toMatchObject({
    saved: { vAnswer: 'On its way' },
    exit: null,
    groupIds: [],
    waits: false,
    currency: 'EUR',
    calls: [
      { to: 'groq: a-model', answered: 'On its way', problem: null, tokens: { input: 11, output: 4 }, cost: 0.015 },
    ],
  })
  expect(body.calls[0].sent).toContain('Where is it?')
  expect(body.calls[0].milliseconds).toBeGreaterThanOrEqual(0)
  expect(JSON.stringify(body)).not.toContain(modelKey)
})

test('a block that fails reports why and which exit it takes, and nothing behind it runs', async () => {
  const wrong = await service.addCredentials('groq', { apiKey: 'sk-wrong-0123456789', baseUrl: `${chat.url}/v1` })
  const path = await blockOf(completionBlock(wrong))
  const { body } = await service.call('POST', path, { variables })
  expect(body).toMatchObject({
    saved: {},
    exit: 'failure',
    waits: false,
    calls: [{ problem: expect.stringMatching(/\w/) }],
  })
  expect(JSON.stringify(body)).not.toContain('sk-wrong')
})

test('an agent that is tried answers a reply, and reports which group it leads to without running it', async () => {
  const tools = [{ type: 'Go to a group', name: 'order', groupId: 'g2', comesBack: false }]
  const options = { service: 'groq', credentialsId, model: 'a-model', firstMessage: 'Hello!', tools }
  const path = await blockOf({ type: 'agent', options })
  const asked = await service.call('POST', path, {})
  expect(asked.body).toMatchObject({ said: ['Hello!'], waits: true, calls: [] })
  chat.says({ calls: [{ id: 'c', name: 'order', arguments: '{}' }] })
  const answered = await service.call('POST', path, { reply: 'I want to order' })
  expect(answered.body).toMatchObject({ said: ['Hello!'], groupIds: ['g2'], waits: false })
  expect(answered.body.calls[0]).toMatchObject({ answered: 'order({})', problem: null })
})

test('the budget of the bot counts and limits what is tried', async () => {
  const path = await blockOf(completionBlock(credentialsId), { ai: { ceilings: { dayTokens: 10 } } })
  const { body } = await service.call('POST', path, { variables })
  expect(chat.received).toEqual([])
  expect(body.calls[0].problem).toContain('10 tokens')
  expect(body.exit).toBe('failure')
})

test('what the bot masks never leaves with a block that is tried', async () => {
  const path = await blockOf(completionBlock(credentialsId), { ai: { masking: { email: true } } })
  chat.says({ text: 'I wrote to [email-1]' })
  const { body } = await service.call('POST', path, { variables: { vQuestion: 'Write to ada@example.org' } })
  expect(JSON.stringify(chat.received.map(({ json }) => json))).not.toContain('ada@')
  expect(body.saved).toMatchObject({ vAnswer: 'I wrote to ada@example.org' })
})
