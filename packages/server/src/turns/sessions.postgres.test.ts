import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
let late = 0
beforeAll(async () => {
  service = await testService({}, { clock: () => Date.now() + late })
})
afterAll(() => service.close())
beforeEach(() => {
  late = 0
})

const hour = 3_600_000

const { logsOf, start, resultOf, say } = chatClient(() => service)

describe('a session', () => {
  test('expires 48 hours after its last turn', async () => {
    await service.publish({ ...greetingBot('expires'), groups: askingBot('x', 3).groups })
    const { sessionId } = (await start('expires')).body
    late = 47 * hour
    expect((await say(sessionId, 'still here')).status).toBe(200)
    late = 94 * hour
    expect((await say(sessionId, 'still here')).status).toBe(200)
    late = 143 * hour
    const { body } = await say(sessionId, 'too late')
    expect(body.code).toBe('session_not_found')
    expect(body).toEqual((await say(newId(), 'x')).body)
    const logs = { clientLogs: [{ description: 'x' }] }
    expect((await service.call('POST', `/api/v1/sessions/${sessionId}/clientLogs`, logs)).body.code).toBe(
      'session_not_found',
    )
  })

  test('of a suspended workspace is refused, and continues afterwards', async () => {
    await service.publish(greetingBot('suspended'))
    const { sessionId } = (await start('suspended')).body
    await service.storage.workspaces.update(service.workspaceId, { isSuspended: true }, Date.now())
    for (const answer of [await start('suspended'), await say(sessionId, 'Ada')]) {
      expect(answer.body).toMatchObject({ code: 'workspace_suspended', status: 403 })
    }
    await service.storage.workspaces.update(service.workspaceId, { isSuspended: false, isPastDue: true }, Date.now())
    expect((await start('suspended')).status).toBe(200)
    await service.storage.workspaces.update(service.workspaceId, { isPastDue: false }, Date.now())
    expect((await say(sessionId, 'Ada')).status).toBe(200)
  })

  test('stays on the release that it began with', async () => {
    const botId = await service.publish(greetingBot('releases'))
    const { sessionId } = (await start('releases')).body
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups: [group('g1', textBubble('t1', 'New'))] } })
    await service.call('POST', `/api/v1/bots/${botId}/publish`)
    expect(plainText((await say(sessionId, { type: 'command', command: 'help' })).body)).toEqual(['Here is help'])
    expect(plainText((await start('releases')).body)).toEqual(['New'])
  })

  test('that ends inside its start names its result, which has the logs', async () => {
    const blocks = [{ id: 'go', type: 'Redirect', options: { url: 'javascript:alert(1)' } }, textBubble('t1', 'Done')]
    const botId = await service.publish({ ...greetingBot('ends'), groups: [group('g1', ...(blocks as never[]))] })
    const { resultId, input } = (await start('ends')).body
    expect(input).toBeUndefined()
    expect(await resultOf(botId, resultId)).toMatchObject({ hasStarted: false, isCompleted: false })
    expect(await logsOf(botId, resultId)).toMatchObject([{ status: 'error', description: expect.any(String) }])
  })

  test('takes no message of another form', async () => {
    await service.publish(greetingBot('forms'))
    const { sessionId } = (await start('forms')).body
    for (const message of [7, true, ['a'], {}, { type: 'text' }, { type: 'other', text: 'a' }, { text: 'a' }]) {
      expect((await say(sessionId, message)).body.code, JSON.stringify(message)).toBe('invalid_request')
    }
    expect((await say(sessionId, null)).body.input.id).toBe('in1')
    expect((await say(sessionId, { type: 'text', text: 'Ada' })).status).toBe(200)
  })
})

