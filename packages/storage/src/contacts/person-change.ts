import type { Work } from '../database.js'
import { mergeContacts } from './contact-merges.js'
import { hasIdentifier, lockContact, ownerOf, replaceContact, takenIdentifier, type Writing } from './contact-writes.js'
import type { Contact, ContactIdentifier, PersonChange } from './contacts.js'

type Identifiers = readonly ContactIdentifier[]

/**
 * Part of a transaction: makes one contact of all that a person was and is known by: the one that was created first. An identifier of which
 * there is a newer one leaves it. A contact of somebody else who had the same number loses that.
 */
export function* changePerson(database: Writing, workspaceId: string, change: PersonChange): Work<void> {
  const { before, now, mergeIds, at, limits } = change
  const owners = new Set<string>()
  for (const one of [...before, ...now]) {
    const owner = yield* ownerOf(workspaceId, one)
    if (owner !== undefined) owners.add(owner)
  }
  const contacts: Contact[] = []
  // In one order, so that two changes wait for each other.
  for (const id of [...owners].toSorted()) {
    const one = yield* lockContact(database, workspaceId, id)
    if (one && isSomebodyElse(one, change)) yield* changeIdentifiers(database, one, { gone: now, added: [], at })
    else if (one) contacts.push(one)
  }
  const [first, ...others] = contacts.toSorted((one, other) => one.createdAt - other.createdAt)
  if (!first) return
  for (const [index, { id: mergedId }] of others.slice(0, mergeIds.length).entries()) {
    const id = mergeIds[index] as string
    const merge = { id, workspaceId, contactId: first.id, mergedId, authorId: null, createdAt: at + index }
    yield* mergeContacts(database, merge, limits)
  }
  const contact = yield* lockContact(database, workspaceId, first.id)
  if (!contact) return
  const gone = before.filter((one) => !hasIdentifier(now, one) && now.some((it) => isOfSameKind(it, one)))
  yield* changeIdentifiers(database, contact, { gone, added: now, at })
}

/** Part of a transaction: takes an identifier away from the contact that has another one, too: somebody else has it now. */
export function* releaseIdentifier(
  database: Writing,
  workspaceId: string,
  { released, person, at }: { released: ContactIdentifier; person: ContactIdentifier; at: number },
): Work<void> {
  const owner = yield* ownerOf(workspaceId, released)
  const contact = owner === undefined ? undefined : yield* lockContact(database, workspaceId, owner)
  if (contact && hasIdentifier(contact.identifiers, person))
    yield* changeIdentifiers(database, contact, { gone: [released], added: [], at })
}

const isOfSameKind = (one: ContactIdentifier, other: ContactIdentifier) =>
  one.kind === other.kind && one.channel === other.channel

/** An app gives a person one id: who has another one is another person. */
function isSomebodyElse({ identifiers }: Contact, { before, now }: PersonChange): boolean {
  const ids = now.filter(({ kind }) => kind !== 'phone' && kind !== 'email')
  return identifiers.some(
    (one) => ids.some((id) => isOfSameKind(id, one)) && !hasIdentifier(now, one) && !hasIdentifier(before, one),
  )
}

function* changeIdentifiers(
  database: Writing,
  contact: Contact,
  { gone, added, at }: { gone: Identifiers; added: Identifiers; at: number },
): Work<void> {
  const identifiers = contact.identifiers.filter((one) => !hasIdentifier(gone, one))
  for (const one of added)
    if (!hasIdentifier(identifiers, one) && !(yield* takenIdentifier(contact, [one]))) identifiers.push(one)
  const isSameList =
    identifiers.length === contact.identifiers.length &&
    identifiers.every((one) => hasIdentifier(contact.identifiers, one))
  if (!isSameList) yield* replaceContact(database, contact, { ...contact, identifiers, updatedAt: at })
}
