import type { NewDelivery } from '../deliveries/deliveries.js'

/** A result that was completed, or an error that a turn logged. */
export type NotificationEvent = 'completed' | 'failed'
export type NotificationChannel = 'email' | 'browser' | 'webhook'
/** `now`: as soon as it happens; the others collect notices until the next full hour, morning, or Monday morning. */
export type NotificationFrequency = 'now' | 'hourly' | 'daily' | 'weekly'

/** A kind of notification that one person gets of one bot. */
export interface NotificationRule {
  id: string
  botId: string
  userId: string
  event: NotificationEvent
  channel: NotificationChannel
  frequency: NotificationFrequency
  timeZone: string
  /** Conditions on results, as JSON; null for all. */
  filter: string | null
  /** Address of a webhook; null for the other channels. */
  url: string | null
  createdAt: number
  /** Time at which its notices are sent; null while it has none. */
  dueAt: number | null
  /** Until then a process is sending, or waits after a failed attempt. */
  leasedUntil: number
  sentAt: number | null
  /** Time at which the last attempt failed; null once something was sent. */
  failedAt: number | null
}

/** Fields of a rule that its person can change. */
export type RuleChange = Pick<NotificationRule, 'event' | 'channel' | 'frequency' | 'timeZone' | 'filter' | 'url'>

/** A rule with the name of its bot. */
export type ListedRule = NotificationRule & { botName: string }

/** A rule that one caller handles. `leaseBefore`: until when the caller before had it; 0 if that one has ended its attempt. */
export type TakenRule = NotificationRule & { workspaceId: string; leaseBefore: number }

/** Something that happened in a turn, stored with it, which rules of its bot report. */
export interface Notice {
  id: string
  botId: string
  /** Result in the session's workspace. When it is deleted, its notices go with it. */
  resultId: string
  event: NotificationEvent
  /** The error; empty for a completed result. */
  cause: string
  createdAt: number
}

/** Something that one rule has to report. */
export interface DueNotice {
  /** The id of a completed result, or the error. */
  subject: string
  /** The result; of an error, the last one in which it happened. */
  resultId: string
  /** How often it happened. */
  count: number
  /** Time at which it happened first. */
  createdAt: number
}

export interface NotificationStore {
  /** Creates nothing, and returns false, if the person already has `max` rules. */
  create(rule: NotificationRule, max: number): Promise<boolean>
  /** The rules of a person for a bot, newest first. */
  list(userId: string, botId: string): Promise<NotificationRule[]>
  /** All rules of a person, newest first. */
  listAll(userId: string): Promise<ListedRule[]>
  get(id: string): Promise<NotificationRule | undefined>
  /**
   * Changes a rule of a person, which is due at `dueAt` if it has anything to report. What it had to report of another event is dropped, and a failed
   * attempt is repeated at once. Returns the rule; undefined if the person has no such rule.
   */
  update(
    id: string,
    userId: string,
    change: RuleChange,
    dueAt: (rule: NotificationRule) => number,
  ): Promise<NotificationRule | undefined>
  /** Deletes a rule of anybody, or only of this person. Returns false if there was none. */
  delete(id: string, userId?: string): Promise<boolean>
  /** The events that rules of a bot, or of all bots, report. */
  events(botId?: string): Promise<Pick<NotificationRule, 'botId' | 'event'>[]>
  /** Adds notices to the rules that report them, the oldest first, at most `limit`. Returns how many there were. */
  assign(limit: number, dueAt: (rule: NotificationRule) => number): Promise<number>
  /** Time at which the next rule is due; 0 if there are notices that were not assigned. */
  nextDueAt(): Promise<number | undefined>
  /**
   * Takes a rule that is due, for one caller until `until`, with its workspace, which is not one of `busy`; undefined if there is none.
   */
  take(now: number, until: number, busy?: readonly string[]): Promise<TakenRule | undefined>
  /** Notices that a rule has to report, the oldest first. */
  due(ruleId: string, limit: number): Promise<DueNotice[]>
  /**
   * Ends an attempt: removes the reported notices, stores `deliveries`, and makes the rule due at `againAt` if more has happened. False (and
   * nothing written) if another caller has taken the rule since, or it is gone.
   */
  end(
    taken: TakenRule,
    reported: readonly DueNotice[],
    after: { now: number; isSent: boolean; againAt: number; deliveries?: readonly NewDelivery[] },
  ): Promise<boolean>
  /** Notes a failed attempt; nobody takes the rule before `until`. */
  fail(taken: NotificationRule, now: number, until: number): Promise<void>
}
