/** A call that is delivered after its turn, and stored in the same transaction as the turn. */
export interface NewDelivery {
  /** The same every time the turn is retried, so that it is stored once. */
  id: string
  botId: string
  /** Result in the session's workspace. When it is deleted, its deliveries go with it. */
  resultId: string
  blockId: string
  /** The integration that performs it. */
  kind: string
  /** JSON to perform; emptied once it is delivered. It refers to credentials by id only. */
  payload: string
  dueAt: number
  createdAt: number
}

export interface Delivery extends NewDelivery {
  workspaceId: string
  state: DeliveryState
  /** Number of times it was taken. */
  attempts: number
  /** Number of failures since it was stored or replayed. */
  failures: number
  lastError: string | null
  /** Time at which it was delivered or given up. */
  endedAt: number | null
}

/**
 * A delivery with its conversations, and the reasons why it should wait: its workspace is suspended, or somebody other than the bot speaks
 * in one of them.
 */
export type TakenDelivery = Delivery & { isSuspended: boolean; isHeld: boolean; sessionIds: readonly string[] }

/** A delivery with the name of its bot. */
export type ListedDelivery = Delivery & { botName: string }

export type DeliveryState = 'waiting' | 'delivered' | 'dead'

/** One attempt, as returned by `take`. */
export type DeliveryAttempt = Pick<Delivery, 'workspaceId' | 'id' | 'attempts'>

export interface DeliveryFilter {
  state?: DeliveryState | undefined
  botId?: string | undefined
  kind?: string | undefined
}

/** State of the deliveries of one integration in a workspace. */
export interface DeliveryHealth {
  kind: string
  waiting: number
  dead: number
  delivered: number
  /** Time at which the oldest waiting delivery was stored. */
  oldestWaitingAt: number | null
}

export interface DeliveryStore {
  /**
   * Takes due deliveries, each for one caller until `until`; workspaces take turns, and `busy` ones get none. A delivery that has not ended
   * by then is due again.
   */
  take(now: number, until: number, limit: number, busy?: readonly string[]): Promise<TakenDelivery[]>
  /** Marks it as delivered. False if the attempt is over: another caller has taken it since, or it is gone. */
  deliver(attempt: DeliveryAttempt, now: number): Promise<boolean>
  /** Makes it wait until `dueAt`, or marks it as dead if that is null. Returns false in the same cases as `deliver`. */
  fail(attempt: DeliveryAttempt, error: string, dueAt: number | null, now: number): Promise<boolean>
  /** Postpones it to `dueAt` without counting a failure. Returns false in the same cases as `deliver`. */
  postpone(attempt: DeliveryAttempt, dueAt: number): Promise<boolean>
  /** Time at which the next delivery is due, among workspaces that are not `busy`. */
  nextDueAt(busy?: readonly string[]): Promise<number | undefined>
  /** Newest first, after `before` (exclusive keyset). */
  list(
    workspaceId: string,
    filter: DeliveryFilter,
    page: { before?: { createdAt: number; id: string } | undefined; limit: number },
  ): Promise<ListedDelivery[]>
  /** By kind; counts deliveries that succeeded since `deliveredSince`. */
  health(workspaceId: string, deliveredSince: number): Promise<DeliveryHealth[]>
  /** Number of deliveries that wait in a workspace, counted up to `max`. */
  waiting(workspaceId: string, max: number): Promise<number>
  /** Makes a dead delivery wait again. False if it is not dead. */
  replay(workspaceId: string, id: string, now: number): Promise<boolean>
  /** Does the same for at most `limit` dead deliveries, oldest first. Returns how many there were. */
  replayDead(workspaceId: string, filter: Omit<DeliveryFilter, 'state'>, now: number, limit: number): Promise<number>
  /** Deletes a delivery that has not been delivered. False if there is none. */
  discard(workspaceId: string, id: string): Promise<boolean>
  /** Deletes deliveries that ended before the given times, at most `limit`. Returns how many there were. */
  removeOld(deliveredBefore: number, deadBefore: number, limit: number): Promise<number>
}
