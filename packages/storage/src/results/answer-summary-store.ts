import type { Database } from '../database.js'
import type { Span } from './analytics.js'
import type { AnswerPiece, AnswerSummaryStore, NewestText } from './answer-summary.js'

export function answerSummaryStore(database: Database): AnswerSummaryStore {
  const { isOneOf } = database.dialect
  const count =
    `SELECT block_id AS "blockId", CASE WHEN block_id ${isOneOf} THEN substr(content, 1, ${mostCharacters}) END AS content, ` +
    `count(*) AS answers, CAST(sum(${isLeft}) AS BIGINT) AS "left" FROM ${answersInSpan} GROUP BY 1, 2`
  const countResults = `SELECT block_id AS "blockId", count(DISTINCT result_id) AS results FROM ${answersInSpan} GROUP BY 1`
  const newest =
    'SELECT "blockId", "resultId", "createdAt", substr(content, 1, 500) AS text, ' +
    'CASE WHEN length(content) > 500 THEN 1 ELSE 0 END AS "isCut" FROM (SELECT block_id AS "blockId", ' +
    'result_id AS "resultId", answers.created_at AS "createdAt", content, ' +
    'row_number() OVER (PARTITION BY block_id ORDER BY answers.created_at DESC, result_id DESC) AS place ' +
    `FROM ${answersInSpan} AND block_id ${isOneOf}) AS listed WHERE place <= ? ORDER BY "blockId", place`

  return {
    async page(span, counted) {
      const end = span.to ?? latest
      const [before] = await database.survey<{ at: number }>(findStart, ...valuesOf(span))
      const start = before === undefined ? span.from : Math.min(before.at + 1, end - 1)
      const piece = valuesOf({ ...span, from: start })
      const [total] = await database.survey<{ results: number }>(countStarted, ...piece)
      const counts = await database.survey<AnswerPiece['counts'][number]>(count, counted, ...piece)
      const answered = await database.survey<AnswerPiece['answered'][number]>(countResults, ...piece)
      return { results: total?.results ?? 0, counts, answered, next: before && start }
    },
    async listTexts(span, blockIds, most) {
      type Row = Omit<NewestText, 'isCut'> & { isCut: number }
      const rows = await database.survey<Row>(newest, ...valuesOf(span), blockIds, most)
      return rows.map((row) => ({ ...row, isCut: row.isCut === 1 }))
    },
    async findReleaseSpan(workspaceId, botId, releaseId) {
      const sql =
        'SELECT created_at AS "from", (SELECT min(created_at) FROM releases AS later WHERE later.bot_id = releases.bot_id ' +
        'AND later.created_at > releases.created_at) AS "to" FROM releases WHERE id = ? AND bot_id = ? AND workspace_id = ?'
      const row = await database.get<{ from: number; to: number | null }>(sql, releaseId, botId, workspaceId)
      return row && { from: row.from, to: row.to ?? undefined }
    },
  }
}

/** Results of one piece: few enough for others to ask in between. */
const pieceSize = 5_000
const mostCharacters = 4_000
const latest = Number.MAX_SAFE_INTEGER

const inSpan =
  'results.bot_id = ? AND results.is_deleted = 0 AND results.created_at >= ? AND results.created_at < ? ' +
  'AND results.workspace_id = ? AND results.has_started = 1'
const findStart = `SELECT created_at AS at FROM results WHERE ${inSpan} ORDER BY created_at DESC LIMIT 1 OFFSET ${pieceSize}`
const countStarted = `SELECT count(*) AS results FROM results WHERE ${inSpan}`
const answersInSpan =
  'results JOIN answers ON answers.result_id = results.id AND answers.workspace_id = results.workspace_id ' +
  `WHERE ${inSpan}`
const isLeft =
  'CASE WHEN is_completed = 0 AND number = (SELECT max(number) FROM answers AS last WHERE last.result_id = results.id ' +
  'AND last.workspace_id = results.workspace_id) THEN 1 ELSE 0 END'

function valuesOf({ botId, from = -latest, to = latest, workspaceId }: Span) {
  return [botId, from, to, workspaceId] as const
}
