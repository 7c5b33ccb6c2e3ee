/** The operations that lead from one revision of a bot's draft to the next. */
export interface OperationBatch {
  /** Chosen by the client; a bot applies each batch only once. */
  id: string
  botId: string
  /** Revision of the draft after the batch. Revisions increase by one. */
  revision: number
  userId: string | null
  /** JSON text; null if there were too many operations to store. */
  operations: string | null
  /** JSON text: the answers about operations that were skipped. */
  refusals: string
  createdAt: number
}

/**
 * The latest batches of each bot, for clients that were offline for a while. `bots.update` stores them. The caller decides from the bot who
 * may read them.
 */
export interface BotOperationStore {
  /** Batches after a revision, oldest first, at most `limit`. The first one is of a later revision if older ones have been removed. */
  list(botId: string, afterRevision: number, limit: number): Promise<OperationBatch[]>
  get(botId: string, id: string): Promise<OperationBatch | undefined>
}

/** Number of batches that are kept for each bot. */
export const keptBatches = 500
