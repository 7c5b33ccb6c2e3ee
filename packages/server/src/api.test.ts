import { type Endpoint, endpoints } from '@colloquy/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingBot, testService } from './testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const guarded = (Object.values(endpoints) as Endpoint[]).filter((endpoint) => endpoint.auth !== 'none')
const fill = (path: string, ids: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'absent')

describe('tokens', () => {
  test.each(guarded.map((it) => [it.id, it] as const))('%s needs a good token', async (_, endpoint) => {
    for (const authorization of ['', 'Bearer wrong', 'Basic abc']) {
      const answer = await service.call(endpoint.method, fill(endpoint.path, {}), undefined, { authorization })
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ code: 'unauthorized', status: 401, message: expect.any(String) })
    }
  })

  test.each(guarded.filter((it) => it.path.includes('{')).map((it) => [it.id, it] as const))(
    '%s: foreign is as absent',
    async (_, endpoint) => {
      const botId = await service.publish(askingBot(`own-${endpoint.id.toLowerCase()}`))
      const credentialsId = await service.addCredentials('smtp', { port: 25, from: {} })
      const body = endpoint.id === 'updateBot' ? { bot: {} } : endpoint.body ? {} : undefined
      const headers = { authorization: `Bearer ${service.strangerToken}` }
      const ask = (ids: Record<string, string>, workspaceId: string) => {
        const isInWorkspace = endpoint.path.includes('/credentials/')
        const url = `${fill(endpoint.path, ids)}${isInWorkspace ? `?workspaceId=${workspaceId}` : ''}`
        const given = isInWorkspace && body ? { workspaceId, credentials: {} } : body
        return service.call(endpoint.method, url, given, headers)
      }
      const foreign = await ask({ botId, credentialsId, workspaceId: service.workspaceId }, service.workspaceId)
      const absent = await ask({}, 'absent')
      expect(foreign.status).toBe(404)
      expect(foreign.text).toBe(absent.text)
    },
  )
})

describe('management', () => {
  test('answers are as described', async () => {
    const botId = await service.publish(askingBot('shape'))
    const started = (await service.call('POST', '/api/v1/bots/shape/startChat')).body
    await service.call('POST', `/api/v1/sessions/${started.sessionId}/continueChat`, { message: 'Ada' })
    const credentialsId = await service.addCredentials('smtp', { port: 25, from: {} })
    const ids = { botId, credentialsId, resultId: started.resultId, workspaceId: service.workspaceId }
    for (const endpoint of (Object.values(endpoints) as Endpoint[]).filter(
      (it) => it.method === 'GET' && it.auth !== 'none' && it.status === undefined,
    )) {
      const isInWorkspace = endpoint.id === 'listBots' || endpoint.path.includes('/credentials')
      const query = isInWorkspace ? `?workspaceId=${service.workspaceId}` : ''
      const answer = await service.call('GET', fill(endpoint.path, ids) + query)
      expect(answer.status, endpoint.id).toBe(200)
      expect(endpoint.response.safeParse(answer.body).error, endpoint.id).toBeUndefined()
    }
    const { result } = (await service.call('GET', `/api/v1/bots/${botId}/results/${started.resultId}`)).body
    expect(result.answers[0]).toMatchObject({
      blockId: 'in0',
      groupId: 'g1',
      variableId: 'v1',
      content: 'Ada',
      storageUsed: 0,
    })
    const { transcript } = (await service.call('GET', `/api/v1/bots/${botId}/results/${started.resultId}/transcript`))
      .body
    expect(transcript).toEqual([
      { role: 'bot', type: 'text', text: 'Hi' },
      { role: 'user', type: 'text', text: 'Ada' },
    ])
  })

  test('a stale update is a conflict unless it overwrites', async () => {
    const id = await service.publish(askingBot('stale'))
    const bot = { name: 'New', updatedAt: '2020-01-01T00:00:00.000Z' }
    expect((await service.call('PATCH', `/api/v1/bots/${id}`, { bot })).status).toBe(409)
    expect((await service.call('PATCH', `/api/v1/bots/${id}`, { bot, overwrite: true })).body.bot.name).toBe('New')
  })

  test('fields that are not writable are not written', async () => {
    const id = await service.publish(askingBot('mass'))
    const bot = { id: 'x', workspaceId: 'x', createdAt: 'x', isArchived: true, ownerId: 'x' }
    const updated = (await service.call('PATCH', `/api/v1/bots/${id}`, { bot })).body.bot
    expect(updated).toMatchObject({ id, workspaceId: service.workspaceId, isArchived: false })
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=1e9',
    'limit=NaN',
    'limit=-1',
    'timeFilter=x',
    'timeZone=../../etc',
    'cursor=forged',
    `cursor=${'x'.repeat(10_000)}`,
  ])('results refuse %s', async (query) => {
    const id = await service.publish(askingBot(`r-${Math.random().toString(36).slice(2)}`))
    expect((await service.call('GET', `/api/v1/bots/${id}/results?${query}`)).status).toBe(400)
  })

  test.each(['%20', '0', '[]', 'x'.repeat(10_000), '%00', '..%2Fx', '__proto__', 'constructor'])(
    'id %s is 400 or 404',
    async (id) => {
      expect([400, 404]).toContain((await service.call('GET', `/api/v1/bots/${id}`)).status)
      expect([400, 404]).toContain((await service.call('POST', `/api/v1/sessions/${id}/continueChat`, {})).status)
    },
  )
})

describe('bodies', () => {
  const url = '/api/v1/workspaces'
  test.each([
    ['{', 400],
    ['{"name":"\\u0000"}', 400],
    ['{"name":"\\ud800"}', 400],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 400],
    [`{"name":"${'x'.repeat(1_100_000)}"}`, 413],
  ])('%.30s is refused', async (body, status) => {
    expect((await service.call('POST', url, body)).status).toBe(status)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json\ta',
    'application/json; charset=utf-16',
  ])('%s is 415', async (type) => {
    const answer = await service.call('POST', url, '{"name":"x"}', { 'content-type': type })
    expect(answer.status).toBe(415)
    expect(answer.body.code).toBe('unsupported_media_type')
  })

  test('__proto__ goes nowhere', async () => {
    expect((await service.call('POST', url, '{"name":"proto","__proto__":{"polluted":1}}')).status).toBe(200)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})
