import { type Endpoint, type ErrorCode, errorCatalogue, errorsOf } from '@colloquy/api'
import { defaultPublicId } from '@colloquy/flow'
import { StorageFullError } from '@colloquy/storage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './ids.js'
import { failingStorage } from './testing/failing-storage.js'
import { type Ids, pathOf, populatedWorkspace } from './testing/populated-workspace.js'
import { allEndpoints, carryOut, requests } from './testing/requests.js'
import { askingBot, type Method, type TestService, testService } from './testing/test-service.js'

/** Every operation, and everything that it is described to fail with, over HTTP. `call` holds each answer to the description. */

let service: TestService
let limited: TestService
let broken: TestService
let fails: 'clock' | 'storage' | 'disk' | undefined
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: '{"flowBytes":50000,"chatBytes":20000}' })
  limited = await testService({
    COLLOQUY_RATE_LIMIT: 'on',
    COLLOQUY_LIMITS: '{"startsPerMinute":1,"repliesPerMinute":1}',
  })
  broken = await testService(
    {},
    {
      clock() {
        if (fails === 'clock') throw new TypeError('A bug')
        return Date.now()
      },
      wrap: (storage) =>
        failingStorage(storage, ({ isWrite }) => {
          if (fails === 'storage') throw new Error('The connection is gone')
          if (fails === 'disk' && isWrite) throw new StorageFullError('No room')
        }),
    },
  )
})
afterAll(() => Promise.all([service, limited, broken].map((one) => one.close())))

type Answer = Awaited<ReturnType<TestService['call']>>
interface World {
  ids: Ids
  as: { authorization: string }
  endpoint: Endpoint
  /** Carries the operation out, with other ids or another body if need be. */
  run(change?: { ids?: Partial<Ids>; body?: unknown; headers?: Record<string, string> }): Promise<Answer>
  update(bot: object): Promise<Answer>
}
type Drive = (world: World) => Promise<Answer>

const unknown = (name: keyof Ids) => (world: World) => world.run({ ids: { [name]: newId() } })
const suspended: Drive = async ({ ids, run }) => {
  await service.storage.workspaces.update(ids.workspaceId, { isSuspended: true }, Date.now())
  return run()
}
const wrongOrigin: Drive = async ({ ids, as, run, update }) => {
  await update({ settings: { security: { allowedOrigins: ['https://good.example'] } } })
  await service.call('POST', `/api/v1/bots/${ids.botId}/publish`, undefined, as)
  const { sessionId } = (await service.call('POST', `/api/v1/bots/${ids.publicId}/startChat`)).body
  return run({ ids: { sessionId }, headers: { origin: 'https://evil.example' } })
}
const reusedKey: Drive = async ({ run }) => {
  const headers = { 'idempotency-key': newId() }
  await run({ headers, body: { message: 'One' } })
  return run({ headers, body: { message: 'Two' } })
}
const tooOften: Drive = async ({ endpoint }) => {
  const ids = await idsWithoutChat(limited)
  await carryOut(limited, endpoint, ids)
  return carryOut(limited, endpoint, ids)
}
const foreignFolder: Drive = ({ ids, run }) =>
  run({ body: { workspaceId: ids.workspaceId, bot: { folderId: newId() } } })

