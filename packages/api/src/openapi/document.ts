import type * as z from 'zod'
import type { Endpoint } from '../endpoint.js'
import { earlierEndpoints, endpointGroups, endpoints } from '../endpoints.js'
import { readBody } from '../read-body.js'
import { Components } from './components.js'
import { ErrorResponses, errorHeaders, errorSchema } from './errors.js'
import { Examples } from './examples.js'
import type { JsonSchema } from './json-schema.js'
import { describeParameters, type Parameter, sharedParameters } from './parameters.js'

/** The description of one operation. */
export interface Operation {
  readonly operationId: string
  readonly tags: string[]
  readonly summary: string
  readonly deprecated?: true
  readonly security?: Record<string, never[]>[]
  parameters?: (Parameter | { $ref: string })[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Record<string, Response | { $ref: string }>
}

interface Response {
  readonly description: string
  readonly headers?: Record<string, object>
  readonly content?: Content
}

export type Content = Record<string, Media>
export interface Media {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { $ref: string }>
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>

/** The API as an OpenAPI 3.1 document. */
export function openApiDocument(publicUrl: string) {
  const { operations, components } = describeOperations()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { endpoint, operation } of operations) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Colloquy', version: '1', description: 'Build, run and read conversational flows.' },
    servers: [{ url: publicUrl }],
    security: usualSecurity,
    tags: Object.keys(endpointGroups).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'colloquy' },
        csrfToken: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
      },
      ...components,
    },
  }
}

/** Strings without an example, as `operation.part.field`. */
export const missingExamples = (): string[] => describeOperations().missing

function describeOperations() {
  const described: Endpoint[] = Object.values(endpoints)
  const components = new Components({
    input: described.flatMap(({ params, query, body }) => [params, query, body].filter((shape) => shape !== undefined)),
    output: described.flatMap(({ response, contentType }) => (response && contentType === undefined ? [response] : [])),
  })
  const errors = new ErrorResponses()
  const operations = Object.entries(endpointGroups).flatMap(([tag, group]) => {
    const earlier = earlierEndpoints.filter(
      ({ successor }) => successor !== undefined && Object.hasOwn(group, successor),
    )
    return [...Object.values(group), ...earlier].map((endpoint: Endpoint) => ({
      endpoint,
      operation: describeOperation(endpoint, tag, components, errors),
    }))
  })
  const schemas: Record<string, JsonSchema> = { Error: errorSchema, ...components.schemas }
  const examples = new Examples(schemas)
  for (const { operation } of operations) addExamples(operation, examples)
  const all = operations.map(({ operation }) => operation)
  return {
    operations,
    components: {
      schemas,
      parameters: sharedParameters(all),
      examples: sharedExamples(all),
      responses: errors.components,
      headers: errorHeaders,
    },
    missing: examples.missing,
  }
}

function describeOperation(endpoint: Endpoint, tag: string, components: Components, errors: ErrorResponses): Operation {
  const parameters = describeParameters(endpoint, components)
  const requestBody = describeBody(endpoint, components)
  return {
    operationId: endpoint.id,
    tags: [tag],
    summary: endpoint.successor === undefined ? endpoint.summary : `Deprecated: use \`${endpoint.successor}\``,
    ...(endpoint.successor !== undefined && { deprecated: true as const }),
    ...security(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successes(endpoint, components), ...errors.describe(endpoint) },
  }
}

type Security = Record<string, never[]>[]

/** Security of most operations: a token, or a cookie with proof that the request comes from our own pages. */
const usualSecurity: Security = [{ token: [] }, { cookie: [], csrfToken: [] }]

/** A GET requires only the cookie. */
function security({ method, auth, admitsNobody }: Endpoint): { security?: Security } {
  if (auth === 'none') return { security: [] }
  if (method !== 'GET') return {}
  return { security: [{ token: [] }, { cookie: [] }, ...(admitsNobody ? [{}] : [])] }
}

function describeBody({ body, takesFile }: Endpoint, components: Components): Operation['requestBody'] {
  if (takesFile) return { required: true, content: fileContent(takesFile) }
  if (!body) return undefined
  return { required: !readBody(body, undefined).success, content: jsonContent(body, 'input', components) }
}

const jsonContent = (schema: z.ZodType, io: 'input' | 'output', components: Components): Content => ({
  'application/json': { schema: components.describe(schema, io) },
})

function fileContent(kind: NonNullable<Endpoint['takesFile']>): Content {
  const file = { type: 'string', format: 'binary' }
  const form = { type: 'object', required: ['file'], properties: { file } }
  return {
    ...(kind !== 'form' && { '*/*': { schema: file } }),
    ...(kind !== 'raw' && { 'multipart/form-data': { schema: form } }),
  }
}

function successes(endpoint: Endpoint, components: Components): Record<string, Response> {
  const success = describeSuccess(endpoint, components)
  return {
    [endpoint.status ?? 200]: success,
    ...(endpoint.isCacheable && {
      206: { ...success, description: 'The requested range' },
      304: { description: 'Not modified' },
    }),
  }
}

function describeSuccess({ status, response, contentType }: Endpoint, components: Components): Response {
  if (status === 302) {
    return {
      description: 'Redirect',
      headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } },
    }
  }
  if (!response) return { description: 'Success' }
  if (contentType === undefined) return { description: 'Success', content: jsonContent(response, 'output', components) }
  const schema = contentType === '*/*' ? { type: 'string', format: 'binary' } : { type: 'string' }
  return { description: 'Success', content: { [contentType]: { schema } } }
}

function addExamples(operation: Operation, examples: Examples): void {
  for (const [part, media] of jsonOf(operation)) {
    media.example = examples.of(media.schema, `${operation.operationId}.${part}`)
  }
}

/** The JSON of an operation's request and responses. */
function* jsonOf({ requestBody, responses }: Operation): Generator<['body' | 'answer', Media]> {
  const body = requestBody?.content[json]
  if (body) yield ['body', body]
  for (const response of Object.values(responses)) {
    const answer = 'content' in response ? response.content?.[json] : undefined
    if (answer) yield ['answer', answer]
  }
}

/** Moves long examples that several operations share into components, and replaces them with references. */
function sharedExamples(operations: readonly Operation[]): Record<string, { value: unknown }> {
  const named: Record<string, { value: unknown }> = {}
  const uses = new Map<string, { name: string; media: Media[] }>()
  for (const operation of operations) {
    for (const [part, media] of jsonOf(operation)) {
      const text = JSON.stringify(media.example)
      const use = uses.get(text) ?? { name: `${operation.operationId}.${part}`, media: [] }
      use.media.push(media)
      uses.set(text, use)
    }
  }
  for (const [text, { name, media }] of uses) {
    if (media.length === 1 || text.length < 150) continue
    named[name] = { value: JSON.parse(text) }
    for (const one of media) {
      delete one.example
      one.examples = { default: { $ref: `#/components/examples/${name}` } }
    }
  }
  return named
}

const json = 'application/json'
