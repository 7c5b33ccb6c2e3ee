import type { ContactIdentifier, PersonChange } from '../contacts/contacts.js'

/**
 * A contact who writes from a messaging app, identified by the recipient they write to: messaging credentials of a workspace, or the number
 * for previews.
 */
export interface ContactKey {
  workspaceId: string
  credentialsId: string
  /** The number or the provider's id by which the contact was first known; it stays when these change. */
  sender: string
}

/** How a messaging app names somebody: a number, which people may hide, and an id. At least one of them is given. */
export interface ContactIdentity {
  number?: string
  userId?: string
}

/** How somebody who is known by `key` is named now. */
export interface NamedContact {
  key: ContactKey
  identity: ContactIdentity
  /** True if they have written before, so that they may be known under their new name, too. */
  isKnown: boolean
  person?: PersonChange
}

/** Calls of a provider for a field that is not acted upon. */
export interface WebhookField {
  field: string
  count: number
  lastAt: number
}

export interface LeasedContact extends ContactKey {
  /** Their number, if they were first known by another one or by an id. */
  number: string | null
  /** The id that the messaging app gives them; null as long as it gives none. */
  userId: string | null
  /** The chat that their next message continues; null if it starts a new one. */
  sessionId: string | null
  /** Messages that arrive later start a new chat. */
  sessionEndsAt: number | null
  lastMessageAt: number | null
  /** Time at which the app said that they want no messages; null if it never did. */
  optedOutAt: number | null
  /** Time until which the app delivers no more messages of businesses to them, other than answers. */
  cappedUntil: number | null
}

/** A message whose receipt was acknowledged to its provider. It is kept until long after it was answered. */
export interface InboxMessage extends ContactKey {
  id: string
  /** The provider's id: two messages with the same one are the same message. */
  providerId: string
  /** Messages that came in one call of the provider share the same id, and have their positions in it. */
  callId: string
  position: number
  /** The webhook block that it is for; null for messages of contacts. */
  blockId: string | null
  /** JSON text; emptied once it is handled. */
  body: string
  sentAt: number
  receivedAt: number
  /** Time at which it is processed, for the first time or again; null as long as only a turn can request it. */
  dueAt: number | null
  /** Messages that are answered together have the id of the first one; null until that is decided. */
  replyId: string | null
  /** The chat in which it is answered, set once its first turn is stored. */
  sessionId: string | null
  /** Number of processing steps that are done. */
  stepsDone: number
  /** Number of consecutive failures of the next step. */
  attempts: number
  handledAt: number | null
  /** Result of handling it. */
  outcome: string | null
}

/** States of a message that a provider has accepted, in their order. A message may be read without a report that it arrived. */
export const sentStates = ['sent', 'delivered', 'read', 'failed'] as const
export type SentState = (typeof sentStates)[number]

/** A message that a provider has accepted. */
export interface SentMessage {
  sessionId: string
  /** The provider's id. */
  providerId: string
  /** Key of the turn, or of the message of a person, that it belongs to. */
  key: string
  at: number
}

export type InboxProgress = Partial<Pick<InboxMessage, 'dueAt' | 'sessionId' | 'stepsDone' | 'attempts'>>

