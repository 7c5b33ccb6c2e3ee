/**
 * A map that drops entries which were not set for `milliseconds` or longer. It has two generations and drops the older one as a whole, so
 * that no call scans the entries. It holds at most twice `max` entries: beyond that, it drops entries earlier.
 */
export class FadingMap<Value> {
  readonly #milliseconds: number
  readonly #max: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()
  #since = Number.NEGATIVE_INFINITY

  constructor(milliseconds: number, max = 20_000) {
    this.#milliseconds = milliseconds
    this.#max = max
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: string, value: Value, now: number): void {
    if (now - this.#since >= this.#milliseconds || this.#young.size >= this.#max) {
      this.#old = this.#young
      this.#young = new Map()
      this.#since = now
    }
    this.#young.set(key, value)
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
