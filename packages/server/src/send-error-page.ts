import type { ApiError } from '@colloquy/api'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An error of a page is a page: visitors read it. */
export function sendErrorPage(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  if (!request.raw.complete) reply.header('connection', 'close')
  const sentence = sentenceOf(error)
  return reply
    .code(error.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    })
    .send(
      '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
        `<meta name="robots" content="noindex"><title>${sentence}</title></head><body><main><h1>${sentence}</h1></main></body></html>\n`,
    )
}

/** What is wrong with the service is no business of a visitor, who can but come back. */
function sentenceOf({ code, status, message }: ApiError): string {
  if (code === 'bot_not_found') return 'There is no chat at this address.'
  return status >= 500 ? 'This chat cannot be reached at the moment. Please try again in a minute.' : message
}
