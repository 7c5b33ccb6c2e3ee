/** A recipient of emails with the summary of a link. */
export interface SummaryMail {
  id: string
  botId: string
  linkId: string
  /** The person who added the recipient; null if the row is older than this column. */
  authorId: string | null
  /** The account it is sent to; null for an outside address. */
  userId: string | null
  email: string
  token: string
  frequency: SummaryFrequency
  /** Language of the email if the account has none. */
  language: string
  createdAt: number
  /** Time at which the address was confirmed; null until then, and nothing is sent to it. */
  confirmedAt: number | null
  /** Time at which the next email is due. */
  dueAt: number
  /** Until then a process is sending it, or waits after a failed attempt. */
  leasedUntil: number
  /** Time at which the last attempt failed; null once an email has been sent. */
  failedAt: number | null
}

export type SummaryFrequency = 'daily' | 'weekly' | 'monthly'

export interface SummaryMailStore {
  /** Newest first. */
  list(botId: string): Promise<SummaryMail[]>
  /**
   * Creates nothing, and returns the reason: `full` if the bot already has `max` mails, `taken` if this address already receives the link, or
   * `missing` if the link does not exist.
   */
  create(mail: SummaryMail, max: number): Promise<'created' | 'full' | 'taken' | 'missing'>
  findByToken(token: string): Promise<SummaryMail | undefined>
  /** Confirms the address; its first email is due at `dueAt`. An address that is already confirmed keeps its times. */
  confirm(token: string, now: number, dueAt: number): Promise<void>
  /**
   * Takes one confirmed row that is due, for one caller until `until`, with its workspace, which is not one of `busy`; undefined if there is
   * none.
   */
  take(
    now: number,
    until: number,
    busy?: readonly string[],
  ): Promise<(SummaryMail & { workspaceId: string }) | undefined>
  /** Ends an attempt: nobody takes the row before `dueAt` and `leasedUntil`. False if another caller has taken it since, or it is gone. */
  end(taken: SummaryMail, next: Pick<SummaryMail, 'dueAt' | 'leasedUntil' | 'failedAt'>): Promise<boolean>
  /** Returns false if there was none. */
  delete(botId: string, id: string): Promise<boolean>
  /** Removes rows that were created before `before` and never confirmed. */
  removeUnconfirmed(before: number): Promise<void>
}
