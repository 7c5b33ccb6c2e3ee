import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'
import { Remover } from './remover.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

async function publishAndTalk(publicId: string, conversations: number) {
  const botId = await service.publish(askingBot(publicId))
  const talk = async () => {
    const { body } = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
    await service.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: 'Hello' })
    return body as { sessionId: string; resultId: string }
  }
  return { botId, talked: await Promise.all(Array.from({ length: conversations }, talk)) }
}
const answersOf = async (talked: { resultId: string }[]) =>
  (await service.storage.results.answers(talked.map(({ resultId }) => resultId))).length

test('deleting all results answers before their rows are gone, shows none of them, and their rows go soon', async () => {
  const { botId, talked } = await publishAndTalk('all', 20)
  const path = `/api/v1/bots/${botId}/results`
  expect((await service.call('DELETE', path)).status).toBe(200)
  expect((await service.call('GET', path)).body.results).toEqual([])
  expect((await service.call('GET', `${path}/count`)).body.total).toBe(0)
  expect((await service.call('GET', `${path}/${talked[0]?.resultId}`)).status).toBe(404)
  await vi.waitFor(async () => expect(await answersOf(talked)).toBe(0), 10_000)
})

test('a visitor of a deleted bot is told at once that the conversation is over', async () => {
  const { botId, talked } = await publishAndTalk('gone', 1)
  expect((await service.call('DELETE', `/api/v1/bots/${botId}`)).status).toBe(200)
  const path = `/api/v1/sessions/${talked[0]?.sessionId}/continueChat`
  expect((await service.call('POST', path, { message: 'Still there?' })).body.code).toBe('session_not_found')
  expect((await service.call('POST', '/api/v1/bots/gone/startChat', {})).status).toBe(404)
})

test('a removal that was interrupted is continued by the next process', async () => {
  const { botId, talked } = await publishAndTalk('interrupted', 30)
  await service.storage.results.deleteAll(service.workspaceId, botId)
  const { storage } = service
  await storage.removals.work(Date.now(), 4)
  const left = await answersOf(talked)
  expect(left).toBeGreaterThan(0)
  const errors: unknown[] = []
  const remover = new Remover({ storage, now: Date.now, onFiles() {}, onError: (error) => errors.push(error) })
  remover.soon()
  await vi.waitFor(async () => expect(await answersOf(talked)).toBe(0), 10_000)
  await remover.close()
  expect(errors).toEqual([])
})
