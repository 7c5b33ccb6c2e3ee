import { ApiError, type ErrorCode } from '@colloquy/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowedMethods } from './allowed-methods.js'
import { allowOrigin } from './cors.js'

/** The status and the body of an error response. */
export interface SentError {
  status: number
  body: object
}

/** Sends an error as the API contract defines it: with its code, status and headers; `sent` replaces status and body for other clients. */
export function sendError(
  reply: FastifyReply,
  error: ApiError,
  sent: SentError = { status: error.status, body: error.toBody() },
): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(sent.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(JSON.stringify(sent.body))
}

/** Sends 404, or 405 if there are operations at this address with other methods. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  allowOrigin(request, reply)
  const allow = allowedMethods(request.url)
  if (allow === '') return sendError(reply, new ApiError('not_found'))
  reply.header('allow', allow)
  return sendError(
    reply,
    new ApiError('method_not_allowed', { message: `${request.method} is not supported here. Use one of: ${allow}.` }),
  )
}

/** Converts an error of the framework to an API error. */
export function asApiError(error: Error & { code?: string; statusCode?: number }): ApiError {
  if (error instanceof ApiError) return error
  const code = codesOfFramework[error.code ?? '']
  if (code) return new ApiError(code)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ApiError('invalid_request')
  return new ApiError('internal_error')
}

const codesOfFramework: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
}
