import type { AttributeValue } from '@colloquy/flow/contacts'
import type { Contact, ContactAttribute } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'

/** A contact as lists show it: without notes. It omits values of deleted attributes. */
export function listedContact(contact: Contact, definitions: readonly ContactAttribute[]) {
  const { id, name, language, timeZone, isBlocked, tags, attributes, identifiers } = contact
  const named = definitions.flatMap((definition): [string, AttributeValue][] => {
    const value = attributes[definition.id]
    return value === undefined ? [] : [[definition.name, value]]
  })
  return {
    id,
    name,
    language,
    timeZone,
    firstSeenAt: timestamp(contact.firstSeenAt),
    lastSeenAt: timestamp(contact.lastSeenAt),
    isBlocked,
    tags: [...tags],
    attributes: Object.fromEntries(named.map(([key, value]) => [key, writable(value)])),
    identifiers: identifiers.map(({ kind, value, channel }) => ({ kind, value, channel: channel || null })),
    createdAt: timestamp(contact.createdAt),
    updatedAt: timestamp(contact.updatedAt),
  }
}

const writable = (value: AttributeValue) => (typeof value === 'object' ? [...value] : value)

export const contactDocument = (contact: Contact, definitions: readonly ContactAttribute[]) => ({
  ...listedContact(contact, definitions),
  notes: contact.notes,
})

export const attributeDocument = ({ id, name, type, createdAt }: ContactAttribute) => ({
  id,
  name,
  type,
  createdAt: timestamp(createdAt),
})
