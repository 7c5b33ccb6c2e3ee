import type { AttributeType, AttributeValue, IdentifierKind } from '@colloquy/flow/contacts'

/** Definition of an attribute. Values are stored by its id, so that another name leaves them as they are. */
export interface ContactAttribute {
  id: string
  workspaceId: string
  name: string
  type: AttributeType
  createdAt: number
}

export interface ContactIdentifier {
  kind: IdentifierKind
  value: string
  /** Credentials of the account within which the value means the person; empty if it does everywhere. */
  channel: string
}

export interface Contact {
  id: string
  workspaceId: string
  name: string | null
  language: string | null
  timeZone: string | null
  firstSeenAt: number
  lastSeenAt: number
  isBlocked: boolean
  createdAt: number
  updatedAt: number
  tags: readonly string[]
  /** By the id of their definition. */
  attributes: Readonly<Record<string, AttributeValue>>
  notes: string
  identifiers: readonly ContactIdentifier[]
}

/** Replaces the fields that it has; attributes one by one, null removes one. Times of being seen only widen. */
export type ContactChange = Partial<
  Pick<Contact, 'name' | 'language' | 'timeZone' | 'isBlocked' | 'tags' | 'notes' | 'identifiers'>
> & {
  attributes?: Readonly<Record<string, AttributeValue | null>>
  firstSeenAt?: number
  lastSeenAt?: number
}

/** An identifier belongs to another contact, or the contact takes more bytes than it may. Nothing was written. */
export type ContactConflict =
  | { conflict: 'taken'; identifier: ContactIdentifier; contactId: string }
  | { conflict: 'large' }

/** Part of a turn that concerns its contact, in the session or by its identifiers; without one, a contact is created. */
export interface TurnContact {
  /** Id of the contact, if it is created. */
  newId: string
  /** By which the person is known, if the session has no contact. */
  identifiers: readonly ContactIdentifier[]
  /** Of a contact that is created. */
  name?: string | undefined
  change: ContactChange
  at: number
  limits: ContactLimits
}

export interface ContactLimits {
  contacts: number
  /** Of tags, attributes, notes and identifiers of one contact as JSON. */
  bytes: number
}

/** A condition on one field: `tag`, `channel`, `language`, `blocked`, or the id of an attribute. Texts are compared as searches do. */
export type ContactCondition = { field: string; isNot?: boolean } & (
  | { text: string }
  | { prefix: string }
  | { number: number }
  | { of: 'numbers'; above?: number; below?: number }
  | { of: 'days'; after?: string; before?: string }
  | { isAny: true }
)

/** Contacts for which all of this is true. */
export interface ContactFilter {
  /** Each word begins a word of the name, or an identifier. */
  search?: string | undefined
  conditions?: readonly ContactCondition[] | undefined
  /** Milliseconds since 1970; the second is exclusive. */
  seenFrom?: number | undefined
  seenBefore?: number | undefined
}

export interface ContactPosition {
  lastSeenAt: number
  id: string
}

export interface ContactStore
  extends ContactMergeStore,
    ContactErasureStore,
    ContactSegmentStore,
    ContactExchangeStore {
  /** A merged contact is found as the one that it became. */
  get(workspaceId: string, id: string): Promise<Contact | undefined>
  find(workspaceId: string, identifier: ContactIdentifier): Promise<Contact | undefined>
  /** Throws a `QuotaReachedError` if there are too many. */
  create(contact: Contact, limits: ContactLimits): Promise<Contact | ContactConflict>
  /** Undefined if there is no such contact. */
  update(
    workspaceId: string,
    id: string,
    change: ContactChange,
    at: number,
    limits: Pick<ContactLimits, 'bytes'>,
  ): Promise<Contact | ContactConflict | undefined>
  /** Its conversations and results stay, without a contact. Returns whether there was one. */
  delete(workspaceId: string, id: string): Promise<boolean>
  /**
   * Ordered by when they were seen, the latest first. A page may end before its limit, because it takes too many bytes or because few of many contacts
   * match: `next` is where the search continues.
   */
  list(
    workspaceId: string,
    filter: ContactFilter,
    page: { before?: ContactPosition | undefined; limit: number; bytes: number },
  ): Promise<{ contacts: Contact[]; next?: ContactPosition }>
  count(workspaceId: string, filter: ContactFilter): Promise<number>
  /** By name. */
  listAttributes(workspaceId: string): Promise<ContactAttribute[]>
  /** Throws a `QuotaReachedError` if there are too many. */
  createAttribute(attribute: ContactAttribute): Promise<ContactAttribute | 'taken'>
  renameAttribute(workspaceId: string, id: string, name: string): Promise<ContactAttribute | 'taken' | undefined>
  /** Its values are gone at once, and their rows in the background. */
  deleteAttribute(workspaceId: string, id: string): Promise<ContactAttribute | undefined>
}

