import { type Database, get, run } from '../database.js'
import { takeSlot } from '../quotas.js'
import { markRemoved } from '../removal-marks.js'
import { contactErasureStore } from './contact-erasure.js'
import { contactImport } from './contact-import.js'
import { contactList } from './contact-list.js'
import { contactMergeStore } from './contact-merges.js'
import { contactSegmentStore } from './contact-segments.js'
import { attributes, contacts } from './contact-tables.js'
import {
  changed,
  findOwner,
  insertContacts,
  isLarge,
  lockContact,
  ofContact,
  removeContact,
  replaceContact,
  takenIdentifier,
  withIdentifiers,
} from './contact-writes.js'
import type { Contact, ContactStore } from './contacts.js'

export function contactStore(database: Database): ContactStore {
  const { dialect } = database
  const select = `SELECT ${contacts.columns} FROM contacts`
  const current = `coalesce((SELECT merged_into FROM contacts WHERE ${ofContact}), ?)`

  async function read(workspaceId: string, id: string): Promise<Contact | undefined> {
    const rows = await database.all(
      `${select} WHERE workspace_id = ? AND id = ${current}`,
      workspaceId,
      workspaceId,
      id,
      id,
    )
    return (await withIdentifiers(database.all, dialect, workspaceId, rows))[0]
  }

  return {
    get: read,
    async find(workspaceId, { kind, value, channel }) {
      const found = await database.get<{ id: string }>(findOwner, workspaceId, kind, value, channel)
      return found && read(workspaceId, found.id)
    },
    async create(contact, limits) {
      if (isLarge(contact, limits)) return { conflict: 'large' }
      return database.transaction(function* () {
        const taken = yield* takenIdentifier(contact, contact.identifiers)
        if (taken) return taken
        yield* insertContacts(database, contact.workspaceId, [contact], limits.contacts)
        return contact
      })
    },
    async update(workspaceId, id, change, at, limits) {
      return database.transaction(function* () {
        const before = yield* lockContact(database, workspaceId, id)
        if (!before) return undefined
        const after = changed(before, change, at)
        if (isLarge(after, limits) && !isLarge(before, limits)) return { conflict: 'large' }
        const taken = yield* takenIdentifier(after, after.identifiers)
        if (taken) return taken
        yield* replaceContact(database, before, after)
        return after
      })
    },
    async delete(workspaceId, id) {
      return database.transaction(function* () {
        return (yield* removeContact(database, workspaceId, id)) !== undefined
      })
    },
    ...contactMergeStore(database),
    ...contactErasureStore(database),
    ...contactSegmentStore(database),
    ...contactList(database),
    ...contactImport(database),
    async listAttributes(workspaceId) {
      const sql = `SELECT ${attributes.columns} FROM contact_attributes WHERE workspace_id = ? ORDER BY name`
      return (await database.all(sql, workspaceId)).map((row) => attributes.read(row))
    },
    async createAttribute(attribute) {
      const { workspaceId, name } = attribute
      return database.transaction(function* () {
        yield* takeSlot(database, 'contactAttributes', workspaceId)
        if (yield* get(isNamed, workspaceId, name)) return 'taken'
        yield* run(attributes.insert, ...attributes.values(attribute))
        return attribute
      })
    },
    async renameAttribute(workspaceId, id, name) {
      const sql = `UPDATE contact_attributes SET name = ? WHERE id = ? AND workspace_id = ? RETURNING ${attributes.columns}`
      return database.transaction(function* () {
        const named = yield* get<{ id: string }>(isNamed, workspaceId, name)
        if (named && named.id !== id) return 'taken'
        const row = yield* get(sql, name, id, workspaceId)
        return row && attributes.read(row)
      })
    },
    async deleteAttribute(workspaceId, id) {
      const sql = `DELETE FROM contact_attributes WHERE id = ? AND workspace_id = ? RETURNING ${attributes.columns}`
      return database.transaction(function* () {
        const row = yield* get(sql, id, workspaceId)
        if (!row) return undefined
        yield* markRemoved({ kind: 'contact_attributes', id, workspaceId })
        return attributes.read(row)
      })
    },
  }
}

const isNamed = 'SELECT id FROM contact_attributes WHERE workspace_id = ? AND name = ?'
