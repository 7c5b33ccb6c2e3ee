import { columnFields, type SegmentKind, segmentOf } from '@colloquy/flow/result-fields'
import type { Database } from '../database.js'
import type { AnalyticsStore, Counts, OriginSpan, ReturnCounts, Segment } from './analytics.js'
import { conditionOfOrigin, textOfColumn } from './result-conditions.js'
import { resultPaths } from './result-paths.js'
import { fieldAsText } from './result-tables.js'

export function analyticsStore(database: Database): AnalyticsStore {
  return {
    async totals(span) {
      const sql = `SELECT ${counts} FROM results WHERE ${inSpan(span)}`
      const [row] = await database.analyticalQuery<Counts>(sql, ...valuesOf(span))
      return row as Counts
    },
    async byQuarter(span) {
      const sql = `SELECT created_at / ${quarter} * ${quarter} AS at, ${counts} FROM results WHERE ${inSpan(span)} GROUP BY 1 ORDER BY 1`
      return database.analyticalQuery<Counts & { at: number }>(sql, ...valuesOf(span))
    },
    async returnsByQuarter(span, blockId) {
      const answered =
        'EXISTS (SELECT 1 FROM answers WHERE answers.result_id = results.id ' +
        'AND answers.workspace_id = results.workspace_id AND block_id = ?)'
      const sql =
        `SELECT created_at / ${quarter} * ${quarter} AS at, count(*) AS starts, ${sumOf('is_completed')} AS completions, ` +
        `${sumOf(`CASE WHEN updated_at - created_at >= ${day} THEN 1 ELSE 0 END`)} AS returns, ` +
        `${blockId === undefined ? '0' : sumOf(`CASE WHEN ${answered} THEN 1 ELSE 0 END`)} AS reached ` +
        `FROM results WHERE ${inSpan(span)} AND results.has_started = 1 GROUP BY 1 ORDER BY 1`
      return database.analyticalQuery<ReturnCounts>(sql, ...(blockId === undefined ? [] : [blockId]), ...valuesOf(span))
    },
    async segments(span, by) {
      const { value, from } = segmentsInSql.get(by)!
      const sql = `SELECT ${value} AS value, ${counts} FROM ${from} WHERE ${inSpan(span)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50`
      return database.analyticalQuery<Segment>(sql, ...valuesOf(span))
    },
    async segmentsOfVariable(span, variableId, max) {
      const text = textOfColumn(database.dialect, { variableId })
      const counted =
        `SELECT nullif(substr(CAST(${text.sql} AS TEXT), 1, 200), '') AS value, ${counts} ` +
        `FROM results WHERE ${inSpan(span)} GROUP BY 1`
      const placed =
        'SELECT value, views, starts, completions, CASE WHEN value IS NULL THEN 0 ' +
        'ELSE row_number() OVER (PARTITION BY value IS NULL ORDER BY views DESC, value) END AS place FROM counted'
      const sql =
        `WITH counted AS (${counted}), placed AS (${placed}), ` +
        'cut AS (SELECT placed.*, CASE WHEN place > ? THEN 1 ELSE 0 END AS "isOther" FROM placed) ' +
        'SELECT "isOther", CASE WHEN "isOther" = 1 THEN NULL ELSE value END AS value, count(*) AS "values", ' +
        `${['views', 'starts', 'completions'].map((count) => `CAST(sum(${count}) AS BIGINT) AS ${count}`).join(', ')} ` +
        'FROM cut GROUP BY 1, 2 ORDER BY 4 DESC, min(place)'
      type Row = Segment & { isOther: number; values: number }
      const rows = await database.analyticalQuery<Row>(sql, ...text.values, ...valuesOf(span), max)
      const segments = rows.flatMap(({ isOther, values: _, ...segment }) => (isOther === 1 ? [] : segment))
      const rest = rows.find(({ isOther }) => isOther === 1)
      if (!rest) return { segments, other: null }
      const { values, views, starts, completions } = rest
      return { segments, other: { values, views, starts, completions } }
    },
    async firstView(span) {
      const sql = `SELECT min(created_at) AS at FROM results WHERE ${inSpan(span)}`
      const [row] = await database.analyticalQuery<{ at: number | null }>(sql, ...valuesOf(span))
      return row?.at ?? undefined
    },
    async answersByBlock(span) {
      const sql = `SELECT block_id AS "blockId", count(*) AS answers FROM ${answersIn(span)} GROUP BY block_id`
      return database.analyticalQuery(sql, ...valuesOf(span))
    },
    async visitsByEdge(span) {
      const sql =
        'SELECT edge_id AS "edgeId", count(*) AS visits FROM results JOIN visited_edges ON result_id = results.id ' +
        `AND visited_edges.workspace_id = results.workspace_id WHERE ${inSpan(span)} GROUP BY edge_id`
      return database.analyticalQuery(sql, ...valuesOf(span))
    },
    async dropOff(span) {
      const answered = new Map<string, number>()
      const left = new Map<string, number>()
      for await (const paths of resultPaths(database, span)) {
        for (const { blockIds, isCompleted, results } of paths) {
          for (const id of new Set(blockIds)) add(answered, id, results)
          if (!isCompleted) add(left, blockIds.at(-1) as string, results)
        }
      }
      return [...answered].map(([blockId, answered]) => ({ blockId, answered, left: left.get(blockId) ?? 0 }))
    },
    async funnel(span, wanted) {
      const counts = wanted.map(() => 0)
      for await (const paths of resultPaths(database, span)) {
        for (const { blockIds, results } of paths) {
          for (let step = 0, at = -1; step < wanted.length; step++) {
            at = blockIds.indexOf(wanted[step] as string, at + 1)
            if (at < 0) break
            counts[step] = (counts[step] as number) + results
          }
        }
      }
      return counts
    },
    async secondsToAnswer(span) {
      const before =
        'coalesce(lag(answers.created_at) OVER (PARTITION BY result_id ORDER BY number), results.created_at)'
      const sql =
        'SELECT block_id AS "blockId", CASE WHEN seconds > 3600 THEN 3600 ELSE seconds END AS seconds, count(*) AS answers ' +
        `FROM (SELECT block_id, (answers.created_at - ${before}) / 1000 AS seconds FROM ${answersIn(span)}) AS times ` +
        'GROUP BY 1, 2 ORDER BY 1, 2'
      return database.analyticalQuery(sql, ...valuesOf(span))
    },
    async invalidRepliesByBlock(span) {
      const sql =
        'SELECT block_id AS "blockId", count(*) AS rejections, count(DISTINCT result_id) AS results FROM results ' +
        'JOIN rejections ON rejections.result_id = results.id AND rejections.workspace_id = results.workspace_id ' +
        `WHERE ${inSpan(span)} GROUP BY block_id`
      return database.analyticalQuery(sql, ...valuesOf(span))
    },
    async usage(workspaceId, from) {
      const chats =
        'SELECT count(*) FROM results WHERE bot_id IN (SELECT id FROM bots WHERE workspace_id = ?) ' +
        'AND is_deleted IN (0, 1) AND created_at >= ? AND has_started = 1'
      const bytes =
        "SELECT coalesce(sum(size), 0) FROM uploads WHERE workspace_id = ? AND state IN ('pending', 'receiving', 'stored')"
      const sql = `SELECT (${chats}) AS chats, CAST((${bytes}) AS BIGINT) AS "fileBytes"`
      const [row] = await database.analyticalQuery<{ chats: number; fileBytes: number }>(
        sql,
        workspaceId,
        from,
        workspaceId,
      )
      return { chats: Number(row?.chats), fileBytes: Number(row?.fileBytes) }
    },
    async resultBytes() {
      const counted = Object.entries(longColumns).map(
        ([table, columns]) => `SELECT workspace_id, ${columns.map(bytesOf).join(' + ')} AS bytes FROM ${table}`,
      )
      const sql =
        'SELECT workspace_id AS "workspaceId", CAST(sum(bytes) AS BIGINT) AS bytes ' +
        `FROM (${counted.join(' UNION ALL ')}) AS counted GROUP BY workspace_id`
      return database.analyticalQuery<{ workspaceId: string; bytes: number }>(sql)
    },
  }
}

