/** Token buckets by key: each fills evenly up to `perMinute`, and a taken token is gone. */
export class RateLimit {
  readonly #perMinute: number
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** 0 when allowed, else the seconds after which it is worth another try. */
  take(key: string, now: number): number {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#perMinute, at: now }
    const refilled = Math.min(
      this.#perMinute,
      bucket.tokens + (Math.max(0, now - bucket.at) * this.#perMinute) / 60_000,
    )
    const isAllowed = refilled >= 1
    if (this.#buckets.size > 50_000) this.#forgetFull(now)
    this.#buckets.set(key, { tokens: isAllowed ? refilled - 1 : refilled, at: now })
    return isAllowed ? 0 : Math.max(1, Math.ceil(((1 - refilled) * 60) / this.#perMinute))
  }

  /** A bucket that nobody used for a minute is full, and so as good as none. */
  #forgetFull(now: number): void {
    for (const [key, bucket] of this.#buckets) if (now - bucket.at >= 60_000) this.#buckets.delete(key)
  }
}
