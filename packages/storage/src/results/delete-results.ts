import { all, type Database, run, type Work } from '../database.js'
import { forgetSender } from './forget-sender.js'
import { lowered } from './result-conditions.js'

/**
 * Deletes results that were last written to before `before`, at most `limit`, including all rows that belong to them. Returns how many
 * there were. Results that another instance is deleting are skipped.
 */
export async function deleteOlderResults(database: Database, before: number, limit: number): Promise<number> {
  const found = await database.analyticalQuery<{ id: string }>(findOlder, before, before, limit)
  if (found.length === 0) return 0
  const { isOneOf, skipLocked } = database.dialect
  const stillOld = `SELECT id FROM results WHERE id ${isOneOf} AND updated_at < ?${skipLocked}`
  return database.transaction(function* () {
    const old = yield* all<{ id: string }>(stillOld, idsOf(found), before)
    return yield* deleteResults(database, idsOf(old))
  })
}

/**
 * Deletes results of a workspace that contain a text as an answer or as the value of a variable, and previews that contain it. Returns the
 * number of results. Searches a limited number at a time, off the thread of conversations, so that turns are not delayed.
 */
export function eraseResults(database: Database, workspaceId: string, text: string): Promise<number> {
  return database.erasing(async () => {
    const isHeld = holderOf(text)
    let erased = 0
    for await (const rows of candidates(database, 'results', workspaceId, text)) {
      const ids = idsOf(rows.filter(({ document, isAnswered }) => isAnswered === 1 || isHeld(document)))
      for (const some of inBatches(ids)) erased += await database.transaction(() => deleteWithSessions(database, some))
    }
    for await (const rows of candidates(database, 'previews', workspaceId, text)) {
      const ids = idsOf(rows.filter(({ document }) => isHeld(document)))
      for (const some of inBatches(ids))
        await database.run(`DELETE FROM sessions WHERE id ${database.dialect.isOneOf}`, some)
    }
    await forgetQuestions(database, workspaceId, text)
    await database.transaction(() => forgetSender(workspaceId, text.replace(/[\s+().-]/g, '')))
    return erased
  })
}

/** Removes unanswered questions that contain the text as whole words. */
async function forgetQuestions(database: Database, workspaceId: string, text: string): Promise<void> {
  const sought = lowered(text)
  const rows = await database.analyticalQuery<{ id: string; text: string }>(
    'SELECT id, text FROM knowledge_questions WHERE workspace_id = ?',
    workspaceId,
  )
  const held = rows.filter((row) => hasWords(lowered(row.text), sought))
  const remove = `DELETE FROM knowledge_questions WHERE id ${database.dialect.isOneOf}`
  for (const some of inBatches(idsOf(held))) await database.run(remove, some)
}

/** True if a text contains another as whole words, not inside a longer word. */
function hasWords(text: string, sought: string): boolean {
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
  for (let at = text.indexOf(sought); at >= 0 && sought !== ''; at = text.indexOf(sought, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + sought.length])) return true
  return false
}

/**
 * Like `deleteResults`, and also deletes sessions of another bot's result that led to these by a link, because the text was said in them.
 */
function* deleteWithSessions(database: Database, ids: readonly string[]): Work<number> {
  const { isOneOf } = database.dialect
  const lastSessions = `SELECT last_chat_session_id FROM results WHERE id ${isOneOf}`
  const sessions = yield* all<{ id: string }>(`SELECT id FROM sessions WHERE id IN (${lastSessions})`, ids)
  const deleted = yield* deleteResults(database, ids)
  yield* run(`DELETE FROM sessions WHERE id ${isOneOf}`, idsOf(sessions))
  return deleted
}

/** Number of results that `eraseResults` would find. */
export async function countResultsWith(database: Database, workspaceId: string, text: string): Promise<number> {
  const isHeld = holderOf(text)
  let count = 0
  for await (const rows of candidates(database, 'results', workspaceId, text)) {
    count += rows.filter(({ document, isAnswered }) => isAnswered === 1 || isHeld(document)).length
  }
  return count
}

