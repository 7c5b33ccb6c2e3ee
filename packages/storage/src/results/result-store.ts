import { all, type Database, get, run, type Work } from '../database.js'
import { markRemoved } from '../removal-marks.js'
import type { ExperimentVariant } from './analytics.js'
import { countResultsWith, deleteOlderResults, eraseResults } from './delete-results.js'
import { bytesOfResult, newestFirst, readPage, readSizes, type SizedResult } from './read-result-page.js'
import type { LogRow } from './result-row.js'
import { answers, fieldColumns, logs, numberedLogs, results, visitedEdges } from './result-tables.js'
import type { LogPosition, OriginOfResult, ResultStore } from './results.js'

export function resultStore(database: Database): ResultStore {
  return {
    async list(workspaceId, botId, { from, to, before, ...size }) {
      const sql =
        `SELECT id, created_at AS "createdAt", ${bytesOfResult} AS bytes FROM results ` +
        'WHERE bot_id = ? AND has_started = 1 AND is_deleted = 0 ' +
        'AND created_at >= ? AND created_at < ? AND workspace_id = ? AND (created_at < ? OR id < ?) ' +
        `${newestFirst} LIMIT ?`
      const sized = await readSizes((last, limit) => {
        const after = last ?? before
        const end = Math.min(to ?? latest, after ? after.createdAt + 1 : latest)
        const keyset = [after?.createdAt ?? latest, after?.id ?? ''] as const
        return database.all<SizedResult>(sql, botId, from ?? -latest, end, workspaceId, ...keyset, limit)
      }, size)
      return readPage(database.all, database.dialect, workspaceId, sized, size)
    },
    async idAt(workspaceId, botId, { from, to, index }) {
      const sql =
        'SELECT id FROM results WHERE bot_id = ? AND has_started = 1 AND is_deleted = 0 ' +
        `AND created_at >= ? AND created_at < ? AND workspace_id = ? ${newestFirst} LIMIT 1 OFFSET ?`
      const row = await database.get<{ id: string }>(sql, botId, from ?? -latest, to ?? latest, workspaceId, index)
      return row?.id
    },
    async get(workspaceId, botId, id) {
      const sql = `SELECT ${results.columns} FROM results WHERE id = ? AND bot_id = ? AND workspace_id = ?`
      const row = await database.get(sql, id, botId, workspaceId)
      return row && results.read(row)
    },
    async origins(workspaceId, botId, resultIds) {
      const { isOneOf } = database.dialect
      const findResults =
        `SELECT id AS "resultId"${fieldColumns.map(({ column, field }) => `, ${column} AS "${field}"`).join('')} FROM results ` +
        `WHERE id ${isOneOf} AND bot_id = ? AND workspace_id = ? AND is_deleted = 0 ORDER BY id`
      const findVariants =
        'SELECT result_id AS "resultId", experiment_id AS "experimentId", variant FROM exposures ' +
        `WHERE result_id ${isOneOf} AND workspace_id = ? ORDER BY created_at, experiment_id`
      const found = await database.all<Omit<OriginOfResult, 'variants'>>(findResults, resultIds, botId, workspaceId)
      const origins = new Map(found.map((row) => [row.resultId, { ...row, variants: [] as ExperimentVariant[] }]))
      type Given = ExperimentVariant & { resultId: string }
      const given = await database.all<Given>(findVariants, [...origins.keys()], workspaceId)
      for (const { resultId, ...variant } of given) origins.get(resultId)?.variants.push(variant)
      return [...origins.values()]
    },
    async find(id) {
      const row = await database.get(`SELECT ${results.columns} FROM results WHERE id = ? AND is_deleted = 0`, id)
      return row && results.read(row)
    },
    async answers(resultIds) {
      const sql =
        `SELECT ${answers.columns} FROM answers WHERE result_id ${database.dialect.isOneOf} ` +
        'ORDER BY result_id, number'
      return (await database.all(sql, resultIds)).map((row) => answers.read(row))
    },
    async shortAnswers(resultId, characters) {
      const short = answers.columns.replace('"content" AS', 'substr(content, 1, ?) AS')
      const sql =
        `SELECT ${short}, CASE WHEN length(content) > ? THEN 1 ELSE 0 END AS "isCut" FROM answers ` +
        'WHERE result_id = ? ORDER BY number'
      const rows = await database.all(sql, characters, characters, resultId)
      return rows.map(({ isCut, ...row }) => ({ ...answers.read(row), isCut: isCut === 1 }))
    },
    async logs(workspaceId, botId, resultId, { limit, bytes, after = beforeAllLogs }) {
      const ofResult =
        'FROM logs WHERE result_id = (SELECT id FROM results WHERE id = ? AND bot_id = ? AND workspace_id = ?) ' +
        'AND (created_at, number) > (?, ?)'
      const of = [resultId, botId, workspaceId, after.createdAt, after.number] as const
      const sizes = await database.all<LogPosition & { bytes: number }>(
        `SELECT created_at AS "createdAt", number, ${bytesOfLog} AS bytes ${ofResult} ORDER BY created_at, number LIMIT ?`,
        ...of,
        limit + 1,
      )
      let left = bytes
      const fitting = sizes.slice(0, limit).filter((log) => {
        const fits = left > 0
        left -= Number(log.bytes)
        return fits
      })
      const last = fitting.at(-1)
      if (!last) return { rows: [] }
      const rows = await database.all(
        `SELECT ${logs.columns} ${ofResult} AND (created_at, number) <= (?, ?) ORDER BY created_at, number`,
        ...of,
        last.createdAt,
        last.number,
      )
      const next = fitting.length < sizes.length ? { createdAt: last.createdAt, number: last.number } : undefined
      return { rows: rows.map((row) => logs.read(row)), ...(next && { next }) }
    },
    async visitedEdges(resultId) {
      const sql = `SELECT ${visitedEdges.columns} FROM visited_edges WHERE result_id = ? ORDER BY "index"`
      return (await database.all(sql, resultId)).map((row) => {
        const { index, edgeId } = visitedEdges.read(row)
        return { index, edgeId }
      })
    },
    async addLogs(added) {
      await database.transaction(() => insertLogs(database, added))
    },
    addClientLogs(sessionId, added, max) {
      const find =
        'SELECT client_logs AS logs, client_log_bytes AS bytes FROM sessions WHERE id = ? AND expires_at > 0' +
        database.dialect.forUpdate
      return database.transaction(function* () {
        const before = yield* get<{ logs: number; bytes: number }>(find, sessionId)
        if (!before) return 0
        let bytes = Number(before.bytes)
        const taken = added.slice(0, Math.max(0, max.logs - Number(before.logs))).filter((log) => {
          bytes += sizeOfLog(log)
          return bytes <= max.bytes
        })
        if (taken.length === 0) return 0
        const counted = taken.reduce((sum, log) => sum + sizeOfLog(log), 0)
        const count =
          'UPDATE sessions SET client_logs = client_logs + ?, client_log_bytes = client_log_bytes + ? WHERE id = ?'
        yield* run(count, taken.length, counted, sessionId)
        yield* insertLogs(database, taken)
        return taken.length
      })
    },
    async delete(workspaceId, botId, resultIds, now) {
      return database.transaction(() => clearResults(database, workspaceId, botId, resultIds, now))
    },
    async deleteAll(workspaceId, botId) {
      const find = `SELECT 1 FROM bots WHERE id = ? AND workspace_id = ?${database.dialect.forUpdate}`
      const findLast = 'SELECT max(created_at) AS at FROM results WHERE bot_id = ? AND is_deleted = 0'
      await database.transaction(function* () {
        if (!(yield* get(find, botId, workspaceId))) return
        const last = yield* get<{ at: number | null }>(findLast, botId)
        if (last && last.at !== null) yield* markRemoved({ kind: 'results', id: botId, workspaceId, until: last.at })
      })
    },
    deleteOlder: (before, limit) => deleteOlderResults(database, before, limit),
    countWith: (workspaceId, text) => countResultsWith(database, workspaceId, text),
    erase: (workspaceId, text) => eraseResults(database, workspaceId, text),
  }
}

