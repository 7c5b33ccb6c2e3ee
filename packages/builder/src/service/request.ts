import type { EndpointId, endpoints } from '@colloquy/api'
import type * as z from 'zod'
import { t, translated } from '../i18n/i18n.js'
import { credentialHeaders, currentToken, keepCsrfToken, mayBeSignedIn } from './session.js'

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
  const answer = await send(method, path, body)
  const isForgery = answer.status === 401 && method !== 'GET' && currentToken() === undefined && mayBeSignedIn()
  const last = isForgery && (await hasNewCsrfToken()) ? await send(method, path, body) : answer
  return read(last) as Promise<Answer<Id>>
}

async function send(method: Method, path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(`/api/v1/${path}`, {
      method,
      headers: {
        ...credentialHeaders(method),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new ServiceError({ code: 'offline', status: 0, message: t('The service cannot be reached.') })
  }
}

/** Another tab may have signed in anew since this one asked: what goes beside the cookie has changed with it. */
async function hasNewCsrfToken(): Promise<boolean> {
  const response = await send('GET', 'sign-in', undefined)
  if (!response.ok) return false
  const { csrfToken } = (await response.json()) as Answer<'getSignIn'>
  return keepCsrfToken(csrfToken)
}

async function read(response: Response): Promise<unknown> {
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  const message = answer.message ?? t('The service answered with status {status}.', { status: response.status })
  throw new ServiceError({ code: 'unknown', status: response.status, ...answer, message: withIssues(message, answer) })
}

function withIssues(message: string, { issues }: Partial<ErrorAnswer>): string {
  const first = issues?.[0]
  const text = translated(message)
  return first ? `${text}: ${first.path}: ${translated(first.message)}` : text
}
