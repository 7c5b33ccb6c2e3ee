import type { Conversation, ConversationMessage, ConversationState } from '../holders/holders.js'
import type { InboxMessage } from '../messaging/messaging.js'
import type { SessionRow } from '../sessions/sessions.js'
import type { TeamChoice } from './teams.js'

/** The listing of a conversation in the inbox after a change of its holder. `assigneeId` or `teamId` undefined: as before. */
export interface InboxListing extends Pick<Conversation, 'botId' | 'channel' | 'state'> {
  assigneeId?: string | null
  teamId?: string | null | undefined
  /** The choice of a team that gives the conversation to one of its members. */
  choice?: TeamChoice | undefined
  /** The last message; undefined: as before. */
  lastText?: string | undefined
  /** Answers of the visitor to the bot, by which searches find the conversation. */
  text?: string
}

/** The contact that a visitor is. */
export interface Visitor {
  contactId: string
  name: string | null
}

/** A conversation with its visitor; null for one who is not known. */
export interface InboxConversation extends Conversation {
  visitor: Visitor | null
}

/** A conversation that runs with its bot, with its last turn; without one that is very long. */
export interface LiveConversation
  extends Pick<SessionRow, 'workspaceId' | 'botId' | 'state' | 'createdAt' | 'updatedAt'> {
  sessionId: string
  request: string | null
  answer: string | null
  visitor: Visitor | null
}

/** Conditions of a search for conversations. */
export interface ConversationSearch {
  /** Each word begins a word of what was said beside the bot, or of an answer to the bot. */
  text: string
  /** Conversations of these contacts are found, too. */
  contactIds: readonly string[]
  /** Only those in which a note mentions this person. */
  mentioned?: string | undefined
  /** Of these bots. */
  botIds?: readonly string[] | undefined
  channel?: string | undefined
  teamId?: string | undefined
}

/** Lists of the inbox, each with an index. */
export interface ConversationFilter {
  state: ConversationState
  /** Null: those that nobody answers. */
  assigneeId?: string | null | undefined
  /** Of these bots. */
  botIds?: readonly string[] | undefined
  channel?: string | undefined
  teamId?: string | undefined
  /** Visitors who have waited since before this time. */
  waitingBefore?: number | undefined
  /** Nobody waits for a person. */
  isAnswered?: boolean | undefined
}

export type NewConversationMessage = Omit<ConversationMessage, 'number' | 'afterTurn'>

/** The state of a session that a change is based on. */
export type SessionState = Pick<SessionRow, 'id' | 'workspaceId' | 'version' | 'updatedAt'>

/** A text that people of a workspace insert into their messages by a shortcut. */
export interface SavedReply {
  workspaceId: string
  shortcut: string
  text: string
  updatedAt: number
}

export interface SavedReplyStore {
  /** By shortcut. */
  listReplies(workspaceId: string): Promise<SavedReply[]>
  /** Replaces the one with its shortcut. Throws a `QuotaReachedError` if there are too many. */
  saveReply(reply: SavedReply): Promise<void>
  /** Returns whether there was one. */
  deleteReply(workspaceId: string, shortcut: string): Promise<boolean>
}

export interface ConversationStore extends SavedReplyStore {
  /**
   * Changes who speaks in a conversation, and stores the event. The version of the session stays, because nobody said anything; `updatedAt`
   * becomes later, so that no turn based on the earlier session is committed. False (and nothing of the conversation written) if the session
   * has changed since it was read, or the team has assigned another conversation since it chose.
   */
  hold(
    session: SessionState,
    change: Pick<SessionRow, 'held' | 'state' | 'updatedAt' | 'expiresAt' | 'endedAt' | 'noAnswerAt'>,
    event: NewConversationMessage,
    listing: InboxListing,
  ): Promise<boolean>
  /**
   * Adds a message; a person with an id must be the holder. `outgoing` is the row that a messaging app gets it by. The one of its key is returned if it is stored already. Undefined (and nothing written) if the bot speaks in the
   * conversation and the message is of a visitor or a person; 'full' if it has `max` messages. The session expires at `expiresAt` at the earliest.
   * `mentions`: the people whom a note mentions, by whom it is found. `isLate`: a visitor wrote it before the bot was given the conversation back.
   */
  add(
    message: NewConversationMessage,
    options: {
      max: number
      expiresAt: number
      outgoing?: InboxMessage | undefined
      mentions?: readonly string[]
      isLate?: boolean
    },
  ): Promise<{ message: ConversationMessage; isNew: boolean } | 'full' | undefined>
  /** Newest first, after `before` (exclusive keyset); with `waitingBefore`, those who wait longest first. */
  listInbox(
    workspaceId: string,
    filter: ConversationFilter,
    page: { before?: { at: number; sessionId: string } | undefined; limit: number },
  ): Promise<InboxConversation[]>
  /**
   * Those in which the bot has spoken after `since`, newest first, of these bots. `expiresAfter`: all of them expire later than this. Of a bot
   * with very many, the 500 that expire last are looked at.
   */
  listLive(
    workspaceId: string,
    botIds: readonly string[],
    span: { since: number; expiresAfter: number; limit: number },
  ): Promise<LiveConversation[]>
  /** Those of all states, newest first. Words in very many conversations are searched in the newest 10,000. */
  search(workspaceId: string, search: ConversationSearch, limit: number): Promise<InboxConversation[]>
  get(workspaceId: string, sessionId: string): Promise<InboxConversation | undefined>
  /**
   * Changes a conversation that is in the inbox, and stores the event, if there is one. Undefined if it is not there, or with `isOfBot` if
   * somebody else speaks in it. With `seen`, nothing changes if the visitor has written after the message of this number.
   */
  update(
    workspaceId: string,
    sessionId: string,
    change: Partial<Pick<Conversation, 'state' | 'assigneeId' | 'snoozedUntil' | 'resolvedAt' | 'waitingSince'>>,
    options?: { event?: NewConversationMessage; isOfBot?: true; seen?: number | undefined },
  ): Promise<Conversation | undefined>
  /**
   * Stores what the visitor says about a conversation that a person has resolved. 'rated' if there is a rating already; undefined (and nothing
   * written) if it is not resolved, or no person has answered.
   */
  rate(
    workspaceId: string,
    sessionId: string,
    rating: { rating: number; comment: string | null; at: number },
  ): Promise<'stored' | 'rated' | undefined>
  /** Opens conversations that were snoozed until now, at most `limit`. Returns how many there were. */
  wake(now: number, limit: number): Promise<number>
  /** The message of a key. */
  byKey(sessionId: string, key: string): Promise<ConversationMessage | undefined>
  /** Those after a number, in their order. */
  list(sessionId: string, page: { after: number; limit: number }): Promise<ConversationMessage[]>
  /** The newest `limit`, in their order. */
  latest(sessionId: string, limit: number): Promise<ConversationMessage[]>
}
