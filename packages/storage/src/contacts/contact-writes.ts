import type { AttributeValue } from '@colloquy/flow/contacts'
import { all, type Database, get, type RawRow, run, type Work } from '../database.js'
import { QuotaReachedError } from '../quota-limits.js'
import { markRemoved } from '../removal-marks.js'
import { contactOf, contacts, identifiers, rowOf, type TermRow, terms } from './contact-tables.js'
import { keyOf, type Term, termsOf } from './contact-terms.js'
import type { Contact, ContactChange, ContactConflict, ContactIdentifier, ContactLimits } from './contacts.js'

/** The parts of a database that a transaction needs. */
export type Writing = Pick<Database, 'dialect' | 'insertRows'>

export const ofContact = 'workspace_id = ? AND id = ?'

/** Part of a transaction: the row of a contact, locked until its end. Undefined if it was merged into another one. */
export function* lockContact(database: Writing, workspaceId: string, id: string): Work<Contact | undefined> {
  const sql = `SELECT ${contacts.columns} FROM contacts WHERE ${ofContact} AND merged_into IS NULL${database.dialect.forUpdate}`
  const row = yield* get(sql, workspaceId, id)
  if (!row) return undefined
  return contactOf(contacts.read(row), yield* identifiersOf(workspaceId, id))
}

const selectIdentifiers = `SELECT ${identifiers.columns} FROM contact_identifiers`

function* identifiersOf(workspaceId: string, contactId: string): Work<ContactIdentifier[]> {
  const sql = `${selectIdentifiers} WHERE workspace_id = ? AND contact_id = ? ORDER BY kind, value, channel`
  return (yield* all(sql, workspaceId, contactId)).map(identifierOf)
}

/** The contacts of rows that were read, in their order, with their identifiers. */
export async function withIdentifiers(
  read: Database['all'],
  { isOneOf }: Database['dialect'],
  workspaceId: string,
  rows: readonly RawRow[],
): Promise<Contact[]> {
  const stored = rows.map((row) => contacts.read(row))
  const sql = `${selectIdentifiers} WHERE workspace_id = ? AND contact_id ${isOneOf} ORDER BY kind, value, channel`
  const found =
    stored.length === 0
      ? []
      : await read(
          sql,
          workspaceId,
          stored.map(({ id }) => id),
        )
  const byContact = new Map<string, ContactIdentifier[]>(stored.map(({ id }) => [id, []]))
  for (const row of found) byContact.get(row.contactId as string)?.push(identifierOf(row))
  return stored.map((row) => contactOf(row, byContact.get(row.id) ?? []))
}

const identifierOf = ({ kind, value, channel }: RawRow) => ({ kind, value, channel }) as ContactIdentifier

/** Part of a transaction: an identifier that belongs to another contact. Undefined if there is none. */
export function* takenIdentifier(
  { id, workspaceId }: Pick<Contact, 'id' | 'workspaceId'>,
  given: readonly ContactIdentifier[],
): Work<ContactConflict | undefined> {
  for (const identifier of given) {
    const contactId = yield* ownerOf(workspaceId, identifier)
    if (contactId !== undefined && contactId !== id) return { conflict: 'taken', identifier, contactId }
  }
}

/** Finds the contact, by `id`, that has an identifier; its values follow the id of the workspace. */
export const findOwner =
  'SELECT contact_id AS id FROM contact_identifiers WHERE workspace_id = ? AND kind = ? AND value = ? AND channel = ?'

/** Part of a transaction: the id of the contact that has an identifier. */
export function* ownerOf(workspaceId: string, { kind, value, channel }: ContactIdentifier): Work<string | undefined> {
  return (yield* get<{ id: string }>(findOwner, workspaceId, kind, value, channel))?.id
}

/** Part of a transaction: adds contacts whose identifiers are free. Throws a `QuotaReachedError` if there would be more than `max`. */
export function* insertContacts(
  database: Writing,
  workspaceId: string,
  added: readonly Contact[],
  max: number,
): Work<void> {
  if ((yield* countContacts(workspaceId, added.length)) > max) throw new QuotaReachedError('contactsPerWorkspace', max)
  yield* database.insertRows(
    contacts,
    added.map((contact) => contacts.values(rowOf(contact))),
  )
  yield* database.insertRows(
    identifiers,
    added.flatMap((contact) => identifierRows(contact, contact.identifiers, contact.createdAt)),
  )
  yield* database.insertRows(
    terms,
    added.flatMap((contact) => termsOf(contact).map((term) => terms.values(termRow(contact, term)))),
  )
}

/** Part of a transaction: counts contacts that are added or, with a negative number, removed. Returns how many there are then. */
export function* countContacts(workspaceId: string, added: number): Work<number> {
  const sql =
    'INSERT INTO contact_counts (workspace_id, contacts) VALUES (?, ?) ON CONFLICT (workspace_id) ' +
    'DO UPDATE SET contacts = contact_counts.contacts + excluded.contacts RETURNING contacts'
  const counted = yield* get<{ contacts: number | string }>(sql, workspaceId, added)
  return Number(counted?.contacts)
}

