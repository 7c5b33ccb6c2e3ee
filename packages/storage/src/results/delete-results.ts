import { all, type Database, run, type Work } from '../database.js'
import { forgetSender } from '../messaging/messaging-store.js'
import { lowered } from './result-conditions.js'

/**
 * Results that nothing was written to since `before`, at most `limit`, all that belongs to them included. How many there were. What
 * another instance is deleting is left to it.
 */
export async function deleteOlderResults(database: Database, before: number, limit: number): Promise<number> {
  const found = await database.survey<{ id: string }>(findOlder, before, before, limit)
  if (found.length === 0) return 0
  const { isOneOf, skipLocked } = database.dialect
  const stillOld = `SELECT id FROM results WHERE id ${isOneOf} AND updated_at < ?${skipLocked}`
  return database.transaction(function* () {
    const old = yield* all<{ id: string }>(stillOld, idsOf(found), before)
    return yield* deleteResults(database, idsOf(old))
  })
}

/**
 * Results of a workspace that hold a text as an answer or as the value of a variable, and its previews that hold it. How many
 * results. Looks at so many at a time, and away from the thread of conversations, that turns are not kept waiting.
 */
export function eraseResults(database: Database, workspaceId: string, text: string): Promise<number> {
  return database.erasing(async () => {
    const isHeld = holderOf(text)
    let erased = 0
    for await (const rows of candidates(database, 'results', workspaceId, text)) {
      const ids = idsOf(rows.filter(({ document, isAnswered }) => isAnswered === 1 || isHeld(document)))
      if (ids.length > 0) erased += await database.transaction(() => deleteWithSessions(database, ids))
    }
    for await (const rows of candidates(database, 'previews', workspaceId, text)) {
      const ids = idsOf(rows.filter(({ document }) => isHeld(document)))
      if (ids.length > 0) await database.run(`DELETE FROM sessions WHERE id ${database.dialect.isOneOf}`, ids)
    }
    await forgetQuestions(database, workspaceId, text)
    await database.transaction(() => forgetSender(workspaceId, text.replace(/[\s+().-]/g, '')))
    return erased
  })
}

/** Removes questions without an answer in which the text stands as words. */
async function forgetQuestions(database: Database, workspaceId: string, text: string): Promise<void> {
  const sought = lowered(text)
  const rows = await database.survey<{ id: string; text: string }>(
    'SELECT id, text FROM knowledge_questions WHERE workspace_id = ?',
    workspaceId,
  )
  const held = rows.filter((row) => hasWords(lowered(row.text), sought))
  const remove = `DELETE FROM knowledge_questions WHERE id ${database.dialect.isOneOf}`
  if (held.length > 0) await database.run(remove, idsOf(held))
}

/** Whether a text stands in another, and not inside of a longer word. */
function hasWords(text: string, sought: string): boolean {
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
  for (let at = text.indexOf(sought); at >= 0 && sought !== ''; at = text.indexOf(sought, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + sought.length])) return true
  return false
}

/** The same as `deleteResults`, and also sessions that are of another bot's result and led to these by a link: the text was said in them. */
function* deleteWithSessions(database: Database, ids: readonly string[]): Work<number> {
  const { isOneOf } = database.dialect
  const lastSessions = `SELECT last_chat_session_id FROM results WHERE id ${isOneOf}`
  const sessions = yield* all<{ id: string }>(`SELECT id FROM sessions WHERE id IN (${lastSessions})`, ids)
  const deleted = yield* deleteResults(database, ids)
  yield* run(`DELETE FROM sessions WHERE id ${isOneOf}`, idsOf(sessions))
  return deleted
}

/** How many results `eraseResults` would find. */
export async function countResultsWith(database: Database, workspaceId: string, text: string): Promise<number> {
  const isHeld = holderOf(text)
  let count = 0
  for await (const rows of candidates(database, 'results', workspaceId, text)) {
    count += rows.filter(({ document, isAnswered }) => isAnswered === 1 || isHeld(document)).length
  }
  return count
}

/** Within a transaction. Their uploads are marked as removed, also those that no answer names yet. */
function* deleteResults({ dialect: { isOneOf } }: Database, ids: readonly string[]): Work<number> {
  const sessions = yield* all<{ id: string }>(`SELECT id FROM sessions WHERE result_id ${isOneOf}`, ids)
  yield* run(`UPDATE uploads SET state = 'removed' WHERE result_id ${isOneOf} AND state <> 'removed'`, ids)
  yield* run(
    `UPDATE uploads SET state = 'removed' WHERE session_id ${isOneOf} AND state = 'stored' AND is_kept = 0`,
    idsOf(sessions),
  )
  yield* run(`DELETE FROM deliveries WHERE result_id ${isOneOf}`, ids)
  yield* run(`DELETE FROM sessions WHERE id ${isOneOf}`, idsOf(sessions))
  return yield* run(`DELETE FROM results WHERE id ${isOneOf}`, ids)
}

interface Candidate {
  id: string
  /** JSON text. */
  document: string
  /** 1: one of the answers is the text. */
  isAnswered: number
}

/** Rows whose JSON has the text somewhere in it, and results with an answer that is the text, from so many rows at a time. */
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
    const [row] = await database.survey<{ end: string | null }>(findEnd, after, chunk)
    const end = row?.end
    if (end === undefined || end === null) return
    yield database.survey<Candidate>(find, ...answered, after, end, workspaceId, inJson)
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

/** Whether one of the values in a JSON text is this text; the ids and names of variables do not count. */
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

/** By the index that counts results, which tells when they were made: none was written to before that. */
const findOlder =
  'SELECT results.id FROM bots JOIN results ON results.bot_id = bots.id AND results.is_deleted IN (0, 1) ' +
  'AND results.created_at < ? WHERE results.updated_at < ? LIMIT ?'
