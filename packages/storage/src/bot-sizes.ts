import { type Database, get, run, type Work } from './database.js'
import { QuotaReachedError } from './quota-limits.js'
import { documentBytes, emptyOldestDeletedBots } from './quotas.js'

/** Parts of a bot that count towards `workspaceBotBytes`. */
type Part = 'draft' | 'operation' | 'release' | 'test' | 'comment'

/** A draft counts in steps of this size in bytes, so that most saves stay within one and need no count. */
const step = 16_384

const bytesOf: Record<Part, string> = {
  draft: `SELECT (${documentBytes} + ${step - 1}) / ${step} * ${step} FROM bots WHERE id = ?`,
  operation:
    'SELECT sum(coalesce(octet_length(operations), 0) + octet_length(refusals)) FROM bot_operations WHERE bot_id = ?',
  release: `SELECT sum(${documentBytes}) FROM releases WHERE bot_id = ?`,
  test: 'SELECT sum(octet_length(test)) FROM bot_tests WHERE bot_id = ?',
  comment: 'SELECT sum(octet_length(text)) FROM bot_comments WHERE bot_id = ?',
}

/** True if a draft of this many bytes counts as one of that many does. */
export function isSameStep(bytes: number, otherBytes: number): boolean {
  return Math.ceil(bytes / step) === Math.ceil(otherBytes / step)
}

/** The owner of what is counted. `id` is that of the bot. */
interface Counted {
  workspaceId: string
  id: string
}

/** Part of the transaction that inserts a bot with its tests: counts it. Throws a `QuotaReachedError` if the workspace has no space. */
export function* countNewBot(database: Database, { workspaceId, id }: Counted): Work<void> {
  const insert =
    'INSERT INTO bot_sizes (bot_id, workspace_id, draft_bytes, operation_bytes, release_bytes, test_bytes) ' +
    `SELECT id, workspace_id, (${bytesOf.draft}), 0, 0, coalesce((${bytesOf.test}), 0) FROM bots WHERE id = ?`
  yield* run(insert, id, id, id)
  yield* checkSpace(database, workspaceId)
}

/**
 * Part of a transaction that changed a part of a bot and has locked the bot: counts that part again. If it grew and the workspace has no space,
 * throws a `QuotaReachedError`, unless `freeSpace` deletes enough: it gets the bytes that are missing, and what it deleted from is counted.
 */
export function* countBytes(
  database: Database,
  { workspaceId, id }: Counted,
  part: Part,
  freeSpace?: { part: Part; delete(missing: number): Work<void> },
): Work<void> {
  const column = `${part}_bytes`
  const before = yield* get<{ bytes: unknown }>(`SELECT ${column} AS bytes FROM bot_sizes WHERE bot_id = ?`, id)
  const bytes = yield* count(id, part)
  if (bytes <= Number(before?.bytes ?? 0)) return
  const freeSpaceOfBot =
    freeSpace &&
    function* (missing: number): Work<void> {
      yield* freeSpace.delete(missing)
      yield* count(id, freeSpace.part)
    }
  yield* checkSpace(database, workspaceId, freeSpaceOfBot)
}

/** Part of a transaction: counts a part of a bot that shrank. */
export function* count(botId: string, part: Part): Work<number> {
  const column = `${part}_bytes`
  const sql = `UPDATE bot_sizes SET ${column} = coalesce((${bytesOf[part]}), 0) WHERE bot_id = ? RETURNING ${column} AS bytes`
  return Number((yield* get<{ bytes: unknown }>(sql, botId, botId))?.bytes ?? 0)
}

/** Empties deleted bots and calls `freeSpace` before it throws. Two at once wait for each other, so that together they stay within the quota. */
function* checkSpace(
  { quotas, dialect }: Database,
  workspaceId: string,
  freeSpace?: (missing: number) => Work<void>,
): Work<void> {
  if (!quotas) return
  const max = quotas.workspaceBotBytes
  yield* get(`SELECT 1 FROM workspaces WHERE id = ?${dialect.forCounting}`, workspaceId)
  let taken = yield* bytesOfWorkspace(workspaceId)
  while (taken > max && (yield* emptyOldestDeletedBots(workspaceId))) taken = yield* bytesOfWorkspace(workspaceId)
  if (taken > max && freeSpace) {
    yield* freeSpace(taken - max)
    taken = yield* bytesOfWorkspace(workspaceId)
  }
  if (taken > max) throw new QuotaReachedError('workspaceBotBytes', max, taken)
}

function* bytesOfWorkspace(workspaceId: string): Work<number> {
  const sql =
    'SELECT sum(draft_bytes + operation_bytes + release_bytes + test_bytes + comment_bytes) AS bytes FROM bot_sizes WHERE workspace_id = ?'
  return Number((yield* get<{ bytes: unknown }>(sql, workspaceId))?.bytes ?? 0)
}