/** Each failure that belongs to an operation, by its code. */
const failures: Record<string, Partial<Record<ErrorCode, Drive>>> = {
  startChat: {
    bot_not_found: unknown('publicId'),
    bot_closed: async ({ run, update }) => {
      await update({ isClosed: true })
      return run()
    },
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    idempotency_key_reused: reusedKey,
    too_many_requests: tooOften,
  },
  startPreviewChat: {
    bot_not_found: unknown('botId'),
    start_group_not_found: ({ run }) => run({ body: { startFrom: { type: 'group', groupId: 'none' } } }),
    start_event_not_found: ({ run }) => run({ body: { startFrom: { type: 'event', eventId: 'none' } } }),
  },
  continueChat: {
    session_not_found: unknown('sessionId'),
    session_ended: async ({ run }) => {
      await run()
      return run()
    },
    command_not_found: ({ run }) => run({ body: { message: { type: 'command', command: 'none' } } }),
    invalid_client_result: async ({ ids, as, run, update }) => {
      const webhook = { url: 'https://shop.example', method: 'GET' }
      const block = { id: 'call', type: 'Webhook', options: { webhook, isExecutedOnClient: true } }
      await update({ groups: [{ id: 'g1', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [block] }] })
      const started = await service.call('POST', `/api/v1/bots/${ids.botId}/preview/startChat`, {}, as)
      return run({ ids: { sessionId: started.body.sessionId }, body: { message: 'not JSON' } })
    },
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    idempotency_key_reused: reusedKey,
    too_many_requests: tooOften,
  },
  saveClientLogs: {
    session_not_found: unknown('sessionId'),
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: tooOften,
  },
  listBots: {
    workspace_not_found: ({ as }) => service.call('GET', `/api/v1/bots?workspaceId=${newId()}`, undefined, as),
  },
  createBot: {
    workspace_not_found: ({ run }) => run({ body: { workspaceId: newId(), bot: {} } }),
    folder_not_found: foreignFolder,
    public_id_taken: ({ ids, run }) => run({ body: { workspaceId: ids.workspaceId, bot: { publicId: ids.publicId } } }),
  },
  importBot: {
    workspace_not_found: ({ run }) =>
      run({ body: { workspaceId: newId(), bot: { version: '6', theme: {}, ...askingBot('x') } } }),
    invalid_flow: ({ ids, run }) => run({ body: { workspaceId: ids.workspaceId, bot: { version: '9' } } }),
  },
  getBot: { bot_not_found: unknown('botId') },
  updateBot: {
    bot_not_found: unknown('botId'),
    folder_not_found: foreignFolder,
    credentials_not_found: ({ update }) => update({ messagingCredentialsId: newId() }),
    update_conflict: ({ update }) => update({ updatedAt: '2020-01-01T00:00:00.000Z' }),
    public_id_taken: async ({ update }) => update({ publicId: (await populatedWorkspace(service)).ids.publicId }),
    custom_domain_taken: async ({ update }) => {
      const customDomain = `${newId()}.example.com`
      const other = await populatedWorkspace(service)
      const path = `/api/v1/bots/${other.ids.botId}`
      await service.call('PATCH', path, { bot: { customDomain } }, { authorization: `Bearer ${other.admin}` })
      return update({ customDomain })
    },
    invalid_flow: ({ update }) => update({ name: 7 }),
  },
  deleteBot: { bot_not_found: unknown('botId') },
  getPublishedBot: { bot_not_found: unknown('botId') },
  publishBot: {
    bot_not_found: unknown('botId'),
    public_id_taken: async ({ ids, as, run, update }) => {
      await update({ publicId: null, name: 'Twin' })
      const bot = { publicId: defaultPublicId('Twin', ids.botId) }
      await service.call('POST', '/api/v1/bots', { workspaceId: ids.workspaceId, bot }, as)
      return run()
    },
  },
  unpublishBot: {
    bot_not_found: unknown('botId'),
    bot_not_published: async ({ run }) => {
      await run()
      return run()
    },
  },
  listResults: {
    bot_not_found: unknown('botId'),
    invalid_cursor: ({ ids, as }) =>
      service.call('GET', `/api/v1/bots/${ids.botId}/results?cursor=forged`, undefined, as),
    invalid_time_zone: ({ ids, as }) =>
      service.call('GET', `/api/v1/bots/${ids.botId}/results?timeZone=../../etc`, undefined, as),
  },
  deleteResults: { bot_not_found: unknown('botId') },
  getResult: { bot_not_found: unknown('botId'), result_not_found: unknown('resultId') },
  getTranscript: { bot_not_found: unknown('botId'), result_not_found: unknown('resultId') },
  listResultLogs: { bot_not_found: unknown('botId') },
  createWorkspace: { name_taken: ({ run }) => run({ body: { name: 'Populated' } }) },
  getWorkspace: { workspace_not_found: unknown('workspaceId') },
  updateWorkspace: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: async ({ ids, run }) => {
      const member = await service.addMember(ids.workspaceId, 'MEMBER')
      return run({ headers: { authorization: `Bearer ${member.value}` } })
    },
  },
  deleteWorkspace: { workspace_not_found: unknown('workspaceId') },
  eraseResults: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: async ({ ids, run }) => {
      const member = await service.addMember(ids.workspaceId, 'MEMBER')
      return run({ headers: { authorization: `Bearer ${member.value}` } })
    },
  },
  deleteApiToken: { token_not_found: unknown('tokenId') },
  ready: {
    shutting_down: async ({ endpoint, ids }) => {
      const draining = await testService()
      try {
        draining.app.drain()
        return await carryOut(draining, endpoint, ids)
      } finally {
        await draining.close()
      }
    },
  },
}

