export interface BatchOptions<Item, Outcome> {
  /** Carries a batch out; outcomes in the order of the items. */
  send(items: Item[]): Promise<Outcome[]>
  /** Items that have a key in common go one after another, in their order. */
  keysOf(item: Item): readonly string[]
  /** Items in a batch. */
  most: number
  /** Characters up to which more items join a batch, counted by `sizeOf`; one item always fits. */
  mostCharacters?: number
  /** What it throws rejects the item. */
  sizeOf?(item: Item): number
  /** Batches under way at a time. */
  lanes: number
}

/**
 * Lets what is asked for at the same time travel together: what comes in one tick, and what comes while all lanes are taken. What
 * comes alone goes alone, at once.
 */
export class Batches<Item, Outcome> {
  readonly #options: BatchOptions<Item, Outcome>
  readonly #busy = new Set<string>()
  #waiting: Waiting<Item, Outcome>[] = []
  #underWay = 0
  #isScheduled = false

  constructor(options: BatchOptions<Item, Outcome>) {
    this.#options = options
  }

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const { keysOf, sizeOf } = this.#options
      this.#waiting.push({ item, keys: keysOf(item), size: sizeOf?.(item) ?? 0, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= this.#options.lanes) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#pump()
    })
  }

  #pump(): void {
    while (this.#underWay < this.#options.lanes) {
      const batch = this.#next()
      if (batch.length === 0) return
      void this.#carryOut(batch)
    }
  }

  /** Leaves behind what shares a key with something that is under way, in the batch, or left behind before it. */
  #next(): Waiting<Item, Outcome>[] {
    const batch: Waiting<Item, Outcome>[] = []
    const left: Waiting<Item, Outcome>[] = []
    const behind = new Set<string>()
    const { most, mostCharacters = Number.POSITIVE_INFINITY } = this.#options
    let characters = 0
    for (const one of this.#waiting) {
      const hasRoom = batch.length < most && characters < mostCharacters
      const isFree = hasRoom && !one.keys.some((key) => this.#busy.has(key) || behind.has(key))
      if (isFree) {
        batch.push(one)
        characters += one.size
      } else left.push(one)
      for (const key of one.keys) (isFree ? this.#busy : behind).add(key)
    }
    this.#waiting = left
    return batch
  }

  async #carryOut(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    this.#underWay++
    try {
      const outcomes = await this.#options.send(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    for (const { keys } of batch) for (const key of keys) this.#busy.delete(key)
    this.#underWay--
    if (this.#waiting.length > 0) this.#schedule()
  }
}

interface Waiting<Item, Outcome> {
  item: Item
  keys: readonly string[]
  size: number
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}
