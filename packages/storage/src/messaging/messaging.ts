/** Somebody who writes from a messaging app, by what they write to: messaging credentials of a workspace, or the number of previews. */
export interface CorrespondentKey {
  workspaceId: string
  credentialsId: string
  /** What the provider calls them. */
  sender: string
}

export interface Correspondent extends CorrespondentKey {
  /** The chat that their next message goes on with; null when it begins one. */
  sessionId: string | null
  /** A message that comes later begins a new chat. */
  sessionEndsAt: number | null
  lastMessageAt: number | null
}

/** A message that was acknowledged to its provider, from then until long after it was answered. */
export interface InboxMessage extends CorrespondentKey {
  id: string
  /** The provider's: the same one twice is the same message. */
  providerId: string
  /** Messages of one call of the provider have the same one, and their places in it. */
  callId: string
  position: number
  /** The webhook block that it is for; null for what somebody wrote. */
  blockId: string | null
  /** JSON text; empty once it is handled. */
  body: string
  sentAt: number
  receivedAt: number
  /** When to look at it, for the first time or again; null while nothing but a turn can make it be wanted. */
  dueAt: number | null
  /** Messages that are answered together have the id of the first; null before that is decided. */
  replyId: string | null
  /** The chat that it is answered in, once its first turn is stored. */
  sessionId: string | null
  /** How much of what it leads to has been done. */
  stepsDone: number
  /** How often in a row the next step has failed. */
  attempts: number
  handledAt: number | null
  /** What became of it. */
  outcome: string | null
}

export type InboxProgress = Partial<Pick<InboxMessage, 'dueAt' | 'sessionId' | 'stepsDone' | 'attempts'>>

export interface MessagingStore {
  /**
   * Stores those that are new, all in one transaction, and tells which. `isWritten`: correspondents wrote them, and were heard of just then.
   */
  receive(messages: readonly InboxMessage[], isWritten: boolean): Promise<string[]>
  /** Contacts with due messages and no active lease, oldest first; workspaces take turns. */
  due(now: number, limit: number): Promise<CorrespondentKey[]>
  /** Makes one process be at a correspondent until then; undefined while another one is. */
  lease(key: CorrespondentKey, owner: string, now: number, until: number): Promise<Correspondent | undefined>
  /** All of one process. */
  extendLeases(owner: string, until: number): Promise<void>
  release(key: CorrespondentKey, owner: string): Promise<void>
  /** Whoever was at a correspondent is no more. Only where this process is the only one. */
  freeAll(): Promise<void>
  /** What is not handled yet, in the order in which it was sent. */
  waiting(key: CorrespondentKey, limit: number): Promise<InboxMessage[]>
  /** Makes these one reply, named by its first. */
  join(workspaceId: string, ids: readonly string[]): Promise<void>
  progress(workspaceId: string, id: string, change: InboxProgress): Promise<void>
  /** What is due before then is due then. */
  postpone(key: CorrespondentKey, until: number): Promise<void>
  /** These are done with; what they said is forgotten. */
  settle(workspaceId: string, ids: readonly string[], outcome: string, now: number): Promise<void>
  /** The chat that the next message goes on with, until then. */
  setSession(key: CorrespondentKey, sessionId: string | null, endsAt: number | null): Promise<void>
  ofSession(sessionId: string): Promise<Correspondent | undefined>
  find(key: CorrespondentKey): Promise<Correspondent | undefined>
  /** Makes a sender who belongs to one workspace at a time belong to that of this row, which is all that waits of them then, for a new chat. */
  takeOver(row: InboxMessage): Promise<void>
  /** To which workspace such a sender belongs. */
  ownerOf(credentialsId: string, sender: string): Promise<Correspondent | undefined>
  /** When somebody last wrote through these credentials, and how many messages are not handled. */
  connection(workspaceId: string, credentialsId: string): Promise<{ lastMessageAt: number | null; waiting: number }>
  /** Forgets messages that were handled before then or held since, and correspondents who have neither written since nor have a chat. */
  removeOld(before: number): Promise<void>
  addVerifyToken(token: VerifyToken): Promise<void>
  /** Uses it up. False for one that is unknown, of other credentials, used or too old. */
  useVerifyToken(token: Omit<VerifyToken, 'expiresAt'>, now: number): Promise<boolean>
}

/** With what a provider shows that it was told of these credentials by somebody of the workspace. `hash` is the SHA-256 in hex. */
export interface VerifyToken {
  hash: string
  workspaceId: string
  credentialsId: string
  expiresAt: number
}