const sendsBody =
  (body: string, headers: Record<string, string> = {}): Drive =>
  ({ run }) =>
    run({ body, headers })
const whileItFails =
  (what: typeof fails): Drive =>
  async ({ endpoint }) => {
    const { ids, admin } = await populatedWorkspace(broken)
    fails = what
    try {
      return await carryOut(broken, endpoint, ids, { token: admin })
    } finally {
      fails = undefined
    }
  }

/** Each failure that operations of a kind have in common. */
const commonFailures: Partial<Record<ErrorCode, Drive>> = {
  invalid_request: ({ endpoint, as, run }) => {
    if (endpoint.body && endpoint.id !== 'deleteResults') return run({ body: '"text"' })
    const path = endpoint.path.replace(/\{\w+\}/, '%zz')
    return service.call(endpoint.method as Method, path, undefined, as)
  },
  malformed_json: sendsBody('{"bot": {'),
  too_deep: sendsBody(`{"bot":${'['.repeat(64)}${']'.repeat(64)}}`),
  invalid_text: sendsBody('{"name":"\\ud800"}'),
  body_too_large: sendsBody(JSON.stringify({ name: 'x'.repeat(60_000) })),
  unsupported_media_type: sendsBody('{}', { 'content-type': 'text/plain' }),
  unauthorized: ({ run }) => run({ headers: { authorization: '' } }),
  insufficient_scope: async ({ run }) => {
    const { value } = await service.addToken({ scope: 'read' })
    return run({ headers: { authorization: `Bearer ${value}` } })
  },
  storage_unavailable: whileItFails('storage'),
  storage_full: whileItFails('disk'),
  internal_error: whileItFails('clock'),
}

/** These ask neither the clock nor anything else that could be made to fail. */
const isUnbreakable = ({ id }: Endpoint) => ['health', 'ready', 'openApi', 'docs', 'home'].includes(id)

/** Ids for a service where no chat may begin before the one that is looked at. */
async function idsWithoutChat(one: TestService): Promise<Ids> {
  const publicId = `limited-${newId()}`
  const botId = await one.publish(askingBot(publicId))
  return { workspaceId: one.workspaceId, botId, publicId, sessionId: newId(), resultId: newId(), tokenId: newId() }
}

describe.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (id, endpoint) => {
  const newWorld = async (): Promise<World> => {
    const { ids, admin } = await populatedWorkspace(service)
    const as = { authorization: `Bearer ${admin}` }
    return {
      ids,
      as,
      endpoint,
      run(change = {}) {
        const { query = '', body } = requests[id as keyof typeof requests]({ ...ids, ...change.ids })
        const path = pathOf(endpoint, { ...ids, ...change.ids }) + query
        return service.call(endpoint.method as Method, path, change.body ?? body, { ...as, ...change.headers })
      },
      update: (bot) => service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot }, as),
    }
  }

  test('succeeds as described', async () => {
    const { run } = await newWorld()
    const answer = await run()
    expect(answer.status).toBe(200)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    if (!['docs', 'home'].includes(id)) expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('has every failure driven that it is described with', () => {
    expect(Object.keys(failures[id] ?? {}).toSorted()).toEqual(endpoint.errors.toSorted())
    const common = errorsOf(endpoint).filter((code) => !endpoint.errors.includes(code))
    expect(common.filter((code) => !commonFailures[code])).toEqual([])
  })

  const drives = errorsOf(endpoint)
    .filter((code) => code !== 'internal_error' || !isUnbreakable(endpoint))
    .map((code) => [code, failures[id]?.[code] ?? commonFailures[code]] as const)
  test.each(drives)('fails with %s', async (code, drive) => {
    const answer = await (drive as Drive)(await newWorld())
    expect(answer.body).toMatchObject({ code, status: errorCatalogue[code].status, message: expect.any(String) })
    expect(answer.status).toBe(errorCatalogue[code].status)
    expect(Object.keys(answer.body).filter((key) => !['code', 'status', 'message', 'issues'].includes(key))).toEqual([])
    expect(answer.text).not.toMatch(/\/tmp\/|node_modules|SELECT| at .*\.ts|The connection is gone|A bug/)
  })
})

test('a HEAD request is answered like its GET, without a body', async () => {
  for (const path of ['/healthz', '/ready', '/api/openapi.json', '/api/v1/users/me']) {
    const answer = await service.call('HEAD', path)
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
  }
})
