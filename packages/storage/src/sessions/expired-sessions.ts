import { all, type Database, run } from '../database.js'

/**
 * Removes expired sessions, at most `limit`. If a session is the transcript of a result, its turns are kept, and as much of its row as is
 * needed to find them: it has no state, and its version and expiry are values that no session can have, so that no turn can continue it.
 * Returns how many there were. Sessions that another instance is removing are skipped.
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
      yield* run(`UPDATE sessions SET state = '', version = 0, expires_at = 0, held = NULL WHERE id ${isOneOf}`, kept)
      yield* run(trim, kept)
    }
    return expired.length
  })
}

/** A conversation in which nobody replied need not be kept; the theme and settings sent with its start are stored in the release. */
const findExpired =
  'SELECT id, CASE WHEN version > 1 AND (SELECT is_deleted FROM results WHERE results.id = sessions.result_id ' +
  'AND results.workspace_id = sessions.workspace_id) = 0 THEN 1 ELSE 0 END AS "isKept" ' +
  'FROM sessions WHERE expires_at > 0 AND expires_at <= ? ORDER BY expires_at LIMIT ?'
