/** The outcome of one batch. `waiting`: what is left depends on a batch that another process is working on, or on other removals. */
export interface RemovalProgress {
  state: 'worked' | 'waiting' | 'idle'
  /** Name of the step that the batch belongs to. */
  step: string
  /** Time that its statements took: on SQLite, nothing else ran meanwhile. */
  milliseconds: number
  /** True if files were marked as removed, or their owners deleted. */
  hasFiles: boolean
}

/**
 * Deletes in the background. What an author deletes is marked in one small transaction, and no read returns it from then on; its rows are
 * deleted in batches afterwards, by whichever process comes first, also after a crash.
 */
export interface RemovalStore {
  /**
   * Deletes the next batch of rows, at most `most`, of the removal that has waited longest: several advance in turns, so that a small one
   * does not wait for a large one. `now` is in milliseconds since 1970.
   */
  work(now: number, most: number): Promise<RemovalProgress>
}
