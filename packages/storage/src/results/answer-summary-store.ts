import type { Database } from '../database.js'
import type { OriginSpan, Span } from './analytics.js'
import type { AnswerPiece, AnswerSummaryStore, NewestText } from './answer-summary.js'
import { conditionOfOrigin } from './result-conditions.js'

export function answerSummaryStore(database: Database): AnswerSummaryStore {
  const { isOneOf, joinAnswers } = database.dialect
  const answersIn = (span: OriginSpan) => `results ${joinAnswers} WHERE ${inSpan}${originOf(span)}`
  /** Counts in one reading: by content, and how many results there are of each block. */
  const countIn = (span: OriginSpan) =>
    `WITH given AS MATERIALIZED (SELECT block_id, result_id, ${isLeft} AS is_left, ` +
    `CASE WHEN block_id ${isOneOf} THEN substr(content, 1, ${maxCharacters}) END AS content FROM ${answersIn(span)}) ` +
    'SELECT block_id AS "blockId", content, count(*) AS answers, CAST(sum(is_left) AS BIGINT) AS "left", NULL AS results ' +
    'FROM given GROUP BY block_id, content ' +
    'UNION ALL SELECT block_id, NULL, NULL, NULL, count(DISTINCT result_id) FROM given GROUP BY block_id'
  const newestIn = (span: OriginSpan) =>
    'SELECT "blockId", "resultId", "createdAt", substr(content, 1, 500) AS text, ' +
    'CASE WHEN length(content) > 500 THEN 1 ELSE 0 END AS "isCut" FROM (SELECT block_id AS "blockId", ' +
    'result_id AS "resultId", answers.created_at AS "createdAt", content, ' +
    'row_number() OVER (PARTITION BY block_id ORDER BY answers.created_at DESC, result_id DESC) AS place ' +
    `FROM ${answersIn(span)} AND block_id ${isOneOf}) AS listed WHERE place <= ? ORDER BY "blockId", place`

  return {
    async page(span, counted) {
      const end = span.to ?? latest
      const [before] = await database.analyticalQuery<{ at: number }>(findStart, ...valuesOf(span))
      const start = before === undefined ? span.from : Math.min(before.at + 1, end - 1)
      const piece = [...valuesOf({ ...span, from: start }), ...originValues(span)]
      const [total] = await database.analyticalQuery<{ results: number }>(countStartedIn(span), ...piece)
      const next = before && start
      if (!total?.results) return { results: 0, counts: [], answered: [], next }
      type Row = AnswerPiece['counts'][number] & { results: number | null }
      const rows = await database.analyticalQuery<Row>(countIn(span), counted, ...piece)
      const counts = rows.flatMap(({ results, ...row }) => (results === null ? [row] : []))
      const answered = rows.flatMap(({ blockId, results }) => (results === null ? [] : [{ blockId, results }]))
      return { results: total.results, counts, answered, next }
    },
    async listTexts(span, blockIds, max) {
      type Row = Omit<NewestText, 'isCut'> & { isCut: number }
      const rows = await database.analyticalQuery<Row>(
        newestIn(span),
        ...valuesOf(span),
        ...originValues(span),
        blockIds,
        max,
      )
      return rows.map((row) => ({ ...row, isCut: row.isCut === 1 }))
    },
  }
}

/** Results of one piece, whatever their origin: few enough for others to ask in between. */
const pieceSize = 5_000
const maxCharacters = 4_000
const latest = Number.MAX_SAFE_INTEGER

const inSpan =
  'results.bot_id = ? AND results.is_deleted = 0 AND results.created_at >= ? AND results.created_at < ? ' +
  'AND results.workspace_id = ? AND results.has_started = 1'
const findStart = `SELECT created_at AS at FROM results WHERE ${inSpan} ORDER BY created_at DESC LIMIT 1 OFFSET ${pieceSize}`
const countStartedIn = (span: OriginSpan) => `SELECT count(*) AS results FROM results WHERE ${inSpan}${originOf(span)}`
const originOf = ({ origin }: OriginSpan) => (origin ? ` AND ${conditionOfOrigin(origin).sql}` : '')
const originValues = ({ origin }: OriginSpan) => (origin ? conditionOfOrigin(origin).values : [])
const isLeft =
  'CASE WHEN is_completed = 0 AND number = (SELECT max(number) FROM answers AS last WHERE last.result_id = results.id ' +
  'AND last.workspace_id = results.workspace_id) THEN 1 ELSE 0 END'

function valuesOf({ botId, from = -latest, to = latest, workspaceId }: Span) {
  return [botId, from, to, workspaceId] as const
}
