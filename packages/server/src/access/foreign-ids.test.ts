import type { Endpoint } from '@colloquy/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { absentIds as absent, type Ids, pathOf, populatedWorkspace } from '../testing/populated-workspace.js'
import { allEndpoints, callOperation, requests, successOf } from '../testing/requests.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Ids of others, ids of nothing and malformed ids, wherever a request may hold one. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const byId = (endpoints: Endpoint[]) => endpoints.map((endpoint) => [endpoint.id, endpoint] as const)

const weird = [
  '',
  '%20',
  '0',
  '[]',
  '{}',
  '%5B%22a%22%5D',
  'null',
  'x'.repeat(10_000),
  '%00',
  '..%2Fx',
  '../x',
  '.',
  '..',
]
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "'%20OR%201=1--",
  '%F0%9F%98%80',
  '%ff',
]
// Saving a theme creates one under any id: theme ids are unique per workspace only.
/** The secret that a provider sends does not match other ids, so these requests get a 401 and do not reveal which ids exist. */
const withSecrets = new Set(['verifyMessagingWebhook', 'receiveMessages'])
// Instance admins act on every workspace, and everybody else is refused before the ids matter.
const withIds = allEndpoints.filter(
  ({ id, path, isForInstanceAdmins }) => path.includes('{') && id !== 'saveThemeTemplate' && !isForInstanceAdmins,
)

const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

describe.each(byId(withIds))('%s', (id, endpoint) => {
  const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name as keyof Ids)
    // Saving a reply creates one under any name.
    .filter((name) => id !== 'saveReply' || name !== 'shortcut')

  // Service types and names of replies are the same in all workspaces. In endpoints without auth, the id or the address around it is the permission.
  const ids = endpoint.auth === 'none' ? [] : parameters.filter((name) => name !== 'type' && name !== 'shortcut')
  const populated = () => populatedWorkspace(service, endpoint)
  // Requests that are refused change nothing, and neither does a GET, except one that uses a token up.
  const [unchanged, otherUnchanged] = [once(populated), once(populated)]
  const isReading = endpoint.method === 'GET' && id !== 'verifyMessagingWebhook'
  const [each, eachOther] = isReading ? [unchanged, otherUnchanged] : [populated, populated]
  test.each(ids)('takes no %s of another workspace', async (parameter) => {
    const own = await unchanged()
    const other = await eachOther()
    const foreign = { [parameter]: other.ids[parameter] }
    const answer = await callOperation(service, endpoint, own.ids, { token: own.admin, pathIds: foreign })
    const unknown = await callOperation(service, endpoint, own.ids, {
      token: own.admin,
      pathIds: { [parameter]: absent[parameter] },
    })
    // An unused session id becomes the id of a preview.
    const makesOne = id === 'setPreviewBreakpoints' && parameter === 'sessionId'
    expect(unknown.status).toBe(makesOne ? 200 : answer.status)
    if (!makesOne) expect(answer.text).toBe(unknown.text)
    // Listing the logs of a missing result returns an empty list.
    const isList = id === 'listResultLogs' && parameter === 'resultId'
    expect(answer.status).toBe(isList ? 200 : 404)
    if (isList) expect(answer.body).toEqual({ logs: [], nextCursor: null })
    const theirs = await callOperation(service, endpoint, other.ids, { token: other.admin })
    expect(theirs.status, 'the other workspace is as it was').toBe(successOf(endpoint))
  })

  test.each(parameters)('takes no odd %s', async (parameter) => {
    const { ids, admin } = await each()
    for (const value of [...weird, ...names]) {
      const answer = await callOperation(service, endpoint, ids, { token: admin, pathIds: { [parameter]: value } })
      const isList = id === 'listResultLogs' && parameter === 'resultId' && answer.status === 200
      if (isList) expect(answer.body).toEqual({ logs: [], nextCursor: null })
      else
        expect(
          [400, parameter === 'token' ? 403 : 404, withSecrets.has(id) ? 401 : 404],
          `${parameter}=${value.slice(0, 20)}`,
        ).toContain(answer.status)
    }
    expect((await callOperation(service, endpoint, ids, { token: admin })).status).toBe(successOf(endpoint))
  })
})

// Deleting an account requires a decision about each of the user's own workspaces, so another workspace fits no decision.
const inWorkspace = allEndpoints.filter(({ id, path }) => {
  if (id === 'deleteMe') return false
  const { query, body } = requests[id as keyof typeof requests](absent)
  return !path.includes('{workspaceId}') && JSON.stringify([query, body]).includes(absent.workspaceId)
})

