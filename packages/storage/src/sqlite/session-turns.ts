import type { Writing } from '../contacts/contact-writes.js'
import { saveTurnContact } from '../contacts/turn-contact.js'
import { newDeliveries } from '../deliveries/delivery-tables.js'
import { conversations, messages, onAskedAgain } from '../holders/conversation-tables.js'
import { isNotRemoved } from '../not-removed.js'
import { notices } from '../notifications/notification-tables.js'
import { answers, fieldColumns, logs, visitedEdges } from '../results/result-tables.js'
import { CommitLines } from '../sessions/commit-lines.js'
import { exposures, rejections, sessions, turns } from '../sessions/session-tables.js'
import type { SessionRow, SessionStore, TurnCommit } from '../sessions/sessions.js'
import type { TurnOptions } from '../sessions/turn-options.js'
import type { Connection, Statement } from './connection.js'
import { insertRows, perform, sqliteDialect } from './sqlite-database.js'
import { type Outcomes, writeTogether } from './write-together.js'

/** The next transaction of long commits waits this many times as long as the last one took, while short ones come. */
const longPause = 3
/** Milliseconds for which short commits count as coming after the last one. */
const comingMilliseconds = 100

/**
 * Commits that arrive in the same iteration of the event loop, or while the disk is busy with earlier ones, share one transaction, and with
 * it one wait for the disk. Long commits share separate transactions of `batchBytes`, after which other requests are served, so that short
 * ones wait for a part of them at most. `flush` writes all waiting commits immediately.
 */
