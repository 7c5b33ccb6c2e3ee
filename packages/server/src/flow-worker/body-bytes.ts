import type { FastifyRequest } from 'fastify'

/** The size of a request's body; of one sent without its length, more than any. */
export function bodyBytes({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
}
