/** The kind of groups for which metrics are computed. */
export type InboxMetricsBy = 'all' | 'assignee' | 'bot' | 'channel' | 'hour'

/** Milliseconds, except for ratings, which are from 1 to 5. */
export interface InboxMetric {
  /** The id of the person, the bot, the channel, or the hour of the day; null for conversations that nobody has. Empty for all. */
  key: string | null
  metric: 'conversations' | 'firstResponse' | 'resolution' | 'waiting' | 'rating'
  count: number
  median: number
  p90: number
  mean: number
}

export interface InboxSpan {
  workspaceId: string
  /** When conversations came into the inbox: from this time, and before that one. */
  from: number
  to: number
  now: number
  /** Milliseconds by which local time is ahead of UTC, for hours of the day. */
  offset: number
}

export interface InboxMetricsStore {
  /** Of the newest `limit` conversations of the span: medians and 90th percentiles by metric and key. */
  divide(span: InboxSpan, by: InboxMetricsBy, limit: number): Promise<InboxMetric[]>
  /** Results that visitors of these bots have begun in a span of time, counted up to `limit`. */
  countStarts(
    span: Pick<InboxSpan, 'workspaceId' | 'from' | 'to'>,
    botIds: readonly string[],
    limit: number,
  ): Promise<number>
}
