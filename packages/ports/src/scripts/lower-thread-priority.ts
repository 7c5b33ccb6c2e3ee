import { setPriority } from 'node:os'
import { currentThread } from './thread-time.js'

/** Lets every other thread go first, on systems where a priority belongs to a thread (Linux). It cannot be taken back. */
export function lowerThreadPriority(): void {
  try {
    const thread = currentThread()
    if (thread !== undefined) setPriority(thread, 10)
  } catch {
    // Elsewhere the fairness of the scheduler has to do.
  }
}
