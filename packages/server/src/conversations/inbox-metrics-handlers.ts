import { offsetAt } from '@colloquy/flow/business-hours'
import type { InboxMetric } from '@colloquy/storage'
import { groupBy } from '../group-by.js'
import type { Handlers } from '../http/handler.js'
import { timeRange } from '../results/time-filter.js'

/** Milliseconds that analytics of an inbox reach back at most. */
const maxSpan = 366 * 86_400_000
const maxConversations = 50_000
const maxStarts = 500_000
/** Rows of a table. */
const maxRows = 200

export const inboxMetricsHandlers: Handlers<'getInboxMetrics'> = {
  async getInboxMetrics({ storage, now }, { query: { by, timeFilter, timeZone }, workspace: { id: workspaceId } }) {
    const time = now()
    const range = timeRange(timeFilter, timeZone, time)
    const [from, to] = [Math.max(range.from ?? 0, time - maxSpan), range.to ?? time + 1]
    const span = { workspaceId, from, to, now: time, offset: offsetAt(timeZone || 'UTC', Math.min(to, time)) }
    const [all, divided] = [
      await storage.inboxMetrics.divide(span, 'all', maxConversations),
      await storage.inboxMetrics.divide(span, by, maxConversations),
    ]
    const total = rowOf(all)
    const isPartial = total.conversations === maxConversations
    const bots = await storage.bots.list(workspaceId)
    const starts = await storage.inboxMetrics.countStarts(
      span,
      bots.map(({ id }) => id),
      maxStarts,
    )
    return {
      all: total,
      rows: rowsOf(divided),
      byBots:
        isPartial || starts === maxStarts ? null : { starts, resolved: Math.max(0, starts - total.conversations) },
      isPartial,
    }
  },
}

function rowsOf(metrics: readonly InboxMetric[]) {
  return [...groupBy(metrics, ({ key }) => key)]
    .map(([key, some]) => ({ key, ...rowOf(some) }))
    .sort((one, other) => other.conversations - one.conversations)
    .slice(0, maxRows)
}

function rowOf(metrics: readonly InboxMetric[]) {
  const find = (name: InboxMetric['metric']) => metrics.find(({ metric }) => metric === name)
  const times = (name: InboxMetric['metric']) => {
    const found = find(name)
    return found ? { count: found.count, median: found.median / 1_000, p90: found.p90 / 1_000 } : null
  }
  const rating = find('rating')
  return {
    conversations: find('conversations')?.count ?? 0,
    firstResponse: times('firstResponse'),
    resolution: times('resolution'),
    waiting: times('waiting'),
    rating: rating ? { count: rating.count, average: rating.mean } : null,
  }
}
