import type { BotRow, Position } from '@colloquy/storage'
import { invalidCursor, readCursor, writeCursor } from '../http/cursor.js'
import { nextRound } from '../process/next-round.js'
import type { Needs } from '../service.js'
import { type ResultQuery, resultsWanted } from './result-query.js'

interface Matching extends ResultQuery {
  /** ISO 8601. Results that began later are kept. */
  createdBefore?: string | undefined
  /** Position at which an earlier request stopped. */
  cursor?: string | undefined
}

/**
 * Deletes the results that a query matches, newest first, in transactions small enough for turns to run between them. Stops at its time
 * limit; `nextCursor` then continues with the rest. Throws `invalid_cursor`, `invalid_time_zone`.
 */
export async function deleteMatching(
  service: Needs<'storage' | 'config' | 'sweeper' | 'secret' | 'now'>,
  { workspaceId, id: botId }: BotRow,
  { cursor, ...matching }: Matching,
): Promise<{ deleted: number; nextCursor?: string }> {
  const { storage, config, now, secret, sweeper } = service
  const { createdBefore, ...query } = matching
  const { range, filter = {} } = resultsWanted(query, now())
  const to = createdBefore === undefined ? range.to : Math.min(range.to ?? Infinity, Date.parse(createdBefore))
  const span = { workspaceId, botId, ...range, ...(to !== undefined && { to }) }
  const name = `delete ${botId} ${JSON.stringify(matching)}`
  let before: Position | undefined
  if (cursor !== undefined) {
    before = readCursor(secret, name, cursor)
    if (!before) throw invalidCursor()
  }
  const end = performance.now() + config.limits.deleteMilliseconds
  let deleted = 0
  do {
    const size = { limit: atOnce, bytes: config.limits.listBytes, ...(before && { before }) }
    const { rows, next } = await storage.resultSearch.page(span, filter, size)
    if (rows.length > 0) {
      const ids = rows.map(({ id }) => id)
      deleted += await storage.results.delete(workspaceId, botId, ids, now())
    }
    before = next
    await nextRound()
  } while (before && performance.now() < end)
  if (deleted > 0) sweeper.soon()
  return { deleted, ...(before && { nextCursor: writeCursor(secret, name, before) }) }
}

/** Deletes results of a bot by their ids, in transactions small enough for turns to run between them. */
export async function deleteNamedResults(
  { storage, now, sweeper }: Needs<'storage' | 'sweeper' | 'now'>,
  { workspaceId, id: botId }: BotRow,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    await storage.results.delete(workspaceId, botId, ids.slice(start, start + atOnce), now())
    await nextRound()
  }
  sweeper.soon()
}

/** Deletes all results that a bot has: no read returns them from now on, and their rows are deleted in the background. */
export async function deleteAllResults(
  { storage, remover }: Needs<'storage' | 'remover'>,
  { workspaceId, id: botId }: BotRow,
): Promise<void> {
  await storage.results.deleteAll(workspaceId, botId)
  remover.soon()
}

const atOnce = 100
