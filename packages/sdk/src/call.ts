import { errorOf } from './api-error.js'
import type { CallOptions } from './call-types.js'

/** A call that is ready to be sent. */
export interface PreparedCall {
  method: string
  /** Path and query string, beginning with a slash. */
  path: string
  body?: unknown
  /** The response is returned unread: it is a file or a stream. */
  isStream: boolean
  /** The operation accepts an idempotency key. */
  takesKey: boolean
}

type Input = Readonly<Record<string, unknown>>

/** Prepares a call from the row of an operation: `METHODmarks path`. The marks are explained in `operations.ts`. */
export function prepare(row: string, input: Input = {}): PreparedCall {
  const [head = '', template = ''] = row.split(' ')
  const method = head.replace(/\W/g, '')
  const marks = head.slice(method.length)
  const rest: Record<string, unknown> = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? '')
    delete rest[name]
    // A browser resolves dots as steps in the path, encoded or not.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`Invalid ${name}: "${value}"`)
    return encodeURIComponent(value)
  })
  const has = (mark: string) => marks.includes(mark)
  let body: unknown
  if (has('@')) {
    body = rest.body
    delete rest.body
  }
  const isInQuery = method === 'GET' || has('?') || has('@')
  const query = isInQuery ? queryOf(rest) : ''
  if (!isInQuery) body = rest
  return {
    method,
    path: (path.startsWith('/') ? path : `/api/v1/${path}`) + query,
    body,
    isStream: has('*'),
    takesKey: has('!'),
  }
}

function queryOf(input: Input): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return query.size > 0 ? `?${query}` : ''
}

/** A function for each operation, all of which send through `send`. */
export const callsOf = <Calls>(
  rows: Readonly<Record<string, string>>,
  send: (call: PreparedCall, options: CallOptions) => Promise<unknown>,
): Calls =>
  Object.fromEntries(
    Object.entries(rows).map(([id, row]) => [
      id,
      // A call that cannot be built rejects like one that fails.
      async (input?: Input, options: CallOptions = {}) => send(prepare(row, input), options),
    ]),
  ) as Calls

/** Reads the result of a call. Throws an `ApiError`. */
export async function readAnswer(response: Response, { isStream }: PreparedCall): Promise<unknown> {
  if (!response.ok) throw await errorOf(response)
  if (isStream) return response
  if (response.status === 204) return undefined
  const copy = response.clone()
  return response.json().catch(async () => {
    throw await errorOf(copy)
  })
}
