import type { EgressPort, EgressRequest } from '@colloquy/ports/egress'
import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completionBlock, groqCredentials, streamingBot } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

async function say(service: TestService, publicId: string) {
  const begun = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
  const { sessionId, resultId } = begun.body
  const { status, body } = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'hi' })
  expect(status).toBe(200)
  return {
    resultId: resultId as string,
    said: (body.messages as { content: { plainText: string } }[]).map(({ content }) => content.plainText),
  }
}

const logsOf = async (service: TestService, botId: string, resultId: string) =>
  JSON.stringify((await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`)).body.logs)

describe('OpenAI at its own address', () => {
  const sent: EgressRequest[] = []
  const body = Buffer.from(
    JSON.stringify({
      id: 'x',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  )
  const egress: EgressPort = {
    async send(request) {
      sent.push(request)
      return { kind: 'response', status: 200, headers: { 'content-type': 'application/json' }, body }
    },
    open: async () => ({ kind: 'failed', reason: 'nobody answers' }),
    close: async () => undefined,
  }
  let service: TestService
  let credentialsId: string
  beforeAll(async () => {
    service = await testService({}, { ports: { egress } })
    credentialsId = await service.addCredentials('openai', { apiKey: modelKey })
  })
  afterAll(() => service.close())
  beforeEach(() => {
    sent.length = 0
  })

  async function asked(model: string) {
    const publicId = `wire-${model}`
    const messages = [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: '{{Question}}' },
    ]
    const block = completionBlock(credentialsId, { model, temperature: 0.5, messages })
    await service.publish(streamingBot(publicId, { ...block, type: 'openai' }))
    expect((await say(service, publicId)).said).toContain('Hello')
    expect(sent[0]?.url).toBe('https://api.openai.com/v1/chat/completions')
    return JSON.parse(String(sent[0]?.body))
  }

  test.each(['gpt-5', 'gpt-5-mini', 'o3', 'o4-mini'])(
    '%s reasons: it gets a developer message and no temperature',
    async (model) => {
      const json = await asked(model)
      expect(json.messages[0]).toMatchObject({ role: 'developer', content: 'Be brief' })
      expect(json).not.toHaveProperty('temperature')
    },
  )

  test('gpt-4o gets a system message and the temperature', async () => {
    const json = await asked('gpt-4o')
    expect(json.messages[0]).toMatchObject({ role: 'system', content: 'Be brief' })
    expect(json.temperature).toBe(0.5)
  })
})

describe('a compatible endpoint', () => {
  let chat: Awaited<ReturnType<typeof chatStandIn>>
  let service: TestService
  beforeAll(async () => {
    chat = await chatStandIn()
    service = await testService({ EGRESS_ALLOW: chat.entry, COLLOQUY_LIMITS: '{"modelSeconds":4}' })
  })
  afterAll(async () => {
    await service.close()
    await chat.close()
  })

  test('that hangs is left after the time of a call: its connection is closed, and the flow continues', async () => {
    const botId = await service.publish(
      streamingBot('hangs', completionBlock(await groqCredentials(service, chat.url))),
    )
    chat.failWith('hang')
    const { said, resultId } = await say(service, 'hangs').finally(() => chat.failWith(undefined))
    await expect.poll(() => chat.streams.waiting, { timeout: 10_000 }).toBe(0)
    expect(chat.received.length).toBeGreaterThan(0)
    expect(said).toContain('Stored: ||')
    expect(await logsOf(service, botId, resultId)).toMatch(/took longer than ([0-3]\.\d|[1-4]) s/)
  })

  test('at a private address that the operator has not opened is not asked', async () => {
    const id = await groqCredentials(service, 'http://10.0.0.5:8000')
    const botId = await service.publish(streamingBot('private', completionBlock(id)))
    const { resultId } = await say(service, 'private')
    expect(await logsOf(service, botId, resultId)).toContain('private address')
  })
})
