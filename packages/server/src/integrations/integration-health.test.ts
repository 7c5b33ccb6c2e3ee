import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asked, completionBlock, follow, groqCredentials, streamingBot } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let service: TestService
let credentialsId: string
const start = Date.UTC(2026, 10, 23, 12)
const day = 86_400_000
let now = start

beforeAll(async () => {
  chat = await chatStandIn()
  service = await testService({ EGRESS_ALLOW: chat.entry }, { clock: () => now })
  credentialsId = await groqCredentials(service, chat.url)
})
afterAll(async () => {
  await service.close()
  await chat.close()
})

interface Health {
  integration: string
  lastSuccessAt: string | null
  lastFailureAt: string | null
  lastFailure: string | null
  days: { day: string; succeeded: number; failed: number }[]
}

const healthOf = async (type: string): Promise<Health | undefined> => {
  const path = `/api/v1/workspaces/${service.workspaceId}/integration-health`
  const { integrations } = (await service.call('GET', path)).body as { integrations: Health[] }
  return integrations.find(({ integration }) => integration === type)
}
const first = async () =>
  (await service.call('GET', `/api/v1/workspaces/${service.workspaceId}/integration-health`)).body.integrations[0]

async function say(publicId: string) {
  const { sessionId } = (await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})).body
  await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'hi' })
}
const timeAt = (at: number) => new Date(at).toISOString()

test('calls to a model count by day, with the last success and the last failure with its reason', async () => {
  await service.publish(streamingBot('health', completionBlock(credentialsId)))
  chat.says({ text: 'Hello' }, { text: 'Hello again' })
  await say('health')
  const { sessionId } = await asked(service, 'health')
  await follow(service, sessionId)
  now = start + day
  chat.says({ answer: { status: 401, json: { error: { message: 'Incorrect API key provided' } } } })
  await say('health')
  const health = await healthOf('groq')
  expect(health).toMatchObject({ lastSuccessAt: timeAt(start), lastFailureAt: timeAt(start + day) })
  expect(health?.lastFailure).toContain('Incorrect API key provided')
  expect(health?.days).toHaveLength(14)
  expect(health?.days.slice(-3)).toEqual([
    { day: '2026-11-22', succeeded: 0, failed: 0 },
    { day: '2026-11-23', succeeded: 2, failed: 0 },
    { day: '2026-11-24', succeeded: 0, failed: 1 },
  ])
})

test('requests count by the type of their block, and what fails now comes first', async () => {
  const options = { webhook: { url: `${chat.url}/nothing` } }
  await service.publish(streamingBot('request', { type: 'Webhook', options }))
  chat.says({ answer: { status: 503, json: {} } })
  await say('request')
  expect(await healthOf('Webhook')).toMatchObject({ lastSuccessAt: null, days: { 13: { failed: 1 } } })
  expect(await first()).toMatchObject({ lastFailureAt: expect.any(String) })
})

test('previews do not count', async () => {
  const before = await healthOf('groq')
  const botId = await service.publish(streamingBot('seen', completionBlock(credentialsId)))
  chat.says({ text: 'Hello' })
  const begun = await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {})
  await service.call('POST', `/api/v1/sessions/${begun.body.sessionId}/continueChat`, { message: 'hi' })
  expect(await healthOf('groq')).toEqual(before)
})

test('counts are in the database within seconds, though nobody looks', async () => {
  const stored = async () => {
    const rows = await service.storage.integrationCalls.list(service.workspaceId, '2026-11-24')
    return rows.find(({ kind }) => kind === 'groq')?.succeeded
  }
  chat.says({ text: 'Hello' })
  await say('health')
  await vi.waitFor(async () => expect(await stored()).toBe(1), { timeout: 15_000 })
})

test('spending is known by block, of whole and of streamed texts', async () => {
  const botId = await service.publish(streamingBot('spending', completionBlock(credentialsId)))
  chat.says({ text: 'Hello' }, { text: 'Hello again' })
  await say('spending')
  const { sessionId } = await asked(service, 'spending')
  await follow(service, sessionId)
  const { body } = await service.call('GET', `/api/v1/bots/${botId}/analytics/models`)
  expect(body.blocks).toMatchObject([{ blockId: 'model', provider: 'groq', model: 'a-model', calls: 2 }])
  expect(body.blocks[0]).toMatchObject({ inputTokens: body.month.inputTokens, cost: body.month.cost })
})
