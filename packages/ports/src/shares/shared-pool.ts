/**
 * A capacity (places, bytes) that all workspaces draw on. A workspace may hold at most as much as it leaves free: alone it gets half, two
 * that want all get a third each, and there is always some left for the next one.
 */
export class SharedPool {
  readonly #held = new Map<string, number>()
  #free: number

  constructor(capacity: number) {
    this.#free = capacity
  }

  canTake(workspaceId: string, amount: number): boolean {
    return (this.#held.get(workspaceId) ?? 0) + amount <= this.#free
  }

  /** Takes all of the amount, or nothing and returns false. */
  take(workspaceId: string, amount: number): boolean {
    if (!this.canTake(workspaceId, amount)) return false
    this.#change(workspaceId, amount)
    return true
  }

  giveBack(workspaceId: string, amount: number): void {
    this.#change(workspaceId, -amount)
  }

  /** Adds to the capacity, or takes from it when negative; what is held stays held. */
  widen(amount: number): void {
    this.#free += amount
  }

  #change(workspaceId: string, amount: number): void {
    const held = (this.#held.get(workspaceId) ?? 0) + amount
    if (held > 0) this.#held.set(workspaceId, held)
    else this.#held.delete(workspaceId)
    this.#free -= amount
  }
}
