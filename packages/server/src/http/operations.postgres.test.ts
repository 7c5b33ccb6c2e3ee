import { type Endpoint, type EndpointId, type ErrorCode, errorCatalogue, errorsOf } from '@colloquy/api'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { commonFailures } from '../testing/common-failures.js'
import { failures } from '../testing/operation-failures.js'
import {
  type Drive,
  newWorld,
  type OperationServices,
  operationServices,
  type World,
} from '../testing/operation-world.js'
import { allEndpoints, successOf } from '../testing/requests.js'

/**
 * Every operation, and every error that it is documented to return, over HTTP. `call` checks each answer against the description. Errors are
 * raised above the storage, or by what a method of it returns, which its contract compares: on PostgreSQL, one operation drives each.
 */

let services: OperationServices
beforeAll(async () => {
  services = await operationServices()
})
afterAll(() => services.close())

/** True for operations that use neither the clock nor anything else that could be made to fail. */
const isUnbreakable = ({ id }: Endpoint) =>
  ['health', 'ready', 'openApi', 'docs', 'getFile', 'requestPasswordLink', 'verifyMessagingPreviewWebhook'].includes(id)

const drivenErrors = (endpoint: Endpoint) =>
  errorsOf(endpoint).filter((code) => code !== 'internal_error' || !isUnbreakable(endpoint))

/** Errors that the server raises before a handler runs, by the shape of an operation. */
const beforeHandlers: ReadonlySet<ErrorCode> = new Set([
  ...(['invalid_request', 'malformed_json', 'too_deep', 'invalid_text', 'body_too_large'] as const),
  ...(['unsupported_media_type', 'too_many_requests', 'server_busy', 'unauthorized', 'insufficient_scope'] as const),
])

/** The properties of an operation that the server reads before its handler runs, except rights, which the access matrix compares. */
function shapeOf(endpoint: Endpoint): string {
  const { id, earlier, path, summary, errors, needs, params, query, body, response, ...shape } = endpoint
  const takes = [params, query, body].map((schema) => schema !== undefined)
  return JSON.stringify([takes, Object.entries(shape).toSorted()])
}

/** True for the operation that drives an error: on PostgreSQL for all that have it, otherwise for those of its shape if no handler raises it. */
function isDriven(endpoint: Endpoint, code: ErrorCode): boolean {
  const isPostgres = inject('postgres') !== undefined
  if (!isPostgres && (!beforeHandlers.has(code) || endpoint.errors.includes(code))) return true
  const alike = allEndpoints.filter((other) => isPostgres || shapeOf(other) === shapeOf(endpoint))
  return alike.find((other) => drivenErrors(other).includes(code)) === endpoint
}

describe.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (id, endpoint) => {
  // A request that only reads, or that is rejected before it is carried out, leaves its workspace as it was, for the next one.
  let untouched: Promise<World> | undefined
  const untouchedWorld = () => (untouched ??= newWorld(services, endpoint))

  test('succeeds as described', async () => {
    const { run } = await (endpoint.method === 'GET' ? untouchedWorld() : newWorld(services, endpoint))
    const response = await run()
    expect(response.status).toBe(successOf(endpoint))
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    if (!['docs', 'openApi', 'getFile'].includes(id)) expect(response.headers['cache-control']).toMatch(/^no-store\b/)
  })

  test('has every failure driven that it is described with', () => {
    expect(Object.keys(failures[id as EndpointId] ?? {}).toSorted()).toEqual(endpoint.errors.toSorted())
    const common = errorsOf(endpoint).filter((code) => !endpoint.errors.includes(code))
    expect(common.filter((code) => !commonFailures[code])).toEqual([])
  })

  const drives = drivenErrors(endpoint)
    .filter((code) => isDriven(endpoint, code))
    .map((code) => [code, failures[id as EndpointId]?.[code]] as const)
  test.each(drives)('fails with %s', async (code, own) => {
    const response = await (own
      ? own(await newWorld(services, endpoint))
      : (commonFailures[code] as Drive)(await untouchedWorld()))
    expect(response.body).toMatchObject({ code, status: errorCatalogue[code].status, message: expect.any(String) })
    expect(response.status).toBe(errorCatalogue[code].status)
    expect(Object.keys(response.body).filter((key) => !['code', 'status', 'message', 'issues'].includes(key))).toEqual(
      [],
    )
    expect(response.text).not.toMatch(/\/tmp\/|node_modules|SELECT| at .*\.ts|The connection is gone|A bug/)
  })
})

test('a HEAD request is answered like its GET, without a body', async () => {
  for (const path of ['/healthz', '/ready', '/api/openapi.json', '/api/v1/users/me']) {
    const response = await services.service.call('HEAD', path)
    expect(response.status).toBe(200)
    expect(response.text).toBe('')
  }
})