test.each(byId(inWorkspace))('%s takes no other workspace in its query or body', async (_, endpoint) => {
  const { ids, admin } = await populatedWorkspace(service, endpoint)
  const other = await populatedWorkspace(service, endpoint)
  for (const workspaceId of [other.ids.workspaceId, absent.workspaceId, '', '__proto__']) {
    const answer = await callOperation(service, endpoint, { ...ids, workspaceId }, { token: admin })
    expect(answer.body).toEqual({ code: 'workspace_not_found', status: 404, message: expect.any(String) })
  }
})

test('an address to upload to is given for no odd session', async () => {
  for (const sessionId of ['', ' ', '[]', '../x', '__proto__', newId()]) {
    const body = { sessionId, fileName: 'a.png' }
    expect((await service.call('POST', '/api/v3/generate-upload-url', body)).body.code).toBe('upload_session_unknown')
  }
  for (const sessionId of [0, null, [], {}, ['a'], 'x'.repeat(10_000)]) {
    const body = { sessionId, fileName: 'a.png' }
    expect((await service.call('POST', '/api/v3/generate-upload-url', body)).body.code).toBe('invalid_request')
  }
})

test('ids in queries and bodies are checked like those in paths', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const other = await populatedWorkspace(service)
  const as = { authorization: `Bearer ${admin}` }
  const unknown = await service.call('GET', `/api/v1/bots?workspaceId=${newId()}`, undefined, as)
  for (const value of [...weird.filter((it) => !it.includes('/')), ...names, other.ids.workspaceId]) {
    const answer = await service.call('GET', `/api/v1/bots?workspaceId=${value}`, undefined, as)
    expect(answer.status).toBe(404)
    expect(answer.text).toBe(unknown.text)
  }
  expect((await service.call('GET', '/api/v1/bots?workspaceId=a&workspaceId=b', undefined, as)).status).toBe(400)
  for (const [path, bot] of [
    ['/api/v1/bots', {}],
    ['/api/v1/bots/import', (requests.importBot(ids).body as { bot: object }).bot],
  ] as const) {
    for (const workspaceId of ['', ' ', '__proto__', 'x'.repeat(10_000), other.ids.workspaceId]) {
      expect((await service.call('POST', path, { workspaceId, bot }, as)).body.code).toBe('workspace_not_found')
    }
    for (const workspaceId of [0, null, [], {}, ['a'], true]) {
      expect((await service.call('POST', path, { workspaceId, bot }, as)).body.code).toBe('invalid_request')
    }
  }
})

test('what a bot refers to in another workspace is as if it did not exist', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const other = await populatedWorkspace(service)
  const as = { authorization: `Bearer ${admin}` }
  const folder = { id: newId(), name: 'Theirs', parentFolderId: null, createdAt: 1, updatedAt: 1 }
  await service.storage.folders.create({ ...folder, workspaceId: other.ids.workspaceId })
  for (const folderId of [folder.id, newId()]) {
    const body = { workspaceId: ids.workspaceId, bot: { folderId } }
    expect((await service.call('POST', '/api/v1/bots', body, as)).body.code).toBe('folder_not_found')
    const update = await service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot: { folderId } }, as)
    expect(update.body.code).toBe('folder_not_found')
  }
  const mail = { id: 'mail', type: 'Email', options: { credentialsId: other.ids.credentialsId } }
  const groups = [{ id: 'g', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [mail] }]
  const saved = await service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot: { groups } }, as)
  expect(saved.body.bot.groups[0].blocks[0].options.credentialsId).toBe('default')
  expect(saved.body.warnings[0].path).toBe('bot.groups.0.blocks.0.options.credentialsId')
})

test('what stands in the path wins over the same name in the body or the query', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const other = await populatedWorkspace(service)
  const as = { authorization: `Bearer ${admin}` }
  const { botId, sessionId } = other.ids
  const path = `/api/v1/bots/${ids.botId}?botId=${botId}`
  const updated = await service.call('PATCH', path, { botId, bot: { id: botId, name: 'Mine' } }, as)
  expect(updated.body.bot).toMatchObject({ id: ids.botId, name: 'Mine' })
  await service.call('POST', `/api/v1/sessions/${ids.sessionId}/continueChat`, { sessionId, message: 'Second' })
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(2)
  expect(await service.storage.sessions.turns(ids.sessionId)).toHaveLength(3)
})

test('headers that pretend to be another address, method or origin change nothing', async () => {
  const { ids, admin } = await populatedWorkspace(service)
  const headers = {
    authorization: `Bearer ${admin}`,
    'x-http-method-override': 'DELETE',
    'x-original-url': `/api/v1/workspaces/${ids.workspaceId}`,
    'x-request-from': 'internal',
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
  }
  const path = pathOf({ path: '/api/v1/bots/{botId}' }, ids)
  expect((await service.call('GET', path, undefined, headers)).status).toBe(200)
  expect((await service.call('GET', path, undefined, headers)).body.bot.isArchived).toBe(false)
})
