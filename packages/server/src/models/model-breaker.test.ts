import type { ModelFailure, ModelOutcome } from '@colloquy/flow/integrations'
import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budgetedBot } from '../testing/budgeted-bot.js'
import { groqCredentials } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'
import { ModelBreaker } from './model-breaker.js'

const failed = (cause: ModelFailure): ModelOutcome => ({ answer: 'failed', cause, reason: 'why.' })
const said: ModelOutcome = { answer: 'said', text: 'hi', toolCalls: [], finish: 'stop', usage: {} }

describe('the breaker', () => {
  let now = 0
  const call = (breaker: ModelBreaker, outcome: ModelOutcome, key = 'a') => {
    const admission = breaker.admit(key)
    if (admission) breaker.ended(key, admission, outcome)
    return admission
  }
  const opened = (cause: ModelFailure, times: number) => {
    const breaker = new ModelBreaker(() => now)
    for (let time = 0; time < times; time++) expect(call(breaker, failed(cause))).toBe('closed')
    return breaker
  }

  test('opens after five failures or three time-outs, for this key alone', () => {
    expect(opened('overloaded', 4).admit('a')).toBe('closed')
    expect(opened('overloaded', 5).admit('a')).toBeUndefined()
    expect(opened('timeout', 3).admit('a')).toBeUndefined()
    const breaker = opened('overloaded', 5)
    expect(breaker.admit('b')).toBe('closed')
    expect(breaker.open).toBe(1)
  })

  test('does not open for what is not the doing of the model, nor for failures of long ago', () => {
    for (const cause of ['left', 'refused', 'over-budget', 'invalid', 'unauthorized', 'rate-limited'] as const)
      expect(opened(cause, 20).admit('a')).toBe('closed')
    const breaker = opened('overloaded', 4)
    now += 60_001
    expect(call(breaker, failed('overloaded'))).toBe('closed')
    expect(breaker.admit('a')).toBe('closed')
  })

  test('lets one call find out, and waits twice as long up to 5 min, or closes', () => {
    const breaker = opened('overloaded', 5)
    for (const pause of [15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
      now += pause - 1
      expect(breaker.admit('a')).toBeUndefined()
      now += 1
      expect(breaker.admit('a')).toBe('probe')
      expect(breaker.admit('a')).toBeUndefined()
      breaker.ended('a', 'probe', failed('overloaded'))
    }
    now += 300_000
    expect(call(breaker, said)).toBe('probe')
    expect(breaker.admit('a')).toBe('closed')
    expect(breaker.open).toBe(0)
  })

  test('holds calls for as long as the service asks, at most a minute, for this key alone', () => {
    const breaker = new ModelBreaker(() => now)
    breaker.hold('a', 3_000)
    breaker.hold('b', 86_400_000)
    breaker.hold('a', 1_000)
    expect(['a', 'b', 'c'].map((key) => breaker.heldFor(key))).toEqual([3_000, 60_000, 0])
    now += 3_000
    expect(breaker.heldFor('a')).toBe(0)
  })

  test('lets another call find out when the first one ended without an outcome', () => {
    const breaker = opened('overloaded', 5)
    now += 15_000
    expect(breaker.admit('a')).toBe('probe')
    breaker.ended('a', 'probe', undefined)
    expect(breaker.admit('a')).toBe('probe')
  })
})

describe('a model that is down', () => {
  let chat: Awaited<ReturnType<typeof chatStandIn>>
  let service: TestService
  beforeAll(async () => {
    chat = await chatStandIn()
    service = await testService({ EGRESS_ALLOW: chat.entry })
  })
  afterAll(async () => {
    await service.close()
    await chat.close()
  })

  test('is not asked for the sixth visitor, while other credentials are', async () => {
    await service.publish(budgetedBot('down', await groqCredentials(service, chat.url)))
    const say = async (publicId: string) => {
      const { body } = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
      const { body: answer } = await service.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, {
        message: 'hi',
      })
      return answer.messages[0].content.plainText
    }
    const down = { status: 503, headers: { 'retry-after-ms': '1' }, json: {} }
    chat.says(...Array.from({ length: 15 }, () => ({ answer: down })))
    for (let visitor = 0; visitor < 5; visitor++) expect(await say('down')).toBe('Said: ')
    expect(chat.received).toHaveLength(15)
    expect(await say('down')).toBe('Said: ')
    expect(chat.received).toHaveLength(15)
    const metrics = await service.call('GET', '/metrics')
    expect(metrics.text).toContain('colloquy_open_model_circuits 1')
    const { body } = await service.call('GET', `/api/v1/credentials?workspaceId=${service.workspaceId}`)
    const paused = body.credentials.filter((one: { pausedModels?: unknown }) => one.pausedModels !== undefined)
    expect(paused).toMatchObject([{ pausedModels: [{ model: expect.any(String), until: expect.any(String) }] }])
    const wait = Date.parse(paused[0].pausedModels[0].until) - Date.now()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(300_000)
    await service.publish(budgetedBot('up', await groqCredentials(service, chat.url)))
    expect(await say('up')).toBe('Said: Hello from the model')
  })

  test('that asks one call to wait for an hour is not asked by others with the same credentials meanwhile', async () => {
    await service.publish(budgetedBot('limited', await groqCredentials(service, chat.url)))
    await service.publish(budgetedBot('unlimited', await groqCredentials(service, chat.url)))
    const say = async (publicId: string) => {
      const { body } = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
      const answer = await service.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: 'hi' })
      return answer.body.messages[0].content.plainText
    }
    chat.received.length = 0
    chat.says({
      answer: { status: 429, headers: { 'retry-after': '3600' }, json: { error: { message: 'slow down' } } },
    })
    expect(await say('limited')).toBe('Said: ')
    expect(await say('limited')).toBe('Said: ')
    expect(chat.received).toHaveLength(1)
    expect(await say('unlimited')).toBe('Said: Hello from the model')
  })

  test('is passed over while it is paused: its fallback is asked at once', async () => {
    const bot = budgetedBot('with-fallback', await groqCredentials(service, chat.url))
    const model = bot.groups[0]!.blocks[1] as { fallbacks?: object[] }
    model.fallbacks = [{ id: 'f', model: 'second' }]
    await service.publish(bot)
    const say = async () => {
      const { body } = await service.call('POST', '/api/v1/bots/with-fallback/startChat', {})
      const answer = await service.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: 'hi' })
      return answer.body.messages[0].content.plainText
    }
    const down = { answer: { status: 503, headers: { 'retry-after-ms': '1' }, json: {} } }
    for (let visitor = 0; visitor < 5; visitor++) {
      chat.says(down, down, down, { text: 'From the second' })
      expect(await say()).toBe('Said: From the second')
    }
    chat.received.length = 0
    expect(await say()).toBe('Said: Hello from the model')
    expect(chat.received.map(({ json }) => json.model)).toEqual(['second'])
  })
})
