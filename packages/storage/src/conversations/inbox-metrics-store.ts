import type { Database } from '../database.js'
import type { InboxMetric, InboxMetricsBy, InboxMetricsStore, InboxSpan } from './inbox-metrics.js'

const keys: Readonly<Record<InboxMetricsBy, { sql: string; values: (span: InboxSpan) => number[] }>> = {
  all: { sql: "''", values: () => [] },
  assignee: { sql: 'assignee_id', values: () => [] },
  bot: { sql: 'bot_id', values: () => [] },
  channel: { sql: 'channel', values: () => [] },
  hour: { sql: 'CAST((opened_at + ?) / 3600000 % 24 AS TEXT)', values: ({ offset }) => [offset] },
}

export function inboxMetricsStore(database: Database): InboxMetricsStore {
  const { isOneOf } = database.dialect
  return {
    async divide(span, by, limit) {
      const { workspaceId, from, to, now } = span
      const key = keys[by]
      const ranged =
        `SELECT ${key.sql} AS key, opened_at, first_response_at, resolved_at, waiting_since, state, rating FROM conversations ` +
        'WHERE workspace_id = ? AND opened_at >= ? AND opened_at < ? ORDER BY opened_at DESC LIMIT ?'
      const metrics = [
        "SELECT key, 'conversations' AS metric, 0 AS value FROM ranged",
        "SELECT key, 'firstResponse', first_response_at - opened_at FROM ranged WHERE first_response_at IS NOT NULL",
        "SELECT key, 'resolution', resolved_at - opened_at FROM ranged WHERE state = 'resolved' AND resolved_at IS NOT NULL",
        "SELECT key, 'waiting', CAST(? AS BIGINT) - waiting_since FROM ranged WHERE state = 'open' AND waiting_since IS NOT NULL",
        "SELECT key, 'rating', rating FROM ranged WHERE rating IS NOT NULL",
      ].join(' UNION ALL ')
      const ofGroup = 'OVER (PARTITION BY key, metric'
      const ranked =
        `SELECT key, metric, value, row_number() ${ofGroup} ORDER BY value) AS number, ` +
        `count(*) ${ofGroup}) AS total FROM metrics`
      const at = (number: string) => `max(CASE WHEN number = ${number} THEN value END)`
      const sql =
        `WITH ranged AS (${ranged}), metrics AS (${metrics}), ranked AS (${ranked}) ` +
        `SELECT key, metric, max(total) AS count, ${at('(total + 1) / 2')} AS median, ${at('(total * 9 + 9) / 10')} AS p90, ` +
        'CAST(avg(value) AS DOUBLE PRECISION) AS mean FROM ranked GROUP BY key, metric'
      const values = [...key.values(span), workspaceId, from, to, limit, now]
      const rows = await database.analyticalQuery<InboxMetric>(sql, ...values)
      return rows.map((row) => {
        const { count, median, p90, mean } = row
        return { ...row, count: Number(count), median: Number(median), p90: Number(p90), mean: Number(mean) }
      })
    },
    async countStarts({ workspaceId, from, to }, botIds, limit) {
      const some =
        `SELECT 1 FROM results WHERE bot_id ${isOneOf} AND created_at >= ? AND created_at < ? AND workspace_id = ? ` +
        'AND has_started = 1 AND is_deleted = 0 LIMIT ?'
      const sql = `SELECT count(*) AS count FROM (${some}) AS counted`
      const [row] = await database.analyticalQuery<{ count: number | string }>(
        sql,
        botIds,
        from,
        to,
        workspaceId,
        limit,
      )
      return Number(row?.count)
    },
  }
}
