import { ApiError } from '@colloquy/api'
import { type LimitName, limitTable } from './limits.js'

/** Names of limits beyond which a request is rejected. */
export type RejectingLimit = {
  [Name in LimitName]: (typeof limitTable)[Name] extends { readonly error: string } ? Name : never
}[LimitName]

/** A request that went beyond a limit: answered with the limit's own error, and counted by `colloquy_limits_reached_total`. */
export class LimitExceeded extends ApiError {
  readonly limit: RejectingLimit

  /** `retryAfter` in seconds, where trying again later helps. */
  constructor(limit: RejectingLimit, options: { message?: string; retryAfter?: number } = {}) {
    super(limitTable[limit].error, options)
    this.name = 'LimitExceeded'
    this.limit = limit
  }
}
