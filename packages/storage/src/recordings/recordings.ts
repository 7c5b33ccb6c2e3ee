import type { Position } from '../results/result-page.js'

/** The latest conversation of a result, without its turns. */
export interface ListedConversation extends Position {
  /** Absent if its turns are gone. */
  session?: { id: string; releaseId: string; createdAt: number }
}

/** The columns of a turn that a replay reads. */
export interface RecordedTurnRow {
  sessionId: string
  number: number
  request: string
  answer: string
  createdAt: number
}

export interface ConversationTurns {
  sessionId: string
  /** In ascending order of their numbers; empty for a conversation that exceeds the requested bounds. */
  turns: RecordedTurnRow[]
  /** True if earlier turns are gone, or if the conversation exceeds the requested bounds. */
  isIncomplete: boolean
}

export interface TurnBounds {
  /** Maximum number of turns of a conversation. */
  count: number
  /** Maximum number of bytes of a conversation, and of one read. */
  bytes: number
}

export interface RecordingStore {
  /**
   * Conversations of started results that are not deleted, createdAt in [from, to), newest first, after `before` (exclusive keyset): at
   * most `limit`.
   */
  list(
    workspaceId: string,
    botId: string,
    filter: { from?: number; to?: number; before?: Position; limit: number },
  ): Promise<{ conversations: ListedConversation[]; next?: Position }>
  /** For threads, which open it with `openRecordings`. */
  findSource(): Promise<RecordingSource>
}

/** Location of the conversations: the folder of a service on SQLite, or the address of a PostgreSQL database. */
export type RecordingSource = { folder: string } | { url: string }
