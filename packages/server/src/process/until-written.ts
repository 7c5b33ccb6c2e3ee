import { ApiError } from '@colloquy/api'

/** Milliseconds for which something is tried anew. */
const patience = 10_000

/**
 * What `attempt` reads, changes and writes, however often somebody else writes in between: it resolves to undefined then, and is made
 * again. An attempt fails only where another one succeeds, perhaps of another instance that is faster; so that to go on is to wait
 * in line, and nobody is sent away whose turn comes within ten seconds. After those it throws `storage_unavailable`.
 */
export async function untilWritten<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + patience
  do {
    const written = await attempt()
    if (written !== undefined) return written
  } while (performance.now() < end)
  throw new ApiError('storage_unavailable', { retryAfter: 1 })
}
