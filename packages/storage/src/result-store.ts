import type { Connection } from './connection.js'
import { deleteOlderResults, eraseResults } from './delete-results.js'
import type { ResultStore } from './storage.js'
import { answers, history, logs, results, visitedEdges } from './table.js'

export function resultStore(connection: Connection): ResultStore {
  return {
    async list(workspaceId, botId, { from, to, before, limit }) {
      const end = Math.min(to ?? latest, before ? before.createdAt + 1 : latest)
      const sql =
        `SELECT ${results.columns} FROM results WHERE bot_id = ? AND has_started = 1 AND is_archived = 0 ` +
        'AND created_at >= ? AND created_at < ? AND workspace_id = ? AND (created_at < ? OR id < ?) ' +
        'ORDER BY created_at DESC, id DESC LIMIT ?'
      const keyset = [before?.createdAt ?? latest, before?.id ?? ''] as const
      const rows = connection.all(sql, botId, from ?? -latest, end, workspaceId, ...keyset, limit)
      return rows.map((row) => results.read(row))
    },
    async get(workspaceId, botId, id) {
      const sql = `SELECT ${results.columns} FROM results WHERE id = ? AND bot_id = ? AND workspace_id = ?`
      const row = connection.get(sql, id, botId, workspaceId)
      return row && results.read(row)
    },
    async answers(resultIds) {
      const sql =
        `SELECT ${answers.columns} FROM answers WHERE result_id IN (SELECT value FROM json_each(?)) ` +
        'ORDER BY result_id, number'
      return connection.all(sql, JSON.stringify(resultIds)).map((row) => answers.read(row))
    },
    async logs(workspaceId, botId, resultId) {
      const sql =
        `SELECT ${logs.columns} FROM logs WHERE result_id = ` +
        '(SELECT id FROM results WHERE id = ? AND bot_id = ? AND workspace_id = ?) ORDER BY created_at, rowid'
      return connection.all(sql, resultId, botId, workspaceId).map((row) => logs.read(row))
    },
    async history(resultId) {
      const sql = `SELECT ${history.columns} FROM history WHERE result_id = ? ORDER BY "index"`
      return connection.all(sql, resultId).map((row) => {
        const { index, blockIndex, blockId, variableId, value } = history.read(row)
        return { index, blockIndex, blockId, variableId, value }
      })
    },
    async visitedEdges(resultId) {
      const sql = `SELECT ${visitedEdges.columns} FROM visited_edges WHERE result_id = ? ORDER BY "index"`
      return connection.all(sql, resultId).map((row) => {
        const { index, edgeId } = visitedEdges.read(row)
        return { index, edgeId }
      })
    },
    async addLogs(added) {
      connection.write(() => {
        for (const log of added) {
          if (!connection.get('SELECT 1 FROM results WHERE id = ? AND is_archived = 0', log.resultId)) continue
          connection.run(`${logs.insert} ON CONFLICT DO NOTHING`, ...logs.values(log))
        }
      })
    },
    async archive(workspaceId, botId, resultIds, now) {
      return connection.write(() => archiveResults(connection, workspaceId, botId, resultIds, now))
    },
    async deleteOlder(before, limit) {
      return deleteOlderResults(connection, before, limit)
    },
    erase: (workspaceId, text) => eraseResults(connection, workspaceId, text),
  }
}

/** Within a transaction. How many results it archived. */
export function archiveResults(
  connection: Connection,
  workspaceId: string,
  botId: string,
  resultIds: readonly string[] | 'all',
  now: number,
): number {
  const archive =
    "UPDATE results SET is_archived = 1, variables = '[]', updated_at = ? " +
    'WHERE bot_id = ? AND workspace_id = ? AND is_archived = 0'
  const rows =
    resultIds === 'all'
      ? connection.all(`${archive} RETURNING id`, now, botId, workspaceId)
      : connection.all(
          `${archive} AND id IN (SELECT value FROM json_each(?)) RETURNING id`,
          now,
          botId,
          workspaceId,
          JSON.stringify(resultIds),
        )
  const archived = JSON.stringify(rows.map((row) => row.id))
  for (const table of ['answers', 'logs', 'visited_edges', 'history']) {
    connection.run(`DELETE FROM ${table} WHERE result_id IN (SELECT value FROM json_each(?))`, archived)
  }
  connection.run(
    "UPDATE uploads SET state = 'removed' WHERE result_id IN (SELECT value FROM json_each(?)) AND state <> 'removed'",
    archived,
  )
  const ofSessions = 'SELECT id FROM sessions WHERE result_id IN (SELECT value FROM json_each(?))'
  connection.run(`DELETE FROM turns WHERE session_id IN (${ofSessions})`, archived)
  return rows.length
}

const latest = Number.MAX_SAFE_INTEGER
