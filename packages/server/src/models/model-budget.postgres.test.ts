import { type CaughtMail, catchMail } from '@colloquy/test-kit/mail-catcher'
import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dayOf } from '../day-of.js'
import { answerOf, budgetedBot } from '../testing/budgeted-bot.js'
import { asked, completionBlock, follow, groqCredentials, streamingBot } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let mail: Awaited<ReturnType<typeof catchMail>>
let service: TestService
let credentialsId: string
let now = Date.UTC(2026, 10, 23, 12)
let made = 0
beforeAll(async () => {
  chat = await chatStandIn()
  mail = await catchMail('x')
  service = await testService(
    {
      EGRESS_ALLOW: chat.entry,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Bot <bot@example.com>',
      COLLOQUY_MODEL_PRICES: '{"currency":"EUR","models":{"a-*":{"in":10,"cachedIn":1,"out":100}}}',
    },
    { clock: () => now },
  )
  credentialsId = await groqCredentials(service, chat.url)
})
afterAll(async () => {
  await service.close()
  await chat.close()
  await mail.close()
})
beforeEach(() => {
  chat.forget()
  chat.received.length = 0
  mail.caught.length = 0
})

async function publish(ceilings?: object) {
  const publicId = `budget-${++made}`
  return { publicId, botId: await service.publish(budgetedBot(publicId, credentialsId, ceilings)) }
}

async function say(publicId: string): Promise<string> {
  const { body } = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
  const answer = await service.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: 'hi' })
  return answer.body.messages[0].content.plainText
}

const month = () => `${dayOf(now).slice(0, 7)}-01`
const spent = async (botId: string) => {
  const [row] = await service.storage.modelSpending.totals(service.workspaceId, month(), botId)
  return row
}

test('a call that is paid for is in the ledger with its cost, whether or not a ceiling holds', async () => {
  const { publicId, botId } = await publish()
  chat.says(answerOf(1_000, 200, { prompt_tokens_details: { cached_tokens: 400 } }))
  expect(await say(publicId)).toBe('Said: Hello')
  expect(chat.received[0]?.json.max_tokens).toBeUndefined()
  expect(await spent(botId)).toEqual({
    workspaceId: service.workspaceId,
    botId,
    botName: expect.any(String),
    provider: 'groq',
    model: 'a-model',
    calls: 1,
    inputTokens: 1_000,
    outputTokens: 200,
    cachedTokens: 400,
    // (600 × 10 + 400 × 1 + 200 × 100) / 1,000,000 = 0.0264
    microcents: 2_640_000,
  })
})

test('a call that a provider turns down costs nothing', async () => {
  const { publicId, botId } = await publish({ dayTokens: 100_000 })
  chat.says({ answer: { status: 400, json: { error: { message: 'no' } } } })
  expect(await say(publicId)).toBe('Said: ')
  expect(await spent(botId)).toBeUndefined()
  expect(await service.storage.modelSpending.settle(await nothingOf(botId))).toMatchObject({
    bot: { dayTokens: 0, reservedTokens: 0, reservedMicrocents: 0 },
  })
})

const nothingOf = async (botId: string) => ({
  workspaceId: service.workspaceId,
  botId,
  blockId: '',
  day: dayOf(now),
  provider: 'groq',
  model: 'a-model',
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  microcents: 0,
})

test('50 replies at once pass the ceiling of a day by less than one call, and the others take the exit', async () => {
  const { publicId, botId } = await publish({ dayTokens: 20_000 })
  chat.says(...Array.from({ length: 50 }, () => answerOf(50, 4_500)))
  const said = await Promise.all(Array.from({ length: 50 }, () => say(publicId)))
  const calls = chat.received.length
  expect(chat.received[0]?.json.max_tokens).toBe(4_096)
  expect(said.filter((text) => text === 'Too much')).toHaveLength(50 - calls)
  expect(calls).toBeGreaterThan(2)
  const { inputTokens = 0, outputTokens = 0 } = (await spent(botId)) ?? {}
  expect(inputTokens + outputTokens).toBe(calls * 4_550)
  expect(inputTokens + outputTokens).toBeLessThan(20_000 + 4_550)
  now += 86_400_000
  expect(await say(publicId)).toBe('Said: Hello')
})

test('what a process that died has reserved is free again after ten minutes', async () => {
  const { publicId, botId } = await publish({ dayTokens: 20_000 })
  const { workspaceId } = service
  const dead = { id: 'dead', workspaceId, botId, tokens: 18_000, microcents: 0, madeAt: now }
  await service.storage.modelSpending.reserve(dead, { bot: { dayTokens: 20_000 } }, now)
  now += 600_000
  expect(await say(publicId)).toBe('Too much')
  now += 1
  expect(await say(publicId)).toBe('Said: Hello from the model')
})

test('the cost of a month ends calls until the next one, and its admins are warned once', async () => {
  await service.call('PUT', '/api/v1/users/me/password', { password: 'a long password', email: 'owner@example.com' })
  chat.says(answerOf(0, 0))
  const { publicId } = await publish({ monthCost: 2 })
  chat.says(...Array.from({ length: 8 }, () => answerOf(10_000, 3_000)))
  const said: string[] = []
  for (let round = 0; round < 6; round++) said.push(await say(publicId))
  expect(said.filter((text) => text === 'Said: Hello').length).toBeGreaterThan(3)
  expect(said.at(-1)).toBe('Too much')
  await vi.waitFor(() => expect(mail.caught).toHaveLength(1))
  expect(textOf(mail.caught[0])).toContain('of the 2.00 EUR a month that it may use on language models')
  now = Date.UTC(2026, 11, 1)
  expect(await say(publicId)).toBe('Said: Hello')
})

const textOf = (mail: CaughtMail | undefined) => mail?.raw.replace(/=\r\n/g, '').replace(/\r\n/g, ' ') ?? ''

test('a streamed text that is longer by half than its token limit is cut, and counted', async () => {
  const publicId = `budget-${++made}`
  const bot = streamingBot(publicId, completionBlock(credentialsId))
  const botId = await service.publish({ ...bot, settings: { ai: { ceilings: { dayTokens: 2_000 } } } })
  chat.says({ text: 'word '.repeat(20_000) })
  const { sessionId } = await asked(service, publicId)
  const { text, last } = await follow(service, sessionId)
  expect(last?.code).toBe('d')
  expect(text.length).toBeGreaterThan(3_000)
  expect(text.length).toBeLessThan(6_000)
  await vi.waitFor(async () => expect((await spent(botId))?.outputTokens).toBeGreaterThan(1_400))
})

test('a workspace has its own ceilings, over all its bots', async () => {
  const other = await testService({ EGRESS_ALLOW: chat.entry, COLLOQUY_MODEL_CEILINGS: '{"dayTokens":10000}' })
  const credentials = await groqCredentials(other, chat.url)
  await other.publish(budgetedBot('first', credentials))
  await other.publish(budgetedBot('second', credentials))
  const ask = async (publicId: string) => {
    const { body } = await other.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
    const answer = await other.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: 'hi' })
    return answer.body.messages[0].content.plainText
  }
  chat.says(answerOf(5_000, 2_000))
  expect([await ask('first'), await ask('second')]).toEqual(['Said: Hello', 'Too much'])
  await other.close()
})
