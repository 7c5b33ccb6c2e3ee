import { type Endpoint, earlierEndpoints, endpoints } from '@colloquy/api'
import * as z from 'zod'

const head = `/**
 * How to call each operation: \`METHODmarks path\`, the path below \`/api/v1/\` unless it begins with a slash. Generated from the endpoints
 * of packages/api by \`npx vitest run packages/sdk -u\`.
 *
 * Input that is not in the path goes into the query of a GET and into the body of other methods, unless marks say otherwise:
 * - \`?\` there is no body: everything goes into the query;
 * - \`@\` the property \`body\` is the body, a file or JSON of any kind, and everything else goes into the query;
 * - \`*\` the response is handed over unread, as a file or a stream;
 * - \`!\` an idempotency key is accepted.
 */
`

/** Generates the source of `operations.ts`. */
export function operationsModule(): string {
  const rows = [...Object.values(endpoints), ...earlierEndpoints].map(
    (endpoint) => `  ${endpoint.id}: '${rowOf(endpoint)}',\n`,
  )
  return `${head}export const operations = {\n${rows.join('')}} as const\n`
}

function rowOf(endpoint: Endpoint): string {
  const { method, path, body, takesFile, contentType, status, takesIdempotencyKey } = endpoint
  const isApart = takesFile !== undefined || (body !== undefined && namesIn(body).length === 0)
  const marks = [
    body === undefined && method !== 'GET' && !isApart && '?',
    isApart && '@',
    (contentType !== undefined || status === 302) && '*',
    takesIdempotencyKey && '!',
  ]
  return `${method}${marks.filter(Boolean).join('')} ${path.replace(/^\/api\/v1\//, '')}`
}

/** The names of the properties of an object, or of all objects of a union; empty for anything else. */
export function namesIn(shape: z.ZodType | undefined): string[] {
  if (shape === undefined) return []
  const { properties, anyOf = [] } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  const alternatives = anyOf.map((one) => Object.keys((one as { properties?: object }).properties ?? {}))
  const isOfObjects = alternatives.every((names) => names.length > 0)
  return [...new Set([...Object.keys(properties ?? {}), ...(isOfObjects ? alternatives.flat() : [])])]
}
