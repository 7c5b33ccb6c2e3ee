import {
  type Endpoint,
  type EndpointId,
  type ErrorBody,
  earlierEndpoints,
  endpoints,
  errorsOf,
  type OpenApiDocument,
} from '@colloquy/api'
import { closedSchemas, type JsonSchema } from '@colloquy/api/testing'
import type { HttpResponse } from './http-call.js'

type Document = OpenApiDocument
type Operation = Document['paths'][string][string]
interface Response {
  headers?: Record<string, object>
  content?: Record<string, { schema: JsonSchema }>
}

/**
 * Checks responses against the OpenAPI document that the service serves: status, headers, content type and body schema must be those of the
 * operation, with no additional field; one that is described without a body must have none. An error must be one of the operation's. A
 * request that matches no operation must get a 404 with the common error body. Throws with the differences.
 */
export function answerCheck(document: Document): (method: string, path: string, answer: HttpResponse) => void {
  const validate = closedSchemas(document)
  const templates = Object.keys(document.paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*')}$`) }))

  return (method, url, answer) => {
    const path = url.split('?')[0] as string
    const template = templates.find(
      (it) => it.pattern.test(path) && document.paths[it.path]?.[method.toLowerCase()] !== undefined,
    )
    const where = `${method} ${url.slice(0, 200)} answered ${answer.status} ${answer.text.slice(0, 300)}`
    if (!template) {
      if (answer.status !== 404 && answer.status !== 405)
        throw new Error(`${where}, though there is nothing at this address`)
      return hold({ $ref: '#/components/schemas/Error' }, JSON.parse(answer.text), where)
    }
    const operation = document.paths[template.path]?.[method.toLowerCase()] as Operation
    if (answer.status >= 400) holdError(operation, answer, where)
    const response = responseOf(operation, answer.status)
    if (!response) throw new Error(`${where}, a status that ${operation.operationId} is not described with`)
    for (const name of Object.keys(response.headers ?? {})) {
      const isNeeded = name !== 'Retry-After' || answer.status === 429 || answer.status === 503
      if (isNeeded && answer.headers[name.toLowerCase()] === undefined) throw new Error(`${where} without ${name}`)
    }
    if (!response.content) {
      if (answer.text !== '') throw new Error(`${where}, a body where none is described`)
      return
    }
    const [type, { schema }] = Object.entries(response.content)[0] as [string, { schema: JsonSchema }]
    const given = answer.headers['content-type']
    if (!given || (type !== '*/*' && !given.startsWith(type))) throw new Error(`${where} as ${given}`)
    hold(schema, type === 'application/json' ? JSON.parse(answer.text) : answer.text, where)
  }

  function responseOf({ responses }: Operation, status: number): Response | undefined {
    const described = responses[status] ?? (status >= 400 ? responses.default : undefined)
    if (!described || !('$ref' in described)) return described
    return document.components.responses[described.$ref.split('/').at(-1) as string]
  }

  function holdError({ operationId }: Operation, answer: HttpResponse, where: string): void {
    const endpoint =
      earlierEndpoints.find(({ id }) => id === operationId) ?? (endpoints[operationId as EndpointId] as Endpoint)
    const { code, status } = JSON.parse(answer.text) as ErrorBody
    if (!errorsOf(endpoint).includes(code))
      throw new Error(`${where}, an error that ${operationId} is not described with`)
    if (status !== answer.status) throw new Error(`${where}, and another status in its body`)
  }

  function hold(schema: JsonSchema, body: unknown, where: string): void {
    const problems = validate(schema, body)
    if (problems.length > 0) throw new Error([where, ...problems].join('\n'))
  }
}
