/** Speaks in a conversation in place of its bot: nobody yet, a person, or another system. */
export type Holder = 'queue' | 'person' | 'elsewhere'

/** `why` of a conversation in the queue from which a person has removed the assignee: its team does not give it away by itself. */
export const unassigned = 'unassigned'

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
  /** The bot asked for somebody: what it said and ordered before is still sent. */
  isAsked?: true
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
  /** Id of the person; null for visitors, and for people who answer elsewhere. */
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
  /** Id of the team whose people answer; null if anybody may. */
  teamId: string | null
  /** The last message, cut. */
  lastText: string
  lastAt: number
  /** Since when the visitor waits for a person; null while nobody waits. */
  waitingSince: number | null
  snoozedUntil: number | null
  openedAt: number
  firstResponseAt: number | null
  resolvedAt: number | null
  /** From 1 to 5, by the visitor; null while there is none. */
  rating: number | null
  ratingComment: string | null
  ratedAt: number | null
}

/** The part of a message that lists show. */
export const shownText = (text: string): string =>
  Array.from(text.slice(0, 2 * shownCharacters))
    .slice(0, shownCharacters)
    .join('')

const shownCharacters = 200

export const notRated = { rating: null, ratingComment: null, ratedAt: null } as const
