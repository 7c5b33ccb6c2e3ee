import { ApiError } from '@colloquy/api'

/** Milliseconds for which attempts are repeated. */
const patience = 10_000

/**
 * Runs `attempt`, which reads, changes and writes something and resolves to undefined when somebody else wrote in between, until it
 * succeeds. An attempt fails only when another one succeeds, perhaps of a faster instance; so retrying amounts to waiting in line, and
 * callers whose turn comes within ten seconds are not rejected. After that it throws `storage_unavailable`.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + patience
  do {
    const written = await attempt()
    if (written !== undefined) return written
  } while (performance.now() < end)
  throw new ApiError('storage_unavailable', { retryAfter: 1 })
}
