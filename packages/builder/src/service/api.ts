/// <reference path="../env.d.ts" />
import { type Calls, callsOf, operations, type PreparedCall, prepare } from '@colloquy/sdk/core'
import { t, translated } from '../i18n/i18n.js'
import {
  credentialHeaders,
  currentToken,
  isAuthenticated,
  keepCsrfToken,
  mayBeSignedIn,
  takeFirstResponse,
} from './session.js'
import { askToSignIn, sessionEnd } from './session-end.js'

/** The response of an operation of the API: `Answer<'getBot'>`. */
export type Answer<Id extends keyof Calls> = Awaited<ReturnType<Calls[Id]>>

interface ErrorResponse {
  code: string
  status: number
  message: string
  issues?: { path: string; message: string }[]
}

/** An error response of the service with its message; the code is `offline` if the service could not be reached. */
export class ServiceError extends Error {
  readonly code: string
  readonly status: number
  readonly issues: ErrorResponse['issues']

  constructor(body: ErrorResponse) {
    super(body.message)
    this.code = body.code
    this.status = body.status
    this.issues = body.issues
  }
}

const signInPath = '/api/v1/sign-in'

/**
 * Operations of the API by their ids: `api.getBot({ botId })`. They throw a `ServiceError`.
 *
 * The build replaces `api.getBot(` by a call with the row of the operation, so that a page contains only the rows that it uses.
 */
export const api: Calls = import.meta.env.PROD ? (callRow as unknown as Calls) : callsOf(operations, perform)

interface Options {
  idempotencyKey?: string
}

async function callRow(row: string, input?: object, options?: Options): Promise<unknown> {
  return perform(prepare(row, { ...input }), options)
}

async function perform({ method, path, body }: PreparedCall, options?: Options): Promise<unknown> {
  const key = options?.idempotencyKey
  const answer = (method === 'GET' && (await takeFirstResponse(path))) || (await send(method, path, body, key))
  const isForgery = answer.status === 401 && method !== 'GET' && currentToken() === undefined && mayBeSignedIn()
  const last = isForgery && (await hasNewCsrfToken()) ? await send(method, path, body, key) : answer
  if (last.status === 401 && path !== signInPath) await noticeEnd()
  return read(last)
}

/** Called after a response with status 401: asks to sign in again if the session of this page has ended. */
export async function noticeEnd(): Promise<void> {
  // Edits are sent again and again: a window that was closed stays closed.
  if (!isAuthenticated() || sessionEnd.get().isEnded) return
  const response = await send('GET', signInPath, undefined).catch(() => undefined)
  if (response?.status === 401 && !sessionEnd.get().isEnded) askToSignIn()
}

async function send(method: string, path: string, body: unknown, key?: string): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      headers: {
        ...credentialHeaders(method),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new ServiceError({ code: 'offline', status: 0, message: t('The service cannot be reached.') })
  }
}

/** Another tab may have signed in again since this one loaded, which changes the CSRF token that goes with the cookie. */
async function hasNewCsrfToken(): Promise<boolean> {
  const response = await send('GET', signInPath, undefined)
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

function withIssues(message: string, { issues }: Partial<ErrorResponse>): string {
  const first = issues?.[0]
  const text = translated(message)
  return first ? `${text}: ${first.path}: ${translated(first.message)}` : text
}