describe('a result that is come back to', () => {
  const remembering = { general: { rememberUser: { isEnabled: true } } }

  test('is continued where visitors are remembered', async () => {
    const botId = await service.publish(greetingBot('remembers', remembering))
    const { sessionId, resultId } = (await start('remembers')).body
    await say(sessionId, 'Ada')
    const again = (await start('remembers', { resultId })).body
    expect(again.resultId).toBe(resultId)
    expect(again.sessionId).not.toBe(sessionId)
    expect(plainText(again)).toEqual(['Hi Ada'])
    await say(again.sessionId, 'Grace')
    const result = await resultOf(botId, resultId)
    expect(result.answers.map(({ content }: { content: string }) => content)).toEqual(['Ada', 'Grace'])
    expect(result.lastChatSessionId).toBe(again.sessionId)
  })

  test.each([
    [{ general: { isNewResultOnRefreshEnabled: false } }, true],
    [{ general: { isNewResultOnRefreshEnabled: true } }, false],
    [{ general: { rememberUser: { isEnabled: false }, isNewResultOnRefreshEnabled: false } }, false],
    [{}, false],
  ])('by settings %j: %s', async (settings, isRemembered) => {
    const publicId = `remembers-${newId()}`
    await service.publish(greetingBot(publicId, settings))
    const { resultId } = (await start(publicId)).body
    expect((await start(publicId, { resultId })).body.resultId === resultId).toBe(isRemembered)
  })

  test('of another bot, unknown or deleted is as if none was named', async () => {
    const botId = await service.publish(greetingBot('strict', remembering))
    await service.publish(greetingBot('foreign', remembering))
    const { resultId: foreign } = (await start('foreign')).body
    const { resultId: deleted } = (await start('strict')).body
    await service.call('DELETE', `/api/v1/bots/${botId}/results?resultIds=${deleted}`)
    for (const resultId of [foreign, deleted, newId(), '', '../x', '__proto__']) {
      const { status, body } = await start('strict', { resultId })
      expect(status).toBe(200)
      expect(body.resultId).toMatch(/^[a-z][a-z0-9]{23}$/)
      expect(body.resultId).not.toBe(resultId)
    }
  })
})

describe('an idempotency key', () => {
  test('gives the same bytes while and after the first call runs, even when the chat has continued or ended', async () => {
    await service.publish({ ...greetingBot('keyed'), groups: askingBot('x', 2).groups })
    const key = { 'idempotency-key': newId() }
    const starts = await Promise.all(Array.from({ length: 5 }, () => start('keyed', {}, key)))
    expect(new Set(starts.map((answer) => answer.text)).size).toBe(1)
    const { sessionId } = JSON.parse(starts[0]?.text ?? '')
    const first = await Promise.all(Array.from({ length: 5 }, () => say(sessionId, 'a', { 'idempotency-key': 'k1' })))
    expect(new Set(first.map((answer) => answer.text)).size).toBe(1)
    await say(sessionId, 'b', { 'idempotency-key': 'k2' })
    expect((await say(sessionId, 'a', { 'idempotency-key': 'k1' })).text).toBe(first[0]?.text)
    expect(await service.storage.sessions.turns(sessionId)).toHaveLength(3)
    expect((await say(sessionId, 'b', { 'idempotency-key': 'k1' })).body.code).toBe('idempotency_key_reused')
    expect((await start('keyed', { isStreamEnabled: true }, key)).body.code).toBe('idempotency_key_reused')
    expect((await say(sessionId, 'c')).body.code).toBe('session_ended')
  })

  test('belongs to one bot, and one session', async () => {
    await service.publish(greetingBot('keyed-1'))
    await service.publish(greetingBot('keyed-2'))
    const key = { 'idempotency-key': 'the-same' }
    const one = (await start('keyed-1', {}, key)).body
    const two = (await start('keyed-2', {}, key)).body
    expect(two.sessionId).not.toBe(one.sessionId)
    expect((await say(one.sessionId, 'a', key)).status).toBe(422)
    expect((await say(two.sessionId, 'b', { 'idempotency-key': 'other' })).status).toBe(200)
  })

  test.each(['', ' ', 'a b', 'x'.repeat(256)])('%j is refused', async (key) => {
    const publicId = `keyed-${newId()}`
    await service.publish(greetingBot(publicId))
    const { body } = await start(publicId, {}, { 'idempotency-key': key })
    expect(body.issues[0].path).toBe('Idempotency-Key')
  })
})
