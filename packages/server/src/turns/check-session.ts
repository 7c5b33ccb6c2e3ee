import type { Session } from '@colloquy/engine'
import type { SessionRow } from '@colloquy/storage'
import { LimitExceeded, type RejectingLimit } from '../limits/limit-exceeded.js'
import type { Limits } from '../limits/limits.js'

/** Returns the limit that prevents more turns of a session, if one has been reached. */
export function reachedLimit(
  limits: Limits,
  { row, session }: { row: Pick<SessionRow, 'version'>; session: Session },
): RejectingLimit | undefined {
  if (row.version >= limits.sessionTurns) return 'sessionTurns'
  if ((session.storedBytes ?? 0) >= limits.sessionBytes) return 'sessionBytes'
  return undefined
}

/** Throws a `LimitExceeded` when a session accepts no more turns. */
export function checkSession(limits: Limits, of: Parameters<typeof reachedLimit>[1]): void {
  const reached = reachedLimit(limits, of)
  if (reached) throw new LimitExceeded(reached)
}
