import type { Database } from '../database.js'
import type { OriginSpan } from './analytics.js'
import { conditionOfOrigin } from './result-conditions.js'

/** Results of one kind: they answered the same blocks in the same order, some more than once, and got equally far. */
export interface ResultPath {
  blockIds: string[]
  isCompleted: boolean
  results: number
}

/**
 * Paths of results through the flow, with the number of results on each: a million results take some hundred paths, so that metrics are
 * computed from paths rather than from all answers. Comes in pieces of 20,000 results: that bounds memory when nearly every result takes a
 * different path, and lets other queries run in between. The same path may appear in several pieces.
 */
export async function* resultPaths(
  database: Database,
  { workspaceId, botId, from, to, origin }: OriginSpan,
): AsyncGenerator<ResultPath[]> {
  const condition = origin && conditionOfOrigin(origin)
  const values = [workspaceId, ...(condition?.values ?? [])]
  const readPaths = pathsWhere(condition ? `${inSpan} AND ${condition.sql}` : inSpan)
  const last = to ?? Number.MAX_SAFE_INTEGER
  for (let at = from ?? -Number.MAX_SAFE_INTEGER; at < last; ) {
    const [next] = await database.analyticalQuery<{ at: number }>(findEnd, botId, at, last, workspaceId)
    const end = Math.max(at + 1, next?.at ?? last)
    const rows = await database.analyticalQuery<PathRow>(readPaths, botId, at, end, ...values)
    yield rows.flatMap(({ path, isCompleted, results }) =>
      path === null
        ? []
        : [{ blockIds: path.split(between), isCompleted: isCompleted === 1, results: Number(results) }],
    )
    if (!next) return
    at = end
  }
}

interface PathRow {
  path: string | null
  isCompleted: number
  results: number
}

/** Separator: ids of blocks are arbitrary texts, but contain no control characters. */
const between = '\u001f'
const pieceSize = 20_000
const inSpan = 'bot_id = ? AND is_deleted = 0 AND created_at >= ? AND created_at < ? AND results.workspace_id = ?'
/** An index-only read of `results_counted`. */
const findEnd = `SELECT created_at AS at FROM results WHERE ${inSpan} ORDER BY created_at LIMIT 1 OFFSET ${pieceSize}`
/** Answers are stored in the order of their results, and ids of results ascend in time, so this reads sequentially. */
const pathOfResult =
  `SELECT string_agg(block_id, '${between}' ORDER BY number) FROM answers ` +
  'WHERE answers.result_id = results.id AND answers.workspace_id = results.workspace_id'
const pathsWhere = (condition: string) =>
  'SELECT path, is_completed AS "isCompleted", count(*) AS results ' +
  `FROM (SELECT is_completed, (${pathOfResult}) AS path FROM results WHERE ${condition}) AS paths GROUP BY path, is_completed`
