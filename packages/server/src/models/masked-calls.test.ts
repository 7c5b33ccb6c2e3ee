import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  asked,
  completionBlock,
  follow,
  groqCredentials,
  streamingBot,
  textsOf,
  told,
} from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let service: TestService
let credentialsId: string
let made = 0

beforeAll(async () => {
  chat = await chatStandIn()
  service = await testService({ EGRESS_ALLOW: chat.entry })
  credentialsId = await groqCredentials(service, chat.url)
})
afterAll(async () => {
  await service.close()
  await chat.close()
})
afterEach(() => {
  chat.received.length = 0
})

const masking = { email: true, phone: true, iban: true, card: true, ip: true }

async function publish() {
  const publicId = `masked-${++made}`
  const bot = streamingBot(publicId, completionBlock(credentialsId))
  const variables = bot.variables.map((one) =>
    one.name === 'Mood' ? { ...one, value: 'gloomy', isPrivate: true } : one,
  )
  await service.publish({ ...bot, variables, settings: { ai: { masking } } })
  return publicId
}

const question = 'I am gloomy: ada@example.org, +49 171 1234567, 4111 1111 1111 1111'

test('a streamed text has the private values that the model never got, whatever its pieces', async () => {
  const answer = 'Dear [EMAIL-1], \\[mood-1\\] at [phone-1]? See [1].'
  for (let size = 1; size < 20; size += 3) {
    const publicId = await publish()
    chat.says({ text: answer, size })
    const { sessionId } = await asked(service, publicId, question)
    const { text } = await follow(service, sessionId)
    const json = chat.received.splice(0)[0]?.json
    for (const value of ['ada@', 'gloomy', '1234567', '4111']) expect(JSON.stringify(json)).not.toContain(value)
    expect(text).toBe('Dear ada@example.org, gloomy at +49 171 1234567? See [1].')
    expect(textsOf(await told(service, sessionId, ''))[0]).toContain(`Stored: ${text}`)
  }
})

test('a whole text has them, too', async () => {
  const publicId = await publish()
  chat.says({ text: 'Dear [email-1]' })
  const begun = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
  const { body } = await service.call('POST', `/api/v1/sessions/${begun.body.sessionId}/continueChat`, {
    message: { type: 'text', text: question },
  })
  expect(textsOf(body)[0]).toBe('Dear ada@example.org')
  expect(JSON.stringify(chat.received.map(({ json }) => json))).not.toContain('ada@')
})

test('a model at a host that the operator does not allow is not asked', async () => {
  const strict = await testService({ EGRESS_ALLOW: chat.entry, COLLOQUY_MODEL_HOSTS: 'llm.example.org' })
  const id = await groqCredentials(strict, chat.url)
  await strict.publish(streamingBot('hosts', completionBlock(id)))
  const { sessionId } = await asked(strict, 'hosts')
  const { last } = await follow(strict, sessionId)
  await strict.close()
  expect(last?.code).toBe('3')
  expect(chat.received).toEqual([])
})
