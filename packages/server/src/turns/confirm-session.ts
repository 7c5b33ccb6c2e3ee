import type { SessionRow } from '@colloquy/storage'
import { SessionChanged } from '../effects/session-changed.js'

type Position = Pick<SessionRow, 'version' | 'updatedAt'>

/**
 * Returns a check that a stored session is still the one that a turn is based on: no other turn came first, and nobody has taken over the
 * conversation. It rejects with a `SessionChanged`, or as `reopen` does.
 */
export const confirmSession =
  (reopen: () => Promise<{ row: Position; storedTurn?: unknown }>, { version, updatedAt }: Position) =>
  async (): Promise<void> => {
    const { row, storedTurn } = await reopen()
    if (row.version !== version || row.updatedAt !== updatedAt || storedTurn) throw new SessionChanged()
  }
