/** What somebody said about a group or a block of a bot, to those who build it. */
export interface BotComment {
  id: string
  botId: string
  /** The first comment of its thread, which is itself when it began one. */
  threadId: string
  groupId: string
  /** Null when it is about the group. */
  blockId: string | null
  /** Null when they have no account any more. */
  authorId: string | null
  text: string
  createdAt: number
  /** Of the first one of a thread: when somebody said that nothing is left to do. */
  resolvedAt: number | null
}

/** Who may see and write comments is decided by the caller, from the bot. */
export interface BotCommentStore {
  /** Oldest first; of very many the newest. */
  list(botId: string): Promise<BotComment[]>
  find(botId: string, id: string): Promise<BotComment | undefined>
  /** An answer to a thread that is gone is not kept; tells whether it was. */
  add(comment: BotComment): Promise<boolean>
  /** Of the first one of a thread. */
  resolve(botId: string, id: string, at: number | null): Promise<BotComment | undefined>
  /** With the first one of a thread its answers go. */
  delete(botId: string, id: string): Promise<BotComment | undefined>
}

/** How many comments of a bot are told. */
export const mostComments = 2000
