import type { AttributeValue } from '@colloquy/flow/contacts'
import { type Database, get, run, type Work } from '../database.js'
import { contacts, merges, rowOf } from './contact-tables.js'
import { termsOf } from './contact-terms.js'
import {
  aliasesOf,
  countContacts,
  isLarge,
  lockContact,
  ofContact,
  replaceTerms,
  type Writing,
} from './contact-writes.js'
import type { Contact, ContactConflict, ContactLimits, ContactMerge, ContactMergeStore } from './contacts.js'

/** Both contacts as a merge keeps them, to undo it. `aliases` had been merged into the second one before. */
interface Before {
  contact: Contact
  merged: Contact
  aliases: string[]
}

/**
 * A merged contact stays as an empty row that leads to the other one. Conversations keep the id that they had, so that a merge and its end
 * write the same few rows however many conversations there are, and none that runs notices.
 */
export function contactMergeStore(database: Database): ContactMergeStore {
  return {
    async merge(merge, limits) {
      return database.transaction(() => mergeContacts(database, merge, limits))
    },
    async undoMerge(workspaceId, id, at) {
      const find = `SELECT ${merges.columns} FROM contact_merges WHERE id = ? AND workspace_id = ?${database.dialect.forUpdate}`
      const findLater =
        'SELECT id FROM contact_merges WHERE workspace_id = ? AND contact_id = ? ORDER BY created_at DESC, id DESC LIMIT 1'
      return database.transaction(function* () {
        const row = yield* get(find, id, workspaceId)
        if (!row) return undefined
        const merge = merges.read(row)
        const last = yield* get<{ id: string }>(findLater, workspaceId, merge.contactId)
        if (last?.id !== id) return 'notLast'
        const now = yield* lockContact(database, workspaceId, merge.contactId)
        if (!now) return 'notLast'
        const before = JSON.parse(merge.before) as Before
        const contact = separated(now, before, at)
        const identifiers = before.merged.identifiers.filter((one) => has(now.identifiers, one))
        const merged = { ...before.merged, identifiers, updatedAt: at }
        yield* moveIdentifiers(workspaceId, identifiers, merged.id)
        for (const one of [contact, merged]) yield* writeRow(one, null)
        yield* replaceTerms(database, contact, termsOf(now), termsOf(contact))
        yield* replaceTerms(database, merged, [], termsOf(merged))
        yield* moveAliases(database, workspaceId, before.aliases, merge.mergedId)
        yield* countContacts(workspaceId, 1)
        yield* run('DELETE FROM contact_merges WHERE id = ?', id)
        return { contact, merged }
      })
    },
    async listMerges(workspaceId, contactId) {
      const sql =
        `SELECT ${merges.columns} FROM contact_merges WHERE workspace_id = ? AND contact_id = ? ` +
        'ORDER BY created_at DESC, id DESC LIMIT 100'
      const rows = await database.all(sql, workspaceId, contactId)
      return rows.map((row) => {
        const { before, ...merge } = merges.read(row)
        return { ...merge, mergedName: (JSON.parse(before) as Before).merged.name }
      })
    },
    async removeMergesBefore(before, limit) {
      const some = 'SELECT id FROM contact_merges WHERE created_at < ? LIMIT ?'
      return database.run(`DELETE FROM contact_merges WHERE id IN (${some})`, before, limit)
    },
  }
}

/** Part of a transaction: makes one contact of two. */
export function* mergeContacts(
  database: Writing,
  merge: ContactMerge,
  limits: Pick<ContactLimits, 'bytes'>,
): Work<Contact | ContactConflict | undefined> {
  const { workspaceId, contactId, mergedId, createdAt } = merge
  const locked = new Map<string, Contact>()
  // In one order, so that two merges wait for each other.
  for (const id of [contactId, mergedId].toSorted()) {
    const one = yield* lockContact(database, workspaceId, id)
    if (!one) return undefined
    locked.set(id, one)
  }
  const contact = locked.get(contactId) as Contact
  const merged = locked.get(mergedId) as Contact
  const after = combined(contact, merged, createdAt)
  if (isLarge(after, limits)) return { conflict: 'large' }
  const aliases = yield* aliasesOf(workspaceId, mergedId)
  yield* moveAliases(database, workspaceId, aliases, contactId)
  yield* moveIdentifiers(workspaceId, merged.identifiers, contactId)
  yield* replaceTerms(database, merged, termsOf(merged), [])
  yield* writeRow({ ...merged, ...emptied }, contactId)
  yield* writeRow(after, null)
  yield* replaceTerms(database, after, termsOf(contact), termsOf(after))
  yield* countContacts(workspaceId, -1)
  const before: Before = { contact, merged, aliases }
  yield* run(merges.insert, ...merges.values({ ...merge, before: JSON.stringify(before) }))
  return after
}

