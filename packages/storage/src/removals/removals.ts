/** The outcome of one batch. `waiting`: what is left depends on a batch that another process is working on, or on other removals. */
export interface RemovalProgress {
  state: 'worked' | 'waiting' | 'idle'
  /** Name of the step that deleted rows last. */
  step: string
  /** Time that its statements took; on SQLite with the commit, as nothing else ran meanwhile. */
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
   * Deletes the next batch of rows, of the removal that has waited longest: several advance in turns, so that a small one does not wait for a
   * large one. It consists of pieces of at most `rows` rows, with what hangs on them, and ends with the first piece after `milliseconds`.
   * `now` is in milliseconds since 1970.
   */
  work(now: number, max: { rows: number; milliseconds: number }): Promise<RemovalProgress>
}
