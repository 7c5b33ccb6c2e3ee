/** Somebody to whom the summary of a link is emailed. */
export interface SummaryMail {
  id: string
  botId: string
  linkId: string
  /** Whose account it goes to; null for an outside address. */
  userId: string | null
  email: string
  token: string
  frequency: SummaryFrequency
  /** Of the email, where the account has none. */
  language: string
  createdAt: number
  /** When the address was confirmed; null while it is not, and nothing is sent to it. */
  confirmedAt: number | null
  /** When the next one is to go out. */
  dueAt: number
  /** Until when a process is sending it, or waits after a failed attempt. */
  leasedUntil: number
  /** When the last attempt failed; null once one went out. */
  failedAt: number | null
}

export type SummaryFrequency = 'daily' | 'weekly' | 'monthly'

export interface SummaryMailStore {
  /** Newest first. */
  list(botId: string): Promise<SummaryMail[]>
  /** `full` when the bot has `most` already; `taken` when the link goes to this address already; `missing` when there is no such link. */
  create(mail: SummaryMail, most: number): Promise<'created' | 'full' | 'taken' | 'missing'>
  findByToken(token: string): Promise<SummaryMail | undefined>
  /** From now on it goes out, first at `dueAt`. One that is confirmed keeps its times. */
  confirm(token: string, now: number, dueAt: number): Promise<void>
  /** One confirmed row that is due, for one caller until then; undefined when there is none. */
  take(now: number, until: number): Promise<SummaryMail | undefined>
  /** Ends an attempt: nobody takes the row before `dueAt` and `leasedUntil`. False when somebody else has taken it since, or it is gone. */
  end(taken: SummaryMail, next: Pick<SummaryMail, 'dueAt' | 'leasedUntil' | 'failedAt'>): Promise<boolean>
  /** Tells whether there was one. */
  delete(botId: string, id: string): Promise<boolean>
  /** Removes those that were created before then and never confirmed. */
  removeUnconfirmed(before: number): Promise<void>
}
