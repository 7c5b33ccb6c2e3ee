import type { Endpoint } from '@colloquy/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestsOfUsers } from './requests-of-users.js'

/** Steps between a request and its handler, the same for every operation. */
export interface Operations {
  readonly requests: RequestsOfUsers
  /** Counts the request. Throws or rejects if it exceeds a rate limit. A promise is returned only if a token has to be looked up. */
  count(endpoint: Endpoint, request: FastifyRequest): Promise<void> | undefined
  /** Counts a view of a hosted page in the same way. */
  countPage(request: FastifyRequest): void
  /** Like `count`, but also throws if the token does not allow the operation. */
  admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Validates the parts of an admitted request, and runs its handler. */
  callOperation(endpoint: Endpoint, parts: RequestParts, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Sends the result. */
  send(endpoint: Endpoint, value: unknown, reply: FastifyReply): FastifyReply
}

export interface RequestParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}
