import { all, type Database, run } from '../database.js'
import { maySend } from '../holders/may-send.js'
import { type SqlValue, Table } from '../table.js'
import type { Delivery, DeliveryAttempt, DeliveryFilter, DeliveryHealth, DeliveryStore } from './deliveries.js'

const deliveries = new Table<Delivery>('deliveries', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  resultId: 'text',
  blockId: 'text',
  kind: 'text',
  payload: 'text',
  state: 'text',
  attempts: 'integer',
  failures: 'integer',
  dueAt: 'integer',
  lastError: 'text',
  createdAt: 'integer',
  endedAt: 'integer',
})

const ofKey = 'workspace_id = ? AND id = ?'
/** Only the process that took it last may end an attempt. */
const ofAttempt = `${ofKey} AND attempts = ? AND state = 'waiting'`
const attemptOf = ({ workspaceId, id, attempts }: DeliveryAttempt) => [workspaceId, id, attempts]
const revive = "UPDATE deliveries SET state = 'waiting', failures = 0, due_at = ?, ended_at = NULL"

/** Number of the oldest due deliveries that are read for each one that is taken, so that workspaces take turns. */
const lookedAt = 20

export function deliveryStore(database: Database): DeliveryStore {
  const { isOneOf, skipLocked, forUpdate } = database.dialect
  const waiting = `state = 'waiting' AND NOT (workspace_id ${isOneOf})`
  return {
    async take(now, until, limit, busy = []) {
      const due = `SELECT id, workspace_id, due_at FROM deliveries WHERE ${waiting} AND due_at <= ? ORDER BY due_at LIMIT ?`
      const inTurns =
        `SELECT id FROM (${due}) AS due ` +
        'ORDER BY row_number() OVER (PARTITION BY workspace_id ORDER BY due_at, id), due_at, id LIMIT ?'
      const stillDue =
        `SELECT ${deliveries.columns}, (SELECT is_suspended FROM workspaces WHERE workspaces.id = workspace_id) AS is_suspended ` +
        `FROM deliveries WHERE id ${isOneOf} AND state = 'waiting' AND due_at <= ? ` +
        `ORDER BY due_at, id${skipLocked}`
      // Locked, so that a delivery is either taken before somebody takes over its conversation, or waits.
      const sessionsOf = `SELECT id, result_id AS "resultId", held FROM sessions WHERE result_id ${isOneOf} ORDER BY id${forUpdate}`
      return database.transaction(function* () {
        const found = yield* all<{ id: string }>(inTurns, busy, now, limit * lookedAt, limit)
        if (found.length === 0) return []
        const ids = found.map(({ id }) => id)
        const rows = (yield* all(stillDue, ids, now)).map(({ is_suspended: isSuspended, ...row }) => ({
          ...deliveries.read(row),
          isSuspended: isSuspended === 1,
        }))
        const resultIds = [...new Set(rows.map(({ resultId }) => resultId))]
        const sessions = yield* all<{ id: string; resultId: string; held: string | null }>(sessionsOf, resultIds)
        const held = new Set(sessions.flatMap((session) => (maySend(session.held) ? [] : session.resultId)))
        const taken = rows.map(({ id }) => id)
        yield* run(`UPDATE deliveries SET due_at = ?, attempts = attempts + 1 WHERE id ${isOneOf}`, until, taken)
        return rows.map((row) => ({
          ...row,
          isHeld: held.has(row.resultId),
          sessionIds: sessions.flatMap(({ id, resultId }) => (resultId === row.resultId ? id : [])),
          dueAt: until,
          attempts: row.attempts + 1,
        }))
      })
    },
    async deliver(attempt, now) {
      const sql = `UPDATE deliveries SET state = 'delivered', ended_at = ?, payload = '', last_error = NULL WHERE ${ofAttempt}`
      return (await database.run(sql, now, ...attemptOf(attempt))) > 0
    },
    async fail(attempt, error, dueAt, now) {
      const set = 'UPDATE deliveries SET failures = failures + 1, last_error = ?'
      const changed =
        dueAt === null
          ? database.run(`${set}, state = 'dead', ended_at = ? WHERE ${ofAttempt}`, error, now, ...attemptOf(attempt))
          : database.run(`${set}, due_at = ? WHERE ${ofAttempt}`, error, dueAt, ...attemptOf(attempt))
      return (await changed) > 0
    },
    async postpone(attempt, dueAt) {
      const sql = `UPDATE deliveries SET due_at = ? WHERE ${ofAttempt}`
      return (await database.run(sql, dueAt, ...attemptOf(attempt))) > 0
    },
    async nextDueAt(busy = []) {
      const sql = `SELECT due_at AS "dueAt" FROM deliveries WHERE ${waiting} ORDER BY due_at LIMIT 1`
      return (await database.get<{ dueAt: number }>(sql, busy))?.dueAt
    },
    async list(workspaceId, filter, { before, limit }) {
      const { sql, values } = conditions(filter)
      const condition = before ? ' AND (created_at, id) < (?, ?)' : ''
      const find =
        `SELECT ${deliveries.columns}, (SELECT name FROM bots WHERE bots.id = bot_id) AS bot_name ` +
        `FROM deliveries WHERE workspace_id = ?${sql}${condition} ` +
        'ORDER BY created_at DESC, id DESC LIMIT ?'
      const after = before ? [before.createdAt, before.id] : []
      const rows = await database.all(find, workspaceId, ...values, ...after, limit)
      return rows.map(({ bot_name: name, ...row }) => ({ ...deliveries.read(row), botName: String(name) }))
    },
    async health(workspaceId, deliveredSince) {
      const count = (state: string) => `CAST(sum(CASE WHEN state = '${state}' THEN 1 ELSE 0 END) AS BIGINT)`
      const sql =
        `SELECT kind, ${count('waiting')} AS waiting, ${count('dead')} AS dead, ${count('delivered')} AS delivered, ` +
        `min(CASE WHEN state = 'waiting' THEN created_at END) AS "oldestWaitingAt" FROM deliveries ` +
        "WHERE workspace_id = ? AND (state <> 'delivered' OR ended_at >= ?) GROUP BY kind ORDER BY kind"
      return database.analyticalQuery<DeliveryHealth>(sql, workspaceId, deliveredSince)
    },
    async waiting(workspaceId, max) {
      const sql =
        'SELECT count(*) AS waiting FROM ' +
        "(SELECT 1 FROM deliveries WHERE workspace_id = ? AND state = 'waiting' LIMIT ?) AS waiting"
      return Number((await database.get<{ waiting: number }>(sql, workspaceId, max))?.waiting ?? 0)
    },
    async replay(workspaceId, id, now) {
      return (await database.run(`${revive} WHERE ${ofKey} AND state = 'dead'`, now, workspaceId, id)) > 0
    },
    async replayDead(workspaceId, filter, now, limit) {
      const { sql, values } = conditions({ ...filter, state: 'dead' })
      const find = `SELECT id FROM deliveries WHERE workspace_id = ?${sql} ORDER BY created_at, id LIMIT ?`
      return database.run(
        `${revive} WHERE workspace_id = ? AND state = 'dead' AND id IN (${find})`,
        ...[now, workspaceId, workspaceId, ...values, limit],
      )
    },
    async discard(workspaceId, id) {
      return (await database.run(`DELETE FROM deliveries WHERE ${ofKey} AND state <> 'delivered'`, workspaceId, id)) > 0
    },
    async removeOld(deliveredBefore, deadBefore, limit) {
      // The index contains only those that do not wait, which SQLite has to read to use it.
      const ended = (state: string) =>
        `SELECT id FROM deliveries WHERE state = '${state}' AND state <> 'waiting' AND ended_at < ?`
      const sql = `DELETE FROM deliveries WHERE id IN (${ended('delivered')} UNION ALL ${ended('dead')} LIMIT ?)`
      return database.run(sql, deliveredBefore, deadBefore, limit)
    },
  }
}

function conditions({ state, botId, kind }: DeliveryFilter): { sql: string; values: SqlValue[] } {
  const given = Object.entries({ state, bot_id: botId, kind }).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  )
  return {
    sql: given.map(({ column }) => ` AND ${column} = ?`).join(''),
    values: given.map(({ value }) => value),
  }
}
