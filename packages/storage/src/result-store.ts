import { all, type Database, get, run, type Work } from './database.js'
import { deleteOlderResults, eraseResults } from './delete-results.js'
import type { ResultStore } from './storage.js'
import { answers, history, logs, results, visitedEdges } from './tables.js'

export function resultStore(database: Database): ResultStore {
  return {
    async list(workspaceId, botId, { from, to, before, limit }) {
      const end = Math.min(to ?? latest, before ? before.createdAt + 1 : latest)
      const sql =
        `SELECT ${results.columns} FROM results WHERE bot_id = ? AND has_started = 1 AND is_archived = 0 ` +
        'AND created_at >= ? AND created_at < ? AND workspace_id = ? AND (created_at < ? OR id < ?) ' +
        'ORDER BY created_at DESC, id DESC LIMIT ?'
      const keyset = [before?.createdAt ?? latest, before?.id ?? ''] as const
      const rows = await database.all(sql, botId, from ?? -latest, end, workspaceId, ...keyset, limit)
      return rows.map((row) => results.read(row))
    },
    async get(workspaceId, botId, id) {
      const sql = `SELECT ${results.columns} FROM results WHERE id = ? AND bot_id = ? AND workspace_id = ?`
      const row = await database.get(sql, id, botId, workspaceId)
      return row && results.read(row)
    },
    async find(id) {
      const row = await database.get(`SELECT ${results.columns} FROM results WHERE id = ? AND is_archived = 0`, id)
      return row && results.read(row)
    },
    async answers(resultIds) {
      const sql =
        `SELECT ${answers.columns} FROM answers WHERE result_id ${database.dialect.isOneOf} ` +
        'ORDER BY result_id, number'
      return (await database.all(sql, resultIds)).map((row) => answers.read(row))
    },
    async logs(workspaceId, botId, resultId) {
      const sql =
        `SELECT ${logs.columns} FROM logs WHERE result_id = ` +
        '(SELECT id FROM results WHERE id = ? AND bot_id = ? AND workspace_id = ?) ORDER BY created_at, number'
      return (await database.all(sql, resultId, botId, workspaceId)).map((row) => logs.read(row))
    },
    async history(resultId) {
      const sql = `SELECT ${history.columns} FROM history WHERE result_id = ? ORDER BY "index"`
      return (await database.all(sql, resultId)).map((row) => {
        const { index, blockIndex, blockId, variableId, value } = history.read(row)
        return { index, blockIndex, blockId, variableId, value }
      })
    },
    async visitedEdges(resultId) {
      const sql = `SELECT ${visitedEdges.columns} FROM visited_edges WHERE result_id = ? ORDER BY "index"`
      return (await database.all(sql, resultId)).map((row) => {
        const { index, edgeId } = visitedEdges.read(row)
        return { index, edgeId }
      })
    },
    async addLogs(added) {
      const find =
        'SELECT workspace_id AS "workspaceId" FROM results WHERE id = ? AND is_archived = 0' +
        database.dialect.forUpdate
      await database.transaction(function* () {
        for (const log of added) {
          const result = yield* get<{ workspaceId: string }>(find, log.resultId)
          if (result) yield* run(logs.insertNumbered, ...logs.values(log, result.workspaceId), log.resultId)
        }
      })
    },
    async archive(workspaceId, botId, resultIds, now) {
      return database.transaction(() => archiveResults(database, workspaceId, botId, resultIds, now))
    },
    deleteOlder: (before, limit) => deleteOlderResults(database, before, limit),
    erase: (workspaceId, text) => eraseResults(database, workspaceId, text),
  }
}

/** How many results it archived. */
export function* archiveResults(
  { dialect: { isOneOf } }: Database,
  workspaceId: string,
  botId: string,
  resultIds: readonly string[] | 'all',
  now: number,
): Work<number> {
  const archive =
    "UPDATE results SET is_archived = 1, variables = '[]', updated_at = ? " +
    'WHERE bot_id = ? AND workspace_id = ? AND is_archived = 0'
  const rows: { id: string }[] =
    resultIds === 'all'
      ? yield* all(`${archive} RETURNING id`, now, botId, workspaceId)
      : yield* all(`${archive} AND id ${isOneOf} RETURNING id`, now, botId, workspaceId, resultIds)
  const archived = rows.map(({ id }) => id)
  for (const table of ['answers', 'logs', 'visited_edges', 'history', 'rejections']) {
    yield* run(`DELETE FROM ${table} WHERE result_id ${isOneOf}`, archived)
  }
  yield* run(`UPDATE uploads SET state = 'removed' WHERE result_id ${isOneOf} AND state <> 'removed'`, archived)
  const ofSessions = `SELECT id FROM sessions WHERE result_id ${isOneOf}`
  yield* run(`DELETE FROM turns WHERE session_id IN (${ofSessions})`, archived)
  return rows.length
}

const latest = Number.MAX_SAFE_INTEGER
