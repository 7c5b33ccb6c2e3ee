import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { documentOf, type TestFlow } from '@colloquy/blocks/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Endless flows. Each first asks for a reply, and the turn of that reply does not end by itself. */

let service: TestService
let calls = 0
const web = createServer((_, response) => {
  calls += 1
  response.end('{}')
})
const chat = chatClient(() => service)
beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const limits = { turnSteps: 100 }
  service = await testService({ EGRESS_ALLOW: `127.0.0.1:${port()}`, COLLOQUY_LIMITS: JSON.stringify(limits) })
})
afterAll(async () => {
  await service.close()
  web.close()
})

const port = () => (web.address() as AddressInfo).port
type Block = TestFlow['groups'][number]['blocks'][number]

function asking(edges: Record<string, string>, ...groups: { id: string; blocks: Block[] }[]): TestFlow {
  const ask = { id: 'ask', type: 'text input', outgoingEdgeId: 'on' }
  return { groups: [{ id: 'first', blocks: [ask] }, ...groups], edges: { start: 'first', ...edges } }
}

const nothing = (id: string, outgoingEdgeId?: string): Block => ({
  ...textBubble(id, ''),
  type: 'Set variable',
  ...(outgoingEdgeId && { outgoingEdgeId }),
})
const link = (botId: string): Block => ({ id: 'link', type: 'Bot link', options: { botId, groupId: 'a' } })
const request = (): Block => ({
  id: 'call',
  type: 'Webhook',
  options: { webhook: { url: `http://127.0.0.1:${port()}/`, method: 'GET' } },
  outgoingEdgeId: 'on',
})

const publish = (publicId: string, flow: TestFlow) => service.publish({ publicId, ...documentOf(flow) })

/** Replies twice: ending a turn must not end the session. */
async function replyTwice(publicId: string, botId: string) {
  const { sessionId, resultId } = (await chat.start(publicId)).body
  const first = await chat.say(sessionId, 'go')
  const second = await chat.say(sessionId, 'and again')
  expect([first.status, second.status]).toEqual([200, 200])
  return { body: first.body, logs: await chat.logsOf(botId, resultId) }
}

const flows: [string, () => TestFlow][] = [
  ['a group that leads to itself', () => asking({ on: 'a' }, { id: 'a', blocks: [nothing('n', 'on')] })],
  [
    'two groups that lead to each other',
    () =>
      asking(
        { on: 'a', next: 'b' },
        { id: 'a', blocks: [nothing('n', 'next')] },
        { id: 'b', blocks: [nothing('m', 'on')] },
      ),
  ],
  [
    'a jump to its own group',
    () => asking({ on: 'a' }, { id: 'a', blocks: [{ id: 'j', type: 'Jump', options: { groupId: 'a' } }] }),
  ],
  ['a circle through a request', () => asking({ on: 'a' }, { id: 'a', blocks: [request()] })],
]

test.each(flows)('%s ends its turn at the step limit, and the session continues', async (name, flow) => {
  calls = 0
  const publicId = name.replaceAll(' ', '-')
  const { body, logs } = await replyTwice(publicId, await publish(publicId, flow()))
  expect(body.messages).toEqual([])
  expect(body.logs.at(-1)).toMatchObject({ status: 'error', description: expect.stringContaining('used up its steps') })
  expect(JSON.stringify(logs)).toContain('used up its steps')
  expect(calls).toBeLessThanOrEqual(200)
})

test('a bot that links itself, and two that link each other, end at a limit with a log entry', async () => {
  const alone = await publish('alone', asking({ on: 'a' }, { id: 'a', blocks: [link('current')] }))
  const one = await publish('one', asking({ on: 'a' }, { id: 'a', blocks: [nothing('n')] }))
  const other = await publish('other', asking({ on: 'a' }, { id: 'a', blocks: [link(one)] }))
  await service.call('PATCH', `/api/v1/bots/${one}`, {
    bot: documentOf(asking({ on: 'a' }, { id: 'a', blocks: [link(other)] })),
  })
  await service.call('POST', `/api/v1/bots/${one}/publish`)
  for (const [publicId, botId] of [
    ['alone', alone],
    ['one', one],
  ] as const) {
    const { sessionId, resultId } = (await chat.start(publicId)).body
    expect((await chat.say(sessionId, 'go')).status).toBe(200)
    expect(JSON.stringify(await chat.logsOf(botId, resultId))).toMatch(
      /linked bots are running already|used up its steps/,
    )
  }
})

test('an edge to a deleted group ends the conversation', async () => {
  await publish('gone', asking({ on: 'nowhere' }))
  const { sessionId } = (await chat.start('gone')).body
  const answer = await chat.say(sessionId, 'go')
  expect(answer).toMatchObject({ status: 200, body: { messages: [] } })
  expect((await chat.say(sessionId, 'more')).body.code).toBe('session_ended')
})

test('a flow of twenty thousand blocks answers like a small one', async () => {
  const groups = Array.from({ length: 2_000 }, (_, index) => ({
    id: index === 0 ? 'a' : `g${index}`,
    blocks: Array.from({ length: 10 }, (_, at) => ({ ...textBubble(`b${index}-${at}`, 'x') }) as Block),
  }))
  await publish('large', asking({ on: 'a' }, ...groups))
  const { sessionId } = (await chat.start('large')).body
  const answer = await chat.say(sessionId, 'go')
  expect(answer.body.messages).toHaveLength(10)
  expect((await service.storage.sessions.get(sessionId))?.state.length).toBeLessThan(2_000)
})
