export interface BatchOptions<Item, Outcome> {
  /** Sends a batch; returns outcomes in the order of the items. */
  send(items: Item[]): Promise<Outcome[]>
  /** Items that share a key are sent one after another, in their order. */
  keysOf(item: Item): readonly string[]
  /** Maximum number of items in a batch. */
  max: number
  /** Maximum number of batches that are sent concurrently. */
  batchesAtOnce: number
  /** Required if items may be long. */
  long?: LongItems<Item>
}

/** Long items are sent in separate batches, one at a time, so that a sender of many long items does not delay senders of short ones. */
export interface LongItems<Item> {
  /** Size in characters. If it throws, the item is rejected with the error. */
  sizeOf(item: Item): number
  /** Number of characters from which an item is long. */
  from: number
  /** Number of characters up to which more items join a batch; a single item of any size is allowed. */
  maxCharacters: number
  /** Owners take turns. */
  ownerOf(item: Item): string
}

/**
 * Sends items together that are added at the same time: in the same tick, or while the maximum number of batches is being sent. A single
 * item is sent immediately.
 */
export class Batches<Item, Outcome> {
  readonly #options: BatchOptions<Item, Outcome>
  readonly #busy = new Set<string>()
  readonly #short: Line<Item, Outcome> = { waiting: [], underWay: 0 }
  readonly #long: Line<Item, Outcome> = { waiting: [], underWay: 0 }
  /** Owners of waiting long items; the one served last comes last. */
  readonly #owners = new Set<string>()
  #isScheduled = false

  constructor(options: BatchOptions<Item, Outcome>) {
    this.#options = options
  }

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const { keysOf, long } = this.#options
      const size = long?.sizeOf(item) ?? 0
      const isLong = long !== undefined && size >= long.from
      const line = isLong ? this.#long : this.#short
      line.waiting.push({ item, keys: keysOf(item), size, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      while (this.#short.underWay < this.#options.batchesAtOnce && this.#send(this.#short, this.#nextShort())) {}
      while (this.#long.underWay < 1 && this.#send(this.#long, this.#nextLong())) {}
    })
  }

  #nextShort(): Waiting<Item, Outcome>[] {
    return this.#free(this.#short).slice(0, this.#options.max)
  }

  /** Takes one item of each owner, then the next one of each, until the batch is large enough. */
  #nextLong(): Waiting<Item, Outcome>[] {
    const { long, max } = this.#options
    if (long === undefined || this.#long.waiting.length === 0) return []
    const lines = new Map<string, Waiting<Item, Outcome>[]>()
    for (const owner of this.#owners) lines.set(owner, [])
    for (const one of this.#free(this.#long)) {
      const owner = long.ownerOf(one.item)
      const line = lines.get(owner)
      if (line) line.push(one)
      else lines.set(owner, [one])
    }
    const batch: Waiting<Item, Outcome>[] = []
    let left = long.maxCharacters
    while (batch.length < max && left > 0 && lines.size > 0) {
      const [owner, line] = lines.entries().next().value as [string, Waiting<Item, Outcome>[]]
      lines.delete(owner)
      const one = line.shift()
      if (one === undefined) continue
      batch.push(one)
      left -= one.size
      lines.set(owner, line)
    }
    this.#owners.clear()
    for (const [owner, line] of lines) if (line.length > 0) this.#owners.add(owner)
    return batch
  }

  /** Items that share no key with an item that is being sent or that comes before them. */
  #free(line: Line<Item, Outcome>): Waiting<Item, Outcome>[] {
    const behind = new Set<string>()
    const free: Waiting<Item, Outcome>[] = []
    for (const one of line.waiting) {
      if (!one.keys.some((key) => this.#busy.has(key) || behind.has(key))) free.push(one)
      for (const key of one.keys) behind.add(key)
    }
    return free
  }

  /** Returns true if there was anything to send. */
  #send(line: Line<Item, Outcome>, batch: readonly Waiting<Item, Outcome>[]): boolean {
    if (batch.length === 0) return false
    const sent = new Set(batch)
    line.waiting = line.waiting.filter((one) => !sent.has(one))
    for (const { keys } of batch) for (const key of keys) this.#busy.add(key)
    void this.#carryOut(line, batch)
    return true
  }

  async #carryOut(line: Line<Item, Outcome>, batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    line.underWay++
    try {
      const outcomes = await this.#options.send(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    for (const { keys } of batch) for (const key of keys) this.#busy.delete(key)
    line.underWay--
    if (this.#short.waiting.length > 0 || this.#long.waiting.length > 0) this.#schedule()
  }
}

interface Line<Item, Outcome> {
  waiting: Waiting<Item, Outcome>[]
  underWay: number
}

interface Waiting<Item, Outcome> {
  item: Item
  keys: readonly string[]
  size: number
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}
