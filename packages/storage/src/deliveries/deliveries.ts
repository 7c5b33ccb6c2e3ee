/** What a turn leaves to be delivered after it, stored with the turn. */
export interface NewDelivery {
  /** The same whenever the turn is made again, so that it is stored once. */
  id: string
  botId: string
  /** Of the session's workspace. One that is deleted takes its deliveries along. */
  resultId: string
  blockId: string
  /** Which integration performs it. */
  kind: string
  /** What to perform; emptied once it is delivered. Has credentials by their ids alone. */
  payload: string
  dueAt: number
  createdAt: number
}

export interface Delivery extends NewDelivery {
  workspaceId: string
  state: DeliveryState
  /** How often it was taken. */
  attempts: number
  /** How often it failed since it was stored or replayed. */
  failures: number
  lastError: string | null
  /** When it was delivered or given up. */
  endedAt: number | null
}

/** `isSuspended`: its workspace is, and it should wait. */
export type TakenDelivery = Delivery & { isSuspended: boolean }

/** With the name of its bot. */
export type ListedDelivery = Delivery & { botName: string }

export type DeliveryState = 'waiting' | 'delivered' | 'dead'

/** One attempt, as `take` answered it. */
export type DeliveryAttempt = Pick<Delivery, 'workspaceId' | 'id' | 'attempts'>

export interface DeliveryFilter {
  state?: DeliveryState | undefined
  botId?: string | undefined
  kind?: string | undefined
}

/** How an integration of a workspace is doing. */
export interface DeliveryHealth {
  kind: string
  waiting: number
  dead: number
  delivered: number
  /** When the oldest waiting one was stored. */
  oldestWaitingAt: number | null
}

export interface DeliveryStore {
  /**
   * Due ones, each for one caller until then; workspaces take turns, and `busy` ones get none. One that was not ended by then is due
   * again.
   */
  take(now: number, until: number, limit: number, busy?: readonly string[]): Promise<TakenDelivery[]>
  /** False when the attempt is over: somebody else has taken it since, or it is gone. */
  deliver(attempt: DeliveryAttempt, now: number): Promise<boolean>
  /** Waits until `dueAt`, or is dead from now on where that is null. False as for `deliver`. */
  fail(attempt: DeliveryAttempt, error: string, dueAt: number | null, now: number): Promise<boolean>
  /** Leaves it until `dueAt`, without counting a failure. False as for `deliver`. */
  postpone(attempt: DeliveryAttempt, dueAt: number): Promise<boolean>
  /** When the next one is due, of workspaces that are not `busy`. */
  nextDueAt(busy?: readonly string[]): Promise<number | undefined>
  /** Newest first, after `before` (exclusive keyset). */
  list(
    workspaceId: string,
    filter: DeliveryFilter,
    page: { before?: { createdAt: number; id: string } | undefined; limit: number },
  ): Promise<ListedDelivery[]>
  /** By kind; delivered ones are those since then. */
  health(workspaceId: string, deliveredSince: number): Promise<DeliveryHealth[]>
  /** How many wait in a workspace, counted up to `most`. */
  waiting(workspaceId: string, most: number): Promise<number>
  /** Makes a dead one wait again. False when it is not dead. */
  replay(workspaceId: string, id: string, now: number): Promise<boolean>
  /** The same for at most `limit` dead ones, oldest first. How many there were. */
  replayDead(workspaceId: string, filter: Omit<DeliveryFilter, 'state'>, now: number, limit: number): Promise<number>
  /** Deletes one that is not delivered. False when there is none. */
  discard(workspaceId: string, id: string): Promise<boolean>
  /** Deletes those that ended before then, at most `limit`. How many there were. */
  removeOld(deliveredBefore: number, deadBefore: number, limit: number): Promise<number>
}