/** Runs within a transaction. Uploads of the results are marked as removed, including those that are not part of an answer yet. */
export function* deleteResults({ dialect: { isOneOf } }: Database, ids: readonly string[]): Work<number> {
  const sessions = yield* all<{ id: string }>(`SELECT id FROM sessions WHERE result_id ${isOneOf}`, ids)
  yield* run(`UPDATE uploads SET state = 'removed' WHERE result_id ${isOneOf} AND state <> 'removed'`, ids)
  for (const table of ['deliveries', 'notices', 'due_notices'])
    yield* run(`DELETE FROM ${table} WHERE result_id ${isOneOf}`, ids)
  yield* deleteSessions(isOneOf, idsOf(sessions))
  return yield* run(`DELETE FROM results WHERE id ${isOneOf}`, ids)
}

/** Part of a transaction: deletes sessions, and marks uploads as removed that are not part of an answer yet. */
export function* deleteSessions(isOneOf: string, ids: readonly string[]): Work<void> {
  const markUploads = `UPDATE uploads SET state = 'removed' WHERE session_id ${isOneOf} AND state = 'stored' AND is_kept = 0`
  yield* run(markUploads, ids)
  yield* run(`DELETE FROM sessions WHERE id ${isOneOf}`, ids)
}

interface Candidate {
  id: string
  /** JSON text. */
  document: string
  /** 1 if one of the answers is the text. */
  isAnswered: number
}

/** Rows whose JSON contains the text anywhere, and results with an answer that equals the text, read a limited number of rows at a time. */
async function* candidates(
  database: Database,
  kind: 'results' | 'previews',
  workspaceId: string,
  text: string,
): AsyncGenerator<Candidate[]> {
  const { table, document, isTheirs, isAnswered } = searched[kind]
  const inJson = lowered(JSON.stringify(text).slice(1, -1))
  const findEnd = `SELECT max(id) AS "end" FROM (SELECT id FROM ${table} WHERE id > ? ORDER BY id LIMIT ?) AS chunk`
  const find =
    `SELECT id, document, "isAnswered" FROM (SELECT id, ${document} AS document, ${isAnswered} AS "isAnswered" ` +
    `FROM ${table} WHERE id > ? AND id <= ? AND workspace_id = ? AND ${isTheirs}) AS looked ` +
    `WHERE "isAnswered" = 1 OR ${database.dialect.position}(lower(document), ?) > 0`
  const answered = kind === 'results' ? [lowered(text)] : []
  for (let after = ''; ; ) {
    const [row] = await database.analyticalQuery<{ end: string | null }>(findEnd, after, chunk)
    const end = row?.end
    if (end === undefined || end === null) return
    yield database.analyticalQuery<Candidate>(find, ...answered, after, end, workspaceId, inJson)
    after = end
  }
}

const searched = {
  results: {
    table: 'results',
    document: 'variables',
    isTheirs: 'is_deleted = 0',
    isAnswered:
      'CASE WHEN EXISTS (SELECT 1 FROM answers WHERE answers.result_id = results.id ' +
      'AND answers.workspace_id = results.workspace_id AND lower(content) = ?) THEN 1 ELSE 0 END',
  },
  previews: { table: 'sessions', document: 'state', isTheirs: 'result_id IS NULL', isAnswered: '0' },
} as const

/** Returns a function that checks if one of the values in a JSON text equals this text; ids and names of variables do not count. */
function holderOf(text: string): (document: string) => boolean {
  const wanted = lowered(text)
  const holds = (value: unknown): boolean => {
    if (typeof value === 'string') return lowered(value) === wanted
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value).some(([key, inner]) => key !== 'id' && key !== 'name' && holds(inner))
  }
  return (document) => holds(JSON.parse(document))
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

const chunk = 5_000

/** Much may hang on a conversation: turns run between two batches. */
function inBatches(ids: readonly string[]): string[][] {
  const batches: string[][] = []
  for (let at = 0; at < ids.length; at += 100) batches.push(ids.slice(at, at + 100))
  return batches
}

/** Uses the index that counts results and knows their time of creation: no result was written to before that. */
const findOlder =
  'SELECT results.id FROM bots JOIN results ON results.bot_id = bots.id AND results.is_deleted IN (0, 1) ' +
  'AND results.created_at < ? WHERE results.updated_at < ? LIMIT ?'
