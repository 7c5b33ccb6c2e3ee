import type { Endpoint } from '../endpoint.js'
import { endpoints, errorsOf } from '../endpoints.js'
import { type ErrorCode, errorCatalogue } from '../errors.js'

/** Schema of the body of every error. */
export const errorSchema = {
  type: 'object',
  example: { code: 'bot_not_found', ...errorCatalogue.bot_not_found },
  required: ['code', 'status', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    status: { type: 'integer', description: 'The HTTP status' },
    message: { type: 'string', description: 'Explanation for people' },
    issues: {
      type: 'array',
      description: 'Where the request is invalid',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

export const errorHeaders = {
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
}

/**
 * Error responses of all operations: those of an operation by status, and one for errors that depend only on the kind of request.
 * Operations with the same errors share a response.
 */
export class ErrorResponses {
  readonly components: Record<string, object> = { Error: response(errorsOfKinds()) }

  /** Returns references to the error responses of an operation, by status. */
  describe(endpoint: Endpoint): Record<string, { $ref: string }> {
    const byStatus = new Map<number, ErrorCode[]>(endpoint.errors.map((code) => [errorCatalogue[code].status, []]))
    for (const code of errorsOf(endpoint).sort()) byStatus.get(errorCatalogue[code].status)?.push(code)
    const own = [...byStatus].map(([status, codes]) => [status, this.#reference(codes)])
    return { ...Object.fromEntries(own), default: { $ref: '#/components/responses/Error' } }
  }

  #reference(codes: ErrorCode[]) {
    const name = responseName(codes)
    this.components[name] ??= response(codes)
    return { $ref: `#/components/responses/${name}` }
  }
}

function errorsOfKinds(): ErrorCode[] {
  const codes = Object.values(endpoints).flatMap((endpoint: Endpoint) => {
    const own = new Set(endpoint.errors)
    return errorsOf(endpoint).filter((code) => !own.has(code))
  })
  return [...new Set(codes)].sort()
}

/** Errors that any JSON body can cause. */
const bodyErrors: readonly ErrorCode[] = ['invalid_request', 'invalid_text', 'malformed_json', 'too_deep']

/** Returns a name such as `BotNotFoundOrReleaseNotFound`. */
function responseName(codes: readonly ErrorCode[]): string {
  const isOfBody = bodyErrors.every((code) => codes.includes(code))
  const others = isOfBody ? codes.filter((code) => !bodyErrors.includes(code)) : codes
  return [...others.map(pascalCase), ...(isOfBody ? ['InvalidBody'] : [])].join('Or')
}

const pascalCase = (code: string): string => code.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())

function response(codes: readonly ErrorCode[]) {
  const isTemporary = codes.some((code) => [429, 503].includes(errorCatalogue[code].status))
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}.`).join(' '),
    ...(isTemporary && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}
