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
    change: Pick<SessionRow, 'held' | 'state' | 'updatedAt' | 'expiresAt' | 'endedAt'>,
    event: NewConversationMessage,
  ): Promise<boolean>
  /**
   * Adds a message. The one of its key is returned if it is stored already. Undefined (and nothing written) if the bot speaks in the
   * conversation and the message is of a visitor or a person; 'full' if it has `max` messages. The session expires at `expiresAt` at the earliest.
   */
  add(
    message: NewConversationMessage,
    limits: { max: number; expiresAt: number },
  ): Promise<{ message: ConversationMessage; isNew: boolean } | 'full' | undefined>
  /** The message of a key. */
  byKey(sessionId: string, key: string): Promise<ConversationMessage | undefined>
  /** Those after a number, in their order. */
  list(sessionId: string, page: { after: number; limit: number }): Promise<ConversationMessage[]>
}
