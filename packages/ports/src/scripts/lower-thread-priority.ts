import { readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { currentThread } from './thread-time.js'

/** By how much the priority of work that visitors wait for is below that of the main thread. */
const helping = 5
/** The same, for all other work. */
const lowest = 10
/** Of the system. */
const least = 19

/** Lets every other thread go first, on systems where a priority belongs to a thread (Linux). It cannot be taken back. */
export function lowerThreadPriority(): void {
  lower(currentThread(), lowest)
}

/** Lets the main thread go first, but not threads of a low priority. */
export function goBehindMainThread(): void {
  lower(currentThread(), helping)
}

/**
 * Lets the calling thread go before all others that the process has: those in which Node.js compresses, hashes, reads files and looks
 * up names, and those that help V8. They still go before threads of a low priority.
 */
export async function goBeforeHelpers(): Promise<void> {
  // Node.js starts its pool with the first work for it.
  await stat('.').catch(() => {})
  const own = currentThread()
  if (own === undefined) return
  for (const thread of threads()) if (thread !== own) lower(thread, helping)
}

function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return []
  }
}

function lower(thread: number | undefined, by: number): void {
  try {
    if (thread !== undefined) setPriority(thread, Math.min(getPriority(process.pid) + by, least))
  } catch {
    // Elsewhere the fairness of the scheduler has to do.
  }
}
