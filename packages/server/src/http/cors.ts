import type { FastifyReply, FastifyRequest } from 'fastify'

/** Allows the requesting page to read the response. Which pages may chat is decided elsewhere. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'Origin')
  const { origin } = request.headers
  if (!origin) return
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', 'retry-after, x-request-id')
}

/** Answers the preflight request of a browser. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  allowOrigin(request, reply)
  return reply
    .header('vary', 'Origin, Access-Control-Request-Headers')
    .header('access-control-allow-methods', 'GET, HEAD, PUT, POST, DELETE, PATCH')
    .header(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ??
        'content-type, authorization, idempotency-key, x-bot-iframe-referrer-origin',
    )
    .header('access-control-max-age', '86400')
    .code(204)
    .send()
}
