import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const cards = async (ids: string[], token = service.token) => {
  const path = `/api/v1/workspaces/${service.workspaceId}/bot-cards?botIds=${ids.join(',')}`
  return (await service.call('GET', path, undefined, { authorization: `Bearer ${token}` })).body
}

test('listBotCards returns what a bot says first, its look and how many chats were answered', async () => {
  const botId = await service.publish(askingBot('carded'))
  const background = { type: 'Color', content: '#123456' }
  const theme = { general: { background, font: 'Inter' }, chat: { roundness: 'large' }, customCss: 'p { color: red }' }
  await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { theme } })
  for (const message of ['Ada', undefined]) {
    const { sessionId } = (await service.call('POST', '/api/v1/bots/carded/startChat')).body
    if (message) await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message })
  }
  const { updatedAt } = (await service.call('GET', `/api/v1/bots/${botId}`)).body.bot
  expect((await cards([botId])).cards).toEqual([
    {
      botId,
      publicId: 'carded',
      updatedAt,
      responses: 1,
      lines: [expect.any(String)],
      answers: [],
      field: {},
      theme: { general: { background }, chat: { roundness: 'large' } },
    },
  ])
})

test('listBotCards leaves out bots that are gone, of other workspaces, or not shared with a guest', async () => {
  const [own, foreign] = [await service.publish(askingBot('own')), newId()]
  await service.call('DELETE', `/api/v1/bots/${await service.publish(askingBot('gone'))}`)
  expect((await cards([own, foreign])).cards.map(({ botId }: { botId: string }) => botId)).toEqual([own])
  const guest = await service.addMember(service.workspaceId, 'GUEST')
  expect(await cards([own], guest.value)).toEqual({ cards: [] })
})

test('listBotCards takes at most 24 bots', async () => {
  expect((await cards(Array.from({ length: 25 }, newId))).code).toBe('invalid_request')
})
