import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { played } from '@colloquy/test-kit/providers/streams'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { budgetedBot } from '../testing/budgeted-bot.js'
import { asked, completionBlock, groqCredentials, linesOf, streamingBot } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

const limits = { modelCallsPerWorkspace: 1, generations: 8 }

let one: Awaited<ReturnType<typeof chatStandIn>>
let other: Awaited<ReturnType<typeof chatStandIn>>
let service: TestService
let made = 0

beforeAll(async () => {
  one = await chatStandIn()
  other = await chatStandIn()
  const env = { EGRESS_ALLOW: `${one.entry} ${other.entry}`, COLLOQUY_LIMITS: JSON.stringify(limits) }
  service = await testService(env)
})
afterAll(async () => {
  await service.close()
  await one.close()
  await other.close()
})
beforeEach(() => {
  one.received.length = 0
  other.received.length = 0
})

/** Publishes a bot that asks a model with these credentials; returns what its visitors do, each of whom gets the model's answer. */
async function botWith(credentialsId: string) {
  const publicId = `queue-${++made}`
  await service.publish(budgetedBot(publicId, credentialsId))
  return async (question: string): Promise<string> => {
    const { body } = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
    const path = `/api/v1/sessions/${body.sessionId}/continueChat`
    const { body: answer } = await service.call('POST', path, { message: question })
    return answer.messages[0].content.plainText
  }
}

/** A streamed text with these credentials, which the model has begun and ends when the returned function is called. */
async function streamed(chat: typeof one, credentialsId: string): Promise<() => Promise<void>> {
  const publicId = `queue-${++made}`
  await service.publish(streamingBot(publicId, completionBlock(credentialsId)))
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  chat.says({ text: 'Hello you', play: (parts) => played(parts, (part) => (part === 2 ? gate : Promise.resolve())) })
  const { sessionId } = await asked(service, publicId, 'stream')
  const lines = linesOf(service, sessionId)
  expect((await lines.next()).value).toMatchObject({ code: '0' })
  return async () => {
    go()
    for await (const _ of lines);
  }
}

/** The number of calls that waited for others with their credentials, or were turned away because too many waited. */
async function waits(): Promise<number> {
  const { text } = await service.call('GET', '/metrics')
  return Number(/^colloquy_limits_reached_total\{limit="modelCallsPerWorkspace"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** Begins a reply, and resolves to its answer to come once its call waits for others. */
async function queued(begin: () => Promise<string>): Promise<{ answer: Promise<string> }> {
  const before = await waits()
  const answer = begin()
  await expect.poll(waits).toBe(before + 1)
  return { answer }
}

const questions = ({ received }: typeof one) => received.map(({ json }) => json.messages.at(-1).content)
const answered = 'Said: Hello from the model'

test('calls with the same credentials wait for each other, streamed or whole, and those with others do not', async () => {
  const slow = await groqCredentials(service, one.url)
  const fast = await botWith(await groqCredentials(service, other.url))
  const end = await streamed(one, slow)
  const say = await botWith(slow)
  const { answer } = await queued(() => say('waits'))
  expect(await fast('hi')).toBe(answered)
  expect(questions(one)).toEqual(['stream'])
  await end()
  expect(await answer).toBe(answered)
})

test('bots with the same credentials take turns, however many calls of one wait', async () => {
  const credentialsId = await groqCredentials(service, one.url)
  const [busy, patient] = [await botWith(credentialsId), await botWith(credentialsId)]
  const end = await streamed(one, credentialsId)
  const calls = []
  for (const question of ['busy 1', 'busy 2', 'busy 3']) calls.push(await queued(() => busy(question)))
  calls.push(await queued(() => patient('patient')))
  await end()
  for (const { answer } of calls) expect(await answer).toBe(answered)
  expect(questions(one)).toEqual(['stream', 'busy 1', 'patient', 'busy 2', 'busy 3'])
})

test('a call that waits in the queue is not made once the service asks another one to wait for too long', async () => {
  const credentialsId = await groqCredentials(service, one.url)
  const say = await botWith(credentialsId)
  const end = await streamed(one, credentialsId)
  one.says({ answer: { status: 429, headers: { 'retry-after': '3600' }, json: { error: { message: 'slow down' } } } })
  const first = await queued(() => say('limited'))
  const second = await queued(() => say('held'))
  await end()
  expect([await first.answer, await second.answer]).toEqual(['Said: ', 'Said: '])
  expect(questions(one)).toEqual(['stream', 'limited'])
})

test('a call that waits in the queue is made once the wait that the service asked of another one is over', async () => {
  const credentialsId = await groqCredentials(service, one.url)
  const say = await botWith(credentialsId)
  const end = await streamed(one, credentialsId)
  one.says({ answer: { status: 429, headers: { 'retry-after-ms': '500' }, json: { error: { message: 'slow down' } } } })
  const first = await queued(() => say('limited'))
  const second = await queued(() => say('held'))
  await end()
  expect([await first.answer, await second.answer]).toEqual([answered, answered])
  expect(questions(one).toSorted()).toEqual(['held', 'limited', 'limited', 'stream'])
})

test('calls that find too many others waiting fail at once, and the model is not paused for it', async () => {
  const credentialsId = await groqCredentials(service, one.url)
  const say = await botWith(credentialsId)
  const end = await streamed(one, credentialsId)
  const calls = []
  for (let call = 0; call < 5; call++) calls.push(await queued(() => say('waits')))
  for (let call = 0; call < 6; call++) expect(await say('too many')).toBe('Said: ')
  expect((await service.call('GET', '/metrics')).text).toContain('colloquy_open_model_circuits 0')
  await end()
  for (const { answer } of calls) expect(await answer).toBe(answered)
  expect(new Set(questions(one))).toEqual(new Set(['stream', 'waits']))
})
