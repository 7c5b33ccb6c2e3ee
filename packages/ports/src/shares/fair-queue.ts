import type { Owner } from './owner.js'
import { SharedPool } from './shared-pool.js'

export interface FairQueueOptions {
  /** Items that may be in progress at once. */
  places: number
  /** Items of one bot that may be in progress at once; unlimited by default. */
  placesPerBot?: number
  /** Items that may wait. */
  waiting: number
  /** Items of one bot that may wait; unlimited by default. */
  waitingPerBot?: number
}

export interface Entry<Item> {
  readonly owner: Owner
  readonly item: Item
}

/**
 * A queue in front of a number of places. Workspaces take turns, and so do the bots within each; the items of one bot keep their order. One
 * workspace never takes all places, nor the whole queue: see `SharedPool`.
 */
export class FairQueue<Item> {
  /** By workspace, then by bot; the one served last comes last. */
  readonly #lines = new Map<string, Map<string, Entry<Item>[]>>()
  readonly #places: SharedPool
  readonly #positions: SharedPool
  readonly #placesPerBot: number
  readonly #waitingPerBot: number
  readonly #inProgress = new Map<string, number>()
  #length = 0

  constructor({ places, placesPerBot, waiting, waitingPerBot }: FairQueueOptions) {
    this.#places = new SharedPool(places)
    this.#positions = new SharedPool(waiting)
    this.#placesPerBot = placesPerBot ?? Number.POSITIVE_INFINITY
    this.#waitingPerBot = waitingPerBot ?? Number.POSITIVE_INFINITY
  }

  /** The number of waiting items. */
  get length(): number {
    return this.#length
  }

  /** Returns the entry that now waits; undefined if the queue has no space for it. */
  add(owner: Owner, item: Item): Entry<Item> | undefined {
    const { workspaceId, botId = '' } = owner
    const line = this.#lines.get(workspaceId)?.get(botId)
    if ((line?.length ?? 0) >= this.#waitingPerBot || !this.#positions.take(workspaceId, 1)) return undefined
    const entry = { owner, item }
    this.#length += 1
    if (line) {
      line.push(entry)
      return entry
    }
    const bots = this.#lines.get(workspaceId)
    if (bots) bots.set(botId, [entry])
    else this.#lines.set(workspaceId, new Map([[botId, [entry]]]))
    return entry
  }

  /** Gives a place to the next entry that may have one; `leave` frees it. */
  take(): Entry<Item> | undefined {
    for (const [workspaceId, bots] of this.#lines) {
      if (!this.#places.canTake(workspaceId, 1)) continue
      for (const [botId, line] of bots) {
        if ((this.#inProgress.get(botKey(workspaceId, botId)) ?? 0) >= this.#placesPerBot) continue
        const entry = line.shift() as Entry<Item>
        this.#toTheEnd(workspaceId, bots, botId, line)
        this.#positions.giveBack(workspaceId, 1)
        this.#length -= 1
        this.#occupy(entry.owner, 1)
        return entry
      }
    }
    return undefined
  }

  /** Frees a place that `take` gave to this owner. */
  leave(owner: Owner): void {
    this.#occupy(owner, -1)
  }

  /** Removes a waiting entry; false if it does not wait, or no longer does. */
  remove(entry: Entry<Item>): boolean {
    const { workspaceId, botId = '' } = entry.owner
    const line = this.#lines.get(workspaceId)?.get(botId)
    const index = line?.indexOf(entry) ?? -1
    if (line === undefined || index < 0) return false
    line.splice(index, 1)
    if (line.length === 0) this.#forget(workspaceId, botId)
    this.#positions.giveBack(workspaceId, 1)
    this.#length -= 1
    return true
  }

  /** Removes all waiting entries of one bot, or of all. */
  drain(owner?: Owner): Item[] {
    const entries = owner
      ? (this.#lines.get(owner.workspaceId)?.get(owner.botId ?? '') ?? [])
      : [...this.#lines.values()].flatMap((bots) => [...bots.values()].flat())
    return [...entries].flatMap((entry) => (this.remove(entry) ? [entry.item] : []))
  }

  /** Adds places temporarily, or removes them again. */
  widen(places: number): void {
    this.#places.widen(places)
  }

  #toTheEnd(workspaceId: string, bots: Map<string, Entry<Item>[]>, botId: string, line: Entry<Item>[]): void {
    this.#forget(workspaceId, botId)
    if (line.length > 0) bots.set(botId, line)
    this.#lines.delete(workspaceId)
    if (bots.size > 0) this.#lines.set(workspaceId, bots)
  }

  #forget(workspaceId: string, botId: string): void {
    const bots = this.#lines.get(workspaceId)
    bots?.delete(botId)
    if (bots?.size === 0) this.#lines.delete(workspaceId)
  }

  #occupy({ workspaceId, botId = '' }: Owner, change: 1 | -1): void {
    if (change > 0) this.#places.take(workspaceId, 1)
    else this.#places.giveBack(workspaceId, 1)
    if (this.#placesPerBot === Number.POSITIVE_INFINITY) return
    const key = botKey(workspaceId, botId)
    const count = (this.#inProgress.get(key) ?? 0) + change
    if (count > 0) this.#inProgress.set(key, count)
    else this.#inProgress.delete(key)
  }
}

const botKey = (workspaceId: string, botId: string) => `${workspaceId} ${botId}`
