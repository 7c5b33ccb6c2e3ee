import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const { start, preview, say, resultOf } = chatClient(() => service)
const move = (sessionId: string, headers = {}) =>
  service.call('POST', `/api/v1/sessions/${sessionId}/updateBot`, undefined, headers)
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const stamps = { createdAt: 1, updatedAt: 1 }

/** The greeting bot with a different continuation after its first input. */
const changed = (publicId: string) => {
  const bot = greetingBot(publicId)
  return {
    variables: [...bot.variables, { id: 'v2', name: 'Extra', value: 'more' }],
    groups: [
      { ...bot.groups[0], blocks: [...(bot.groups[0]?.blocks ?? []), textBubble('t9', 'Thanks {{Name}}, {{Extra}}')] },
      bot.groups[1],
    ],
  }
}

async function published(publicId: string) {
  const botId = await service.publish(greetingBot(publicId))
  const { sessionId, resultId } = (await start(publicId)).body
  await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: changed(publicId) })
  return { botId, sessionId, resultId }
}

describe('a conversation that is taken over to the newest release', () => {
  test('continues in the new flow with what was said, and its result stays', async () => {
    const { botId, sessionId, resultId } = await published('moved')
    await service.call('POST', `/api/v1/bots/${botId}/publish`)
    expect(await move(sessionId)).toMatchObject({ status: 200, body: { message: 'success' } })
    expect((await move(sessionId)).body).toEqual({ message: 'success' })
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual(['Thanks Ada, more'])
    expect((await resultOf(botId, resultId)).answers).toMatchObject([{ content: 'Ada' }])
  })

  test('stays where it was while nothing new is published', async () => {
    const { sessionId } = await published('unmoved')
    expect((await move(sessionId)).status).toBe(200)
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual([])
  })

  test('begins again when the block that it waited at is gone', async () => {
    const { botId, sessionId } = await published('gone')
    const groups = [group('g1', textBubble('t1', 'New'), { id: 'other', type: 'text input' })]
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups } })
    await service.call('POST', `/api/v1/bots/${botId}/publish`)
    await move(sessionId)
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual(['New'])
  })

  test('takes a reply at the same time as well as one after the other', async () => {
    const { botId, sessionId } = await published('raced')
    await service.call('POST', `/api/v1/bots/${botId}/publish`)
    const [moved, reply] = await Promise.all([move(sessionId), say(sessionId, 'Ada')])
    expect([moved.status, reply.status]).toEqual([200, 200])
    expect((await service.storage.sessions.turns(sessionId)).map(({ number }) => number)).toEqual([1, 2, 3])
  })

  test('is a preview without anything to do: it follows its draft', async () => {
    const { botId } = await published('drafted')
    const { sessionId } = (await preview(botId)).body
    expect((await move(sessionId)).status).toBe(200)
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual(['Thanks Ada, more'])
  })

  test('is not for others, nor for those who may only read, nor of an unpublished bot', async () => {
    const { botId, sessionId } = await published('guarded')
    expect((await move(sessionId, as(service.strangerToken))).body.code).toBe('session_not_found')
    const guest = await service.addMember(service.workspaceId, 'GUEST')
    expect((await move(sessionId, as(guest.value))).body.code).toBe('session_not_found')
    await service.storage.collaborators.add(service.workspaceId, {
      botId,
      userId: guest.userId,
      type: 'READ',
      ...stamps,
    })
    expect((await move(sessionId, as(guest.value))).status).toBe(401)
    await service.call('POST', `/api/v1/bots/${botId}/unpublish`)
    expect((await move(sessionId)).status).toBe(401)
  })
})
