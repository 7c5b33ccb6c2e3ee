import { randomFrom } from '@colloquy/engine'
import { testService } from '@colloquy/server/testing'
import { openStorageAt } from '@colloquy/server/testing/process'
import fc from 'fast-check'
import { counted } from '../counts.js'
import { arbitraryOfJsonSchema, type JsonSchema } from '../harness/arbitrary-of-json-schema.js'
import { echoingBot } from '../harness/echoing-bot.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: JsonSchema
}
interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

/**
 * Calls the service repeatedly as its OpenAPI description says, with values generated from that description, ids from earlier answers, and
 * malicious values. No answer may be a server error, and each must match the description.
 */
export async function fuzz({ folder, newData, seed, goesOn }: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const service = await testService(
    {},
    { ports: nowhere, open: async () => openStorageAt((await newData(folder)).storage) },
  )
  const problems: string[] = []
  const statuses = new Map<number, number>()
  let requests = 0
  try {
    const botId = await service.publish(echoingBot('fuzzed', 3))
    const { body: document } = await service.call('GET', '/api/openapi.json')
    const operations = operationsOf(document.paths)
    const ownerId = (await service.storage.users.first())?.id as string
    let { token } = service
    const known = new Set([botId, 'fuzzed', service.workspaceId])
    for (; problems.length < 20 && goesOn(requests); requests++) {
      const request = requestOf(operations, known, seed + requests)
      const { status, body } = await service
        .call(request.method, request.url, request.body, { authorization: `Bearer ${token}` })
        .catch((error: Error) => {
          problems.push(`--seed ${seed}, request ${requests}: ${error.message.slice(0, 500)}`)
          return { status: 0, body: undefined }
        })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // A request deleted this token, among others.
      if (status === 401) token = (await service.addToken({ userId: ownerId })).value
      if (status >= 500)
        problems.push(`--seed ${seed}, request ${requests}: ${request.method} ${request.url}: ${status}`)
      if (status === 200) remember(known, body)
    }
  } finally {
    await service.close()
  }
  const successes = statuses.get(200) ?? 0
  if (successes < requests / 50)
    problems.push(`Only ${successes} of ${requests} requests were taken: that tries little.`)
  const byStatus = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  return { tries: requests, counts: counted`${requests} requests: ${byStatus.join(', ')}`, problems }
}

/** No call of a generated flow leaves the process. */
const nowhere = {
  egress: {
    send: async () => ({ kind: 'refused' as const, reason: 'not in this test' }),
    open: async () => ({ kind: 'refused' as const, reason: 'not in this test' }),
    close: async () => {},
  },
  mail: {
    send: async () => ({ kind: 'failed' as const, reason: 'not in this test' }),
    verify: async () => ({ kind: 'failed' as const, reason: 'not in this test' }),
  },
}

interface Described extends Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
}

/** All operations except streams, which never end, and uploads, which have separate tests. */
function operationsOf(paths: Record<string, Record<string, Operation>>): Described[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase() as Described['method'],
    })),
  )
  return all.filter(({ responses, requestBody }) => {
    const isStream = responses['200']?.content?.['text/event-stream'] !== undefined
    const bodies = Object.keys(requestBody?.content ?? {})
    return !isStream && bodies.every((type) => type === 'application/json')
  })
}

function requestOf(operations: readonly Described[], known: ReadonlySet<string>, seed: number) {
  const ids = [...known]
  const words = ['a', 'Hello', 'ada@example.com', '12', '2026-01-31', 'en', 'https://example.com/a']
  const textOf = (key: string) =>
    /id$|ids$/i.test(key)
      ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, fc.string({ maxLength: 30 }))
      : fc.oneof(fc.constantFrom(...words), fc.constantFrom(...ids), fc.string({ maxLength: 30 }))
  const operation = pick(operations, randomFrom(seed))
  const [parts] = fc.sample(partsOf(operation, textOf), { seed, numRuns: 1 })
  const { path, query, body } = parts as { path: Values; query: Values; body: unknown }
  return {
    method: operation.method,
    url: filled(operation.path, path) + queryOf(query),
    body: operation.requestBody ? JSON.stringify(body ?? {}) : undefined,
  }
}

type Values = Record<string, unknown>

/** Deletions are rare, because they leave nothing to test. */
function pick(operations: readonly Described[], random: () => number): Described {
  for (;;) {
    const one = operations[Math.floor(random() * operations.length)] as Described
    if (one.method !== 'DELETE' || random() < 0.1) return one
  }
}

function partsOf({ parameters = [], requestBody }: Described, textOf: (key: string) => fc.Arbitrary<string>) {
  const of = (step: string) => {
    const here = parameters.filter((parameter) => parameter.in === step)
    const shape = here.map(({ name, schema }) => [name, arbitraryOfJsonSchema(schema, textOf, name)] as const)
    const requiredKeys = here.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(Object.fromEntries(shape), { requiredKeys }) as fc.Arbitrary<Values>
  }
  const schema = requestBody?.content['application/json']?.schema
  return fc.record({
    path: of('path'),
    query: of('query'),
    body: schema ? arbitraryOfJsonSchema(schema, textOf) : fc.constant(undefined),
  })
}

/** A value as it can be a part of a URL: lone surrogates cannot. */
const plain = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 2000).replace(/\p{Surrogate}/gu, '')

/** A path with an empty segment is a different path. */
function filled(path: string, values: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(plain(values[name] ?? 'x')) || 'x')
}

function queryOf(values: Values): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(plain(value))}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Ids of created objects, to be reused; the pool stays small. */
function remember(known: Set<string>, value: unknown, key = ''): void {
  if (known.size > 60) known.delete([...known][3] as string)
  if (typeof value === 'string' && /id$/i.test(key) && value !== '') known.add(value)
  if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) remember(known, inner, name)
}
