/**
 * Calls with the same key run one after another, in their order. Transactions that lock the same row wait here for each other: in the
 * database, each would occupy a connection meanwhile.
 */
export class TurnsByKey {
  readonly #last = new Map<string, Promise<void>>()

  /** Without a key, the call begins at once. */
  async inTurn<Result>(key: string | undefined, call: () => Promise<Result>): Promise<Result> {
    if (key === undefined) return call()
    const before = this.#last.get(key)
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    this.#last.set(key, ended)
    try {
      await before
      return await call()
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key)
      end()
    }
  }
}
