import type { Endpoint } from '@colloquy/api'
import { type Quota, quotaNames } from '@colloquy/storage'
import { newId } from '../ids.js'
import type { Breakable, Drive, Failures, OperationServices } from './operation-world.js'
import { absentIds, type Ids, type PopulatedWorkspace, populatedWorkspace } from './populated-workspace.js'
import { callOperation, instanceAdminOperations, type TestRequest } from './requests.js'
import { askingBot, type Method } from './test-service.js'

/** Requests something that does not exist. */
export const unknown =
  (name: keyof Ids): Drive =>
  ({ run }) =>
    run({ ids: { [name]: newId() } })

const as =
  (role: 'GUEST' | 'MEMBER'): Drive =>
  async ({ service, ids, run }) => {
    const { value } = await service.addMember(ids.workspaceId, role)
    return run({ headers: { authorization: `Bearer ${value}` } })
  }

export const asGuest = as('GUEST')
export const asMember = as('MEMBER')

export const suspended: Drive = async ({ service, ids, run }) => {
  await service.storage.workspaces.update(ids.workspaceId, { isSuspended: true }, Date.now())
  return run()
}

export const wrongOrigin: Drive = async ({ service, ids, as, run, update }) => {
  await update({ settings: { security: { allowedOrigins: ['https://good.example'] } } })
  await service.call('POST', `/api/v1/bots/${ids.botId}/publish`, undefined, as)
  const { sessionId } = (await service.call('POST', `/api/v1/bots/${ids.publicId}/startChat`)).body
  return run({ ids: { sessionId, uploadSessionId: sessionId }, headers: { origin: 'https://evil.example' } })
}

/** Runs the operation while nobody may have more than they have. */
export const overQuota: Drive = async ({ service, run }) => {
  const limits: Record<Quota, number> = service.config.limits
  const before = { ...limits }
  for (const quota of quotaNames) limits[quota] = 0
  try {
    return await run()
  } finally {
    Object.assign(limits, before)
  }
}

/** Runs the operation while the bots of a workspace may not take more bytes than they do. */
export const overBotBytes =
  (change: TestRequest = {}): Drive =>
  async ({ service, run }) => {
    const { limits } = service.config
    const before = limits.workspaceBotBytes
    limits.workspaceBotBytes = 1
    try {
      return await run(change)
    } finally {
      limits.workspaceBotBytes = before
    }
  }

/** Makes two requests within a minute, of which the second exceeds the rate, on a service where no chat began before. */
export const exceedRate: Drive = async ({ services: { limited }, endpoint }) => {
  const publicId = `limited-${newId()}`
  const botId = await limited.publish(askingBot(publicId))
  const ids = { ...absentIds, workspaceId: limited.workspaceId, botId, publicId }
  await callOperation(limited, endpoint, ids)
  return callOperation(limited, endpoint, ids)
}

/** Makes two guessing requests, with `headers` or ids that do not exist, of which the second exceeds the rate. */
export const exceedGuesses =
  (headers: Record<string, string> = {}): Drive =>
  async ({ services: { guessed }, endpoint }) => {
    await callOperation(guessed, endpoint, absentIds, { headers })
    return callOperation(guessed, endpoint, absentIds, { headers })
  }

const sendsBody =
  (body: string, headers: Record<string, string> = {}): Drive =>
  ({ run }) =>
    run({ body, headers })

const whileItFails =
  (what: Breakable): Drive =>
  async ({ services, endpoint }) => {
    const { ids, admin } = await brokenWorkspace(services, endpoint)
    services.fails = what
    try {
      const token = instanceAdminOperations.has(endpoint.id) ? services.broken.token : admin
      return await callOperation(services.broken, endpoint, ids, { token })
    } finally {
      services.fails = undefined
    }
  }

/** The same for all failures of an operation, which store nothing. */
function brokenWorkspace(services: OperationServices, endpoint: Endpoint): Promise<PopulatedWorkspace> {
  const known = brokenWorkspaces.get(services) ?? new Map<Endpoint, Promise<PopulatedWorkspace>>()
  brokenWorkspaces.set(services, known)
  const workspace = known.get(endpoint) ?? populatedWorkspace(services.broken, endpoint)
  known.set(endpoint, workspace)
  return workspace
}

const brokenWorkspaces = new WeakMap<OperationServices, Map<Endpoint, Promise<PopulatedWorkspace>>>()

/** Failures that many operations have in common; none of them changes the world in which it is driven. */
export const commonFailures: Failures = {
  invalid_request: ({ service, endpoint, as, run }) => {
    if (endpoint.body && endpoint.id !== 'deleteResults') return run({ body: '"text"' })
    const path = endpoint.path.replace(/\{\w+\}/, '%zz')
    // `limit` takes a number, `state` a single text, and `version` a number of OpenAPI.
    return service.call(endpoint.method as Method, `${path}?limit=none&state=one&state=two&version=none`, undefined, as)
  },
  malformed_json: sendsBody('{"bot": {'),
  too_deep: sendsBody(`{"bot":${'['.repeat(64)}${']'.repeat(64)}}`),
  invalid_text: sendsBody('{"name":"\\ud800"}'),
  body_too_large: sendsBody(JSON.stringify({ name: 'x'.repeat(60_000) })),
  unsupported_media_type: sendsBody('{}', { 'content-type': 'text/plain' }),
  too_many_requests: exceedGuesses({ authorization: 'Bearer of-nobody' }),
  server_busy: ({ services: { limited }, endpoint }) =>
    callOperation(limited, endpoint, absentIds, { body: JSON.stringify({ name: 'x'.repeat(100_000) }) }),
  unauthorized: ({ run }) => run({ headers: { authorization: '' } }),
  insufficient_scope: async ({ service, run }) => {
    const { value } = await service.addToken({ scope: 'read' })
    return run({ headers: { authorization: `Bearer ${value}` } })
  },
  forbidden: async ({ service, run }) => {
    const { admin } = await populatedWorkspace(service)
    return run({ headers: { authorization: `Bearer ${admin}` } })
  },
  storage_unavailable: whileItFails('storage'),
  storage_full: whileItFails('disk'),
  internal_error: whileItFails('clock'),
}

export const inUnknownWorkspace = unknown('workspaceId')

/** Custom head code whose elements are nested more deeply than allowed. */
export const deepHeadCode = '<b>'.repeat(501)
