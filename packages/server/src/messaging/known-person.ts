import { type IdentifierKind, identifierKinds } from '@colloquy/flow/contacts'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { ContactIdentifier, LeasedContact } from '@colloquy/storage'
import { phoneNumber } from '../contacts/identifiers.js'
import type { KnownPerson } from '../effects/effects.js'
import { previewCredentials } from './account-of.js'
import { numberOf } from './contacts.js'

/** Returns how a person who writes is known: by their id in the app, and their number. Undefined on the number for previews. */
export function knownPerson(
  contact: LeasedContact,
  channel: ChannelAccount['channel'],
  name?: string,
): KnownPerson | undefined {
  if (contact.credentialsId === previewCredentials) return undefined
  const identifiers = identifiersOf(channel, contact.credentialsId, {
    number: numberOf(contact),
    userId: contact.userId ?? undefined,
  })
  return { identifiers, ...(name && { name: name.slice(0, maxName) }) }
}

const maxName = 200

/** Returns the identifiers of a contact for a number and an id. A number means the same person everywhere, an id within an account. */
export function identifiersOf(
  { type, userIdKind = type }: ChannelAccount['channel'],
  credentialsId: string,
  { number, userId }: { number?: string | undefined; userId?: string | undefined },
): ContactIdentifier[] {
  const phone = number === undefined ? undefined : phoneNumber(number)
  return [
    ...(userId && isKind(userIdKind) ? [{ kind: userIdKind, value: userId, channel: credentialsId }] : []),
    ...(phone === undefined ? [] : [{ kind: 'phone' as const, value: phone, channel: '' }]),
  ]
}

const isKind = (kind: string): kind is IdentifierKind => identifierKinds.some((known) => known === kind)
