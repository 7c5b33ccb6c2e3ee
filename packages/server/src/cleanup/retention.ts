import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '@colloquy/storage'
import { backgroundPause } from '../process/background-share.js'
import { type ClockJump, findClockJump } from './clock-guard.js'

interface RetentionOptions {
  storage: Pick<Storage, 'clock' | 'results' | 'knowledge' | 'contacts'>
  /** Maximum hours by which the clock may be ahead of the last run of the service. */
  clockJumpHours: number
  /** Milliseconds since 1970. */
  now: () => number
  /** Receives the number of deleted results, if any were. */
  onDeleted: (count: number) => void
  /** Called if nothing was deleted because the clock has jumped ahead. */
  onPaused: (jump: ClockJump) => void
  onError: (error: unknown) => void
}

/**
 * Deletes results that have not changed for the given number of days, with their conversations and uploads, unanswered questions that
 * nobody asked for as long, and contacts without conversations who were not seen for as long: on request and every hour. Deletes nothing without a number of days. Pauses while the clock is too far ahead of
 * the last run of the service.
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
      const began = performance.now()
      count = await storage.results.deleteOlder(before, batch)
      deleted += count
      // Lets turns run between two batches.
      await sleep((performance.now() - began) * backgroundPause)
    } while (count === batch && !isClosed)
    while ((await storage.knowledge.removeQuestionsBefore(before, batch)) === batch && !isClosed);
    while ((await storage.contacts.deleteUnseen(before, batch)) === batch && !isClosed);
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
    /** Stops after the current batch; a round that has started deletes at least one. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}

const batch = 100
