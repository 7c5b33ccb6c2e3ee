import { ApiError } from '@colloquy/api'
import { type LimitName, limitTable } from './limits.js'

/** Names of limits whose violation rejects a request. */
export type RejectingLimit = {
  [Name in LimitName]: (typeof limitTable)[Name] extends { readonly error: string } ? Name : never
}[LimitName]

/** Error of a request that exceeds a limit: answered with the limit's own error, and counted by `colloquy_limits_reached_total`. */
export class LimitExceeded extends ApiError {
  readonly limit: RejectingLimit

  /** `retryAfter`: seconds, if trying again later helps. */
  constructor(limit: RejectingLimit, options: { message?: string; retryAfter?: number } = {}) {
    super(limitTable[limit].error, options)
    this.name = 'LimitExceeded'
    this.limit = limit
  }
}
