import type { InboxMessage } from '../messaging/messaging.js'
import type { SessionRow } from '../sessions/sessions.js'

/** Speaks in a conversation in place of its bot: nobody yet, a person, or another system. */
export type Holder = 'queue' | 'person' | 'elsewhere'

/** `held` of a session, as JSON text. */
export interface Hold {
  by: Holder
  /** Id of the person, or name of the other system; absent in the queue. */
  who?: string
  /** Name of the person as visitors see it. */
  name?: string
  /** Milliseconds since 1970. */
  since: number
  why: string
}

/**
 * Author of a message beside the turns of the bot. A `note` is for the people of the workspace only; an `event` says that the holder
 * changed.
 */
export type ConversationMessageKind = 'visitor' | 'person' | 'note' | 'event'

/** A message beside the turns of the bot. `number` counts from 1 within its session. */
export interface ConversationMessage {
  sessionId: string
  number: number
  workspaceId: string
  kind: ConversationMessageKind
  /** Id of the person; null for visitors. */
  authorId: string | null
  /** Name of the person as visitors see it. */
  authorName: string | null
  /** JSON text. */
  content: string
  key: string | null
  /** Number of the last turn before it. */
  afterTurn: number
  createdAt: number
}

/** States of a conversation in the inbox. The bot speaks in one that is `returned` or `resolved`. */
export const conversationStates = ['open', 'snoozed', 'returned', 'resolved'] as const
export type ConversationState = (typeof conversationStates)[number]

/** A conversation in the inbox. Times are milliseconds since 1970. */
export interface Conversation {
  sessionId: string
  workspaceId: string
  botId: string
  /** `web`, or the type of the channel. */
  channel: string
  state: ConversationState
  /** Id of the person who answers; null while nobody does. */
  assigneeId: string | null
  /** The last message, cut. */
  lastText: string
  lastAt: number
  /** Since when the visitor waits for a person; null while nobody waits. */
  waitingSince: number | null
  snoozedUntil: number | null
  openedAt: number
  firstResponseAt: number | null
  resolvedAt: number | null
}

/** The listing of a conversation in the inbox after a change of its holder. `assigneeId` undefined: as before. */
export interface InboxListing extends Pick<Conversation, 'botId' | 'channel' | 'state'> {
  assigneeId?: string | null
}

/** Lists of the inbox, each with an index. */
export interface ConversationFilter {
  state: ConversationState
  /** Null: those that nobody answers. */
  assigneeId?: string | null | undefined
  botId?: string | undefined
  channel?: string | undefined
  /** Visitors who have waited since before this time. */
  waitingBefore?: number | undefined
  /** Nobody waits for a person. */
  isAnswered?: boolean | undefined
}

export type NewConversationMessage = Omit<ConversationMessage, 'number' | 'afterTurn'>

/** The state of a session that a change is based on. */
export type SessionState = Pick<SessionRow, 'id' | 'workspaceId' | 'version' | 'updatedAt'>

export interface ConversationStore {
  /**
   * Changes who speaks in a conversation, and stores the event. The version of the session stays, because nobody said anything; `updatedAt`
   * becomes later, so that no turn based on the earlier session is committed. False (and nothing written) if the session has changed since
   * it was read.
   */
  hold(
    session: SessionState,
    change: Pick<SessionRow, 'held' | 'state' | 'updatedAt' | 'expiresAt' | 'endedAt' | 'noAnswerAt'>,
    event: NewConversationMessage,
    listing: InboxListing,
  ): Promise<boolean>
  /**
   * Adds a message; a person must be the holder. `outgoing` is the row that a messaging app gets it by. The one of its key is returned if it is stored already. Undefined (and nothing written) if the bot speaks in the
   * conversation and the message is of a visitor or a person; 'full' if it has `max` messages. The session expires at `expiresAt` at the earliest.
   */
  add(
    message: NewConversationMessage,
    limits: { max: number; expiresAt: number; outgoing?: InboxMessage | undefined },
  ): Promise<{ message: ConversationMessage; isNew: boolean } | 'full' | undefined>
  /** Newest first, after `before` (exclusive keyset); with `waitingBefore`, those who wait longest first. */
  listInbox(
    workspaceId: string,
    filter: ConversationFilter,
    page: { before?: { at: number; sessionId: string } | undefined; limit: number },
  ): Promise<Conversation[]>
  get(workspaceId: string, sessionId: string): Promise<Conversation | undefined>
  /** Changes a conversation that is in the inbox, and stores the event, if there is one. Undefined if it is not there. */
  update(
    workspaceId: string,
    sessionId: string,
    change: Partial<Pick<Conversation, 'state' | 'assigneeId' | 'snoozedUntil' | 'resolvedAt' | 'waitingSince'>>,
    event?: NewConversationMessage,
  ): Promise<Conversation | undefined>
  /** Opens conversations that were snoozed until now, at most `limit`. Returns how many there were. */
  wake(now: number, limit: number): Promise<number>
  /** The message of a key. */
  byKey(sessionId: string, key: string): Promise<ConversationMessage | undefined>
  /** Those after a number, in their order. */
  list(sessionId: string, page: { after: number; limit: number }): Promise<ConversationMessage[]>
}
