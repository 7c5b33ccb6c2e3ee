import type { Log } from '@colloquy/chat'
import type { ContactValues, Turn } from '@colloquy/engine'
import {
  type AttributeType,
  type AttributeValue,
  attributeName,
  contactFieldTypes,
  readAttribute,
  storedOfAttribute,
} from '@colloquy/flow'
import type { Contact, ContactAttribute, ContactChange, Storage, TurnContact } from '@colloquy/storage'
import type { ContactOfScope, TurnScope } from '../effects/effects.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import type { Needs } from '../service.js'
import { type ContactField, problemOfField } from './contact-fields.js'

/** Reads attributes of the contact of a turn, by key. A merged contact is read as the one that it became. */
export async function readContact(
  { contacts }: Pick<Storage, 'contacts'>,
  { workspaceId, contact: given }: Pick<TurnScope, 'workspaceId' | 'contact'>,
  keys: readonly string[],
): Promise<ContactValues> {
  if (!given) return Object.fromEntries(keys.map((key) => [key, null]))
  given.read ??= {
    definitions: await contacts.listAttributes(workspaceId),
    contact: await findContact(contacts, workspaceId, given),
  }
  const { contact, definitions } = given.read
  return Object.fromEntries(keys.map((key) => [key, (contact && valueOfKey(contact, definitions, key)) ?? null]))
}

async function findContact(
  contacts: Storage['contacts'],
  workspaceId: string,
  { id, identifiers }: ContactOfScope,
): Promise<Contact | undefined> {
  const known = id === null ? undefined : await contacts.get(workspaceId, id)
  if (known) return known
  for (const identifier of identifiers) {
    const named = await contacts.find(workspaceId, identifier)
    if (named) return named
  }
  return undefined
}

const isField = (key: string): key is ContactField => Object.hasOwn(contactFieldTypes, key)

/** The definition with this id, or else with this name: flows that come from another workspace have names only. */
function definitionOf(definitions: readonly ContactAttribute[], key: string): ContactAttribute | undefined {
  return definitions.find(({ id }) => id === key) ?? definitions.find(({ name }) => name === key)
}

function valueOfKey(contact: Contact, definitions: readonly ContactAttribute[], key: string): AttributeValue | null {
  const definition = definitionOf(definitions, key)
  if (definition) return contact.attributes[definition.id] ?? null
  if (!isField(key)) return null
  if (key === 'tags') return contact.tags.length > 0 ? contact.tags : null
  if (key === 'firstSeenAt' || key === 'lastSeenAt') return timestamp(contact[key])
  return contact[key]
}

/**
 * Adds to a turn what it stores of its contact: changed attributes, and a person who is known by a channel or a signed page. Attributes that
 * cannot be kept are skipped, with a log.
 */
export function withContact<T extends Turn>(
  { config, now }: Needs<'config' | 'now'>,
  { mode, contact: given }: Pick<TurnScope, 'mode' | 'contact'>,
  turn: T,
): T & { contact?: TurnContact } {
  if (mode !== 'live' || !given) return turn
  if (given.problem !== undefined)
    turn.logs.push({ status: 'info', description: given.problem, isPrivate: true } as Log)
  const changes = turn.contactChanges && changeOf(turn.contactChanges, given.read?.definitions ?? [], turn.logs)
  const isNewlyKnown = given.id === null && given.identifiers.length > 0
  if (!changes && !isNewlyKnown) return turn
  const { contactsPerWorkspace, contactBytes } = config.limits
  const at = now()
  const contact: TurnContact = {
    newId: newId(),
    identifiers: given.identifiers,
    name: given.name,
    change: { ...changes, lastSeenAt: at },
    at,
    limits: { contacts: contactsPerWorkspace, bytes: contactBytes },
  }
  return Object.assign(turn, { contact })
}

/** Undefined if nothing of it can be kept. */
function changeOf(
  changes: ContactValues,
  definitions: readonly ContactAttribute[],
  logs: Log[],
): ContactChange | undefined {
  const attributes: Record<string, AttributeValue | null> = {}
  const fields: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(changes)) {
    const definition = definitionOf(definitions, key)
    const problem = definition
      ? problemOf(definition.type, value)
      : isField(key)
        ? problemOfField(key, value)
        : 'the workspace has no such attribute'
    if (problem !== undefined) {
      const description = `"${attributeName(definition?.name ?? key)}" was not saved: ${problem}.`
      logs.push({ status: 'error', description, isPrivate: true } as Log)
    } else if (definition) attributes[definition.id] = value
    else fields[key] = key === 'tags' ? (value ?? []) : value
  }
  const hasAttributes = Object.keys(attributes).length > 0
  if (!hasAttributes && Object.keys(fields).length === 0) return undefined
  return { ...(fields as ContactChange), ...(hasAttributes && { attributes }) }
}

/** The type of an attribute may have changed since the flow was published. */
function problemOf(type: AttributeType, value: AttributeValue | null): string | undefined {
  if (value === null) return undefined
  const read = readAttribute(type, storedOfAttribute(value))
  if ('problem' in read) return read.problem
  return JSON.stringify(read.value) === JSON.stringify(value) ? undefined : `its type is now ${type}`
}
