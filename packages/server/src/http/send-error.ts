import { ApiError, type ErrorCode } from '@colloquy/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowOrigin } from './cors.js'

/** Sends an error as the API contract defines it: with its code, status and headers. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  if (error.status === 413) reply.header('connection', 'close')
  return reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(JSON.stringify(error.toBody()))
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  allowOrigin(request, reply)
  if (!request.raw.complete) reply.header('connection', 'close')
  return sendError(reply, new ApiError('not_found'))
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
