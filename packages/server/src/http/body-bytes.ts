import type { FastifyRequest } from 'fastify'

/** Returns the size of a request's body; infinity if it was sent without its length. */
export function bodyBytes({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
}
