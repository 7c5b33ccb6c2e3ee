import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { endpointGroups, errorsOf } from './endpoints.js'
import { type ErrorCode, errorCatalogue } from './errors.js'

/** The API as an OpenAPI 3.1 document. */
export function openApiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, group] of Object.entries(endpointGroups)) {
    for (const endpoint of Object.values(group) as Endpoint[]) {
      const operations = paths[endpoint.path] ?? {}
      operations[endpoint.method.toLowerCase()] = operation(endpoint, tag)
      paths[endpoint.path] = operations
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Colloquy', version: '1', description: 'Build, run and read conversational flows.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'colloquy' },
        csrfToken: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

/** JSON Schema of what is sent (`input`) or answered (`output`). */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return json
}

const errorSchema = {
  type: 'object',
  required: ['code', 'status', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    status: { type: 'integer' },
    message: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

function operation(endpoint: Endpoint, tag: string) {
  return {
    operationId: endpoint.id,
    tags: [tag],
    summary: endpoint.summary,
    security:
      endpoint.auth === 'none' ? [] : [{ token: [] }, cookieOf(endpoint), ...(endpoint.admitsNobody ? [{}] : [])],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...idempotencyKey(endpoint),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse(undefined).success,
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    ...(endpoint.takesFile && { requestBody: { required: true, content: fileContent(endpoint.takesFile) } }),
    responses: {
      [endpoint.status ?? 200]: success(endpoint),
      ...(endpoint.isCacheable && {
        206: { ...success(endpoint), description: 'The range that was asked for' },
        304: { description: 'Nothing has changed since' },
      }),
      ...errorResponses(endpoint),
    },
  }
}

/** Reading needs nothing but the cookie; whatever changes something has to show that it comes from our own pages. */
function cookieOf({ method }: Endpoint) {
  return method === 'GET' ? { cookie: [] } : { cookie: [], csrfToken: [] }
}

function success(endpoint: Endpoint) {
  if (endpoint.status === 302) {
    return {
      description: 'Success',
      headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } },
    }
  }
  if (!endpoint.response) return { description: 'Success' }
  const content = { [endpoint.contentType ?? 'application/json']: { schema: jsonSchema(endpoint.response, 'output') } }
  return { description: 'Success', content }
}

function fileContent(kind: NonNullable<Endpoint['takesFile']>) {
  const file = { type: 'string', format: 'binary' }
  const form = { type: 'object', required: ['file'], properties: { file } }
  return {
    ...(kind !== 'form' && { '*/*': { schema: file } }),
    ...(kind !== 'raw' && { 'multipart/form-data': { schema: form } }),
  }
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const json = jsonSchema(schema, 'input') as { properties?: Record<string, object>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required?.includes(name) ?? false),
    schema: property,
  }))
}

function idempotencyKey(endpoint: Endpoint) {
  if (endpoint.id !== 'startChat' && endpoint.id !== 'continueChat') return []
  const description = 'The same key with the same body gives the same answer again'
  return [
    { name: 'Idempotency-Key', in: 'header', required: false, description, schema: { type: 'string', maxLength: 255 } },
  ]
}

function errorResponses(endpoint: Endpoint) {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(endpoint)) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errorCatalogue[code].message}`).join('. '),
        headers: headersOf(status),
        content: { 'application/json': { schema: errorSchemaOf(status, codes) } },
      },
    ]),
  )
}

function errorSchemaOf(status: number, codes: readonly ErrorCode[]) {
  return {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { properties: { status: { const: status }, code: { enum: codes } } },
    ],
  }
}

function headersOf(status: number) {
  if (status !== 429 && status !== 503) return undefined
  return { 'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer', minimum: 1 } } }
}
