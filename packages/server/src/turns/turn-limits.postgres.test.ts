import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { documentOf } from '@colloquy/blocks/testing'
import type { EgressRequest } from '@colloquy/ports/egress'
import type { Storage } from '@colloquy/storage'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chatClient, textBubble } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

/** Limits of bytes and time that a turn meets. */

let service: TestService
const sent: EgressRequest[] = []
let answer = '{}'
const limits = {
  sessionTurns: 4,
  sessionBytes: 100_000,
  turnCalls: 3,
  turnOutcomeBytes: 50_000,
  turnTotalMilliseconds: 20_000,
}

const egress = {
  async send(request: EgressRequest) {
    const reason = request.guard?.takeCall()
    if (reason !== undefined) return { kind: 'failed' as const, reason }
    sent.push(request)
    return { kind: 'response' as const, status: 200, headers: {}, body: Buffer.from(answer) }
  },
  open: async () => ({ kind: 'failed' as const, reason: 'nothing is streamed here' }),
  close: async () => {},
}

let fetched = 0
const web = createServer((_, response) => {
  fetched++
  response.end('{}')
})
const webUrl = () => `http://127.0.0.1:${(web.address() as AddressInfo).port}`

beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const env = { COLLOQUY_LIMITS: JSON.stringify(limits), EGRESS_ALLOW: new URL(webUrl()).host }
  service = await testService(env, { ports: { egress } })
})
afterAll(async () => {
  await service.close()
  web.close()
})

const { start, say, logsOf, preview } = chatClient(() => service)
const kilobytes = (count: number) => 'x'.repeat(count * 1_024)

function publish(publicId: string, ...blocks: { id: string; type: string; options?: object }[]) {
  return service.publish({
    publicId,
    ...documentOf({
      groups: [{ id: 'g', blocks: blocks as never }],
      edges: { start: 'g' },
      variables: [
        { id: 'vName', name: 'Name' },
        { id: 'vOut', name: 'Out' },
      ],
    }),
  })
}

const call = (id: string, timeout?: number) => ({
  id,
  type: 'Webhook',
  options: {
    timeout,
    webhook: { url: 'https://shop.example', method: 'GET' },
    responseVariableMapping: [{ id: `m-${id}`, variableId: 'vOut', bodyPath: 'data' }],
  },
})
const ask = { id: 'ask', type: 'text input', options: { variableId: 'vName' } }

describe('continueChat', () => {
  test('rejects a text reply above 64 kB and takes the next one', async () => {
    await publish('texts', ask, { ...ask, id: 'again' })
    const { sessionId } = (await start('texts')).body
    const rejected = await say(sessionId, `${kilobytes(64)}x`)
    expect(rejected).toMatchObject({ status: 413, body: { code: 'reply_too_large' } })
    expect(rejected.body.message).toBe('The reply is longer than 65,536 bytes')
    expect((await say(sessionId, kilobytes(64))).status).toBe(200)
  })

  test('counts the bytes of a reply, and what comes with its text', async () => {
    await publish('bytes', ask)
    const { sessionId } = (await start('bytes')).body
    const attached = { type: 'text', text: 'x', attachedFileUrls: [kilobytes(64)] }
    for (const message of ['\u20ac'.repeat(22_000), attached, { type: 'audio', url: kilobytes(65) }])
      expect((await say(sessionId, message)).body.code).toBe('reply_too_large')
  })

  test('rejects a reply above 4 kB where a short value is awaited', async () => {
    await publish('short', { id: 'mail', type: 'email input' })
    const { sessionId } = (await start('short')).body
    expect((await say(sessionId, kilobytes(5))).body.code).toBe('reply_too_large')
  })

  test('takes what a client action brings up to the limit of a body', async () => {
    const options = { variableId: 'vName', isExecutedOnClient: true, expressionToEvaluate: 'location.hash' }
    await publish('actions', { id: 'set', type: 'Set variable', options }, ask)
    const { sessionId } = (await start('actions')).body
    expect((await say(sessionId, kilobytes(200))).status).toBe(200)
  })

  test('ends a session at its number of turns; a repeated request still gets its answer', async () => {
    await service.publish(askingBot('turns', 9))
    const { sessionId } = (await start('turns')).body
    const key = { 'idempotency-key': 'last' }
    await say(sessionId, 'two')
    await say(sessionId, 'three')
    const last = await say(sessionId, 'four', key)
    expect((await say(sessionId, 'five')).body.code).toBe('session_limit_reached')
    expect((await say(sessionId, 'four', key)).text).toBe(last.text)
  })

  test('ends a session that has stored as many bytes as it may', async () => {
    await publish('stored', ask, textBubble('t', '{{Name}}'), { ...ask, id: 'more' })
    const { sessionId } = (await start('stored')).body
    await say(sessionId, kilobytes(60))
    expect((await say(sessionId, 'more')).body.code).toBe('session_limit_reached')
  })
})

