import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failingStorage } from '../testing/failing-storage.js'
import { populatedWorkspace } from '../testing/populated-workspace.js'
import { allEndpoints, callOperation } from '../testing/requests.js'
import { type TestService, testService } from '../testing/test-service.js'

let lines: string[] = []
let failure: Error | undefined
const logTarget = { write: (line: string) => void lines.push(line) }
const options = {
  logTarget,
  wrap: (storage: TestService['storage']) =>
    failingStorage(storage, () => {
      if (failure) throw failure
    }),
}
let service: TestService
let chatty: TestService
beforeAll(async () => {
  service = await testService({ LOG_LEVEL: 'info' }, options)
  chatty = await testService({ LOG_LEVEL: 'trace' }, options)
})
afterAll(() => Promise.all([service.close(), chatty.close()]))
beforeEach(() => {
  lines = []
  failure = undefined
})

const entries = () => lines.map((line) => JSON.parse(line))

test('requests are not logged, be they answered or refused', async () => {
  await populatedWorkspace(service)
  await service.call('GET', '/nothing')
  await service.call('GET', '/api/v1/users/me', undefined, { authorization: 'Bearer wrong' })
  await service.call('POST', '/api/v1/workspaces', '{')
  expect(lines).toEqual([])
})

test('an error is logged once, with its route and cause, and without credentials', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  lines = []
  failure = new Error(`Lost the connection while reading session ${ids.sessionId} for token ${admin}`)
  await service.call('POST', `/api/v1/sessions/${ids.sessionId}/continueChat`, { message: 'My secret answer' })
  expect(entries()).toHaveLength(1)
  expect(entries()[0]).toMatchObject({
    level: 50,
    msg: 'request failed',
    code: 'storage_unavailable',
    method: 'POST',
    route: '/api/v1/sessions/:sessionId/continueChat',
    ids: { sessionId: `${ids.sessionId.slice(0, 4)}…` },
    err: { cause: { type: 'Error', message: expect.stringContaining('Lost the connection') } },
  })
  expect(lines.join()).not.toContain(ids.sessionId)
  expect(lines.join()).not.toContain(admin)
  expect(lines.join()).not.toContain('My secret answer')
})

test('no level shows a token, an id in full, or what was said', async () => {
  const planted = [
    'planted-answer-1',
    'planted-variable-1',
    'planted-idempotency-1',
    'planted-cookie-1',
    'planted-body-1',
    'planted-api-key',
  ]
  const secrets = new Set<string>(planted)
  const error = new Error('The connection is gone')
  for (const endpoint of allEndpoints) {
    failure = undefined
    const { ids, admin } = await populatedWorkspace(chatty, endpoint)
    const { sessionId, resultId, uploadSessionId, token, fileName } = ids
    for (const secret of [admin, chatty.token, sessionId, resultId, uploadSessionId, token, fileName])
      secrets.add(secret)
    // A call that fails leaves the workspace as it was.
    for (const kind of [error, undefined]) {
      failure = kind
      const headers = { 'idempotency-key': 'planted-idempotency-1', cookie: 'session=planted-cookie-1' }
      const answer = await callOperation(chatty, endpoint, ids, { token: admin, headers })
      const created = typeof answer.body === 'object' && answer.body?.apiToken?.token
      if (created) secrets.add(created)
      await chatty.call('POST', `/api/v1/sessions/${ids.sessionId}/continueChat?key=planted-idempotency-1`, {
        message: 'planted-answer-1',
      })
      await chatty.call('POST', `/api/v1/bots/${ids.publicId}/startChat`, {
        prefilledVariables: { Name: 'planted-variable-1' },
      })
      await chatty.call('POST', '/api/v1/workspaces', '{"name":"planted-body-1"')
    }
  }
  const log = lines.join('\n')
  expect(log).toContain('answered')
  expect(log).toContain('request failed')
  expect(secrets.size).toBeGreaterThan(50)
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
})
