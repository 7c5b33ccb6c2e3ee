import { all, type Database, run } from '../database.js'
import { isNotRemoved } from '../not-removed.js'
import { removeExpired } from './expired-sessions.js'
import { sessions, turns } from './session-tables.js'
import type { ExpiryPosition, SessionOrigin, SessionStore } from './sessions.js'

/** The session store without the methods that a turn uses, which each database implements in its own way. */
export function sessionReads(database: Database): Omit<SessionStore, 'open' | 'commit'> {
  const { isOneOf, skipLocked } = database.dialect
  const isUnanswered = `no_answer_at IS NOT NULL AND NOT (workspace_id ${isOneOf})`
  return {
    async get(id) {
      const row = await database.get(
        `SELECT ${sessions.columns} FROM sessions WHERE id = ? AND expires_at > 0 AND ${isKept}`,
        id,
      )
      return row && sessions.read(row)
    },
    async hasIdsOfLength(characters) {
      const sql = 'SELECT 1 AS found FROM sessions WHERE expires_at > 0 AND length(id) = ? LIMIT 1'
      return (await database.analyticalQuery(sql, characters)).length > 0
    },
    async turnByKey(sessionId, key) {
      const sql = `SELECT ${turns.columns} FROM turns WHERE session_id = ? AND key = ?`
      const row = await database.get(sql, sessionId, key)
      return row && turns.read(row)
    },
    async turns(sessionId) {
      const sql = `SELECT ${turns.columns} FROM turns WHERE session_id = ? ORDER BY number`
      return (await database.all(sql, sessionId)).map((row) => turns.read(row))
    },
    async latestTurns(sessionId, { count = latestNumber, bytes, before = latestNumber }) {
      const ofSession = 'turns WHERE session_id = ? AND number < ?'
      const latest =
        `SELECT number, octet_length(request) + octet_length(answer) AS bytes FROM ${ofSession} ` +
        'ORDER BY number DESC LIMIT ?'
      const added = `SELECT number, sum(bytes) OVER (ORDER BY number DESC) AS bytes FROM (${latest}) AS latest`
      const fitting = `SELECT number FROM (${added}) AS added WHERE bytes <= ? UNION SELECT max(number) FROM ${ofSession}`
      const sql = `SELECT ${turns.columns} FROM turns WHERE session_id = ? AND number IN (${fitting}) ORDER BY number`
      const rows = await database.all(sql, sessionId, sessionId, before, count, bytes, sessionId, before)
      const found = rows.map((row) => turns.read(row))
      return { turns: found, hasEarlier: (found[0]?.number ?? 1) > 1 }
    },
    async idsOfResult({ id, workspaceId, lastChatSessionId }) {
      const rows = await database.analyticalQuery<{ id: string }>(
        findOfResult,
        id,
        workspaceId,
        lastChatSessionId,
        workspaceId,
      )
      return rows.map((row) => row.id)
    },
    async turn(sessionId, number) {
      const row = await database.get(
        `SELECT ${turns.columns} FROM turns WHERE session_id = ? AND number = ?`,
        sessionId,
        number,
      )
      return row && turns.read(row)
    },
    async origins(workspaceId, ids) {
      const sql =
        'SELECT id, release_id AS "releaseId", created_at AS "createdAt" FROM sessions ' +
        `WHERE id ${database.dialect.isOneOf} AND workspace_id = ? AND release_id IS NOT NULL`
      return database.analyticalQuery<SessionOrigin>(sql, ids, workspaceId)
    },
    async listOnOtherReleases(workspaceId, botId, releaseId, { after, limit }) {
      const sql =
        'SELECT id, expires_at AS "expiresAt" FROM sessions WHERE bot_id = ? AND (expires_at, id) > (?, ?) AND workspace_id = ? ' +
        'AND release_id <> ? AND ended_at IS NULL ORDER BY expires_at, id LIMIT ?'
      const { expiresAt, id } = after
      return database.analyticalQuery<ExpiryPosition>(sql, botId, expiresAt, id, workspaceId, releaseId, limit)
    },
    async changeRelease({ id, workspaceId, version, updatedAt }, change) {
      const sql =
        'UPDATE sessions SET release_id = ?, state = ?, updated_at = ? ' +
        'WHERE id = ? AND workspace_id = ? AND version = ? AND updated_at = ?'
      const values = [change.releaseId, change.state, change.updatedAt]
      return (await database.run(sql, ...values, id, workspaceId, version, updatedAt)) === 1
    },
    async takeUnanswered(now, until, limit, except) {
      const due =
        `SELECT id, workspace_id, no_answer_at FROM sessions WHERE ${isUnanswered} AND no_answer_at <= ? ` +
        'ORDER BY no_answer_at LIMIT ?'
      const inTurns =
        `SELECT id FROM (${due}) AS due ` +
        'ORDER BY row_number() OVER (PARTITION BY workspace_id ORDER BY no_answer_at, id), no_answer_at, id LIMIT ?'
      const stillDue =
        `SELECT ${sessions.columns} FROM sessions WHERE id ${isOneOf} AND no_answer_at <= ? ` +
        `ORDER BY no_answer_at, id${skipLocked}`
      return database.transaction(function* () {
        const found = yield* all<{ id: string }>(inTurns, except, now, limit * lookedAt, limit)
        if (found.length === 0) return []
        const ids = found.map(({ id }) => id)
        const rows = (yield* all(stillDue, ids, now)).map((row) => sessions.read(row))
        const taken = rows.map(({ id }) => id)
        yield* run(`UPDATE sessions SET no_answer_at = ? WHERE id ${isOneOf}`, until, taken)
        return rows
      })
    },
    async nextNoAnswerAt(except) {
      const sql = `SELECT no_answer_at AS "at" FROM sessions WHERE ${isUnanswered} ORDER BY no_answer_at LIMIT 1`
      return (await database.get<{ at: number }>(sql, except))?.at
    },
    async setNoAnswerAt({ id, workspaceId, version, updatedAt }, noAnswerAt, expiresAt) {
      const ofSession = 'id = ? AND workspace_id = ? AND version = ? AND updated_at = ?'
      const key = [id, workspaceId, version, updatedAt]
      await database.transaction(function* () {
        yield* run(`UPDATE sessions SET no_answer_at = ? WHERE ${ofSession}`, noAnswerAt, ...key)
        if (noAnswerAt !== null)
          yield* run(
            `UPDATE sessions SET expires_at = ? WHERE ${ofSession} AND expires_at > 0 AND expires_at < ?`,
            ...[expiresAt, ...key, expiresAt],
          )
      })
    },
    async latestPreview(workspaceId, botId, now) {
      const sql =
        `SELECT ${sessions.columns} FROM sessions WHERE bot_id = ? AND workspace_id = ? AND release_id IS NULL ` +
        `AND expires_at > ? AND ${isKept} ORDER BY updated_at DESC LIMIT 1`
      const row = await database.get(sql, botId, workspaceId, now)
      return row && sessions.read(row)
    },
    async isOver(id) {
      const row = await database.get('SELECT 1 AS found FROM sessions WHERE id = ? AND expires_at = 0', id)
      return row !== undefined
    },
    removeExpired: (now, limit) => removeExpired(database, now, limit),
  }
}

/** SQL condition: neither the bot of a session nor its workspace is deleted. */
const isKept = `${isNotRemoved('bots', 'sessions.bot_id')} AND ${isNotRemoved('workspaces', 'sessions.workspace_id')}`

/** A result of a linked bot has no session: its last session is that of the bot with the link. */
const findOfResult =
  'SELECT id FROM (SELECT id, created_at FROM sessions WHERE result_id = ? AND workspace_id = ? ' +
  'UNION SELECT id, created_at FROM sessions WHERE id = ? AND workspace_id = ?) AS of_result ORDER BY created_at, id'
const latestNumber = 2_147_483_647
/** Number of due sessions that are read for each one that is taken, so that workspaces take turns. */
const lookedAt = 20