/** Part of a transaction that has locked the contact: stores what became of it. */
export function* replaceContact(database: Writing, before: Contact, after: Contact): Work<void> {
  const { sql, values } = contacts.assignments(rowOf(after))
  yield* run(`UPDATE contacts SET ${sql} WHERE ${ofContact}`, ...values, after.workspaceId, after.id)
  const removed = before.identifiers.filter((one) => !hasIdentifier(after.identifiers, one))
  const added = after.identifiers.filter((one) => !hasIdentifier(before.identifiers, one))
  yield* removeIdentifiers(after.workspaceId, removed)
  yield* database.insertRows(identifiers, identifierRows(after, added, after.updatedAt))
  yield* replaceTerms(database, after, termsOf(before), termsOf(after))
}

/** True if one of these is an identifier. */
export const hasIdentifier = (
  given: readonly ContactIdentifier[],
  { kind, value, channel }: ContactIdentifier,
): boolean => given.some((it) => it.kind === kind && it.value === value && it.channel === channel)

export function* removeIdentifiers(workspaceId: string, removed: readonly ContactIdentifier[]): Work<void> {
  const sql = 'DELETE FROM contact_identifiers WHERE workspace_id = ? AND kind = ? AND value = ? AND channel = ?'
  for (const { kind, value, channel } of removed) yield* run(sql, workspaceId, kind, value, channel)
}

/** Part of a transaction: writes the terms that are new and removes those that are not there any more, by their key. */
export function* replaceTerms(
  database: Writing,
  contact: Pick<Contact, 'id' | 'workspaceId'>,
  before: readonly Term[],
  after: readonly Term[],
): Work<void> {
  const keys = (list: readonly Term[]) => new Set(list.map(({ field, text, number }) => keyOf(field, text, number)))
  const without = (list: readonly Term[], others: Set<string>) =>
    list.filter(({ field, text, number }) => !others.has(keyOf(field, text, number)))
  const removed = without(before, keys(after))
  const added = without(after, keys(before))
  const ofField =
    'DELETE FROM contact_terms WHERE workspace_id = ? AND contact_id = ? AND field = ? AND number = ? AND text'
  const groups = new Map(removed.map(({ field, number }) => [keyOf(field, '', number), { field, number }]))
  for (const { field, number } of groups.values()) {
    const texts = removed.filter((term) => term.field === field && term.number === number).map(({ text }) => text)
    yield* run(`${ofField} ${database.dialect.isOneOf}`, contact.workspaceId, contact.id, field, number, texts)
  }
  yield* database.insertRows(
    terms,
    added.map((term) => terms.values(termRow(contact, term))),
    'ON CONFLICT DO NOTHING',
  )
}

const termRow = ({ id, workspaceId }: Pick<Contact, 'id' | 'workspaceId'>, term: Term): TermRow => ({
  workspaceId,
  contactId: id,
  ...term,
})

const identifierRows = ({ id, workspaceId }: Contact, given: readonly ContactIdentifier[], at: number) =>
  given.map(({ kind, value, channel }) => identifiers.values({ kind, value, channel, contactId: id }, workspaceId, at))

/** Returns whether a contact takes more bytes than it may. */
export function isLarge(
  { tags, attributes, notes, identifiers }: Contact,
  { bytes }: Pick<ContactLimits, 'bytes'>,
): boolean {
  return Buffer.byteLength(JSON.stringify([tags, attributes, notes, identifiers])) > bytes
}

/** Part of a transaction: ids of the contacts that were merged into one. */
export function* aliasesOf(workspaceId: string, id: string): Work<string[]> {
  const sql = 'SELECT id FROM contacts WHERE workspace_id = ? AND merged_into = ?'
  return (yield* all<{ id: string }>(sql, workspaceId, id)).map((row) => row.id)
}

/** Part of a transaction: deletes a contact with those that were merged into it. Their conversations lose it in the background. */
export function* removeContact(database: Database, workspaceId: string, id: string): Work<Contact | undefined> {
  const contact = yield* lockContact(database, workspaceId, id)
  if (!contact) return undefined
  yield* replaceTerms(database, contact, termsOf(contact), [])
  const ofMerge = 'DELETE FROM contact_merges WHERE workspace_id = ? AND contact_id = ?'
  for (const one of [id, ...(yield* aliasesOf(workspaceId, id))]) {
    yield* run(ofMerge, workspaceId, one)
    yield* run(`DELETE FROM contacts WHERE ${ofContact}`, workspaceId, one)
    yield* markRemoved({ kind: 'contacts', id: one, workspaceId })
  }
  yield* countContacts(workspaceId, -1)
  return contact
}

/** A new contact of which nothing else is known. */
export const emptyContact = (id: string, workspaceId: string, at: number): Contact => ({
  id,
  workspaceId,
  name: null,
  language: null,
  timeZone: null,
  firstSeenAt: at,
  lastSeenAt: at,
  isBlocked: false,
  createdAt: at,
  updatedAt: at,
  tags: [],
  attributes: {},
  notes: '',
  identifiers: [],
})

/** A contact after a change. */
export function changed(contact: Contact, change: ContactChange, at: number): Contact {
  const { attributes: given = {}, firstSeenAt, lastSeenAt, ...rest } = change
  const values = new Map<string, AttributeValue>(Object.entries(contact.attributes))
  for (const [id, value] of Object.entries(given)) {
    if (value === null) values.delete(id)
    else values.set(id, value)
  }
  return {
    ...contact,
    ...rest,
    attributes: Object.fromEntries(values),
    firstSeenAt: Math.min(contact.firstSeenAt, firstSeenAt ?? contact.firstSeenAt),
    lastSeenAt: Math.max(contact.lastSeenAt, lastSeenAt ?? contact.lastSeenAt),
    updatedAt: at,
  }
}
