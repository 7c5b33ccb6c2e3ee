import type { TurnCommit } from '../sessions/sessions.js'
import { type RowOfSession, turnParts } from './commit-parts.js'
import { isOne, noRows, type Rows } from './wire/statement-rows.js'

/**
 * One statement that saves any number of turns, each completely or not at all, and returns the ids of the sessions that were saved. Rows
 * are passed as one array per column. No two of the turns may belong to the same session or write the same result.
 *
 * Parts that none of the turns needs are omitted, because a part costs PostgreSQL some 10 µs even if it does nothing. Nor are arrays
 * unpacked for a single row: a turn that is saved alone mostly has one row of each kind, and unpacking was a third of its time. So there is
 * one statement for each set of such parts, which are few.
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
    parts += (isOne(rows) ? 3 : 1) * digitOf(index)
  }
  let sql = statements.get(parts)
  if (sql === undefined) {
    sql = statementOf(parts)
    statements.set(parts, sql)
  }
  return { sql, given }
}

/** Value of the two bits of a part. Not shifted: the bits of all parts exceed the 32 of a shift. */
const digitOf = (index: number): number => 2 * 4 ** index

/** Keyed by a bit that is set for a single turn, and two bits for each part: whether it is included, and whether it has one row. */
const statements = new Map<number, string>()

function statementOf(parts: number): string {
  const isOneTurn = (parts & 1) === 1
  const texts = turnParts.flatMap(({ sql }, index) => {
    const bits = Math.floor(parts / digitOf(index)) % 4
    return bits === 0 ? [] : [sql({ isOneTurn, isOneRow: bits === 3 })]
  })
  return `WITH ${texts.join(',')} SELECT id FROM taken`
}

/** Ids of results that turns have rows for and do not save themselves. */
function otherResults(commits: readonly TurnCommit[]): RowOfSession<string>[] {
  const others: RowOfSession<string>[] = []
  for (const { session, results, answers, logs, rejections, visitedEdges, deliveries } of commits) {
    // A result of another bot may exist and stay unchanged, so saving it does not mean that it is known.
    const isKnown = (resultId: string) =>
      results.some(({ id, botId }) => id === resultId && botId === session.botId) ||
      others.some((other) => other.row === resultId && other.session === session)
    for (const rows of [answers, logs, rejections, visitedEdges, deliveries])
      for (const { resultId } of rows) if (!isKnown(resultId)) others.push({ row: resultId, session })
  }
  return others
}
