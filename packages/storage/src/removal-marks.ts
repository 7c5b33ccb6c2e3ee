import { type Database, run, type Work } from './database.js'
import type { RemovalKind } from './not-removed.js'

interface Mark {
  kind: RemovalKind
  id: string
  workspaceId: string
  /** Milliseconds since 1970: results that began later stay. */
  until?: number
  /** The owner's row is deleted, too. */
  isWhole?: boolean
}

/**
 * Part of a transaction: marks an owner, whose rows are deleted in the background. A mark that exists starts again, and includes what
 * either of them includes.
 */
export function* markRemoved({ kind, id, workspaceId, until, isWhole = false }: Mark): Work<void> {
  const later = (column: string) =>
    `CASE WHEN excluded.${column} > coalesce(removals.${column}, excluded.${column} - 1) THEN excluded.${column} ELSE removals.${column} END`
  yield* run(
    'INSERT INTO removals (kind, owner_id, workspace_id, until, is_whole, step, position, worked_at) ' +
      `VALUES (?, ?, ?, ?, ?, 0, ${start}, 0) ON CONFLICT (kind, owner_id) DO UPDATE SET ` +
      `until = ${later('until')}, is_whole = ${later('is_whole')}, step = 0, position = ${start}`,
    kind,
    id,
    workspaceId,
    until ?? null,
    Number(isWhole),
  )
}

/** Lower than any time. */
export const start = Number.MIN_SAFE_INTEGER

/** The time up to which the results of a bot are deleted, in milliseconds since 1970; undefined if none are being deleted. */
export async function removedUntil(database: Database, botId: string): Promise<number | undefined> {
  const sql = "SELECT until FROM removals WHERE kind = 'results' AND owner_id = ?"
  return (await database.get<{ until: number }>(sql, botId))?.until
}
