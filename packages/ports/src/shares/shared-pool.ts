/**
 * A capacity (places, bytes) that all workspaces share. A workspace may hold at most as much as it leaves free: a single one gets half, two
 * that need all of it get a third each, and there is always some left for the next one.
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

  /** Takes the whole amount, or takes nothing and returns false. */
  take(workspaceId: string, amount: number): boolean {
    if (!this.canTake(workspaceId, amount)) return false
    this.#change(workspaceId, amount)
    return true
  }

  giveBack(workspaceId: string, amount: number): void {
    this.#change(workspaceId, -amount)
  }

  /** Adds to the capacity, or reduces it if negative; amounts that are held stay held. */
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
