import { endpoints } from '@colloquy/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

/** Text that is stored, and how people look for it. */
const stored = 'Zoë Größmann'
const asked = ['zoe', 'ZOË', 'GROSSMANN', 'größ']

/** Requests to the operations that search: each has what it finds by the text. */
const found: Record<string, (search: string) => Promise<unknown>> = {
  listResults: async (search) => (await get(`bots/${botId}/results?search=${search}`)).results[0]?.answers[0]?.content,
  countResults: async (search) =>
    (await get(`bots/${botId}/results/count?search=${search}`)).total === 1 ? stored : 0,
  exportResults: async (search) => JSON.stringify(await get(`bots/${botId}/results/export?search=${search}`)),
  listAccounts: async (search) => (await get(`instance/users?search=${search}`)).users[0]?.name,
  listContacts: async (search) =>
    (await get(`workspaces/${service.workspaceId}/contacts?search=${search}`)).contacts[0]?.name,
  countContacts: async (search) =>
    (await get(`workspaces/${service.workspaceId}/contacts/count?search=${search}`)).count === 1 ? stored : 0,
  exportContacts: async (search) =>
    JSON.stringify(await get(`workspaces/${service.workspaceId}/contacts/export?search=${search}`)),
  searchConversations: async (search) =>
    (await get(`workspaces/${service.workspaceId}/inbox/search?search=${search}`)).conversations[0]?.lastText,
  listAllWorkspaces: async (search) => (await get(`instance/workspaces?search=${search}`)).workspaces[0]?.name,
}

let service: TestService
let botId: string
beforeAll(async () => {
  service = await testService()
  botId = await service.publish(askingBot('searched'))
  const { start, say } = chatClient(() => service)
  await say((await start('searched')).body.sessionId, stored)
  const { sessionId } = (await start('searched')).body
  await say(sessionId, 'Somebody else')
  await service.call('POST', `/api/v1/workspaces/${service.workspaceId}/inbox/${sessionId}/take`)
  await say(sessionId, stored)
  await service.call('PATCH', '/api/v1/users/me', { updates: { name: stored } })
  await service.call('POST', '/api/v1/workspaces', { name: stored })
  for (const name of [stored, 'Somebody else'])
    await service.call('POST', `/api/v1/workspaces/${service.workspaceId}/contacts`, { name })
})
afterAll(() => service.close())

async function get(path: string) {
  const { status, body } = await service.call('GET', `/api/v1/${path}`)
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
  return body
}

const shapeOf = (endpoint: object) => ('query' in endpoint ? (endpoint.query as z.ZodObject).shape : undefined)
const searching = Object.values(endpoints).filter((endpoint) => {
  const names = Object.keys(shapeOf(endpoint) ?? {})
  return names.includes('search') || names.includes('q')
})

test('every operation that searches is tested, and returns pages or a file', () => {
  expect(searching.map(({ id }) => id).sort()).toEqual(Object.keys(found).sort())
  for (const { id, query } of searching as { id: string; query: z.ZodObject }[]) {
    // The inbox shows the newest of what it finds.
    const isList = !/^(count|export)/.test(id) && id !== 'searchConversations'
    expect('limit' in query.shape, id).toBe(isList)
    expect(query.safeParse({ search: 'x'.repeat(201) }).error?.issues[0]?.path, id).toEqual(['search'])
  }
})

test.each(Object.keys(found))('%s finds a text whatever its case and accents', async (id) => {
  for (const search of asked) {
    expect(await found[id]!(encodeURIComponent(search)), search).toContain(stored)
  }
  expect(String(await found[id]!('nothing-like-it'))).not.toContain(stored)
})
