import type { SessionRow, SessionStore, TurnCommit } from '../storage.js'
import { answers, history, logs, rejections, sessions, turns, visitedEdges } from '../table.js'
import type { Connection } from './connection.js'
import type { KnownRows } from './known-rows.js'

/**
 * Commits that arrive in the same turn of the event loop share one transaction, and with it one wait for the disk.
 * `flush` writes those that wait at once.
 */
export function sessionTurns(
  connection: Connection,
  known: KnownRows,
  onCommit: (turns: number, milliseconds: number) => void = () => {},
): Pick<SessionStore, 'open' | 'commit'> & { flush(): void } {
  let waiting: Waiting[] = []

  function flush() {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    const began = performance.now()
    writeBatch(connection, known, batch)
    onCommit(batch.length, performance.now() - began)
  }

  return {
    flush,
    async open(id, key) {
      const opened = known.session(id) ?? readSession(connection, known, id)
      if (!opened) return undefined
      const answered = key === undefined ? undefined : connection.get<Answered>(findAnswer, id, key)
      return { ...opened, answered }
    },
    commit(commit) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ commit, resolve, reject })
      })
    },
  }
}

type Outcome = 'committed' | 'stale'

interface Waiting {
  commit: TurnCommit
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

function readSession(connection: Connection, known: KnownRows, id: string) {
  const raw = connection.get(openSession, id)
  if (!raw || raw.isSuspended === null) return undefined
  const { isSuspended: flag, ...row } = sessions.read(raw) as SessionRow & { isSuspended: number }
  const isSuspended = flag === 1
  known.noteSession(row)
  known.noteWorkspace(row.workspaceId, isSuspended)
  return { row, isSuspended }
}

/** When anything fails the batch is rolled back and each commit tried alone, so that one cannot fail the others. */
function writeBatch(connection: Connection, known: KnownRows, batch: readonly Waiting[]): void {
  let outcomes: Outcome[]
  try {
    outcomes = connection.write(() => batch.map(({ commit }) => apply(connection, commit)))
  } catch (error) {
    for (const { commit } of batch) known.dropSession(commit.session.id)
    if (batch.length > 1) for (const one of batch) writeBatch(connection, known, [one])
    else if (error instanceof TurnTaken) batch[0]!.resolve('stale')
    else batch[0]!.reject(error)
    return
  }
  for (const [index, { commit, resolve }] of batch.entries()) {
    const outcome = outcomes[index]!
    if (outcome === 'committed') known.noteSaved(commit.session)
    else known.dropSession(commit.session.id)
    resolve(outcome)
  }
}

/**
 * The version alone tells whether somebody else was faster, before anything is written. A turn whose number or key exists
 * under an untouched version comes of no race, so that it may cost a rollback to refuse it.
 */
function apply(connection: Connection, commit: TurnCommit): Outcome {
  const isSaved = commit.session.version === 1 ? insertSession(connection, commit) : updateSession(connection, commit)
  if (!isSaved) return 'stale'
  if (connection.run(insertTurn, ...turns.values(commit.turn, commit.session.workspaceId)) === 0) throw new TurnTaken()
  saveResults(connection, commit)
  if (commit.keptUploads.length > 0) connection.run(keepUploads, JSON.stringify(commit.keptUploads), commit.session.id)
  return 'committed'
}

class TurnTaken extends Error {}

/** The bot may have been deleted since the session began. */
function insertSession(connection: Connection, { session }: TurnCommit): boolean {
  if (!connection.get(findBot, session.botId, session.workspaceId)) return false
  return connection.run(`${sessions.insert} ON CONFLICT DO NOTHING`, ...sessions.values(session)) === 1
}

/** Most turns change no column of an index, and an UPDATE that names none writes fewer pages. */
function updateSession(connection: Connection, { session }: TurnCommit): boolean {
  const { id, version, botId, workspaceId, releaseId, resultId, state, updatedAt, expiresAt, endedAt } = session
  const changes = [version, state, updatedAt, endedAt]
  const owned = [id, version - 1, botId, workspaceId]
  const indexed = [releaseId, resultId, expiresAt]
  return (
    connection.run(saveSession, ...changes, ...owned, ...indexed) === 1 ||
    connection.run(saveSessionWithIndexes, ...changes, ...indexed, ...owned) === 1
  )
}

/** What belongs to a result that was archived meanwhile is dropped. */
function saveResults(connection: Connection, commit: TurnCommit): void {
  const owner = commit.session.workspaceId
  const kept = new Map<string, boolean>()
  for (const result of commit.results) if (saveResult(connection, result)) kept.set(result.id, true)
  const isKept = ({ resultId }: { resultId: string }) => {
    let isIt = kept.get(resultId)
    if (isIt === undefined) {
      isIt = connection.get('SELECT 1 FROM results WHERE id = ? AND is_archived = 1', resultId) === undefined
      kept.set(resultId, isIt)
    }
    return isIt
  }
  for (const row of commit.answers.filter(isKept))
    connection.run(answers.insertNumbered, ...answers.values(row, owner), row.resultId)
  for (const row of commit.visitedEdges.filter(isKept)) connection.run(saveEdge, ...visitedEdges.values(row, owner))
  for (const row of commit.history.filter(isKept)) connection.run(saveHistory, ...history.values(row, owner))
  for (const row of commit.logs.filter(isKept))
    connection.run(logs.insertNumbered, ...logs.values(row, owner), row.resultId)
  for (const row of commit.rejections.filter(isKept))
    connection.run(rejections.insertNumbered, ...rejections.values(row, owner), row.resultId)
}

/** False when the result is archived, or belongs to another bot. */
function saveResult(connection: Connection, result: TurnCommit['results'][number]): boolean {
  const { id, botId, workspaceId, variables, lastChatSessionId, at } = result
  const flags = [result.hasStarted ? 1 : 0, result.isCompleted ? 1 : 0]
  return (
    connection.run(saveVariables, at, variables, id, botId, workspaceId, lastChatSessionId, ...flags) === 1 ||
    connection.run(upsertResult, id, botId, workspaceId, at, at, ...flags, variables, lastChatSessionId) === 1
  )
}

interface Answered {
  requestHash: string
  answer: string
}

const openSession =
  `SELECT ${sessions.columns}, (SELECT is_suspended FROM workspaces WHERE id = sessions.workspace_id) ` +
  'AS "isSuspended" FROM sessions WHERE id = ?'
const findAnswer = 'SELECT request_hash AS requestHash, answer FROM turns WHERE session_id = ? AND key = ?'
const insertTurn = `${turns.insert} ON CONFLICT DO NOTHING`
const findBot = 'SELECT 1 FROM bots WHERE id = ? AND workspace_id = ? AND is_archived = 0'
const saveSession =
  'UPDATE sessions SET version = ?, state = ?, updated_at = ?, ended_at = ? ' +
  'WHERE id = ? AND version = ? AND bot_id = ? AND workspace_id = ? ' +
  'AND release_id IS ? AND result_id IS ? AND expires_at = ?'
const saveSessionWithIndexes =
  'UPDATE sessions SET version = ?, state = ?, updated_at = ?, ended_at = ?, release_id = ?, result_id = ?, ' +
  'expires_at = ? WHERE id = ? AND version = ? AND bot_id = ? AND workspace_id = ?'
const saveVariables =
  'UPDATE results SET updated_at = ?, variables = ? WHERE id = ? AND bot_id = ? AND workspace_id = ? ' +
  'AND last_chat_session_id IS ? AND has_started >= ? AND is_completed >= ? AND is_archived = 0'
const upsertResult =
  'INSERT INTO results (id, bot_id, workspace_id, created_at, updated_at, has_started, is_completed, is_archived, ' +
  'variables, last_chat_session_id) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT (id, workspace_id) DO UPDATE SET ' +
  'updated_at = excluded.updated_at, has_started = max(has_started, excluded.has_started), ' +
  'is_completed = max(is_completed, excluded.is_completed), variables = excluded.variables, ' +
  'last_chat_session_id = excluded.last_chat_session_id ' +
  'WHERE is_archived = 0 AND bot_id = excluded.bot_id AND workspace_id = excluded.workspace_id'
const saveEdge = `${visitedEdges.insert} ON CONFLICT DO UPDATE SET edge_id = excluded.edge_id`
const saveHistory =
  `${history.insert} ON CONFLICT DO UPDATE SET block_index = excluded.block_index, ` +
  'block_id = excluded.block_id, variable_id = excluded.variable_id, value = excluded.value'
const keepUploads =
  'UPDATE uploads SET is_kept = 1 ' +
  "WHERE id IN (SELECT value FROM json_each(?)) AND session_id = ? AND state = 'stored'"