describe('a start', () => {
  test('rejects prefilled variables that are too large, lists that are too long and a message above 64 kB', async () => {
    await publish('prefilled', ask)
    for (const body of [
      { prefilledVariables: { Name: kilobytes(128) } },
      { prefilledVariables: { Name: Array.from({ length: 10_001 }, () => 'x') } },
      { message: kilobytes(65) },
    ]) {
      expect(await start('prefilled', body)).toMatchObject({ status: 413, body: { code: 'reply_too_large' } })
    }
    expect((await start('prefilled', { prefilledVariables: { Name: ['x'] } })).status).toBe(200)
  })

  test('of a preview whose session has reached its limit begins a new session', async () => {
    const botId = await service.publish(askingBot('previewed', 9))
    const { sessionId } = (await preview(botId)).body
    for (const text of ['two', 'three', 'four']) await say(sessionId, text)
    const again = await preview(botId, { sessionId })
    expect(again.status).toBe(200)
    expect(again.body.sessionId).not.toBe(sessionId)
  })
})

describe('a turn', () => {
  test('makes no more outgoing calls than it may, and goes on to its end', async () => {
    const ids = ['c1', 'c2', 'c3', 'c4', 'c5']
    const botId = await publish('calls', ask, ...ids.map((id) => call(id)), textBubble('end', 'The end'))
    const { sessionId, resultId } = (await start('calls')).body
    sent.length = 0
    const { body } = await say(sessionId, 'go')
    expect(body.messages).toHaveLength(1)
    expect(sent).toHaveLength(3)
    expect(JSON.stringify(await logsOf(botId, resultId))).toContain('has made its 3 outgoing calls')
  })

  test('counts the requests of its scripts among its calls', async () => {
    const expression = `for (let n = 0; n < 5; n++) try { await fetch("${webUrl()}") } catch {} return 1`
    const options = { variableId: 'vOut', isCode: true, expressionToEvaluate: expression }
    await publish('fetches', ask, { id: 's', type: 'Set variable', options }, textBubble('end', 'The end'))
    const { sessionId } = (await start('fetches')).body
    expect((await say(sessionId, 'go')).body.messages).toHaveLength(1)
    expect(fetched).toBe(3)
  })

  test('cuts a call that asks for more time than is left', async () => {
    await publish('slow', ask, call('c1', 100))
    const { sessionId } = (await start('slow')).body
    sent.length = 0
    await say(sessionId, 'go')
    expect(sent[0]?.timeoutSeconds).toBeGreaterThan(1)
    expect(sent[0]?.timeoutSeconds).toBeLessThanOrEqual(20)
  })

  test('takes no more bytes from calls and scripts than it may, and goes on to its end', async () => {
    const botId = await publish('outcomes', ask, call('c1'), call('c2'), textBubble('end', 'The end'))
    const { sessionId, resultId } = (await start('outcomes')).body
    answer = JSON.stringify({ text: kilobytes(40) })
    const { body } = await say(sessionId, 'go')
    answer = '{}'
    expect(body.messages).toHaveLength(1)
    const logs = await logsOf(botId, resultId)
    expect(JSON.stringify(logs)).toContain('have brought back more than 50,000 bytes')
    expect(logs.every(({ details }: { details?: string }) => (details?.length ?? 0) <= 1_003)).toBe(true)
  })

  test('leaves out an input that makes its answer too large, with a log', async () => {
    const small = await testService({ COLLOQUY_LIMITS: JSON.stringify({ turnBytes: 5_000 }) })
    try {
      const items = [{ id: 'i', content: '{{Name}}{{Name}}{{Name}}' }]
      const flow = documentOf({
        groups: [{ id: 'g', blocks: [ask, { id: 'choice', type: 'choice input', items }] as never }],
        edges: { start: 'g' },
        variables: [{ id: 'vName', name: 'Name' }],
      })
      await small.publish({ publicId: 'inputs', ...flow })
      const chat = chatClient(() => small)
      const { sessionId } = (await chat.start('inputs')).body
      const { body } = await chat.say(sessionId, kilobytes(2))
      expect(body.input).toBeUndefined()
      expect(JSON.stringify(body.logs)).toContain('used up its bytes')
    } finally {
      await small.close()
    }
  })
})

test('no chat starts in a workspace that stores more results than it may', async () => {
  const full = await testService(
    {},
    {
      wrap: (storage) => {
        const resultBytes = async () => [{ workspaceId: await workspaceOf(storage), bytes: 2 ** 40 }]
        return { ...storage, analytics: { ...storage.analytics, resultBytes } }
      },
    },
  )
  try {
    await full.publish(askingBot('full'))
    const chat = chatClient(() => full)
    await vi.waitFor(async () =>
      expect(await chat.start('full')).toMatchObject({ status: 403, body: { code: 'result_quota_reached' } }),
    )
    expect((await full.call('GET', '/metrics')).text).toContain('colloquy_full_workspaces 1')
  } finally {
    await full.close()
  }
})

async function workspaceOf(storage: Storage): Promise<string> {
  const owner = await storage.users.first()
  return (await storage.workspaces.list(owner?.id ?? ''))[0]?.id ?? ''
}
