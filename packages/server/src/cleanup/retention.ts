import type { Storage } from '@colloquy/storage'
import { type ClockJump, findClockJump } from './clock-guard.js'

interface RetentionOptions {
  storage: Pick<Storage, 'clock' | 'results' | 'knowledge'>
  /** How far the clock may be ahead of when the service last ran. */
  clockJumpHours: number
  /** Milliseconds since 1970. */
  now: () => number
  /** How many results were deleted just now, when there were any. */
  onDeleted: (count: number) => void
  /** Nothing was deleted: the clock has jumped ahead. */
  onPaused: (jump: ClockJump) => void
  onError: (error: unknown) => void
}

/**
 * Deletes results that nothing was written to for so many days, with their conversations and uploads, and questions without an answer that
 * nobody asked for as long: when told to, and every
 * hour. Without a number of days nothing is ever deleted. Pauses while the clock is too far ahead of when the service last ran.
 */
export function keepResultsFor(days: number | undefined, options: RetentionOptions) {
  const { storage, clockJumpHours, now, onDeleted, onPaused, onError } = options
  let running: Promise<void> | undefined
  let isClosed = false

  async function deleteOlder(): Promise<void> {
    if (days === undefined) return
    const at = now()
    const jump = await findClockJump(storage.clock, at, clockJumpHours)
    if (jump) return onPaused(jump)
    const before = at - days * 86_400_000
    let deleted = 0
    let count: number
    do {
      count = await storage.results.deleteOlder(before, batch)
      deleted += count
      // Turns come between two batches.
      await new Promise((resolve) => setImmediate(resolve))
    } while (count === batch && !isClosed)
    while ((await storage.knowledge.removeQuestionsBefore(before, batch)) === batch && !isClosed);
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
    /** Stops after the batch under way; a round that has begun deletes at least one. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}

const batch = 200