function* moveAliases(database: Writing, workspaceId: string, aliases: readonly string[], to: string): Work<void> {
  if (aliases.length === 0) return
  const sql = `UPDATE contacts SET merged_into = ? WHERE workspace_id = ? AND id ${database.dialect.isOneOf}`
  yield* run(sql, to, workspaceId, aliases)
}

function* moveIdentifiers(workspaceId: string, moved: Identifiers, to: string): Work<void> {
  const sql =
    'UPDATE contact_identifiers SET contact_id = ? WHERE workspace_id = ? AND kind = ? AND value = ? AND channel = ?'
  for (const { kind, value, channel } of moved) yield* run(sql, to, workspaceId, kind, value, channel)
}

function* writeRow(contact: Contact, mergedInto: string | null): Work<void> {
  const { mergedInto: _, ...row } = rowOf(contact)
  const { sql, values } = contacts.assignments(row)
  const { workspaceId, id } = contact
  yield* run(`UPDATE contacts SET ${sql}, merged_into = ? WHERE ${ofContact}`, ...values, mergedInto, workspaceId, id)
}

/** Nothing about the person stays in the row of a merged contact. */
const emptied = { name: null, language: null, timeZone: null, tags: [], attributes: {}, notes: '' }

type Identifiers = Contact['identifiers']
const has = (identifiers: Identifiers, { kind, value, channel }: Identifiers[number]) =>
  identifiers.some((one) => one.kind === kind && one.value === value && one.channel === channel)

/** One contact of two: what the first one has wins, lists are joined. */
export function combined(contact: Contact, merged: Contact, at: number): Contact {
  const attributes = new Map<string, AttributeValue>(Object.entries(merged.attributes))
  for (const [id, value] of Object.entries(contact.attributes)) {
    const other = attributes.get(id)
    const isList = typeof value === 'object' && typeof other === 'object'
    attributes.set(id, isList ? union(value, other) : value)
  }
  return {
    ...contact,
    name: contact.name ?? merged.name,
    language: contact.language ?? merged.language,
    timeZone: contact.timeZone ?? merged.timeZone,
    firstSeenAt: Math.min(contact.firstSeenAt, merged.firstSeenAt),
    lastSeenAt: Math.max(contact.lastSeenAt, merged.lastSeenAt),
    isBlocked: contact.isBlocked || merged.isBlocked,
    tags: union(contact.tags, merged.tags),
    attributes: Object.fromEntries(attributes),
    notes: [contact.notes, merged.notes].filter((text) => text !== '').join('\n\n'),
    identifiers: [...contact.identifiers, ...merged.identifiers],
    updatedAt: at,
  }
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])]

/** The first contact without what the second one brought. What was changed since the merge stays. */
function separated(now: Contact, { contact, merged }: Before, at: number): Contact {
  const was = combined(contact, merged, 0)
  const back = <Value>(current: Value, before: Value, after: Value): Value =>
    JSON.stringify(current) === JSON.stringify(after) ? before : current
  const attributes = Object.entries(now.attributes).flatMap(([id, value]): [string, AttributeValue][] => {
    const before = back<AttributeValue | undefined>(value, contact.attributes[id], was.attributes[id])
    return before === undefined ? [] : [[id, before]]
  })
  return {
    ...now,
    name: back(now.name, contact.name, was.name),
    language: back(now.language, contact.language, was.language),
    timeZone: back(now.timeZone, contact.timeZone, was.timeZone),
    isBlocked: back(now.isBlocked, contact.isBlocked, was.isBlocked),
    notes: back(now.notes, contact.notes, was.notes),
    firstSeenAt: back(now.firstSeenAt, contact.firstSeenAt, was.firstSeenAt),
    lastSeenAt: back(now.lastSeenAt, contact.lastSeenAt, was.lastSeenAt),
    tags: now.tags.filter((tag) => contact.tags.includes(tag) || !merged.tags.includes(tag)),
    attributes: Object.fromEntries(attributes),
    identifiers: now.identifiers.filter((one) => !has(merged.identifiers, one)),
    updatedAt: at,
  }
}
