import { get, run, type Work } from '../database.js'
import { QuotaReachedError } from '../quota-limits.js'
import {
  changed,
  countContacts,
  emptyContact,
  hasIdentifier,
  insertContacts,
  isLarge,
  lockContact,
  ofContact,
  ownerOf,
  replaceContact,
  takenIdentifier,
  type Writing,
} from './contact-writes.js'
import type { Contact, ContactIdentifier, TurnContact } from './contacts.js'

/** The parts of a turn that name its contact. */
interface SavedTurn {
  readonly session: { readonly id: string; readonly workspaceId: string; readonly contactId: string | null }
  readonly results: readonly { readonly id: string }[]
}

/**
 * Part of the transaction that has saved a turn: changes its contact, or creates it. Attributes are merged one by one, so that what others
 * changed meanwhile stays; of two turns that write the same one, the turn that is stored last wins. Returns the id of the contact, which its
 * session and results then name: another one if the person is known already. A merged contact keeps its conversations, so that the end of a
 * merge gives them back; what they save belongs to the contact that it became. Undefined if there is none, because there may not be more.
 */
export function* saveTurnContact(database: Writing, commit: SavedTurn, contact: TurnContact): Work<string | undefined> {
  const { session, results } = commit
  const { workspaceId } = session
  const id = (yield* changeContact(database, commit, contact)) ?? (yield* addContact(database, workspaceId, contact))
  if (id === undefined || id !== session.contactId) {
    yield* run('UPDATE sessions SET contact_id = ? WHERE id = ?', id ?? null, session.id)
    const named = 'UPDATE results SET contact_id = ? WHERE id = ? AND workspace_id = ? AND is_deleted = 0'
    for (const result of results) yield* run(named, id ?? null, result.id, workspaceId)
  }
  return id
}

/** Returns the contact that the session names then. Undefined if the person is not a contact yet. */
function* changeContact(
  database: Writing,
  { session: { workspaceId, contactId } }: SavedTurn,
  { identifiers, change, at, limits }: TurnContact,
): Work<string | undefined> {
  const current = contactId === null ? undefined : yield* lockCurrent(database, workspaceId, contactId)
  const before = current ?? (yield* lockNamed(database, workspaceId, identifiers))
  if (!before) return undefined
  const known = yield* withFree(before, identifiers)
  const after = changed({ ...before, identifiers: known }, change, at)
  if (!isLarge(after, limits)) yield* replaceContact(database, before, after)
  return current && contactId !== null ? contactId : before.id
}

/** The identifiers of a contact, with those that the person has, too, and nobody else. */
function* withFree(contact: Contact, given: readonly ContactIdentifier[]): Work<readonly ContactIdentifier[]> {
  const added: ContactIdentifier[] = []
  for (const one of given) {
    const isKnown = hasIdentifier(contact.identifiers, one)
    if (!isKnown && !(yield* takenIdentifier(contact, [one]))) added.push(one)
  }
  return added.length === 0 ? contact.identifiers : [...contact.identifiers, ...added]
}

/** Locks the contact that this one is or became. It may be merged, or be one again, while this waits for a lock. */
function* lockCurrent(database: Writing, workspaceId: string, id: string): Work<Contact | undefined> {
  const current = `SELECT coalesce(merged_into, id) AS id FROM contacts WHERE ${ofContact}`
  let target = id
  for (let left = maxMoves; left > 0; left -= 1) {
    const locked = yield* lockContact(database, workspaceId, target)
    if (locked && target === id) return locked
    const found = yield* get<{ id: string }>(current, workspaceId, id)
    if (!found) return undefined
    // While it is locked, no merge into it begins or ends.
    if (locked && found.id === target) return locked
    target = found.id
  }
  return undefined
}

/** Merges in a row that one turn follows. */
const maxMoves = 10

function* lockNamed(
  database: Writing,
  workspaceId: string,
  identifiers: readonly ContactIdentifier[],
): Work<Contact | undefined> {
  for (const identifier of identifiers) {
    const id = yield* ownerOf(workspaceId, identifier)
    const locked = id !== undefined && (yield* lockContact(database, workspaceId, id))
    if (locked) return locked
  }
  return undefined
}

function* addContact(
  database: Writing,
  workspaceId: string,
  { newId, identifiers, name, change, at, limits }: TurnContact,
): Work<string | undefined> {
  const empty: Contact = { ...emptyContact(newId, workspaceId, at), name: name ?? null, identifiers }
  const contact = changed(empty, change, at)
  try {
    yield* insertContacts(database, workspaceId, [isLarge(contact, limits) ? empty : contact], limits.contacts)
    return newId
  } catch (error) {
    // The conversation continues without a contact.
    if (!(error instanceof QuotaReachedError)) throw error
    yield* countContacts(workspaceId, -1)
    return undefined
  }
}
