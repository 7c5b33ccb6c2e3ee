import { type IdentifierKind, identifierKinds } from '@colloquy/flow/contacts'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { ContactIdentifier } from '@colloquy/storage'
import { phoneNumber } from '../contacts/identifiers.js'

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
