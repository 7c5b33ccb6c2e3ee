interface Entry<Value> {
  value: Value
  bytes: number
  until: number
}

interface RecentValuesOptions {
  milliseconds: number
  /** Maximum size of all values together; the oldest ones are dropped first. */
  bytes: number
  now: () => number
}

/** Caches expensive values for a short time; their size is that of their JSON. Simultaneous callers share one computation. */
export class RecentValues<Value> {
  readonly #options: RecentValuesOptions
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #pending = new Map<string, Promise<Value>>()
  #bytes = 0

  constructor(options: RecentValuesOptions) {
    this.#options = options
  }

  get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key)
    if (entry && entry.until > this.#options.now()) return Promise.resolve(entry.value)
    const pending = this.#pending.get(key)
    if (pending) return pending
    const computed = compute()
      .then((value) => {
        this.#keep(key, value)
        return value
      })
      .finally(() => this.#pending.delete(key))
    this.#pending.set(key, computed)
    return computed
  }

  #keep(key: string, value: Value): void {
    this.#forget(key)
    const bytes = JSON.stringify(value).length
    this.#entries.set(key, { value, bytes, until: this.#options.now() + this.#options.milliseconds })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#options.bytes) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
