import { type Database, get, type Work } from '../database.js'
import { QuotaReachedError } from '../quota-limits.js'
import {
  changed,
  emptyContact,
  hasIdentifier,
  insertContacts,
  isLarge,
  lockContact,
  ofContact,
  ownerOf,
  replaceContact,
} from './contact-writes.js'
import type { Contact, ContactExchangeStore, ContactIdentifier, ImportedContact, ImportOutcome } from './contacts.js'

export function contactImport(database: Database): Pick<ContactExchangeStore, 'import'> {
  return {
    async import(workspaceId, contacts, { at, limits, isDryRun }) {
      return database.transaction(function* () {
        const outcomes: ImportOutcome[] = []
        const created: Contact[] = []
        for (const one of contacts) {
          const found = yield* findContact(database, workspaceId, one)
          if (typeof found === 'string') {
            outcomes.push(found)
            continue
          }
          const after = found
            ? added(found, one, at)
            : changed(emptyContact(one.newId, workspaceId, at), one.change, at)
          if (isLarge(after, limits)) outcomes.push('large')
          else if (!found) {
            created.push(after)
            outcomes.push('created')
          } else if (isUnchanged(found, after)) outcomes.push('unchanged')
          else {
            if (!isDryRun) yield* replaceContact(database, found, after)
            outcomes.push('changed')
          }
        }
        if (created.length > 0 && !isDryRun) yield* insertContacts(database, workspaceId, created, limits.contacts)
        else if (created.length > 0) yield* checkRoom(workspaceId, created.length, limits.contacts)
        return outcomes
      })
    },
  }
}

/** Part of a transaction: throws a `QuotaReachedError` if a workspace has no space for more contacts. */
function* checkRoom(workspaceId: string, added: number, max: number): Work<void> {
  const sql = 'SELECT contacts FROM contact_counts WHERE workspace_id = ?'
  const counted = yield* get<{ contacts: number | string }>(sql, workspaceId)
  if (Number(counted?.contacts ?? 0) + added > max) throw new QuotaReachedError('contactsPerWorkspace', max)
}

/** Part of a transaction: locks the contact that a row of a file is about. Undefined for a new one. */
function* findContact(
  database: Database,
  workspaceId: string,
  { id, change: { identifiers = [] } }: ImportedContact,
): Work<Contact | 'unknown' | 'several' | undefined> {
  const owners = new Set<string>()
  if (id !== undefined) {
    const current = `SELECT coalesce(merged_into, id) AS id FROM contacts WHERE ${ofContact}`
    const found = yield* get<{ id: string }>(current, workspaceId, id)
    if (!found) return 'unknown'
    owners.add(found.id)
  }
  for (const identifier of identifiers) {
    const owner = yield* ownerOf(workspaceId, identifier)
    if (owner !== undefined) owners.add(owner)
  }
  if (owners.size > 1) return 'several'
  for (const known of owners) return yield* lockContact(database, workspaceId, known)
  return undefined
}

function added(before: Contact, { change }: ImportedContact, at: number): Contact {
  const { tags = [], identifiers = [] } = change
  const isNew = (one: ContactIdentifier) => !hasIdentifier(before.identifiers, one)
  return changed(
    before,
    {
      ...change,
      tags: [...new Set([...before.tags, ...tags])],
      identifiers: [...before.identifiers, ...identifiers.filter(isNew)],
    },
    at,
  )
}

function isUnchanged(before: Contact, after: Contact): boolean {
  const sorted = ({ updatedAt: _, attributes, ...rest }: Contact) =>
    JSON.stringify([rest, Object.entries(attributes).toSorted(([one], [other]) => (one < other ? -1 : 1))])
  return sorted(before) === sorted(after)
}
