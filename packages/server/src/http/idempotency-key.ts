import { ApiError } from '@colloquy/api'
import type { FastifyRequest } from 'fastify'

/** Returns the `Idempotency-Key` of a request, if any. Throws `invalid_request` if it is empty, longer than 255 characters or not printable. */
export function idempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new ApiError('invalid_request', {
    issues: [{ path: 'Idempotency-Key', message: '1 to 255 printable characters' }],
  })
}
