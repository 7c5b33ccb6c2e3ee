import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, greetingBot, group } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const { start, preview, say, logsOf } = chatClient(() => service)

describe('client logs', () => {
  test('are stored with the result, in order, their details as text and cut', async () => {
    const botId = await service.publish(greetingBot('client-logs'))
    const { sessionId, resultId } = (await start('client-logs')).body
    const path = `/api/v1/sessions/${sessionId}/clientLogs`
    const clientLogs = [
      { description: 'One', status: 'info', details: 'plain', context: 'widget' },
      { description: 'Two', details: { reason: 'why' } },
      { description: 'Three', status: 'success', details: 'x'.repeat(2000) },
    ]
    expect((await service.call('POST', path, { clientLogs })).body.message).toEqual(expect.any(String))
    const stored = await logsOf(botId, resultId)
    const seen = stored.map(({ status, description, details, context }: Record<string, unknown>) => [
      status,
      description,
      details,
      context,
    ])
    expect(seen.toSorted()).toEqual(
      [
        ['info', 'One', 'plain', 'widget'],
        ['error', 'Two', '{"reason":"why"}', null],
        ['success', 'Three', `${'x'.repeat(1000)}...`, null],
      ].toSorted(),
    )
    await say(sessionId, 'Ada')
    expect((await service.call('POST', path, { clientLogs })).status).toBe(200)
    expect(await logsOf(botId, resultId)).toHaveLength(6)
  })

  test('are cut, and skipped beyond the numbers of a call and of a session', async () => {
    const botId = await service.publish(greetingBot('many-client-logs'))
    const { sessionId, resultId } = (await start('many-client-logs')).body
    const send = (clientLogs: object[]) =>
      service.call('POST', `/api/v1/sessions/${sessionId}/clientLogs`, { clientLogs })
    const long = { description: 'd'.repeat(2_000), context: 'c'.repeat(2_000), details: 'x' }
    expect((await send(Array(100).fill(long))).status).toBe(200)
    const logs = await logsOf(botId, resultId)
    expect(logs).toHaveLength(20)
    expect([logs[0].description.length, logs[0].context.length]).toEqual([1_003, 1_003])
    for (let call = 0; call < 9; call++) await send(Array(20).fill({ description: 'x' }))
    const full = await send([{ description: 'one more' }])
    expect([full.status, full.body.code]).toEqual([404, 'session_limit_reached'])
    expect(await logsOf(botId, resultId)).toHaveLength(200)
    expect((await say(sessionId, 'Ada')).status).toBe(200)
  })

  test('count toward the bytes of their session', async () => {
    const small = await testService({ COLLOQUY_LIMITS: '{"sessionBytes":3000}' })
    try {
      await small.publish(greetingBot('small-session'))
      const { sessionId } = (await small.call('POST', '/api/v1/bots/small-session/startChat', {})).body
      const path = `/api/v1/sessions/${sessionId}/clientLogs`
      const answers = []
      for (let call = 0; call < 4; call++)
        answers.push(await small.call('POST', path, { clientLogs: [{ description: 'x'.repeat(1_000) }] }))
      expect(answers.map(({ status }) => status)).toContain(200)
      expect(answers.at(-1)?.body.code).toBe('session_limit_reached')
    } finally {
      await small.close()
    }
  })

  test('come in pages, each with the cursor of the next', async () => {
    const botId = await service.publish(greetingBot('pages-of-logs'))
    const { sessionId, resultId } = (await start('pages-of-logs')).body
    const clientLogs = Array.from({ length: 5 }, (_, index) => ({ description: `${index}` }))
    await service.call('POST', `/api/v1/sessions/${sessionId}/clientLogs`, { clientLogs })
    const path = `/api/v1/bots/${botId}/results/${resultId}/logs?limit=2`
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { logs: { description: string }[]; nextCursor: string | null } = (
        await service.call('GET', `${path}${cursor && `&cursor=${cursor}`}`)
      ).body
      expect(page.logs.length).toBeLessThanOrEqual(2)
      seen.push(...page.logs.map(({ description }) => description))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(['0', '1', '2', '3', '4'])
    expect((await service.call('GET', `${path}&cursor=x`)).body.code).toBe('invalid_cursor')
  })

  test.each([
    {},
    { clientLogs: 'x' },
    { clientLogs: [{}] },
    { clientLogs: [{ description: 'x', status: 'fatal' }] },
    { clientLogs: Array.from({ length: 101 }, () => ({ description: 'x' })) },
  ])('of another form are refused', async (body) => {
    const publicId = `client-logs-${newId()}`
    await service.publish(greetingBot(publicId))
    const { sessionId } = (await start(publicId)).body
    const answer = await service.call('POST', `/api/v1/sessions/${sessionId}/clientLogs`, body)
    expect(answer.body.code).toBe('invalid_request')
  })

  test('of a preview have no result to go to', async () => {
    const botId = await service.publish(greetingBot('client-logs-preview'))
    const { sessionId } = (await preview(botId)).body
    const body = { clientLogs: [{ description: 'x' }] }
    const answer = await service.call('POST', `/api/v1/sessions/${sessionId}/clientLogs`, body)
    expect(answer.body.code).toBe('session_not_found')
  })
})

describe('logs of a turn', () => {
  const loggingBot = (publicId: string) => ({
    ...greetingBot(publicId),
    groups: [
      group(
        'g1',
        { id: 'call', type: 'Webhook', options: { webhook: { url: 'https://internal.example/?key=planted' } } },
        { id: 'set', type: 'Set variable', options: { variableId: 'v1', type: 'Now', timeZone: 'Mars/planted' } },
        { id: 'in1', type: 'text input', options: {} },
      ),
    ],
  })

  test('say to a visitor that something happened, and to the author what', async () => {
    const botId = await service.publish(loggingBot('logging'))
    const { body, text: bytes } = await start('logging')
    expect(body.logs).toEqual([
      { status: 'error', description: 'A step of this conversation has failed' },
      { status: 'error', description: 'Unknown time zone; UTC was used instead' },
    ])
    expect(bytes).not.toContain('planted')
    const stored = await logsOf(botId, body.resultId)
    expect(stored).toMatchObject([
      {
        status: 'error',
        description: expect.stringContaining('HTTP request'),
        details: expect.stringContaining('planted'),
        context: expect.any(String),
      },
      { status: 'error', details: 'Mars/planted', context: expect.any(String) },
    ])
    const shown = (await preview(botId)).body.logs
    expect(shown).toMatchObject([
      {
        status: 'error',
        description: expect.stringContaining('HTTP request'),
        details: expect.stringContaining('planted'),
      },
      { status: 'error', description: 'Unknown time zone; UTC was used instead', details: 'Mars/planted' },
    ])
    const { groups } = (await service.call('GET', `/api/v1/bots/${botId}`)).body.bot
    const blockIds = groups.flatMap(({ blocks }: { blocks: { id: string }[] }) => blocks.map(({ id }) => id))
    for (const { context } of [...stored, ...shown]) expect(blockIds).toContain(context)
  })
})
