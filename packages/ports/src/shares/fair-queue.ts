import type { Owner } from './owner.js'
import { SharedPool } from './shared-pool.js'

export interface FairQueueOptions {
  /** Items that may be in progress at once. */
  slots: number
  /** Items of one bot that may be in progress at once; unlimited by default. */
  slotsPerBot?: number
  /** Items of one account that may be in progress at once; unlimited by default. Ten times as many may wait. */
  slotsPerAccount?: number
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
 * workspace never takes all places, nor the whole queue: see `SharedPool`. The items of an account wait for each other and for nobody
 * else's: a full account is passed over, and no bot of it takes all of its positions in the queue.
 */
export class FairQueue<Item> {
  /** By workspace, then by bot and account; the one served last comes last. */
  readonly #lines = new Map<string, Map<string, Entry<Item>[]>>()
  readonly #slots: SharedPool
  readonly #positions: SharedPool
  readonly #waitingPerBot: number
  readonly #bots: Ceiling
  readonly #accounts: Ceiling
  /** Positions of accounts with waiting items, shared by their bots. */
  readonly #accountPositions = new Map<string, { pool: SharedPool; taken: number }>()
  #length = 0

  constructor({ slots, slotsPerBot, slotsPerAccount, waiting, waitingPerBot }: FairQueueOptions) {
    this.#slots = new SharedPool(slots)
    this.#positions = new SharedPool(waiting)
    this.#waitingPerBot = waitingPerBot ?? Number.POSITIVE_INFINITY
    this.#bots = new Ceiling(slotsPerBot)
    this.#accounts = new Ceiling(slotsPerAccount)
  }

  /** The number of waiting items. */
  get length(): number {
    return this.#length
  }

  /** True if as many items of the owner's account are in progress as may be. */
  isAccountFull(owner: Owner): boolean {
    return this.#accounts.isReached(accountKey(owner))
  }

  /** Returns the entry that now waits; undefined if the queue has no space for it. */
  add(owner: Owner, item: Item): Entry<Item> | undefined {
    const { workspaceId } = owner
    const line = this.#lines.get(workspaceId)?.get(lineKey(owner))
    if ((line?.length ?? 0) >= this.#waitingPerBot || !this.#takePosition(owner)) return undefined
    const entry = { owner, item }
    this.#length += 1
    if (line) {
      line.push(entry)
      return entry
    }
    const lines = this.#lines.get(workspaceId)
    if (lines) lines.set(lineKey(owner), [entry])
    else this.#lines.set(workspaceId, new Map([[lineKey(owner), [entry]]]))
    return entry
  }

  /** Gives a place to the next entry that may have one; `leave` frees it. */
  take(): Entry<Item> | undefined {
    for (const [workspaceId, lines] of this.#lines) {
      if (!this.#slots.canTake(workspaceId, 1)) continue
      for (const [key, line] of lines) {
        const { owner } = line[0] as Entry<Item>
        if (this.#bots.isReached(botKey(owner)) || this.isAccountFull(owner)) continue
        const entry = line.shift() as Entry<Item>
        this.#toTheEnd(workspaceId, lines, key, line)
        this.#leavePosition(owner)
        this.#occupy(owner, 1)
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
    const { owner } = entry
    const line = this.#lines.get(owner.workspaceId)?.get(lineKey(owner))
    const index = line?.indexOf(entry) ?? -1
    if (line === undefined || index < 0) return false
    line.splice(index, 1)
    if (line.length === 0) this.#forget(owner.workspaceId, lineKey(owner))
    this.#leavePosition(owner)
    return true
  }

  /** Removes all waiting entries of one bot with one account, or of all. */
  drain(owner?: Owner): Item[] {
    const entries = owner
      ? (this.#lines.get(owner.workspaceId)?.get(lineKey(owner)) ?? [])
      : [...this.#lines.values()].flatMap((lines) => [...lines.values()].flat())
    return [...entries].flatMap((entry) => (this.remove(entry) ? [entry.item] : []))
  }

  /** Adds places temporarily, or removes them again. */
  widen(slots: number): void {
    this.#slots.widen(slots)
  }

  #toTheEnd(workspaceId: string, lines: Map<string, Entry<Item>[]>, key: string, line: Entry<Item>[]): void {
    this.#forget(workspaceId, key)
    if (line.length > 0) lines.set(key, line)
    this.#lines.delete(workspaceId)
    if (lines.size > 0) this.#lines.set(workspaceId, lines)
  }

  #forget(workspaceId: string, key: string): void {
    const lines = this.#lines.get(workspaceId)
    lines?.delete(key)
    if (lines?.size === 0) this.#lines.delete(workspaceId)
  }

  #takePosition(owner: Owner): boolean {
    const { workspaceId, botId = '' } = owner
    const key = accountKey(owner)
    if (key === undefined || this.#accounts.max === Number.POSITIVE_INFINITY)
      return this.#positions.take(workspaceId, 1)
    const max = this.#accounts.max * waitingPerSlot
    const account = this.#accountPositions.get(key) ?? { pool: new SharedPool(max), taken: 0 }
    if (!account.pool.canTake(botId, 1) || !this.#positions.take(workspaceId, 1)) return false
    account.pool.take(botId, 1)
    account.taken += 1
    this.#accountPositions.set(key, account)
    return true
  }

  #leavePosition(owner: Owner): void {
    const { workspaceId, botId = '' } = owner
    this.#length -= 1
    this.#positions.giveBack(workspaceId, 1)
    const key = accountKey(owner)
    const account = key === undefined ? undefined : this.#accountPositions.get(key)
    if (key === undefined || !account) return
    account.pool.giveBack(botId, 1)
    account.taken -= 1
    if (account.taken === 0) this.#accountPositions.delete(key)
  }

  #occupy(owner: Owner, change: 1 | -1): void {
    if (change > 0) this.#slots.take(owner.workspaceId, 1)
    else this.#slots.giveBack(owner.workspaceId, 1)
    this.#bots.count(botKey(owner), change)
    this.#accounts.count(accountKey(owner), change)
  }
}

/** Counts what is in progress by a key, where the number for each key is limited. */
class Ceiling {
  readonly max: number
  readonly #counts = new Map<string, number>()

  constructor(max = Number.POSITIVE_INFINITY) {
    this.max = max
  }

  isReached(key: string | undefined): boolean {
    return key !== undefined && (this.#counts.get(key) ?? 0) >= this.max
  }

  count(key: string | undefined, change: 1 | -1): void {
    if (key === undefined || this.max === Number.POSITIVE_INFINITY) return
    const count = (this.#counts.get(key) ?? 0) + change
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}

/** Items that may wait for each place. */
export const waitingPerSlot = 10

const botKey = ({ workspaceId, botId = '' }: Owner) => `${workspaceId} ${botId}`
const lineKey = ({ botId = '', accountId = '' }: Owner) => `${botId} ${accountId}`
const accountKey = ({ workspaceId, accountId }: Owner) =>
  accountId === undefined ? undefined : `${workspaceId} ${accountId}`