/** SQL that reads the value of each segment. */
const segmentsInSql = new Map<SegmentKind, { value: string; from: string }>([
  ...columnFields.map((id) => [segmentOf(id), { value: fieldAsText(id), from: 'results' }] as const),
  [
    segmentOf('variant'),
    {
      value: "exposures.experiment_id || ':' || exposures.variant",
      from:
        'results JOIN exposures ON exposures.result_id = results.id ' +
        'AND exposures.workspace_id = results.workspace_id',
    },
  ],
])

/** Columns of conversations and results that hold texts of any length. */
const longColumns = {
  turns: ['request', 'answer'],
  sessions: ['state'],
  results: ['variables'],
  answers: ['content'],
  logs: ['description', 'details'],
}

/** Both databases know the length without reading the text. */
const bytesOf = (column: string) => `coalesce(octet_length(${column}), 0)`

function add(counts: Map<string, number>, id: string, by: number): void {
  counts.set(id, (counts.get(id) ?? 0) + by)
}

/** Milliseconds. */
const quarter = 900_000
const day = 86_400_000
const latest = Number.MAX_SAFE_INTEGER

/** A sum that both databases return as a number. */
function sumOf(what: string): string {
  return `CAST(coalesce(sum(${what}), 0) AS BIGINT)`
}

/** An index-only read of `results_counted` if all origins count. */
const counts = `count(*) AS views, ${sumOf('has_started')} AS starts, ${sumOf('is_completed')} AS completions`
const inSpan = ({ origin }: OriginSpan) =>
  'results.bot_id = ? AND results.is_deleted = 0 AND results.created_at >= ? AND results.created_at < ? ' +
  `AND results.workspace_id = ?${origin ? ` AND ${conditionOfOrigin(origin).sql}` : ''}`
/** Answers are stored in the order of their results, and ids of results ascend in time, so this reads sequentially. */
const answersIn = (span: OriginSpan) =>
  'results JOIN answers ON answers.result_id = results.id AND answers.workspace_id = results.workspace_id ' +
  `WHERE ${inSpan(span)}`

function valuesOf({ botId, from = -latest, to = latest, workspaceId, origin }: OriginSpan) {
  return [botId, from, to, workspaceId, ...(origin ? conditionOfOrigin(origin).values : [])] as const
}