export function sessionTurns(
  connection: Connection,
  { onCommit = () => {}, batchBytes = Number.POSITIVE_INFINITY }: TurnOptions,
): Pick<SessionStore, 'open' | 'commit'> & { flush(): Promise<void> } {
  const statements = prepareAll(connection)
  const waiting = new CommitLines<Waiting>(batchBytes)
  const outcomes: Outcomes<Waiting, Outcome> = {
    apply: ({ commit }) => apply(connection, statements, commit),
    done: ({ resolve }, outcome) => resolve(outcome),
    failed: ({ resolve, reject }, error) => (error instanceof TurnTaken ? resolve('stale') : reject(error)),
  }
  /** True while a transaction is about to begin or not yet on the disk. */
  let isUnderWay = false
  let shortAt = Number.NEGATIVE_INFINITY
  let longReadyAt = 0
  let pausing: NodeJS.Timeout | undefined

  function writeSoon() {
    if (isUnderWay || !(waiting.hasShort || waiting.hasLong)) return
    isUnderWay = true
    setImmediate(() => {
      isUnderWay = false
      clearTimeout(pausing)
      const pause = longReadyAt - performance.now()
      if (waiting.hasShort || (waiting.hasLong && pause <= 0)) void writeNext()
      else if (waiting.hasLong) pausing = setTimeout(writeSoon, pause)
    })
  }

  async function writeNext(): Promise<void> {
    isUnderWay = true
    if (connection.held) await connection.held
    isUnderWay = waiting.hasShort || waiting.hasLong
    if (!isUnderWay) return
    const isLong = !waiting.hasShort
    const batch = isLong ? waiting.takeLong() : waiting.takeShort()
    const began = performance.now()
    const written = writeTogether(connection, batch, outcomes)
    if (written) await written
    isUnderWay = false
    const now = performance.now()
    const milliseconds = now - began
    if (!isLong) shortAt = now
    else if (now - shortAt < comingMilliseconds + milliseconds) longReadyAt = now + milliseconds * longPause
    onCommit(batch.length, milliseconds)
    writeSoon()
  }

  return {
    async flush() {
      while (waiting.hasShort || waiting.hasLong) await writeNext()
      await connection.durable()
    },
    async open(id, key) {
      const found = statements.openSession.get(id)
      if (!found) return undefined
      const { isSuspended, ...row } = sessions.read(found) as SessionRow & { isSuspended: number }
      const storedTurn = key === undefined ? undefined : (statements.findAnswer.get(id, key) as StoredTurn | undefined)
      if (storedTurn) await connection.durable()
      return { row, isSuspended: isSuspended === 1, storedTurn }
    },
    commit(commit) {
      return new Promise((resolve, reject) => {
        waiting.add({ commit, resolve, reject })
        writeSoon()
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

/**
 * The version alone shows if another turn came first, before anything is written. A turn whose number or key exists although the version is
 * unchanged is not the result of a race, so rejecting it may cost a rollback.
 */
function apply(connection: Connection, statements: Statements, commit: TurnCommit): Outcome {
  const { session, turn, keptUploads, contact } = commit
  const isSaved = session.version === 1 ? insertSession(statements, session) : updateSession(statements, commit)
  if (!isSaved) return 'stale'
  if (statements.insertTurn.run(...turns.values(turn, session.workspaceId)).changes === 0) throw new TurnTaken()
  saveResults(statements, commit)
  if (commit.handOver) putInInbox(statements, commit.handOver)
  if (keptUploads.length > 0) statements.keepUploads.run(JSON.stringify(keptUploads), session.id)
  if (contact) session.contactId = perform(connection, saveTurnContact(writing, commit, contact)) ?? null
  return 'committed'
}

function putInInbox(
  statements: Statements,
  { messages: added, conversation }: NonNullable<TurnCommit['handOver']>,
): void {
  const { sessionId } = conversation
  const { last } = statements.findLastMessage.get(sessionId) as { last: number }
  for (const message of added)
    statements.insertMessage.run(...messages.values({ ...message, number: last + message.number }))
  statements.saveConversation.run(...conversations.values(conversation))
}

const writing: Writing = { dialect: sqliteDialect, insertRows }

class TurnTaken extends Error {}

/** The bot may have been deleted since it was found, or its release may no longer be live. */
function insertSession(statements: Statements, session: SessionRow): boolean {
  const { botId, workspaceId, releaseId } = session
  const isWelcome =
    releaseId === null
      ? statements.findBot.get(botId, workspaceId)
      : statements.findOpenBot.get(botId, workspaceId, releaseId, releaseId, releaseId)
  if (!isWelcome) return false
  return statements.insertSession.run(...sessions.values(session)).changes === 1
}

/** Most turns change no column of an index, and an UPDATE that names none writes fewer pages. */
function updateSession({ saveSession, saveSessionWithIndexes }: Statements, commit: TurnCommit): boolean {
  const { id, version, botId, workspaceId, releaseId, resultId, state, updatedAt, endedAt } = commit.session
  const { expiresAt, held, noAnswerAt, contactId } = commit.session
  const saved = [version, state, updatedAt, endedAt] as const
  const before = [id, version - 1, commit.updatedBefore, botId, workspaceId] as const
  return (
    saveSession.run(...saved, ...before, releaseId, resultId, expiresAt, held, noAnswerAt, contactId).changes === 1 ||
    saveSessionWithIndexes.run(...saved, releaseId, resultId, expiresAt, held, noAnswerAt, contactId, ...before)
      .changes === 1
  )
}

/**
 * Drops rows of results that were deleted in the meantime. `get` executes a statement like `run`, but creates no object with the changes,
 * which would take a third of the time of a small statement.
 */
function saveResults(statements: Statements, commit: TurnCommit): void {
  const owner = commit.session.workspaceId
  const kept = new KeptResults(statements)
  for (const result of commit.results) if (saveResult(statements, commit.session, result)) kept.add(result.id)
  for (const row of commit.answers)
    if (kept.has(row.resultId)) statements.insertAnswer.get(...answers.values(row, owner), row.resultId)
  for (const row of commit.visitedEdges)
    if (kept.has(row.resultId)) statements.saveEdge.get(...visitedEdges.values(row, owner))
  for (const row of commit.logs)
    if (kept.has(row.resultId)) statements.insertLog.get(...logs.values(row, owner), row.resultId)
  for (const row of commit.rejections)
    if (kept.has(row.resultId)) statements.insertInvalidReply.get(...rejections.values(row, owner), row.resultId)
  for (const row of commit.exposures)
    if (kept.has(row.resultId)) statements.saveExposure.get(...exposures.values(row, owner))
  for (const row of commit.deliveries)
    if (kept.has(row.resultId)) statements.insertDelivery.get(...newDeliveries.values(row, owner))
  for (const row of commit.notices ?? [])
    if (kept.has(row.resultId)) statements.insertNotice.get(...notices.values(row, owner))
}

/** The results of a turn that are not deleted. */
class KeptResults {
  readonly #statements: Statements
  readonly #kept: string[] = []

  constructor(statements: Statements) {
    this.#statements = statements
  }

  add(id: string): void {
    this.#kept.push(id)
  }

  has(id: string): boolean {
    if (this.#kept.includes(id)) return true
    if (this.#statements.findDeleted.get(id) !== undefined) return false
    this.add(id)
    return true
  }
}

/** False if the result is deleted, or belongs to another bot. */
function saveResult(
  { saveVariables, upsertResult }: Statements,
  { id: sessionId, workspaceId, contactId }: SessionRow,
  result: TurnCommit['results'][number],
): boolean {
  const { id, botId, variables, at } = result
  const hasStarted = Number(result.hasStarted)
  const isCompleted = Number(result.isCompleted)
  const ofTurn = fieldsOfTurn.map(({ field }) => result[field])
  const fields = fieldColumns.map(({ field }) => result[field])
  return (
    saveVariables.run(at, variables, id, botId, workspaceId, sessionId, contactId, ...ofTurn, hasStarted, isCompleted)
      .changes === 1 ||
    upsertResult.run(
      ...[id, botId, workspaceId, at, at, hasStarted, isCompleted, variables, sessionId, contactId, ...fields],
    ).changes === 1
  )
}

interface StoredTurn {
  requestHash: string
  answer: string
}

type Statements = { readonly [Name in keyof typeof texts]: Statement }

/** Prepares the statements by which a turn reads and writes. */
function prepareAll(connection: Connection): Statements {
  const prepared = Object.entries(texts).map(([name, sql]) => [name, connection.prepare(sql)])
  return Object.fromEntries(prepared) as Statements
}

/** SQL condition: the workspace of a row is neither suspended nor deleted. */
function isInUse(table: string): string {
  const isOpen = `(SELECT is_suspended FROM workspaces WHERE id = ${table}.workspace_id) = 0`
  return `${isOpen} AND ${isNotRemoved('workspaces', `${table}.workspace_id`)}`
}

/** SQL condition: neither the bot of a session nor its workspace is deleted. */
const isKept = `${isNotRemoved('bots', 'sessions.bot_id')} AND ${isNotRemoved('workspaces', 'sessions.workspace_id')}`

const fieldsOfTurn = fieldColumns.filter(({ isOfVisit }) => !isOfVisit)

const texts = {
  openSession:
    `SELECT ${sessions.columns}, (SELECT is_suspended FROM workspaces WHERE id = sessions.workspace_id) ` +
    'AS "isSuspended" FROM sessions WHERE id = ? AND expires_at > 0 ' +
    `AND ${isKept}`,
  findAnswer: 'SELECT request_hash AS requestHash, answer FROM turns WHERE session_id = ? AND key = ?',
  findBot:
    'SELECT 1 FROM bots WHERE id = ? AND workspace_id = ? AND is_deleted = 0 ' +
    `AND ${isNotRemoved('workspaces', 'bots.workspace_id')}`,
  findOpenBot:
    'SELECT 1 FROM bots WHERE id = ? AND workspace_id = ? AND (published_release_id = ? OR EXISTS ' +
    '(SELECT 1 FROM environments WHERE bot_id = bots.id AND release_id = ?) OR EXISTS ' +
    '(SELECT 1 FROM experiment_releases WHERE bot_id = bots.id AND release_id = ?)) AND is_deleted = 0 ' +
    `AND is_closed = 0 AND archived_at IS NULL AND ${isInUse('bots')}`,
  insertSession: `${sessions.insert} ON CONFLICT DO NOTHING`,
  saveSession:
    'UPDATE sessions SET version = ?, state = ?, updated_at = ?, ended_at = ? ' +
    'WHERE id = ? AND version = ? AND updated_at = ? AND bot_id = ? AND workspace_id = ? ' +
    `AND release_id IS ? AND result_id IS ? AND expires_at = ? AND held IS ? AND no_answer_at IS ? AND contact_id IS ? AND ${isInUse('sessions')} AND ${isNotRemoved('bots', 'sessions.bot_id')}`,
  saveSessionWithIndexes:
    'UPDATE sessions SET version = ?, state = ?, updated_at = ?, ended_at = ?, release_id = ?, result_id = ?, ' +
    'expires_at = ?, held = ?, no_answer_at = ?, contact_id = ? WHERE id = ? AND version = ? AND updated_at = ? AND bot_id = ? AND workspace_id = ? ' +
    `AND ${isInUse('sessions')} AND ${isNotRemoved('bots', 'sessions.bot_id')}`,
  insertTurn: `${turns.insert} ON CONFLICT DO NOTHING`,
  findDeleted: 'SELECT 1 FROM results WHERE id = ? AND is_deleted = 1',
  saveVariables:
    'UPDATE results SET updated_at = ?, variables = ? WHERE id = ? AND bot_id = ? AND workspace_id = ? ' +
    `AND last_chat_session_id IS ? AND contact_id IS ? ${fieldsOfTurn.map(({ column }) => `AND ${column} IS ? `).join('')}` +
    'AND has_started >= ? AND is_completed >= ? AND is_deleted = 0',
  upsertResult:
    'INSERT INTO results (id, bot_id, workspace_id, created_at, updated_at, has_started, is_completed, is_deleted, ' +
    `variables, last_chat_session_id, contact_id, ${fieldColumns.map(({ column }) => column).join(', ')}) ` +
    `VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?${', ?'.repeat(fieldColumns.length)}) ` +
    'ON CONFLICT (id, workspace_id) DO UPDATE SET ' +
    'updated_at = excluded.updated_at, has_started = max(has_started, excluded.has_started), ' +
    'is_completed = max(is_completed, excluded.is_completed), variables = excluded.variables, ' +
    'last_chat_session_id = excluded.last_chat_session_id, ' +
    'contact_id = coalesce(excluded.contact_id, results.contact_id), ' +
    `${fieldsOfTurn.map(({ column }) => `${column} = excluded.${column}`).join(', ')} ` +
    'WHERE is_deleted = 0 AND bot_id = excluded.bot_id AND workspace_id = excluded.workspace_id',
  insertAnswer: answers.insertNumbered,
  insertLog: logs.insertNumbered,
  insertInvalidReply: rejections.insertNumbered,
  saveEdge: `${visitedEdges.insert} ON CONFLICT DO UPDATE SET edge_id = excluded.edge_id`,
  insertDelivery: `${newDeliveries.insert} ON CONFLICT DO NOTHING`,
  insertNotice: notices.insert,
  findLastMessage: 'SELECT coalesce(max(number), 0) AS last FROM conversation_messages WHERE session_id = ?',
  insertMessage: messages.insert,
  saveConversation: `${conversations.insert} ${onAskedAgain}`,
  saveExposure:
    `${exposures.insert} ON CONFLICT DO UPDATE SET ` +
    'converted_at = coalesce(exposures.converted_at, excluded.converted_at)',
  keepUploads:
    'UPDATE uploads SET is_kept = 1 ' +
    "WHERE id IN (SELECT value FROM json_each(?)) AND session_id = ? AND state = 'stored'",
}
