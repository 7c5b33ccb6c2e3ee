import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatClient, group, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

const at = { x: 0, y: 0 }
const bot = (limit: number) => ({
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  variables: [
    { id: 'v1', name: 'Age' },
    { id: 'v2', name: 'Price' },
  ],
  groups: [
    group(
      'g1',
      { id: 'age', type: 'number input', options: { variableId: 'v1', max: limit } },
      {
        id: 'call',
        type: 'Webhook',
        options: {
          webhook: { url: quoteUrl, method: 'GET' },
          responseVariableMapping: [{ id: 'm', variableId: 'v2', bodyPath: 'data.price' }],
        },
      },
      {
        id: 'sum',
        type: 'Set variable',
        options: { variableId: 'v2', expressionToEvaluate: 'Math.max({{Price}}, 5)' },
      },
      textBubble('t', 'It costs {{Price}}'),
    ),
  ],
})

let quoteUrl = ''
let calls = 0
const quotes = createServer((_, response) => {
  calls += 1
  response.setHeader('content-type', 'application/json').end('{"price":90}')
})

describe('tests of a bot', () => {
  let service: TestService
  let botId: string
  let resultId: string
  const chats = chatClient(() => service)
  const path = () => `/api/v1/bots/${botId}/tests`
  const run = (body?: object) => service.call('POST', `${path()}/run`, body)

  beforeAll(async () => {
    await new Promise<void>((resolve) => quotes.listen(0, '127.0.0.1', resolve))
    const { port } = quotes.address() as { port: number }
    quoteUrl = `http://127.0.0.1:${port}/quote`
    service = await testService({ EGRESS_ALLOW: `127.0.0.1:${port}` })
    botId = await service.publish({ publicId: 'quotes', ...bot(100) })
    const { body } = await chats.start('quotes')
    resultId = body.resultId
    await chats.say(body.sessionId, '42')
  })
  afterAll(() => Promise.all([service.close(), new Promise((resolve) => quotes.close(resolve))]))

  it('are recorded from a result with one request, and run without calling anything', async () => {
    const { status, body } = await service.call('POST', `${path()}/record`, { resultId, name: 'Ada' })
    expect(status).toBe(200)
    expect(body.test.test).toMatchObject({
      name: 'Ada',
      cassette: [{ kind: 'http' }, { kind: 'script' }],
      steps: [
        {},
        {
          reply: '42',
          expect: [
            { kind: 'message', text: 'It costs 90' },
            { kind: 'awaits', blockId: null },
          ],
        },
      ],
    })
    const before = calls
    const reports = [await run(), await run(), await run()]
    expect(new Set(reports.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(reports[0]?.body).toMatchObject({ counts: { passed: 1, failed: 0 }, coverage: { percent: 100 } })
    expect(calls).toBe(before)
  })

  it('are recorded from a preview, and name what an edit breaks', async () => {
    const { sessionId } = (await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {})).body
    await chats.say(sessionId, '30')
    const { body } = await service.call('POST', `${path()}/record`, { sessionId })
    expect(body.test.test.name).toBe('Conversation 2')
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: bot(35) })
    const report = (await run()).body
    expect(report.counts).toEqual({ passed: 1, failed: 1, stale: 0 })
    expect(report.tests[0].runs[0].failures[0]).toMatchObject({ step: 1, blockId: 'age' })
    expect((await run({ testIds: [body.test.id] })).body.counts).toEqual({ passed: 1, failed: 0, stale: 0 })
  })

  it('go along with a copy of the bot, and with its file', async () => {
    const copy = (await service.call('POST', `/api/v1/bots/${botId}/duplicate`, {})).body.bot.id
    const copied = (await service.call('GET', `/api/v1/bots/${copy}/tests`)).body.tests
    expect(copied.map(({ test }: { test: { name: string } }) => test.name)).toEqual(['Ada', 'Conversation 2'])
    const tests = [...copied.map(({ test }: { test: object }) => test), { name: 'Broken' }]
    const file = { version: '6', name: 'File', theme: {}, settings: {}, ...bot(100), tests }
    const body = { workspaceId: service.workspaceId, bot: file }
    const imported = (await service.call('POST', '/api/v1/bots/import', body)).body
    expect(imported.warnings).toContainEqual({
      path: 'bot.tests.2',
      message: expect.stringContaining('The test was left out: steps'),
    })
    expect((await service.call('POST', `/api/v1/bots/${imported.bot.id}/tests/run`)).body.counts.passed).toBe(2)
  })

  it('are skipped with a warning when an imported bot leaves no space for them in the workspace', async () => {
    const { workspace } = (await service.call('POST', '/api/v1/workspaces', { name: 'Small' })).body
    const tests = [{ name: 'Ada', steps: [{}] }]
    const file = { version: '6', name: 'File', theme: {}, settings: {}, ...bot(100), tests }
    const { limits } = service.config
    const before = limits.workspaceBotBytes
    limits.workspaceBotBytes = 16_384
    const { status, body } = await service.call('POST', '/api/v1/bots/import', {
      workspaceId: workspace.id,
      bot: file,
    })
    limits.workspaceBotBytes = before
    expect(status).toBe(200)
    expect(body.warnings).toContainEqual({
      path: 'bot.tests',
      message: expect.stringMatching(/^Skipped the tests: .* 16,384 bytes are allowed/),
    })
  })

  it('are for those who may edit the bot', async () => {
    const { value } = await service.addMember(service.workspaceId, 'GUEST')
    const as = { authorization: `Bearer ${value}` }
    expect((await service.call('GET', path(), undefined, as)).status).toBe(404)
  })

  it('stay as they are if somebody else changed them since', async () => {
    const add = await service.call('POST', path(), { test: { name: 'Ours', steps: [{}] } })
    const { id, updatedAt, test } = add.body.test
    const update = (name: string) =>
      service.call('PUT', `${path()}/${id}`, { test: { ...test, name }, ...(name === 'Mine' ? {} : { updatedAt }) })
    expect((await update('Theirs')).body.test.test.name).toBe('Theirs')
    expect(await update('Late')).toMatchObject({ status: 409, body: { code: 'test_changed' } })
    expect((await update('Mine')).status).toBe(200)
    await service.call('DELETE', `${path()}/${id}`)
  })

  it('say what is wrong with a test, and where', async () => {
    const test = { name: 'Bad', steps: [{ expect: [{ kind: 'message' }] }] }
    expect((await service.call('POST', path(), { test })).body).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'test.steps.0.expect.0.text' }],
    })
  })
})
