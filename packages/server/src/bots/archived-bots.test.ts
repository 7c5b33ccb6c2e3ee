import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const ids = async (query = '') =>
  (await service.call('GET', `/api/v1/bots?workspaceId=${service.workspaceId}${query}`)).body.bots.map(
    ({ id }: { id: string }) => id,
  )

test('an archived bot takes no new chats, continues running ones, and is restored with everything that it had', async () => {
  const botId = await service.publish(askingBot('put-away'))
  const start = () => service.call('POST', '/api/v1/bots/put-away/startChat')
  const { sessionId, resultId } = (await start()).body
  const { body } = await service.call('POST', `/api/v1/bots/${botId}/archive`)
  expect(body.bot).toMatchObject({ isArchived: true, isClosed: false, publicId: 'put-away' })
  expect((await start()).body.code).toBe('bot_not_found')
  expect((await fetch(`http://127.0.0.1:${service.port}/c/put-away`)).status).toBe(404)
  const reply = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Ada' })
  expect(reply.status).toBe(200)
  expect([await ids(), await ids('&isArchived=true')]).toEqual([
    expect.not.arrayContaining([botId]),
    expect.arrayContaining([botId]),
  ])
  expect((await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}`)).status).toBe(200)

  expect((await service.call('POST', `/api/v1/bots/${botId}/restore`)).body.bot.isArchived).toBe(false)
  expect((await start()).status).toBe(200)
  expect(await ids('&isArchived=true')).not.toContain(botId)
})

test('an archived bot can be deleted, and its copy is in use', async () => {
  const botId = await service.publish(askingBot('to-delete'))
  await service.call('POST', `/api/v1/bots/${botId}/archive`)
  const copy = (await service.call('POST', `/api/v1/bots/${botId}/duplicate`, {})).body.bot
  expect(copy.isArchived).toBe(false)
  await service.call('DELETE', `/api/v1/bots/${botId}`)
  expect(await ids('&isArchived=true')).not.toContain(botId)
  expect((await service.call('POST', `/api/v1/bots/${botId}/restore`)).body.code).toBe('bot_not_found')
})
