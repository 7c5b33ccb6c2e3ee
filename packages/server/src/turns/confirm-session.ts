import type { SessionRow } from '@colloquy/storage'

type Position = Pick<SessionRow, 'version' | 'updatedAt'>

/** Thrown when a session is no longer the one that a turn is based on: the turn is taken again, or belongs to somebody else. */
export class SessionChanged extends Error {}

/**
 * Returns a check that a stored session is still the one that a turn is based on: no other turn came first, and nobody has taken over the
 * conversation. It rejects with a `SessionChanged`, or as `reopen` does.
 */
export const confirmSession =
  (reopen: () => Promise<{ row: Position; storedTurn?: unknown }>, { version, updatedAt }: Position) =>
  async (): Promise<void> => {
    const { row, storedTurn } = await reopen()
    if (row.version !== version || row.updatedAt !== updatedAt || storedTurn)
      throw new SessionChanged('The session has changed since the turn began')
  }
