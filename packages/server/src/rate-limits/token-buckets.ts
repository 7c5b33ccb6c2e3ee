import { FadingMap } from './fading-map.js'
import type { Network } from './network-of.js'

interface Bucket {
  tokens: number
  /** Time at which it had them. */
  at: number
}

/** A token bucket for each network: it refills evenly up to `perMinute` tokens, and for a /48 network up to eight times that. */
export class TokenBuckets {
  readonly #perMinute: number
  readonly #buckets = new FadingMap<Bucket>(fullAfterMilliseconds)

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  get isUntouched(): boolean {
    return this.#buckets.size === 0
  }

  /** Takes a token and returns 0, or takes nothing and returns the seconds until one is available. */
  take({ near, wide }: Network, now: number): number {
    const seconds = this.wait({ near, wide }, now)
    if (seconds === 0) this.spend({ near, wide }, 1, now)
    return seconds
  }

  /** Returns 0 while a token is available, otherwise the seconds until one is. */
  wait({ near, wide }: Network, now: number): number {
    const seconds = this.#waitFor(near, this.#perMinute, now)
    return wide === undefined ? seconds : Math.max(seconds, this.#waitFor(wide, this.#perMinute * wideShare, now))
  }

  /** Takes tokens even if they are not available, which delays the next ones by up to a minute. */
  spend({ near, wide }: Network, count: number, now: number): void {
    this.#spend(near, this.#perMinute, count, now)
    if (wide !== undefined) this.#spend(wide, this.#perMinute * wideShare, count, now)
  }

  #spend(key: string, max: number, count: number, now: number): void {
    const tokens = Math.max(-max, this.#tokens(key, max, now) - count)
    this.#buckets.set(key, { tokens, at: now }, now)
  }

  #waitFor(key: string, max: number, now: number): number {
    const tokens = this.#tokens(key, max, now)
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) * 60) / max))
  }

  #tokens(key: string, max: number, now: number): number {
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) return max
    return Math.min(max, bucket.tokens + (Math.max(0, now - bucket.at) * max) / 60_000)
  }
}

const wideShare = 8
/** After this time even the emptiest bucket is full again, so it can be dropped. */
const fullAfterMilliseconds = 120_000