export interface ContactMerge {
  id: string
  workspaceId: string
  /** The contact that both became. */
  contactId: string
  mergedId: string
  authorId: string | null
  createdAt: number
}

export interface ContactMergeStore {
  /**
   * Makes one contact of two: conversations of both belong to it, and what `contactId` has wins. Conversations that run continue. Undefined if
   * one of them is gone.
   */
  merge(merge: ContactMerge, limits: Pick<ContactLimits, 'bytes'>): Promise<Contact | ContactConflict | undefined>
  /** Makes two contacts again; what was changed since stays. `notLast` if there is a later merge into the same contact, or of it. */
  undoMerge(
    workspaceId: string,
    id: string,
    at: number,
  ): Promise<{ contact: Contact; merged: Contact } | 'notLast' | undefined>
  /** Newest first, at most 100. */
  listMerges(workspaceId: string, contactId: string): Promise<(ContactMerge & { mergedName: string | null })[]>
  /** These cannot be undone any more. Returns how many there were, at most `limit`. */
  removeMergesBefore(before: number, limit: number): Promise<number>
}

/** A change of how a person is known in a channel, which may make one contact of several. */
export interface PersonChange {
  /** By which they were known; the channel may have named only some of them. */
  before: readonly ContactIdentifier[]
  now: readonly ContactIdentifier[]
  /** Ids of the merges that this may take, at most as many. */
  mergeIds: readonly string[]
  at: number
  limits: Pick<ContactLimits, 'bytes'>
}

/** A contact of a file. It is one that is stored if they share the id or an identifier. */
export interface ImportedContact {
  /** Id of a stored contact. */
  id?: string
  /** Id of the contact, if it is created. */
  newId: string
  /** Tags and identifiers are added to those of a stored contact; other fields and attributes replace its. */
  change: ContactChange
}

/** `unknown`: no contact has its id; `several`: its identifiers belong to several contacts. */
export type ImportOutcome = 'created' | 'changed' | 'unchanged' | 'unknown' | 'several' | 'large'

/** The position at which an export continues. */
export interface ExportPosition {
  /** Id of the last contact that was read. */
  after: string
  /** True if all contacts are read, because many match. */
  isScan: boolean
}

export interface ContactExchangeStore {
  /**
   * Creates and changes contacts in one transaction, so that a file which is imported again changes nothing. Throws a `QuotaReachedError` if
   * there would be too many. With `isDryRun`, nothing is written.
   */
  import(
    workspaceId: string,
    contacts: readonly ImportedContact[],
    options: { at: number; limits: ContactLimits; isDryRun: boolean },
  ): Promise<ImportOutcome[]>
  /**
   * Some contacts that match, ordered by id: each that matches from the first page to the last one is in one of them, whatever changes
   * meanwhile. `next` is where they continue.
   */
  exportPage(
    workspaceId: string,
    filter: ContactFilter,
    page: { after?: ExportPosition | undefined; limit: number },
  ): Promise<{ contacts: Contact[]; next?: ExportPosition }>
}

/** How much was erased with a contact. */
export interface ErasedContact {
  results: number
  answers: number
  conversations: number
  files: number
  identifiers: number
  /** Itself, and those that had been merged into it. */
  contacts: number
}

export interface ContactConversation {
  /** Id of its session. */
  id: string
  botId: string
  botName: string
  resultId: string | null
  /** As the field of results. */
  source: string | null
  isCompleted: boolean
  createdAt: number
  updatedAt: number
  endedAt: number | null
  expiresAt: number
}

export interface ContactErasureStore {
  /** Erases a contact with all of its conversations, results and files, and what channels store of it. Undefined if there is none. */
  erase(workspaceId: string, id: string): Promise<ErasedContact | undefined>
  /** Newest first, those of contacts that were merged into it included. */
  listConversations(
    workspaceId: string,
    id: string,
    page: { before?: { createdAt: number; id: string } | undefined; limit: number },
  ): Promise<ContactConversation[]>
  /** Deletes contacts without conversations who were not seen since, at most `limit`. Returns how many. */
  deleteUnseen(before: number, limit: number): Promise<number>
}

/** A saved filter of the list of contacts; `filter` is JSON of the API. */
export interface ContactSegment {
  id: string
  workspaceId: string
  name: string
  filter: string
  createdAt: number
  updatedAt: number
}

export interface ContactSegmentStore {
  /** By name. */
  listSegments(workspaceId: string): Promise<ContactSegment[]>
  getSegment(workspaceId: string, id: string): Promise<ContactSegment | undefined>
  /** Throws a `QuotaReachedError` if there are too many. */
  createSegment(segment: ContactSegment): Promise<void>
  updateSegment(
    workspaceId: string,
    id: string,
    change: Partial<Pick<ContactSegment, 'name' | 'filter' | 'updatedAt'>>,
  ): Promise<ContactSegment | undefined>
  deleteSegment(workspaceId: string, id: string): Promise<ContactSegment | undefined>
}
