import type { ErrorCode } from './calls.js'

/** An invalid part of the request: its path, and what is wrong with it. */
export interface Issue {
  path: string
  message: string
}

/**
 * An error code of the API; `unreachable` when no response arrived, with status 0; `unexpected_response` when something other than the API
 * responded, such as a proxy.
 */
export type ClientErrorCode = ErrorCode | 'unreachable' | 'unexpected_response'

interface ErrorDetails {
  code: ClientErrorCode
  status: number
  message: string
  issues?: Issue[]
}

/** A call that failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ClientErrorCode
  /** The HTTP status, or 0. */
  readonly status: number
  readonly issues: readonly Issue[]
  /** Seconds after which the same call may succeed, if the server specified them. */
  readonly retryAfter: number | undefined

  constructor(
    { code, status, message, issues = [] }: ErrorDetails,
    options: ErrorOptions & { retryAfter?: number } = {},
  ) {
    const details = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ')
    super(details ? `${message}: ${details}` : message, options)
    this.code = code
    this.status = status
    this.issues = issues
    this.retryAfter = options.retryAfter
  }
}

export const unreachable = (cause: unknown): ApiError =>
  new ApiError({ code: 'unreachable', status: 0, message: 'The server cannot be reached' }, { cause })

/** The error that a response describes. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response
  const body: Partial<ErrorDetails> = (await response.json().catch(() => null)) ?? {}
  const { code = 'unexpected_response', message = `The server answered with status ${status}`, issues } = body
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return new ApiError({ code, status, message, issues }, { retryAfter })
}
