import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordSpans } from '../testing/recorded-spans.js'
import { asked, completionBlock, follow, groqCredentials, streamingBot } from '../testing/streaming-bot.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

const spans = recordSpans()
let service: TestService
let chat: Awaited<ReturnType<typeof chatStandIn>>

beforeAll(async () => {
  chat = await chatStandIn()
  service = await testService({ EGRESS_ALLOW: chat.entry })
  await service.publish(askingBot('traced', 1))
})
beforeEach(() => void spans.taken())
afterAll(async () => {
  await service.close()
  await chat.close()
})

test('a turn is a span, with its commit below it, and nothing of the visitor in either', async () => {
  const { body } = await service.call('POST', '/api/v1/bots/traced/startChat', {})
  await service.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: 'Ada Lovelace' })
  const ended = spans.taken()
  expect(ended.map(({ path }) => path)).toEqual([
    'turn start > commit',
    'turn start',
    'turn continue > commit',
    'turn continue',
  ])
  expect(JSON.stringify(ended)).not.toMatch(new RegExp(`Ada|${body.sessionId}`))
})

test('a refused turn has the code of its error', async () => {
  await service.call('POST', '/api/v1/sessions/nobody/continueChat', { message: 'x' })
  expect(spans.taken().at(-1)).toEqual({
    path: 'turn continue',
    attributes: { 'colloquy.operation': 'continue' },
    status: 'session_not_found',
  })
})

test('the span of a model that speaks ends with its text, and says nothing of it', async () => {
  await service.publish(streamingBot('spoken', completionBlock(await groqCredentials(service, chat.url))))
  const { sessionId } = await asked(service, 'spoken')
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  async function* play(parts: string[]) {
    for (const [at, part] of parts.entries()) {
      if (at === 2) await gate
      yield part
    }
  }
  chat.says({ text: 'Hello Ada', play })
  spans.taken()
  const following = follow(service, sessionId)
  await expect.poll(() => chat.streams.open).toBe(1)
  const isModel = ({ path }: { path: string }) => path.endsWith('effect model')
  expect(spans.taken().some(isModel)).toBe(false)
  go()
  await following
  const ended = spans.taken()
  expect(ended.filter(isModel)).toEqual([{ path: 'effect model', attributes: {} }])
  expect(JSON.stringify(ended)).not.toMatch(new RegExp(`Hello|Ada|${modelKey}`))
})
