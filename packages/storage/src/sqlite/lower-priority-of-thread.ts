import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Lowers the priority of this thread, where a thread has one (Linux). Turns and what visitors wait for run in other threads. */
export function lowerPriorityOfThread(steps = 10): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(getPriority(process.pid) + steps, 19))
  } catch {
    // Elsewhere the fairness of the scheduler has to do.
  }
}
