import type { Storage } from '@colloquy/storage'

interface RetentionOptions {
  storage: Storage
  /** Milliseconds since 1970. */
  now: () => number
  /** How many results were deleted just now, when there were any. */
  onDeleted: (count: number) => void
  onError: (error: unknown) => void
}

/**
 * Deletes results that nothing was written to for so many days, with their conversations and uploads: when told to, and every
 * hour. Without a number of days nothing is ever deleted.
 */
export function keepResultsFor(days: number | undefined, { storage, now, onDeleted, onError }: RetentionOptions) {
  let running: Promise<void> | undefined
  let isClosed = false

  async function deleteOlder(): Promise<void> {
    if (days === undefined) return
    const before = now() - days * 86_400_000
    let deleted = 0
    for (let count = batch; count === batch && !isClosed; ) {
      count = await storage.results.deleteOlder(before, batch)
      deleted += count
      // Turns come between two batches.
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (deleted > 0) onDeleted(deleted)
  }

  function soon(): void {
    if (isClosed || running) return
    running = deleteOlder()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }

  const timer = setInterval(soon, 3_600_000).unref()
  return {
    soon,
    /** Stops after the batch under way. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}

const batch = 200
