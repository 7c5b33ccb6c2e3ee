import { APICallError } from '@ai-sdk/provider'
import { ApiError } from '@colloquy/api'
import { at, jsonOf, type ModelOutcome, messageOf } from '@colloquy/flow/integrations'
import { type EgressFailure, egressFailureOf } from '@colloquy/ports/egress'

/** A failed call, with the details that decide if it is retried. */
export type Failed = Extract<ModelOutcome, { answer: 'failed' }> & {
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Nothing was sent: other calls were in the way until there was no time left, or too many were waiting. */
  isUnmade?: true
}

export const abandoned: Failed = { answer: 'failed', cause: 'left', reason: 'nobody waited for its end.' }

/**
 * Returns the failure for an error thrown by a provider package, which also throws on answers that no provider should give. Rethrows an
 * error of the server itself, such as `storage_unavailable`: it is not a failure of the provider.
 */
export function failureOf(error: unknown, model: string): Failed {
  if (error instanceof ApiError) throw error
  const failure = egressFailureOf(error)
  if (failure) return notAnswered(failure)
  if (APICallError.isInstance(error)) {
    const { statusCode = 0, responseBody = '', responseHeaders = {} } = error
    return failedAnswer({ status: statusCode, body: responseBody, headers: responseHeaders }, model)
  }
  const message = error instanceof Error ? error.message.slice(0, 500) : 'unknown error'
  return { answer: 'failed', cause: 'invalid', reason: `the answer could not be read: ${message}` }
}

/** Returns the failure for a call that got no answer at all. */
export function notAnswered(answer: EgressFailure): Failed {
  switch (answer.kind) {
    case 'timeout':
      return { answer: 'failed', cause: 'timeout', reason: `the service took longer than ${answer.seconds} s.` }
    case 'too-large':
      return { answer: 'failed', cause: 'invalid', reason: `the answer is larger than ${answer.maxBytes} bytes.` }
    case 'refused':
      return { answer: 'failed', cause: 'refused', reason: answer.reason }
    case 'failed':
      return {
        answer: 'failed',
        cause: 'overloaded',
        reason: answer.reason,
        ...(answer.isUnmade && { isUnmade: true }),
      }
  }
}

/** Returns the failure for an answer of a service that is not from its model. */
export function failedAnswer(
  { status, body, headers }: { status: number; body: string; headers: Readonly<Record<string, string>> },
  model: string,
): Failed {
  const said = messageOf(jsonOf(body))?.slice(0, 500)
  const { 'x-request-id': requestId, 'request-id': otherId = requestId } = headers
  const details = JSON.stringify({ status, ...(otherId && { requestId: otherId }), body: body.slice(0, 2_000) })
  const cause = causeOf(status, body)
  const start =
    cause === 'not-found' ? `the service answered ${status} to the model "${model}"` : `the service answered ${status}`
  return { answer: 'failed', cause, reason: said ? `${start}: ${said}` : `${start}.`, details, status, headers }
}

/** Returns the failure for an error inside a stream, in any of the shapes that services use. Some of them imply an HTTP status. */
export function failureInside(error: unknown, model: string): Failed {
  if (error instanceof Error) return failureOf(error, model)
  const body = JSON.stringify(error) ?? ''
  const status = statusInside(error)
  const said = messageOf(error) ?? (typeof error === 'string' ? error : 'no reason was given')
  return {
    answer: 'failed',
    cause: status === undefined ? 'overloaded' : causeOf(status, body),
    reason: `the service broke the answer off: ${said.slice(0, 500)}`,
    details: body.slice(0, 2_000),
  }
}

function statusInside(error: unknown): number | undefined {
  const code = Number(at(error, 'code'))
  if (code >= 400 && code <= 599) return code
  const words = `${at(error, 'code')} ${at(error, 'type')}`
  return statuses.find(([word]) => word.test(words))?.[1]
}

const statuses: readonly [RegExp, number][] = [
  [/insufficient_quota|rate_limit/, 429],
  [/authentication/, 401],
  [/permission/, 403],
  [/not_found/, 404],
  [/invalid|context_length/, 400],
  [/overloaded/, 529],
]

function causeOf(status: number, body: string): Failed['cause'] {
  if (status === 401 || status === 403) return 'unauthorized'
  if (body.includes('previous_response_not_found')) return 'unknown-response'
  if (status === 404) return 'not-found'
  if (status === 429) return 'rate-limited'
  if (status === 408 || status === 409 || status >= 500) return 'overloaded'
  return tooLong.test(body.slice(0, maxReasonLength)) ? 'too-long' : 'invalid'
}

/** Characters of an answer within which a service gives its reason. */
const maxReasonLength = 20_000

const tooLong = /context_length_exceeded|maximum context length|prompt is too long|too many tokens|context window/i
