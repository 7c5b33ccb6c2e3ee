import { run, type Work } from '../database.js'
import { markRemoved } from '../removal-marks.js'

/**
 * Part of a transaction: deletes a bot. No read returns its results and sessions from now on; their rows, and with `isWhole` that of the
 * bot, are deleted in the background. Until then the bot is not found by a public id or domain, and nothing of it is scheduled.
 */
export function* removeBot(
  workspaceId: string,
  id: string,
  { isWhole = false, now }: { isWhole?: boolean; now?: number } = {},
): Work<void> {
  yield* run(markDeleted, now ?? null, id)
  yield* run('DELETE FROM experiment_releases WHERE bot_id = ?', id)
  yield* run('UPDATE experiments SET is_promoting = 0 WHERE bot_id = ? AND ended_at IS NULL', id)
  yield* run('DELETE FROM deployments WHERE bot_id = ?', id)
  yield* run('DELETE FROM environments WHERE bot_id = ?', id)
  yield* markRemoved({ kind: 'results', id, workspaceId, until: Number.MAX_SAFE_INTEGER, isWhole })
  yield* markRemoved({ kind: 'bots', id, workspaceId, isWhole })
}

const markDeleted =
  'UPDATE bots SET is_deleted = 1, public_id = NULL, custom_domain = NULL, published_release_id = NULL, ' +
  'experiment = NULL, updated_at = coalesce(?, updated_at) WHERE id = ?'
