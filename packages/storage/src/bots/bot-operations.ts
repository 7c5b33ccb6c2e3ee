/** What one change made of a bot's draft: the operations that lead from one revision to the next. */
export interface OperationBatch {
  /** Given by who made it; a bot takes a batch once. */
  id: string
  botId: string
  /** Of the draft after it; they count up one by one. */
  revision: number
  userId: string | null
  /** JSON text; null when they were too many to be kept. */
  operations: string | null
  /** JSON text: what was answered about operations that were left out. */
  refusals: string
  createdAt: number
}

/**
 * The latest batches of each bot are kept, for those who were away for a while; they come with `bots.update`. Who may see them is
 * decided by the caller, from the bot.
 */
export interface BotOperationStore {
  /** Those behind a revision, oldest first, at most `limit`. The first one is of a later revision when some are no longer kept. */
  list(botId: string, afterRevision: number, limit: number): Promise<OperationBatch[]>
  get(botId: string, id: string): Promise<OperationBatch | undefined>
}

/** How many batches are kept of a bot. */
export const keptBatches = 500
