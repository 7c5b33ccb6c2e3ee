import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { LeasedContact } from '@colloquy/storage'
import type { KnownPerson } from '../effects/effects.js'
import { previewCredentials } from './account-of.js'
import { numberOf } from './contacts.js'
import { identifiersOf } from './identifiers-of.js'

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
