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
/** Number of conversations whose turns are still there. */
async function turnsOf(talked: { sessionId: string }[]): Promise<number> {
  const turns = await Promise.all(talked.map(({ sessionId }) => service.storage.sessions.turns(sessionId)))
  return turns.filter(({ length }) => length > 0).length
}

test('deleting all results answers before their rows are gone, shows none of them, and their rows go soon', async () => {
  const { botId, talked } = await publishAndTalk('all', 20)
  const path = `/api/v1/bots/${botId}/results`
  expect((await service.call('DELETE', path)).status).toBe(200)
  expect((await service.call('GET', path)).body.results).toEqual([])
  expect((await service.call('GET', `${path}/count`)).body.total).toBe(0)
  const { result } = (await service.call('GET', `${path}/${talked[0]?.resultId}`)).body
  expect(result).toMatchObject({ isArchived: true, answers: [] })
  const transcript = await service.call('GET', `${path}/${talked[0]?.resultId}/transcript`)
  expect(transcript.body.transcript).toEqual([])
  await vi.waitFor(async () => expect(await turnsOf(talked)).toBe(0), 10_000)
})

test('a reply to a deleted bot reports at once that the conversation is over', async () => {
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
  await storage.removals.work(Date.now(), { rows: 4, milliseconds: 0 })
  const left = await turnsOf(talked)
  expect(left).toBeGreaterThan(0)
  const errors: unknown[] = []
  const remover = new Remover({ storage, now: Date.now, onFiles() {}, onError: (error) => errors.push(error) })
  remover.soon()
  await vi.waitFor(async () => expect(await turnsOf(talked)).toBe(0), 10_000)
  await remover.close()
  expect(errors).toEqual([])
})
