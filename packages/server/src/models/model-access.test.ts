import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { embeddingStandIn } from '@colloquy/test-kit/providers/embeddings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asked, completionBlock, follow, groqCredentials, streamingBot } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'
import { ModelAccess } from './model-access.js'

/** A workspace that sends nothing to language models, on an instance whose operator runs one. */

let chat: Awaited<ReturnType<typeof chatStandIn>>
let ownChat: Awaited<ReturnType<typeof chatStandIn>>
let embeddings: Awaited<ReturnType<typeof embeddingStandIn>>
let service: TestService
let credentialsId: string
let ownCredentialsId: string

beforeAll(async () => {
  ;[chat, ownChat, embeddings] = await Promise.all([chatStandIn(), chatStandIn(), embeddingStandIn()])
  service = await testService({
    EGRESS_ALLOW: [chat.entry, ownChat.entry, embeddings.entry].join(),
    COLLOQUY_OWN_MODEL_HOSTS: ownChat.entry,
  })
  credentialsId = await groqCredentials(service, chat.url)
  ownCredentialsId = await groqCredentials(service, ownChat.url)
})
afterAll(async () => {
  await service.close()
  await Promise.all([chat.close(), ownChat.close(), embeddings.close()])
})
beforeEach(async () => {
  for (const { received } of [chat, ownChat, embeddings]) received.length = 0
  await close(true)
})

const close = (isClosedToModels: boolean) =>
  service.call('PATCH', `/api/v1/workspaces/${service.workspaceId}`, { isClosedToModels })

const closed = 'this workspace sends nothing to language models'
const edge = 'failed'
const failing = { exits: [{ id: 'x', on: 'failure', outgoingEdgeId: edge }] }

/** Publishes a bot whose block continues to a bubble that says "Nobody is there" when it fails. */
async function publish(publicId: string, block: object) {
  const bot = streamingBot(publicId, block)
  const at = { x: 0, y: 0 }
  const richText = [{ type: 'p', children: [{ text: 'Nobody is there' }] }]
  const blocks = [{ id: 'sorry', type: 'text', content: { richText } }]
  return service.publish({
    ...bot,
    groups: [...bot.groups, { id: 'away', title: 'Away', graphCoordinates: at, blocks }],
    edges: [...bot.edges, { id: edge, from: { blockId: 'model', itemId: 'x' }, to: { groupId: 'away' } }],
  })
}

async function answerTo(publicId: string) {
  const begun = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
  const { sessionId, resultId } = begun.body
  const { body } = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'hi' })
  return { resultId: resultId as string, said: (body.messages as Said[]).map(({ content }) => content.plainText) }
}
interface Said {
  content: { plainText: string }
}

const logsOf = async (botId: string, resultId: string): Promise<{ description: string }[]> =>
  (await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`)).body.logs

test('a block of a model leaves by its exit for failures, and the log of the author says why', async () => {
  const botId = await publish('closed', { ...completionBlock(credentialsId), ...failing })
  const { resultId, said } = await answerTo('closed')
  expect(said).toEqual(['Nobody is there'])
  expect((await logsOf(botId, resultId))[0]?.description).toContain(closed)
  const { sessionId } = await asked(service, 'closed')
  // The published embed does not continue after an empty text.
  expect((await follow(service, sessionId)).text).toBe(' ')
  expect(chat.received).toEqual([])
})

test('a model at a host that the operator lists as own still answers, also as the fallback of another one', async () => {
  ownChat.says({ text: 'Local' }, { text: 'Instead' })
  await publish('own', completionBlock(ownCredentialsId))
  expect((await answerTo('own')).said).toContain('Local')
  const fallbacks = [{ id: 'f', credentialsId: ownCredentialsId, model: 'own-model' }]
  await publish('fallback', { ...completionBlock(credentialsId), fallbacks })
  expect((await answerTo('fallback')).said).toContain('Instead')
  expect(chat.received).toEqual([])
})

test('an admin who switches it off again lets the next call through', async () => {
  await publish('opened', completionBlock(credentialsId))
  await close(false)
  chat.says({ text: 'Here I am' })
  expect((await answerTo('opened')).said).toContain('Here I am')
})

test('nothing is spoken, transcribed or embedded elsewhere, and no model is tried or listed', async () => {
  const { workspaceId } = service
  const openai = await service.addCredentials('openai', { apiKey: modelKey, baseUrl: embeddings.url })
  const speaking = { action: 'Create speech', credentialsId: openai, input: 'Hi', voice: 'alloy' }
  const botId = await publish('voice', {
    type: 'openai',
    options: { ...speaking, saveUrlInVariableId: 'vAnswer' },
    ...failing,
  })
  const { resultId, said } = await answerTo('voice')
  expect(said).toEqual(['Nobody is there'])
  expect((await logsOf(botId, resultId))[0]?.description).toContain(closed)

  const { body } = await service.call('POST', '/api/v1/knowledge-bases', { workspaceId, name: 'Help' })
  const base = `/api/v1/knowledge-bases/${body.knowledgeBase.id}`
  const source = { kind: 'markdown', title: 'Hours', text: 'We open at nine.' }
  await service.call('POST', `${base}/sources`, { workspaceId, source })
  await service.call('PATCH', base, { workspaceId, embedding: { credentialsId: openai, model: 'm' } })
  const found = await service.call('POST', `${base}/search`, { workspaceId, query: 'open' })
  expect(found.body.passages).toHaveLength(1)

  const tried = await service.call('POST', `/api/v1/credentials/${credentialsId}/try-model`, {
    workspaceId,
    model: 'm',
  })
  expect(tried.body.problem).toContain(closed)
  const items = `/api/v1/workspaces/${workspaceId}/integrations/openai/items`
  const listed = await service.call('POST', items, { list: 'models', credentialsId: openai })
  expect(listed.body.items).toEqual([])
  for (const { received } of [chat, embeddings]) expect(received).toEqual([])
})

test('the problems of a bot name blocks whose model is closed to it, and none of models that are not', async () => {
  const problems = async (publicId: string, id: string, more: object = {}) => {
    const botId = await publish(publicId, { ...completionBlock(id), ...more })
    const { body } = await service.call('GET', `/api/v1/bots/${botId}/problems`)
    return (body.problems as { rule: string }[]).filter(({ rule }) => rule === 'closed-to-models').length
  }
  expect(await problems('linted', credentialsId)).toBe(1)
  expect(await problems('linted-own', ownCredentialsId)).toBe(0)
  const fallbacks = [{ id: 'f', credentialsId: ownCredentialsId, model: 'm' }]
  expect(await problems('linted-fallback', credentialsId, { fallbacks })).toBe(0)
})

test('a workspace that is not found sends nothing', async () => {
  const access = new ModelAccess({ storage: service.storage, hosts: undefined, ownHosts: [] })
  expect(await access.blockedReason('groq', 'nowhere', 'api.groq.com')).toContain(closed)
  expect(await access.blockedReason('gmail', 'nowhere', 'gmail.googleapis.com')).toBeUndefined()
})
