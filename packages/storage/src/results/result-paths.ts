import type { Database } from '../database.js'
import type { OriginSpan } from './analytics.js'
import { conditionOfOrigin } from './result-conditions.js'

/** Results of one kind: they answered the same blocks in the same order, some more than once, and came as far. */
export interface ResultPath {
  blockIds: string[]
  isCompleted: boolean
  results: number
}

/**
 * What results answered, as ways through the flow with how many took each: a million results are some hundred ways, so that figures are
 * counted from them and not from all answers. In pieces of 20,000 results, which bounds what is held in memory where nearly every result
 * goes a way of its own, and lets others ask in between. The same way may come in several pieces.
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
    const [next] = await database.survey<{ at: number }>(findEnd, botId, at, last, workspaceId)
    const end = Math.max(at + 1, next?.at ?? last)
    const rows = await database.survey<PathRow>(readPaths, botId, at, end, ...values)
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

/** Ids of blocks are texts of any kind, but hold no control characters. */
const between = '\u001f'
const pieceSize = 20_000
const inSpan = 'bot_id = ? AND is_deleted = 0 AND created_at >= ? AND created_at < ? AND results.workspace_id = ?'
/** Read by the index `results_counted` alone. */
const findEnd = `SELECT created_at AS at FROM results WHERE ${inSpan} ORDER BY created_at LIMIT 1 OFFSET ${pieceSize}`
/** Answers lie in the order of their results, and ids of results in the order of time: this reads on, and does not jump. */
const pathOfResult =
  `SELECT string_agg(block_id, '${between}' ORDER BY number) FROM answers ` +
  'WHERE answers.result_id = results.id AND answers.workspace_id = results.workspace_id'
const pathsWhere = (condition: string) =>
  'SELECT path, is_completed AS "isCompleted", count(*) AS results ' +
  `FROM (SELECT is_completed, (${pathOfResult}) AS path FROM results WHERE ${condition}) AS paths GROUP BY path, is_completed`
