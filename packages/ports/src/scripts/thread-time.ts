import { closeSync, openSync, readlinkSync, readSync } from 'node:fs'

export interface ThreadTime {
  read(): number
  close(): void
}

/** The system's id of the calling thread; undefined on systems without `/proc`. */
export function currentThread(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/**
 * Opens the clock of a thread of this process, by default the calling one: milliseconds that it really ran, give or take a tick of the
 * system. Wall-clock time on systems that do not provide this.
 */
export function openThreadTime(thread = currentThread()): ThreadTime {
  const text = Buffer.alloc(64)
  try {
    const file = openSync(`/proc/self/task/${thread}/schedstat`, 'r')
    const read = () => Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)), 10) / 1e6
    if (read() > 0) return { read, close: () => closeSync(file) }
    closeSync(file)
  } catch {
    // Not available on this system.
  }
  return { read: () => performance.now(), close: () => {} }
}
