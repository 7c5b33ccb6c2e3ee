import { afterAll, beforeAll, expect, test } from 'vitest'
import { derivedId, newId } from '../ids.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'
import { OlderSessions } from './older-sessions.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

test('a start with a key that an earlier version answered, whose session ids were shorter, gets the same answer', async () => {
  const botId = await service.publish(askingBot('upgraded'))
  const { storage } = service
  const secret = (await storage.settings.get('signing-key'))!
  const first = await service.call('POST', '/api/v1/bots/upgraded/startChat', {}, { 'idempotency-key': newId() })
  const row = (await storage.sessions.get(first.body.sessionId))!
  const turn = (await storage.sessions.turns(row.id))[0]!
  const key = newId()
  const id = derivedId(secret, `${botId}\0${key}`)
  const nothing = {
    answers: [],
    visitedEdges: [],
    logs: [],
    rejections: [],
    exposures: [],
    deliveries: [],
    keptUploads: [],
  }
  const session = { ...row, id, resultId: null, version: 1 }
  const storedTurn = { ...turn, sessionId: id, key, answer: '{"from":"an earlier version"}' }
  await storage.sessions.commit({ session, updatedBefore: null, turn: storedTurn, results: [], ...nothing })
  const errors: unknown[] = []
  const older = new OlderSessions(storage, secret, (error) => errors.push(error))
  expect((await older.open(botId, key))?.storedTurn?.answer).toBe(storedTurn.answer)
  expect(await older.open(botId, newId())).toBeUndefined()
  expect(await older.open(botId, undefined)).toBeUndefined()
  // The search that began with it has ended once a later one has.
  await storage.sessions.hasIdsOfLength(24)
  expect(errors).toEqual([])
})

test('a database without ids of the earlier form is not searched for them', async () => {
  let opened = 0
  const sessions = { hasIdsOfLength: async () => false, open: async () => void opened++ }
  const older = new OlderSessions({ sessions: sessions as never }, 'secret', () => {})
  await Promise.resolve()
  expect(await older.open('bot', 'key')).toBeUndefined()
  expect(opened).toBe(0)
})
