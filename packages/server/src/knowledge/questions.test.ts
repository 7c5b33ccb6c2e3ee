import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepResultsFor } from '../cleanup/retention.js'
import { asked, follow, groqCredentials, streamingBot } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let service: TestService
let credentialsId: string
let made = 0
const path = '/api/v1/knowledge-bases'

beforeAll(async () => {
  chat = await chatStandIn()
  service = await testService({ EGRESS_ALLOW: chat.entry })
  credentialsId = await groqCredentials(service, chat.url)
})
afterAll(async () => {
  await service.close()
  await chat.close()
})

async function newBase() {
  const { workspaceId } = service
  const { body } = await service.call('POST', path, { workspaceId, name: 'Help' })
  const id = body.knowledgeBase.id as string
  const source = { kind: 'text', title: 'Returns', text: 'You can return an order within 30 days.' }
  await service.call('POST', `${path}/${id}/sources`, { workspaceId, source })
  const questions = async () =>
    (await service.call('GET', `${path}/${id}/questions?workspaceId=${workspaceId}`)).body.knowledgeQuestions as {
      id: string
      text: string
      count: number
    }[]
  const settled = (expected: object[]) => vi.waitFor(async () => expect(await questions()).toMatchObject(expected))
  return { id, questions, settled }
}

/** A bot that answers from a base. */
async function botOf(knowledgeBaseId: string, settings: object = {}): Promise<string> {
  const publicId = `questions-${++made}`
  const options = { action: 'Answer from knowledge', credentialsId, model: 'a-model', knowledgeBaseId }
  const bot = streamingBot(publicId, { type: 'groq', options })
  await service.publish({ ...bot, settings })
  return publicId
}

async function ask(publicId: string, question: string) {
  const { sessionId } = await asked(service, publicId, question)
  await follow(service, sessionId)
}

test('Questions without an answer are counted once for all ways to write them, whether no passage fits or the model finds none', async () => {
  const { id, settled, questions } = await newBase()
  const publicId = await botOf(id)
  chat.says({ text: 'NO_ANSWER' }, { text: 'Within 30 days [1].' })
  await ask(publicId, 'Who found penguins?')
  await ask(publicId, 'WHO found  penguins')
  await ask(publicId, 'Can I return an order at night?')
  await ask(publicId, 'Can I return an order?')
  await settled([
    { text: 'WHO found  penguins', count: 2 },
    { text: 'Can I return an order at night?', count: 1 },
  ])
  expect(await questions()).toHaveLength(2)
})

test('An answer becomes a source that is found from then on, and takes the question off the list', async () => {
  const { id, settled, questions } = await newBase()
  const { workspaceId } = service
  await ask(await botOf(id), 'Who found penguins?')
  await settled([{ count: 1 }])
  const [question] = await questions()
  const answer = { workspaceId, answer: 'Sailors did, long ago.' }
  const { body } = await service.call('POST', `${path}/${id}/questions/${question!.id}/answer`, answer)
  expect(body.knowledgeSource).toMatchObject({ kind: 'text', title: 'Who found penguins?', chunks: 1 })
  expect(await questions()).toEqual([])
  const found = await service.call('POST', `${path}/${id}/search`, { workspaceId, query: 'penguins' })
  expect(found.body.passages).toMatchObject([{ title: 'Who found penguins?', text: 'Sailors did, long ago.' }])
})

test('A question is kept as it goes to models: what the bot masks stays masked', async () => {
  const { id, settled } = await newBase()
  await ask(await botOf(id, { ai: { masking: { email: true } } }), 'Where is the penguin of ann@example.com?')
  await settled([{ text: 'Where is the penguin of [email-1]?' }])
})

test('Questions from previews are not stored', async () => {
  const { id, settled } = await newBase()
  const publicId = await botOf(id)
  const { workspaceId } = service
  const [bot] = (await service.call('GET', `/api/v1/bots?workspaceId=${workspaceId}`)).body.bots
  const begun = await service.call('POST', `/api/v1/bots/${bot.id}/preview/startChat`, {})
  await service.call('POST', `/api/v1/sessions/${begun.body.sessionId}/continueChat`, {
    message: 'A preview of penguins?',
  })
  await ask(publicId, 'Who found penguins?')
  await settled([{ text: 'Who found penguins?' }])
})

test('Questions go with results: after the retention time, and when a person is erased', async () => {
  const { id, settled, questions } = await newBase()
  const publicId = await botOf(id)
  await ask(publicId, 'Penguins for Ann Miller?')
  await ask(publicId, 'Penguins for Ann Millerson?')
  await settled([{ count: 1 }, { count: 1 }])
  await service.call('POST', `/api/v1/workspaces/${service.workspaceId}/results/erase`, { value: 'ann miller' })
  expect(await questions()).toMatchObject([{ text: 'Penguins for Ann Millerson?' }])
  const { storage } = service
  const now = Date.now() + 2 * 86_400_000
  const fail = (error: unknown) => expect.fail(String(error))
  const options = { storage, clockJumpHours: 1_000, now: () => now, onDeleted: () => {}, onPaused: fail, onError: fail }
  const retention = keepResultsFor(1, options)
  retention.soon()
  await retention.close()
  expect(await questions()).toEqual([])
})
