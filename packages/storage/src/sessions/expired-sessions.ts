import { all, type Database, run } from '../database.js'

/**
 * Removes sessions that have expired, at most `limit`. Of one that is the transcript of a result its turns are kept, and of its row what
 * leads to them: it has no state, and neither its version nor its expiry is one that a session can have, so that no turn goes on from it.
 * How many there were. What another instance is removing is left to it.
 */
export async function removeExpired(database: Database, now: number, limit: number): Promise<number> {
  const { isOneOf, skipLocked, withoutMember } = database.dialect
  const find = `${findExpired}${skipLocked}`
  const trim = `UPDATE turns SET answer = ${withoutMember('answer', 'bot')} WHERE session_id ${isOneOf} AND number = 1`
  return database.transaction(function* () {
    const expired = yield* all<{ id: string; isKept: number }>(find, now, limit)
    const kept = expired.filter(({ isKept }) => isKept === 1).map(({ id }) => id)
    const others = expired.filter(({ isKept }) => isKept !== 1).map(({ id }) => id)
    if (others.length > 0) yield* run(`DELETE FROM sessions WHERE id ${isOneOf}`, others)
    if (kept.length > 0) {
      yield* run(`DELETE FROM held_webhooks WHERE session_id ${isOneOf}`, kept)
      yield* run(`UPDATE sessions SET state = '', version = 0, expires_at = 0 WHERE id ${isOneOf}`, kept)
      yield* run(trim, kept)
    }
    return expired.length
  })
}

/** A conversation in which nobody replied has nothing to be kept; the theme and settings that its start was sent are in the release. */
const findExpired =
  'SELECT id, CASE WHEN version > 1 AND (SELECT is_deleted FROM results WHERE results.id = sessions.result_id ' +
  'AND results.workspace_id = sessions.workspace_id) = 0 THEN 1 ELSE 0 END AS "isKept" ' +
  'FROM sessions WHERE expires_at > 0 AND expires_at <= ? ORDER BY expires_at LIMIT ?'
