/** A comment on a group or a block of a bot, written for the others who build it. */
export interface BotComment {
  id: string
  botId: string
  /** Id of the first comment of the thread; its own id if it starts the thread. */
  threadId: string
  groupId: string
  /** Null if the comment is about the whole group. */
  blockId: string | null
  /** Null if the author's account was deleted. */
  authorId: string | null
  /** A mention is `<@id>` with the id of a user. */
  text: string
  /** Ids of the mentioned users, as a JSON list. Accounts may have been deleted since. */
  mentions: string
  createdAt: number
  /** Set on the first comment of a thread: the time at which the thread was resolved. */
  resolvedAt: number | null
}

/** Comments of bots. The caller decides from the bot who may read and write them. */
export interface BotCommentStore {
  /** Oldest first. If there are more than `maxComments`, the newest ones. */
  list(botId: string): Promise<BotComment[]>
  find(botId: string, id: string): Promise<BotComment | undefined>
  /** Adds a comment. Returns false, and adds nothing, if it replies to a thread that no longer exists. */
  add(comment: BotComment): Promise<boolean>
  /** Resolves a thread, or reopens it if `at` is null. `id` is that of its first comment. */
  resolve(botId: string, id: string, at: number | null): Promise<BotComment | undefined>
  /** Deletes a comment. The first comment of a thread takes its replies along. */
  delete(botId: string, id: string): Promise<BotComment | undefined>
  /** Ids of the users who wrote comments on a bot, or in a thread of it, who wrote last first, without deleted accounts. */
  authors(botId: string, options: { threadId?: string; max: number }): Promise<string[]>
  /** The time of the newest comment that a user has read; undefined if they have read none. */
  readAt(botId: string, userId: string): Promise<number | undefined>
  /** Records that a user has read the comments up to this time. An earlier time changes nothing. */
  markRead(botId: string, userId: string, at: number): Promise<void>
}

/** Maximum number of comments that `list` returns for a bot. */
export const maxComments = 2000
