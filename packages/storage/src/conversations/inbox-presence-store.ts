import { all, type Database, get, run, type Work } from '../database.js'
import { answeringRoles } from '../people/role-lists.js'
import type { AwayPerson, InboxPresenceStore } from './inbox-presence.js'

const ofPerson = 'workspace_id = ? AND user_id = ?'
const insert = 'INSERT INTO inbox_presence (workspace_id, user_id, seen_at, away_at) VALUES (?, ?, ?, ?)'
const onKnown = 'ON CONFLICT (workspace_id, user_id) DO UPDATE SET'
const wait = `${onKnown} away_at = coalesce(inbox_presence.away_at, excluded.away_at)`

/** The time at which people of a workspace are away who are not seen from a time, its parameter, on; null for never. */
export const awayTime = '60000 * (SELECT away_minutes FROM workspaces WHERE workspaces.id = workspace_id) + ?'

export function inboxPresenceStore(database: Database): InboxPresenceStore {
  const { isOneOf } = database.dialect
  const isDue = 'away_at IS NOT NULL AND away_at <= ?'
  return {
    async note(workspaceId, userId, now) {
      return database.transaction(function* () {
        const at = yield* awayAt(workspaceId, now)
        const seen = `${insert} ${onKnown} seen_at = excluded.seen_at, away_at = excluded.away_at`
        yield* run(seen, workspaceId, userId, now, at)
        return at ?? undefined
      })
    },
    async expect(workspaceId, userId, now) {
      return database.transaction(function* () {
        const at = yield* awayAt(workspaceId, now)
        if (at === null) return undefined
        yield* run(`${insert} ${wait}`, workspaceId, userId, 0, at)
        return at
      })
    },
    async expectAgain(workspaceId, userId, now) {
      const sql = `UPDATE inbox_presence SET away_at = ${awayTime} WHERE ${ofPerson} AND away_at IS NULL RETURNING away_at AS "at"`
      const row = await database.returning<{ at: number | null }>(sql, now, workspaceId, userId)
      return row?.at ?? undefined
    },
    async expectAll(workspaceId, now) {
      const answering =
        "SELECT DISTINCT assignee_id AS id FROM conversations WHERE workspace_id = ? AND state = 'open' " +
        'AND assignee_id IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE users.id = assignee_id)'
      return database.transaction(function* () {
        const at = yield* awayAt(workspaceId, now)
        yield* run('UPDATE inbox_presence SET away_at = NULL WHERE workspace_id = ?', workspaceId)
        if (at === null) return undefined
        const people = yield* all<{ id: string }>(answering, workspaceId)
        for (const { id } of people) yield* run(`${insert} ${wait}`, workspaceId, id, 0, at)
        return people.length > 0 ? at : undefined
      })
    },
    async isAnyoneThere(workspaceId, since) {
      const isMember =
        'SELECT 1 FROM members WHERE members.user_id = inbox_presence.user_id ' +
        `AND members.workspace_id = inbox_presence.workspace_id AND role IN (${answeringRoles})`
      const sql = `SELECT 1 AS found FROM inbox_presence WHERE workspace_id = ? AND seen_at > ? AND EXISTS (${isMember}) LIMIT 1`
      return (await database.get(sql, workspaceId, since)) !== undefined
    },
    async nextAwayAt(except) {
      const sql =
        'SELECT away_at AS "at" FROM inbox_presence ' +
        `WHERE away_at IS NOT NULL AND NOT (workspace_id ${isOneOf}) ORDER BY away_at LIMIT 1`
      return (await database.get<{ at: number }>(sql, except))?.at
    },
    async takeAway(now, until, except) {
      // The condition is checked once more on the row itself: another process may have taken it in between.
      const next =
        `SELECT workspace_id, user_id FROM inbox_presence WHERE ${isDue} AND NOT (workspace_id ${isOneOf}) ` +
        'ORDER BY away_at LIMIT 1'
      const sql =
        `UPDATE inbox_presence SET away_at = ? WHERE (workspace_id, user_id) = (${next}) AND ${isDue} ` +
        'RETURNING workspace_id AS "workspaceId", user_id AS "userId", away_at AS "awayAt"'
      return database.returning<AwayPerson>(sql, until, now, except, now)
    },
    async endAway({ workspaceId, userId, awayAt }, now) {
      const answers =
        "SELECT 1 FROM conversations WHERE state = 'open' AND conversations.workspace_id = inbox_presence.workspace_id " +
        'AND assignee_id = user_id'
      const next = `CASE WHEN EXISTS (${answers}) THEN ${awayTime} END`
      const sql = `UPDATE inbox_presence SET away_at = ${next} WHERE ${ofPerson} AND away_at = ? RETURNING away_at AS "at"`
      const row = await database.returning<{ at: number | null }>(sql, now, workspaceId, userId, awayAt)
      return row?.at ?? undefined
    },
  }
}

/** Part of a transaction. */
function* awayAt(workspaceId: string, now: number): Work<number | null> {
  const sql = 'SELECT away_minutes AS minutes FROM workspaces WHERE id = ?'
  const row = yield* get<{ minutes: number | null }>(sql, workspaceId)
  const minutes = row?.minutes ?? null
  return minutes === null ? null : now + minutes * 60_000
}
