/**
 * Slots for work in the background that is taken from a store. Workspaces take turns. One workspace gets at most half of the slots, so that
 * the work of others continues while its services hang.
 */
export class WorkspaceSlots {
  readonly #slots: number
  readonly #active = new Map<string, number>()
  /** Workspaces that got a slot in this round. */
  readonly #served = new Set<string>()
  #taken = 0

  constructor(slots: number) {
    this.#slots = slots
  }

  get free(): number {
    return this.#slots - this.#taken
  }

  /**
   * Finds work for the free slots: of workspaces that got none in this round, else of all others in a new round. `find` gets the maximum
   * number of pieces and the workspaces whose work it must leave out.
   */
  async take<Work>(find: (max: number, except: string[]) => Promise<Work[]>): Promise<Work[]> {
    const { busy, max } = this.shares()
    if (max <= 0) return []
    if (this.#served.size > 0) {
      const found = await find(max, [...new Set([...busy, ...this.#served])])
      if (found.length > 0) return found
      this.#served.clear()
    }
    return find(max, busy)
  }

  /** Takes a slot; the returned function frees it. */
  enter(workspaceId: string): () => void {
    this.#served.add(workspaceId)
    this.#change(workspaceId, 1)
    return () => this.#change(workspaceId, -1)
  }

  /** `busy` lists the workspaces that have their half; `max` is small enough that no other workspace exceeds it. */
  shares(): { busy: string[]; max: number } {
    const half = Math.ceil(this.#slots / 2)
    const busy = [...this.#active].flatMap(([workspaceId, count]) => (count >= half ? workspaceId : []))
    const others = [...this.#active.values()].filter((count) => count < half)
    return { busy, max: Math.min(this.free, half - Math.max(0, ...others)) }
  }

  #change(workspaceId: string, by: 1 | -1): void {
    const count = (this.#active.get(workspaceId) ?? 0) + by
    if (count > 0) this.#active.set(workspaceId, count)
    else this.#active.delete(workspaceId)
    this.#taken += by
  }
}
