import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { ContactIdentity, ContactKey, LeasedContact, MessagingStore } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { previewCredentials } from './account-of.js'
import { identifiersOf } from './identifiers-of.js'

/** Somebody who writes, as messages name them. */
export interface Writer {
  readonly key: ContactKey
  /** True if their number or id is not stored yet. */
  readonly isNewlyNamed: boolean
  /** The ids by which the contact is known. */
  readonly before: ContactIdentity
}

/** Finds contacts by how a messaging app names them at the moment: by a number, which people may hide, or an id. */
export interface Contacts {
  find(identity: ContactIdentity): Promise<ContactKey | undefined>
  /** Undefined if nobody is expected to write there. */
  writer(identity: ContactIdentity): Promise<Writer | undefined>
}

/** The contacts of a workspace's number: everybody who writes. */
export function contactsOf(
  { storage: { messaging }, now }: Needs<'storage' | 'now'>,
  credentials: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
  channel: ChannelAccount['channel'],
): Contacts {
  /** Somebody else has the number of a contact, who keeps their id. */
  const startAnew = async (key: ContactKey, found: LeasedContact, { number }: ContactIdentity) => {
    const identifiers = (identity: ContactIdentity) => identifiersOf(channel, key.credentialsId, identity)[0]
    const released = identifiers({ ...(number !== undefined && { number }) })
    const person = identifiers({ ...(found.userId !== null && { userId: found.userId }) })
    await messaging.startAnew(key, released && person && { released, person, at: now() })
  }
  return {
    find: (identity) => messaging.findByIdentity(credentials, identity),
    async writer(identity) {
      const found = await messaging.findByIdentity(credentials, identity)
      const key = { ...credentials, sender: found?.sender ?? identity.number ?? identity.userId ?? '' }
      const isSame = found !== undefined && isSamePerson(found, identity)
      if (found && !isSame) await startAnew(key, found, identity)
      return { key, isNewlyNamed: !isSame || isNewTo(found, identity), before: isSame ? identityOf(found) : {} }
    },
  }
}

/** The contacts of the number for previews: phones that somebody shows a draft on. */
export function previewContacts(messaging: MessagingStore): Contacts {
  const find = ({ number, userId }: ContactIdentity) => messaging.ownerOf(previewCredentials, number ?? userId ?? '')
  return {
    find,
    async writer(identity) {
      const key = await find(identity)
      return key && { key, isNewlyNamed: false, before: {} }
    },
  }
}

/** A number that is given up goes to somebody else after a while: the app's id shows it, or else the number that the contact has now. */
function isSamePerson(found: LeasedContact, { number, userId }: ContactIdentity): boolean {
  if (userId !== undefined && found.userId !== null) return found.userId === userId
  return number === undefined || number === (found.number ?? found.sender) || !isNumber(found.sender)
}

function isNewTo(found: LeasedContact, { number, userId }: ContactIdentity): boolean {
  return (userId !== undefined && userId !== found.userId) || (number !== undefined && number !== numberOf(found))
}

const isNumber = (text: string): boolean => /^\d+$/.test(text)

/** Returns the number of a contact, if it is known. */
export const numberOf = ({ number, sender }: LeasedContact): string | undefined =>
  number ?? (isNumber(sender) ? sender : undefined)

/** The ids by which a channel knows a contact. */
export function identityOf(contact: LeasedContact): ContactIdentity {
  const number = numberOf(contact)
  return { ...(number !== undefined && { number }), ...(contact.userId !== null && { userId: contact.userId }) }
}

/** Returns the address of messages to a contact: their number, if it is known, else their id. */
export const addressOf = (contact: LeasedContact): string => numberOf(contact) ?? contact.userId ?? contact.sender
