import type { EndpointId, endpoints } from '@colloquy/api'
import type * as z from 'zod'
import { currentToken } from './session.js'

/** What an operation of the API answers. */
export type Answer<Id extends EndpointId> = (typeof endpoints)[Id] extends { response: infer Shape extends z.ZodType }
  ? z.infer<Shape>
  : undefined

interface ErrorAnswer {
  code: string
  status: number
  message: string
  issues?: { path: string; message: string }[]
}

/** Why the service refused something, in its own words; `offline` when it could not be reached. */
export class ServiceError extends Error {
  readonly code: string
  readonly status: number
  readonly issues: ErrorAnswer['issues']

  constructor(body: ErrorAnswer) {
    super(body.message)
    this.code = body.code
    this.status = body.status
    this.issues = body.issues
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Calls an operation of the API: `request<'getBot'>('GET', 'bots/abc')`. Throws a `ServiceError`. */
export async function request<Id extends EndpointId>(
  method: Method,
  path: string,
  body?: unknown,
): Promise<Answer<Id>> {
  const response = await fetch(`/api/v1/${path}`, {
    method,
    headers: { ...requestHeaders(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ServiceError({ code: 'offline', status: 0, message: 'The service cannot be reached.' })
  })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer as Answer<Id>
  const message = answer.message ?? `The service answered with status ${response.status}.`
  throw new ServiceError({ code: 'unknown', status: response.status, ...answer, message: withIssues(message, answer) })
}

/** What a request of whoever is signed in carries. */
export function requestHeaders(): Record<string, string> {
  const token = currentToken()
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

function withIssues(message: string, { issues }: Partial<ErrorAnswer>): string {
  const first = issues?.[0]
  return first ? `${message}: ${first.path}: ${first.message}` : message
}
