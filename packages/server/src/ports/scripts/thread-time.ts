import { openSync, readSync } from 'node:fs'

/**
 * Opens the clock of the calling thread: milliseconds for which it really ran, give or take a tick of the system. Where the
 * system does not tell, time on the wall.
 */
export function openThreadTime(): () => number {
  const text = Buffer.alloc(64)
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r')
    const read = () => Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)), 10) / 1e6
    if (read() > 0) return read
  } catch {
    // Not on this system.
  }
  return () => performance.now()
}
