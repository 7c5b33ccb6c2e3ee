import type { Connection } from './connection.js'
import type { SessionStore, TurnCommit } from './storage.js'
import { answers, history, logs, sessions, turns, visitedEdges } from './table.js'

/**
 * Commits that arrive in the same turn of the event loop share one transaction, and with it one wait for the disk.
 * `flush` writes those that wait at once.
 */
export function sessionStore(connection: Connection): SessionStore & { flush(): void } {
  let waiting: Waiting[] = []

  function flush() {
    const batch = waiting
    waiting = []
    if (batch.length > 0) writeBatch(connection, batch)
  }

  return {
    flush,
    async get(id) {
      const row = connection.get(`SELECT ${sessions.columns} FROM sessions WHERE id = ?`, id)
      return row && sessions.read(row)
    },
    async turnByKey(sessionId, key) {
      const row = connection.get(`SELECT ${turns.columns} FROM turns WHERE session_id = ? AND key = ?`, sessionId, key)
      return row && turns.read(row)
    },
    async turns(sessionId) {
      const sql = `SELECT ${turns.columns} FROM turns WHERE session_id = ? ORDER BY number`
      return connection.all(sql, sessionId).map((row) => turns.read(row))
    },
    commit(commit) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ commit, resolve, reject })
      })
    },
    async latestPreview(workspaceId, botId, now) {
      const sql =
        `SELECT ${sessions.columns} FROM sessions WHERE bot_id = ? AND workspace_id = ? AND release_id IS NULL ` +
        'AND expires_at > ? ORDER BY updated_at DESC LIMIT 1'
      const row = connection.get(sql, botId, workspaceId, now)
      return row && sessions.read(row)
    },
    async removeExpired(now, limit) {
      const sql =
        'DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)'
      return connection.write(() => connection.run(sql, now, limit))
    },
  }
}

type Outcome = 'committed' | 'stale'

interface Waiting {
  commit: TurnCommit
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/** When anything fails the batch is rolled back and each commit tried alone, so that one cannot fail the others. */
function writeBatch(connection: Connection, batch: readonly Waiting[]): void {
  let outcomes: Outcome[]
  try {
    outcomes = connection.write(() => batch.map(({ commit }) => apply(connection, commit)))
  } catch (error) {
    if (batch.length === 1) batch[0]!.reject(error)
    else for (const one of batch) writeBatch(connection, [one])
    return
  }
  for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index]!)
}

/** Finds out whether the commit is stale before it writes anything. */
function apply(connection: Connection, commit: TurnCommit): Outcome {
  const { session, turn } = commit
  if (connection.get(findTurn, turn.sessionId, turn.number, turn.sessionId, turn.key)) return 'stale'
  const saved = session.version === 1 ? insertSession(connection, commit) : updateSession(connection, commit)
  if (!saved) return 'stale'
  connection.run(turns.insert, ...turns.values(turn))
  saveResults(connection, commit)
  if (commit.keptUploads.length > 0) connection.run(keepUploads, JSON.stringify(commit.keptUploads), session.id)
  return 'committed'
}

/** The bot may have been deleted since the session began. */
function insertSession(connection: Connection, { session }: TurnCommit): boolean {
  if (!connection.get(findBot, session.botId, session.workspaceId)) return false
  return connection.run(`${sessions.insert} ON CONFLICT DO NOTHING`, ...sessions.values(session)) === 1
}

function updateSession(connection: Connection, { session }: TurnCommit): boolean {
  const { id, version, releaseId, resultId, state, updatedAt, expiresAt, endedAt } = session
  const changes = [version, releaseId, resultId, state, updatedAt, expiresAt, endedAt]
  return connection.run(saveSession, ...changes, id, version - 1, session.botId, session.workspaceId) === 1
}

/** What belongs to a result that was archived meanwhile is dropped. */
function saveResults(connection: Connection, commit: TurnCommit): void {
  for (const { id, botId, workspaceId, hasStarted, isCompleted, variables, lastChatSessionId, at } of commit.results) {
    const flags = [hasStarted ? 1 : 0, isCompleted ? 1 : 0]
    connection.run(saveResult, id, botId, workspaceId, at, at, ...flags, variables, lastChatSessionId)
  }
  const archived = new Map<string, boolean>()
  const isKept = ({ resultId }: { resultId: string }) => {
    let isArchived = archived.get(resultId)
    if (isArchived === undefined) {
      isArchived = connection.get('SELECT 1 FROM results WHERE id = ? AND is_archived = 1', resultId) !== undefined
      archived.set(resultId, isArchived)
    }
    return !isArchived
  }
  for (const row of commit.answers.filter(isKept)) connection.run(answers.insert, ...answers.values(row))
  for (const row of commit.visitedEdges.filter(isKept)) connection.run(saveEdge, ...visitedEdges.values(row))
  for (const row of commit.history.filter(isKept)) connection.run(saveHistory, ...history.values(row))
  for (const row of commit.logs.filter(isKept)) connection.run(saveLog, ...logs.values(row))
}

const findTurn =
  'SELECT 1 FROM turns WHERE session_id = ? AND number = ? ' +
  'UNION ALL SELECT 1 FROM turns WHERE session_id = ? AND key = ? LIMIT 1'
const findBot = 'SELECT 1 FROM bots WHERE id = ? AND workspace_id = ? AND is_archived = 0'
const saveSession =
  'UPDATE sessions SET version = ?, release_id = ?, result_id = ?, state = ?, updated_at = ?, expires_at = ?, ' +
  'ended_at = ? WHERE id = ? AND version = ? AND bot_id = ? AND workspace_id = ?'
const saveResult =
  'INSERT INTO results (id, bot_id, workspace_id, created_at, updated_at, has_started, is_completed, is_archived, ' +
  'variables, last_chat_session_id) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT (id) DO UPDATE SET ' +
  'updated_at = excluded.updated_at, has_started = max(has_started, excluded.has_started), ' +
  'is_completed = max(is_completed, excluded.is_completed), variables = excluded.variables, ' +
  'last_chat_session_id = excluded.last_chat_session_id ' +
  'WHERE is_archived = 0 AND bot_id = excluded.bot_id AND workspace_id = excluded.workspace_id'
const saveEdge = `${visitedEdges.insert} ON CONFLICT DO UPDATE SET edge_id = excluded.edge_id`
const saveHistory =
  `${history.insert} ON CONFLICT DO UPDATE SET block_index = excluded.block_index, ` +
  'block_id = excluded.block_id, variable_id = excluded.variable_id, value = excluded.value'
const saveLog = `${logs.insert} ON CONFLICT DO NOTHING`
const keepUploads =
  'UPDATE uploads SET is_kept = 1 ' +
  "WHERE id IN (SELECT value FROM json_each(?)) AND session_id = ? AND state = 'stored'"
