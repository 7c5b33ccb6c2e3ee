import type { Span } from './analytics.js'
import type { Database } from './database.js'
import type { ResultFilter, ResultSearch } from './result-search.js'
import type { SqlValue } from './table.js'
import { results } from './tables.js'

export function resultSearch(database: Database): ResultSearch {
  return {
    async page(span, filter, { before, limit }) {
      const { sql: wanted, values } = conditionOf(filter)
      const end = Math.min(span.to ?? latest, before ? before.createdAt + 1 : latest)
      const keyset = [before?.createdAt ?? latest, before?.id ?? ''] as const
      const within = [...valuesOf({ ...span, to: end }), ...keyset] as const
      const looked = `SELECT * FROM results WHERE ${listed} AND (created_at < ? OR id < ?) ${newestFirst} LIMIT ${window}`
      const find = `SELECT ${results.columns} FROM (${looked}) AS results WHERE ${wanted} ${newestFirst} LIMIT ?`
      const found = await database.survey(find, ...within, ...values, limit + 1)
      const rows = found.slice(0, limit).map((row) => results.read(row))
      if (found.length > limit) return { rows, next: rows.at(-1) as (typeof rows)[number] }
      const lookEnd =
        `SELECT created_at AS "createdAt", id FROM results WHERE ${listed} AND (created_at < ? OR id < ?) ` +
        `${newestFirst} LIMIT 1 OFFSET ${window - 1}`
      const [next] = await database.survey<{ createdAt: number; id: string }>(lookEnd, ...within)
      return { rows, ...(next && { next }) }
    },
    async count(span, filter) {
      const { sql, values } = conditionOf(filter)
      const count = `SELECT count(*) AS count FROM results WHERE ${listed} AND ${sql}`
      const [row] = await database.survey<{ count: number }>(count, ...valuesOf(span), ...values)
      return Number(row?.count)
    },
  }
}

/** Results that one page looks through. */
const window = 20_000
const latest = Number.MAX_SAFE_INTEGER
const newestFirst = 'ORDER BY created_at DESC, id DESC'
const listed =
  'bot_id = ? AND has_started = 1 AND is_archived = 0 AND created_at >= ? AND created_at < ? AND workspace_id = ?'

function valuesOf({ botId, from = -latest, to = latest, workspaceId }: Span) {
  return [botId, from, to, workspaceId] as const
}

function conditionOf({ isCompleted, text, answer }: ResultFilter): { sql: string; values: SqlValue[] } {
  const conditions = ['1 = 1']
  const values: SqlValue[] = []
  const add = (sql: string, ...given: SqlValue[]) => {
    conditions.push(sql)
    values.push(...given)
  }
  if (isCompleted !== undefined) add('is_completed = ?', isCompleted ? 1 : 0)
  if (text !== undefined) {
    const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    add(answered("lower(content) LIKE ? ESCAPE '\\'"), pattern)
  }
  const given = Object.entries({ block_id: answer?.blockId, variable_id: answer?.variableId, content: answer?.content })
  const named = given.flatMap(([column, value]) => (value === undefined ? [] : [[column, value] as const]))
  if (named.length > 0)
    add(answered(named.map(([column]) => `${column} = ?`).join(' AND ')), ...named.map(([, value]) => value))
  return { sql: conditions.join(' AND '), values }
}

function answered(condition: string): string {
  return (
    'EXISTS (SELECT 1 FROM answers WHERE answers.result_id = results.id ' +
    `AND answers.workspace_id = results.workspace_id AND ${condition})`
  )
}
