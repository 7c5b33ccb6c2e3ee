import type { TurnCommit } from '../storage.js'
import { type Owned, turnParts } from './commit-parts.js'
import { isOne, noRows, type Rows } from './wire/statement-rows.js'

/**
 * One statement that saves any number of turns, each all or not at all, and answers the ids of the sessions that were saved. Rows
 * come as one array a column. No two of the turns may be of the same session or write the same result.
 *
 * What none of the turns has is not in it: a part costs PostgreSQL some 10 µs even where it does nothing. Nor does it take arrays apart where
 * there is one row, as there mostly is of each kind in a turn that comes alone, whose time they were a third of. So there are as many
 * statements as there are sets of such parts, which is few.
 */
export function commitStatement(commits: readonly TurnCommit[]): { sql: string; given: Rows[] } {
  const others = otherResults(commits)
  const isOneTurn = commits.length === 1
  const given: Rows[] = []
  let parts = isOneTurn ? 1 : 0
  for (const [index, part] of turnParts.entries()) {
    if (!part.isNeeded(commits, others)) continue
    const rows = part.rows?.(commits, others) ?? noRows
    given.push(rows)
    parts |= (isOne(rows) ? 3 : 1) << (index * 2 + 1)
  }
  let sql = statements.get(parts)
  if (sql === undefined) {
    sql = statementOf(parts)
    statements.set(parts, sql)
  }
  return { sql, given }
}

/** By a bit for whether there is one turn, and two for each part: whether it is in it, and whether it has one row. */
const statements = new Map<number, string>()

function statementOf(parts: number): string {
  const isOneTurn = (parts & 1) === 1
  const texts = turnParts.flatMap(({ sql }, index) => {
    const bits = (parts >>> (index * 2 + 1)) & 3
    return bits === 0 ? [] : [sql({ isOneTurn, isOneRow: bits === 3 })]
  })
  return `WITH ${texts.join(',')} SELECT id FROM taken`
}

/** Ids of results that turns have something for and do not save themselves. */
function otherResults(commits: readonly TurnCommit[]): Owned<string>[] {
  const others: Owned<string>[] = []
  for (const { session, results, answers, logs, rejections, visitedEdges, deliveries } of commits) {
    // A result of another bot may be there already and stay as it is, so that saving it tells nothing about it.
    const isKnown = (resultId: string) =>
      results.some(({ id, botId }) => id === resultId && botId === session.botId) ||
      others.some((other) => other.row === resultId && other.session === session)
    for (const rows of [answers, logs, rejections, visitedEdges, deliveries])
      for (const { resultId } of rows) if (!isKnown(resultId)) others.push({ row: resultId, session })
  }
  return others
}
