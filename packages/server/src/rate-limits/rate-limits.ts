import { type ApiError, type ErrorCode, requestRates } from '@colloquy/api'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { addressOf } from './client-address.js'
import { type Network, networkOf } from './network-of.js'
import { PasswordBackOff } from './password-back-off.js'
import { type Counts, type SharedCounts, shareCounts } from './share-counts.js'
import { TokenBuckets } from './token-buckets.js'

declare module '../service.js' {
  interface Service {
    readonly rates: RateLimits
  }
}

const names = [
  ...requestRates,
  'startsPerMinuteOfToken',
  'repliesPerMinuteOfToken',
  'failedTokensPerMinute',
  'failedSessionsPerMinute',
] as const

/** Name of a rate in docs/limits.md. */
export type RateName = (typeof names)[number]
type FailureRate = 'failedTokensPerMinute' | 'failedSessionsPerMinute'

type Sender = Pick<FastifyRequest, 'headers' | 'socket'>

interface RateLimitsOptions {
  config: Config
  now: () => number
  /** Replaces the connection to the other processes of this machine. */
  share?: (listener: (counts: Counts) => void) => SharedCounts | undefined
}

/**
 * Rate limits of clients, by their networks (see `networkOf`). Processes of one machine exchange their counts; until these arrive, each
 * process decides alone. With `COLLOQUY_RATE_LIMIT=off` nothing is limited.
 */
export class RateLimits {
  readonly #config: Config
  readonly #now: () => number
  readonly #buckets: Record<RateName, TokenBuckets>
  readonly #passwords: PasswordBackOff
  readonly #shared: SharedCounts | undefined

  constructor({ config, now, share = shareCounts }: RateLimitsOptions) {
    this.#config = config
    this.#now = now
    const { limits } = config
    this.#buckets = Object.fromEntries(names.map((name) => [name, new TokenBuckets(limits[name])])) as Record<
      RateName,
      TokenBuckets
    >
    this.#passwords = new PasswordBackOff({
      perNetwork: limits.wrongPasswords,
      perAccount: limits.wrongPasswordsOfAccount,
    })
    this.#shared = config.isRateLimited ? share((counts) => this.#receive(counts)) : undefined
  }

  /** Counts a request. Throws when it exceeds the rate. */
  take(name: RateName, request: Sender): void {
    if (this.#config.isRateLimited) this.#take(name, this.#networkOf(request))
  }

  /** Counts a request with a valid token under the owner of the token, whatever its network. Throws when it exceeds the rate. */
  takeForOwner(name: RateName, ownerId: string): void {
    if (this.#config.isRateLimited) this.#take(name, { near: `owner:${ownerId}` })
  }

  /** Throws when too many recent requests from this network have failed. Costs nothing while none has failed anywhere. */
  check(name: FailureRate, request: Sender): void {
    const buckets = this.#buckets[name]
    if (buckets.isUntouched) return
    const retryAfter = buckets.wait(this.#networkOf(request), this.#now())
    if (retryAfter > 0) throw new LimitExceeded(name, { retryAfter })
  }

  /**
   * Counts a failed request that may be an attempt to guess an id or token. Returns the error to answer with: a different one when the
   * rate is exceeded.
   */
  failed(error: ApiError, request: FastifyRequest): ApiError {
    const name = failureOf(error.code, request)
    try {
      if (name !== undefined) this.take(name, request)
      return error
    } catch (exceeded) {
      return exceeded as LimitExceeded
    }
  }

  /**
   * Runs `isRight`, which checks a password, unless the account or the network has to wait after wrong ones: then it throws.
   * `isKnownNetwork` returns true if the account is logged in there.
   */
  async attempt(
    account: string,
    request: FastifyRequest,
    {
      isRight,
      isKnownNetwork,
    }: { isRight: () => Promise<boolean>; isKnownNetwork: (network: Network) => Promise<boolean> },
  ): Promise<boolean> {
    if (!this.#config.isRateLimited) return isRight()
    const network = this.#networkOf(request)
    const attempt = { account, network }
    this.#refuse('wrongPasswords', this.#passwords.waitOfNetwork(attempt, this.#now()))
    const wait = this.#passwords.waitOfAccount(attempt, this.#now())
    if (wait > 0 && !(await isKnownNetwork(network))) this.#refuse('wrongPasswordsOfAccount', wait)
    this.#passwords.failed(attempt, this.#now())
    const outcome = await isRight()
    if (outcome) this.#passwords.succeeded(attempt, this.#now())
    else this.#shared?.add(`password ${network.near} ${account}`)
    return outcome
  }

  close(): void {
    this.#shared?.close()
  }

  #take(name: RateName, sender: Network): void {
    const retryAfter = this.#buckets[name].take(sender, this.#now())
    if (retryAfter > 0) throw new LimitExceeded(name, { retryAfter })
    this.#shared?.add(`${name} ${sender.near} ${sender.wide ?? ''}`)
  }

  #refuse(name: 'wrongPasswords' | 'wrongPasswordsOfAccount', retryAfter: number): void {
    if (retryAfter > 0) throw new LimitExceeded(name, { retryAfter })
  }

  #networkOf(request: Sender): Network {
    return networkOf(addressOf({ config: this.#config }, request))
  }

  #receive(counts: Counts): void {
    const now = this.#now()
    for (const [what, count] of counts) {
      const [name = '', near = '', rest = ''] = what.split(' ')
      if (name === 'password') this.#passwords.failed({ account: rest, network: { near } }, now, count)
      else this.#buckets[name as RateName]?.spend({ near, ...(rest !== '' && { wide: rest }) }, count, now)
    }
  }
}

function failureOf(code: ErrorCode, request: FastifyRequest): FailureRate | undefined {
  // A browser whose login session has ended is not guessing.
  if (code === 'unauthorized') return request.headers.authorization === undefined ? undefined : 'failedTokensPerMinute'
  const isForVisitors = request.routeOptions.config?.isForVisitors === true
  return isForVisitors && unknownThings.has(code) ? 'failedSessionsPerMinute' : undefined
}

const unknownThings = new Set<ErrorCode>([
  'session_not_found',
  'upload_session_unknown',
  'upload_address_invalid',
  'file_not_found',
  'file_address_invalid',
])
