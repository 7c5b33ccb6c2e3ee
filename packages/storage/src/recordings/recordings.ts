import type { Position } from '../results/result-page.js'

/** The latest conversation of a result, without its turns. */
export interface ListedConversation extends Position {
  /** Absent where its turns are gone. */
  session?: { id: string; releaseId: string; createdAt: number }
}

/** What a replay reads of a turn. */
export interface RecordedTurnRow {
  sessionId: string
  number: number
  request: string
  answer: string
  createdAt: number
}

export interface ConversationTurns {
  sessionId: string
  /** By number, ascending; none of a conversation that is longer than was asked for. */
  turns: RecordedTurnRow[]
  /** Earlier turns are gone, or it is longer than was asked for. */
  isIncomplete: boolean
}

export interface TurnBounds {
  /** The most turns of a conversation. */
  count: number
  /** The most bytes of a conversation, and of what is read at once. */
  bytes: number
}

export interface RecordingStore {
  /** Of started results that are not deleted, createdAt in [from, to), newest first, after `before` (exclusive keyset): at most `limit`. */
  list(
    workspaceId: string,
    botId: string,
    filter: { from?: number; to?: number; before?: Position; limit: number },
  ): Promise<{ conversations: ListedConversation[]; next?: Position }>
  /** For threads, which open it with `openRecordings`. */
  findSource(): Promise<RecordingSource>
}

/** Where the conversations are: the folder of a service on SQLite, or the address of a PostgreSQL database. */
export type RecordingSource = { folder: string } | { url: string }