export interface MessagingStore {
  /**
   * Stores those messages that are new, in one transaction, and returns their ids. `isWritten`: contacts wrote them just now. `named`: what
   * the messages show about who wrote them, as of `identify`.
   */
  receive(messages: readonly InboxMessage[], isWritten: boolean, named?: readonly NamedContact[]): Promise<string[]>
  /** Contacts with due messages and no active lease, oldest first; workspaces take turns. */
  due(now: number, limit: number): Promise<ContactKey[]>
  /** Gives one process the lease of a contact until `until`; undefined while another process has it. */
  lease(key: ContactKey, owner: string, now: number, until: number): Promise<LeasedContact | undefined>
  /** Extends all leases of one process. */
  extendLeases(owner: string, until: number): Promise<void>
  release(key: ContactKey, owner: string): Promise<void>
  /** Releases all leases of processes that no longer run. Call it only if this process is the only one. */
  freeAll(): Promise<void>
  /** Messages that are not handled yet, in the order in which they were sent. */
  waiting(key: ContactKey, limit: number): Promise<InboxMessage[]>
  /** Combines these messages into one reply, identified by the first one. */
  join(workspaceId: string, ids: readonly string[]): Promise<void>
  /** Stores the progress of a reply, with the message that was sent, if there is one, in the same transaction. */
  progress(workspaceId: string, id: string, change: InboxProgress, sent?: SentMessage): Promise<void>
  /**
   * Notes that a message of the bot is about to be sent in a session. False (and nothing noted) if somebody other than the bot speaks
   * there, unless the bot has asked for them. `progress` ends it.
   */
  beginSending(workspaceId: string, id: string, sessionId: string, now: number): Promise<boolean>
  /** True while a message of the bot is being sent in a session that began so after `since`. */
  isSending(sessionId: string, since: number): Promise<boolean>
  /** Stores what a provider reports about messages of an account. A later state replaces an earlier one; unknown messages are ignored. */
  reportDeliveries(
    of: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
    reports: readonly { providerId: string; state: SentState; at: number }[],
  ): Promise<void>
  /**
   * The states of what was sent under these keys: `failed` if a message failed, otherwise the earliest state of all messages of a key. Keys
   * without messages are absent.
   */
  listDeliveries(
    session: { id: string; workspaceId: string },
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, SentState>>
  /** Makes messages that are due before `until` due at `until`. */
  postpone(key: ContactKey, until: number): Promise<void>
  /** Marks these messages as handled and deletes their text. */
  settle(workspaceId: string, ids: readonly string[], outcome: string, now: number): Promise<void>
  /** Sets the chat that the next message continues, until `endsAt`. */
  setSession(key: ContactKey, sessionId: string | null, endsAt: number | null): Promise<void>
  /** Stores what the app said about messages to a contact. Times only grow. */
  restrict(key: ContactKey, change: { optedOutAt?: number; cappedUntil?: number }): Promise<void>
  ofSession(sessionId: string): Promise<LeasedContact | undefined>
  find(key: ContactKey): Promise<LeasedContact | undefined>
  /** Finds the contact with this id, or else with this number. */
  findByIdentity(
    of: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
    identity: ContactIdentity,
  ): Promise<LeasedContact | undefined>
  /**
   * Sets the number and the id of a contact, so far as they are given, in one transaction with what that means for contacts of the workspace.
   * If they were known under this name by themselves, both conversations keep running, and the newer one gets the next message. Does nothing
   * if there is no such contact.
   */
  identify(named: NamedContact): Promise<void>
  /**
   * Forgets the conversation, the number and the id of a contact: somebody else has their number now. The contact of the workspace that has
   * the id `person` loses the number, too.
   */
  startAnew(
    key: ContactKey,
    former?: { released: ContactIdentifier; person: ContactIdentifier; at: number },
  ): Promise<void>
  /** Counts calls for fields that are not acted upon. Of each number of a business, at most `max` fields are counted. */
  countFields(
    of: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
    fields: readonly string[],
    max: number,
    now: number,
  ): Promise<void>
  /** Sorted by field. */
  fields(workspaceId: string, credentialsId: string): Promise<WebhookField[]>
  /**
   * Moves a sender who belongs to one workspace at a time to the workspace of this row, which is then their only waiting message and starts
   * a new chat.
   */
  takeOver(row: InboxMessage): Promise<void>
  /** Workspace to which such a sender belongs. */
  ownerOf(credentialsId: string, sender: string): Promise<LeasedContact | undefined>
  /** Time at which a contact last wrote through these credentials, and the number of messages that are not handled. */
  connection(workspaceId: string, credentialsId: string): Promise<{ lastMessageAt: number | null; waiting: number }>
  /**
   * Deletes messages that were handled before `before` or have been held since, contacts who have not written since and have no chat, and
   * expired verify tokens: at most `limit` rows of each kind. Returns the number of the kind of which it deleted most.
   */
  removeOld(before: number, limit: number): Promise<number>
  addVerifyToken(token: VerifyToken): Promise<void>
  /** Uses the token up. False if it is unknown, belongs to other credentials, was used, or is too old. */
  useVerifyToken(token: Omit<VerifyToken, 'expiresAt'>, now: number): Promise<boolean>
}

/** Token by which a provider proves that somebody of the workspace gave it these credentials. `hash` is the SHA-256 in hex. */
export interface VerifyToken {
  hash: string
  workspaceId: string
  credentialsId: string
  expiresAt: number
}