const beforeAllLogs: LogPosition = { createdAt: -1, number: -1 }
const bytesOfLog = 'octet_length(description) + coalesce(octet_length(details), 0) + coalesce(octet_length(context), 0)'

function sizeOfLog({ description, details, context }: LogRow): number {
  return [description, details, context].reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
}

function* insertLogs(database: Database, added: readonly LogRow[]): Work<void> {
  const find = `SELECT workspace_id AS "workspaceId" FROM results WHERE id = ? AND is_deleted = 0${database.dialect.forUpdate}`
  const findLast = 'SELECT max(number) AS number FROM logs WHERE result_id = ?'
  for (const resultId of new Set(added.map((log) => log.resultId))) {
    const result = yield* get<{ workspaceId: string }>(find, resultId)
    if (!result) continue
    const before = Number((yield* get<{ number: number | null }>(findLast, resultId))?.number ?? 0)
    const ofResult = added.filter((log) => log.resultId === resultId)
    const rows = ofResult.map((log, index) => numberedLogs.values(log, result.workspaceId, before + index + 1))
    yield* database.insertRows(numberedLogs, rows)
  }
}

/**
 * Part of a transaction: marks results of a bot as deleted, and deletes the rows that belong to them. Returns how many were not deleted
 * before.
 */
export function* clearResults(
  { dialect: { isOneOf } }: Database,
  workspaceId: string,
  botId: string,
  resultIds: readonly string[],
  now: number,
): Work<number> {
  const markDeleted =
    `UPDATE results SET is_deleted = 1, variables = '[]', contact_id = NULL, ${clearedVisit}updated_at = ? ` +
    // Compares the bot as a text, so that SQLite finds results by their ids instead of reading all of the bot.
    `WHERE bot_id || '' = ? AND workspace_id = ? AND is_deleted = 0 AND id ${isOneOf} RETURNING id`
  const rows = yield* all<{ id: string }>(markDeleted, now, botId, workspaceId, resultIds)
  const deleted = rows.map(({ id }) => id)
  for (const table of ['answers', 'deliveries', 'notices', 'due_notices', 'logs', 'visited_edges', 'rejections']) {
    yield* run(`DELETE FROM ${table} WHERE result_id ${isOneOf}`, deleted)
  }
  yield* run(`UPDATE uploads SET state = 'removed' WHERE result_id ${isOneOf} AND state <> 'removed'`, deleted)
  const ofSessions = `SELECT id FROM sessions WHERE result_id ${isOneOf}`
  yield* run(`DELETE FROM turns WHERE session_id IN (${ofSessions})`, deleted)
  yield* run(`DELETE FROM sessions WHERE result_id ${isOneOf} AND +expires_at = 0`, deleted)
  return rows.length
}

const clearedVisit = fieldColumns.map(({ column, isOfVisit }) => (isOfVisit ? `${column} = NULL, ` : '')).join('')

const latest = Number.MAX_SAFE_INTEGER
