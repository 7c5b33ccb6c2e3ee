import { Table } from '../table.js'
import type { Contact, ContactAttribute, ContactIdentifier, ContactMerge, ContactSegment } from './contacts.js'

/** `tags` and `attributes` are JSON text. */
export interface ContactRow extends Omit<Contact, 'tags' | 'attributes' | 'identifiers'> {
  mergedInto: string | null
  tags: string
  attributes: string
}

export const contacts = new Table<ContactRow>('contacts', {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  language: 'text',
  timeZone: 'text',
  firstSeenAt: 'integer',
  lastSeenAt: 'integer',
  isBlocked: 'boolean',
  createdAt: 'integer',
  updatedAt: 'integer',
  mergedInto: 'text',
  tags: 'text',
  attributes: 'text',
  notes: 'text',
})

export const identifiers = new Table<ContactIdentifier & { contactId: string }>(
  'contact_identifiers',
  { kind: 'text', value: 'text', channel: 'text', contactId: 'text' },
  { workspaceId: 'text', createdAt: 'integer' },
)

export const attributes = new Table<ContactAttribute>('contact_attributes', {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  type: 'text',
  createdAt: 'integer',
})

/** `before`: both contacts before the merge, as JSON. */
export const merges = new Table<ContactMerge & { before: string }>('contact_merges', {
  id: 'text',
  workspaceId: 'text',
  contactId: 'text',
  mergedId: 'text',
  authorId: 'text',
  before: 'text',
  createdAt: 'integer',
})

export const segments = new Table<ContactSegment>('contact_segments', {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  filter: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

export interface TermRow {
  workspaceId: string
  field: string
  text: string
  number: number
  contactId: string
}

export const terms = new Table<TermRow>('contact_terms', {
  workspaceId: 'text',
  field: 'text',
  text: 'text',
  number: 'real',
  contactId: 'text',
})

export function rowOf(contact: Contact): ContactRow {
  const { tags, attributes, identifiers: _, ...row } = contact
  return { ...row, mergedInto: null, tags: JSON.stringify(tags), attributes: JSON.stringify(attributes) }
}

export function contactOf(row: ContactRow, identifiers: readonly ContactIdentifier[]): Contact {
  const { mergedInto: _, tags, attributes, ...rest } = row
  return { ...rest, tags: JSON.parse(tags), attributes: JSON.parse(attributes), identifiers }
}
