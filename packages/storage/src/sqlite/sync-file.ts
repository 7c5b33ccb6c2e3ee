import { fdatasyncSync } from 'node:fs'

/** Duration of a sync, or the reason of its failure. */
export type SyncOutcome = { milliseconds: number } | { failure: string }

/** Waits until all that was written to a file is on the disk. `open` returns its descriptor; if it throws, the sync has failed. */
export function syncFile(open: () => number): SyncOutcome {
  const began = performance.now()
  try {
    fdatasyncSync(open())
    return { milliseconds: performance.now() - began }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}
