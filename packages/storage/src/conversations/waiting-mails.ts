import type { Conversation } from '../holders/holders.js'

/** A conversation that has waited for as long as the workspace says. `dueAt` is the end of the lease of the process that has taken it. */
export interface DueWait
  extends Pick<
    Conversation,
    'sessionId' | 'workspaceId' | 'botId' | 'state' | 'assigneeId' | 'lastText' | 'waitingSince'
  > {
  /** The wait that is due; the visitor may have got an answer since, and wait again. */
  mailWait: number
  dueAt: number
}

/** Waits of visitors of which people get emails. A workspace says after how many minutes, or that nobody ever does. */
export interface WaitingMailStore {
  /** Sets the time of emails for waits that have begun, at most `limit`; those due before `earliest` get none. Returns how many there were. */
  assign(limit: number, earliest: number): Promise<number>
  /** When the next wait is due, except in these workspaces; 0 if some have no time yet. */
  nextDueAt(except: readonly string[]): Promise<number | undefined>
  /** Takes the wait that has been due for the longest time, until `until`. */
  take(now: number, until: number, except: readonly string[]): Promise<DueWait | undefined>
  /** Ends the lease: nothing is to be done any more, or at `againAt`. */
  end(wait: Pick<DueWait, 'sessionId' | 'workspaceId' | 'dueAt'>, againAt?: number): Promise<void>
  /** People of a workspace who were in its inbox after this time. */
  seenSince(workspaceId: string, since: number): Promise<string[]>
  /** Counts an email to a person. False if they have got `max` of them in this hour. */
  count(workspaceId: string, userId: string, now: number, max: number): Promise<boolean>
}
