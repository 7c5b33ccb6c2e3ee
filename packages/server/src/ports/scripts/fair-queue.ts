/** Waiting lines, one for each owner, served in turn: whoever has many things waiting delays no one else by more than one. */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Item[]>()
  readonly #perOwner: number
  readonly #maximum: number
  #length = 0

  constructor({ perOwner, maximum }: { perOwner: number; maximum: number }) {
    this.#perOwner = perOwner
    this.#maximum = maximum
  }

  get length(): number {
    return this.#length
  }

  /** False when there is no room. */
  add(owner: string, item: Item): boolean {
    const line = this.#lines.get(owner)
    if (this.#length >= this.#maximum || (line?.length ?? 0) >= this.#perOwner) return false
    if (line) line.push(item)
    else this.#lines.set(owner, [item])
    this.#length += 1
    return true
  }

  /** The next item of the owner who has waited longest for a turn, passing over those who are `busy`. */
  take(busy: ReadonlySet<string>): Item | undefined {
    for (const [owner, line] of this.#lines) {
      if (busy.has(owner)) continue
      const item = line.shift()
      this.#lines.delete(owner)
      if (line.length > 0) this.#lines.set(owner, line)
      this.#length -= 1
      return item
    }
    return undefined
  }

  /** Takes out everything of one owner, or of everybody. */
  drain(owner?: string): Item[] {
    const owners = owner === undefined ? [...this.#lines.keys()] : [owner]
    const items = owners.flatMap((one) => this.#lines.get(one) ?? [])
    for (const one of owners) this.#lines.delete(one)
    this.#length -= items.length
    return items
  }
}
