import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './ids.js'
import { chatClient, greetingBot, group, plainText, textBubble } from './testing/chat-client.js'
import { type TestService, testService } from './testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const { start, preview, say } = chatClient(() => service)

describe('a preview', () => {
  test('shows the draft, and leaves no result', async () => {
    const botId = await service.publish(greetingBot('draft'))
    await service.call('PATCH', `/api/v1/bots/${botId}`, {
      bot: { groups: [group('g1', textBubble('t1', 'Changed'))] },
    })
    expect(plainText((await preview(botId)).body)).toEqual(['Changed'])
    expect(plainText((await start('draft')).body)).toEqual(['Hi '])
    const { body } = await preview(botId)
    expect(body.resultId).toBeUndefined()
    expect((await service.call('GET', `/api/v1/bots/${botId}/results?timeFilter=allTime`)).body.results).toEqual([])
  })

  test('begins at a group or an event', async () => {
    const botId = await service.publish(greetingBot('from'))
    const byGroup = await preview(botId, { startFrom: { type: 'group', groupId: 'g2' } })
    const byEvent = await preview(botId, { startFrom: { type: 'event', eventId: 'e2' } })
    for (const { body } of [byGroup, byEvent]) {
      expect(plainText(body)).toEqual(['Here is help'])
      expect(body.input.id).toBe('in2')
    }
    expect((await preview(botId, { startFrom: { type: 'block', blockId: 'in2' } })).body.code).toBe('invalid_request')
  })

  test('takes the session id that it is given, again and again', async () => {
    const botId = await service.publish(greetingBot('given'))
    const sessionId = newId()
    for (const Name of ['Ada', 'Grace']) {
      const { body } = await preview(botId, { sessionId, prefilledVariables: { Name } })
      expect(body.sessionId).toBe(sessionId)
      expect(plainText(body)).toEqual([`Hi ${Name}`])
    }
    expect((await say(sessionId, 'Alan')).status).toBe(200)
  })

  test('takes no session id of somebody else, and none of another form', async () => {
    const botId = await service.publish(greetingBot('takes'))
    const other = await service.publish(greetingBot('takes-other'))
    const live = (await start('takes')).body.sessionId
    const foreign = (await preview(other)).body.sessionId
    for (const sessionId of [live, foreign, '', ' ', '../x', 'x'.repeat(10_000), '__proto__']) {
      const { body } = await preview(botId, { sessionId })
      expect(body.sessionId).toMatch(/^[a-z][a-z0-9]{23}$/)
      expect(body.sessionId).not.toBe(sessionId)
    }
    expect(await service.storage.sessions.turns(live)).toHaveLength(1)
    expect(await service.storage.sessions.turns(foreign)).toHaveLength(1)
    for (const sessionId of [0, null, [], {}]) expect((await preview(botId, { sessionId })).status).toBe(400)
  })

  test('shows progress when asked to', async () => {
    const botId = await service.publish(greetingBot('progress'))
    expect((await preview(botId, { isProgressBarEnabled: true })).body.progress).toBe(50)
    expect((await preview(botId)).body.progress).toBeUndefined()
  })

  test('is open to closed bots, and checks no origin', async () => {
    const settings = { security: { allowedOrigins: ['https://good.example'] } }
    const botId = await service.publish(greetingBot('closed-preview', settings))
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { isClosed: true } })
    const headers = { origin: 'https://evil.example' }
    const { status, body } = await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {}, headers)
    expect(status).toBe(200)
    expect((await say(body.sessionId, 'Ada', headers)).status).toBe(200)
  })
})
