import { anthropicStandIn } from '@colloquy/test-kit/providers/anthropic'
import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asked, completionBlock, follow, groqCredentials, streamingBot, told } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let claude: Awaited<ReturnType<typeof anthropicStandIn>>
let service: TestService
let credentialsId: string
let made = 0

beforeAll(async () => {
  chat = await chatStandIn()
  claude = await anthropicStandIn()
  service = await testService({ EGRESS_ALLOW: `${chat.entry},${claude.entry}`, ANTHROPIC_API_URL: claude.url })
})
beforeEach(async () => {
  credentialsId = await groqCredentials(service, chat.url)
})
afterAll(async () => {
  await service.close()
  await chat.close()
  await claude.close()
})
afterEach(() => {
  chat.received.length = 0
})

const conversation = [{ role: 'system', content: 'Be brief' }, { role: 'Conversation' }]
const leaf = (text: string) => ({ richText: [{ type: 'p', children: [{ text }] }] })

const back = { id: 'back', type: 'Jump', options: { variableId: '', groupId: 'g1', blockId: 'ask' } }

/** Publishes a bot in which a model answers each reply, based on the conversation so far. */
async function publish(block: object) {
  const publicId = `conversation-role-${++made}`
  const bot = streamingBot(publicId, block)
  const [group] = bot.groups
  group!.blocks = [
    { id: 'hello', type: 'text', content: leaf('Which city?') },
    ...group!.blocks.filter(({ id }) => id !== 'said' && id !== 'more'),
    back,
  ]
  return { publicId, botId: await service.publish(bot) }
}

async function start(publicId: string) {
  const { body } = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
  return body as { sessionId: string; resultId: string }
}

const say = (sessionId: string, text: string) =>
  service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: { type: 'text', text } })

const messagesOf = (request: { json: { messages: { role: string; content: unknown }[] } } | undefined) =>
  request?.json.messages.map(({ role, content }) => [role, content])

test('twenty visitors at once never see each other’s words', async () => {
  const { publicId } = await publish(completionBlock(credentialsId, { messages: conversation }))
  const visitors = await Promise.all(Array.from({ length: 20 }, () => start(publicId)))
  const word = (visitor: number, turn: number) => `word-${String.fromCharCode(97 + visitor)}-${turn}`
  for (let turn = 0; turn < 3; turn++)
    await Promise.all(visitors.map(({ sessionId }, visitor) => say(sessionId, word(visitor, turn))))
  expect(chat.received).toHaveLength(60)
  for (const { json } of chat.received) {
    const words = JSON.stringify(json.messages).match(/word-[a-z]-\d/g) as string[]
    const [newest] = words.slice(-1)
    const visitor = newest!.charCodeAt(5) - 97
    const turn = Number(newest!.at(-1))
    expect(words).toEqual(Array.from({ length: turn + 1 }, (_, index) => word(visitor, index)))
  }
}, 60_000)

test('a streamed answer has the same conversation before it, and becomes a part of it', async () => {
  const { publicId } = await publish(completionBlock(credentialsId, { messages: conversation }))
  chat.says({ text: 'Berlin is large.' })
  const { sessionId } = await asked(service, publicId, 'Berlin')
  await follow(service, sessionId)
  await told(service, sessionId, 'what the client shows')
  await say(sessionId, 'And Rome?')
  await follow(service, sessionId)
  expect(chat.received.map(messagesOf)).toEqual([
    [
      ['system', 'Be brief'],
      ['assistant', 'Which city?'],
      ['user', 'Berlin'],
    ],
    [
      ['system', 'Be brief'],
      ['assistant', 'Which city?'],
      ['user', 'Berlin'],
      ['assistant', 'Berlin is large.'],
      ['user', 'And Rome?'],
    ],
  ])
})

test('nothing is left of a conversation whose result was deleted', async () => {
  const { publicId, botId } = await publish(completionBlock(credentialsId, { messages: conversation }))
  const { sessionId, resultId } = await start(publicId)
  await say(sessionId, 'Berlin')
  await service.call('DELETE', `/api/v1/bots/${botId}/results?resultIds=${resultId}`)
  const { turns } = await service.storage.sessions.latestTurns(sessionId, { bytes: 1_000_000 })
  expect(turns).toEqual([])
  await say(sessionId, 'And Rome?')
  expect(JSON.stringify(chat.received.slice(1))).not.toContain('Berlin')
})

test('Anthropic gets a message of the user before the greeting of the bot', async () => {
  const id = await service.addCredentials('anthropic', { apiKey: 'planted-model-key' })
  const options = {
    action: 'Create Chat Message',
    credentialsId: id,
    model: 'claude-test',
    messages: [{ role: 'Conversation' }],
    responseMapping: [{ item: 'Message content', variableId: 'vAnswer' }],
  }
  const { publicId } = await publish({ type: 'anthropic', options })
  const { sessionId } = await start(publicId)
  await say(sessionId, 'Berlin')
  const [request] = claude.received
  expect(request?.json.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user'])
})
