import type { IdentifierKind } from '@colloquy/flow/contacts'
import type { ContactIdentifier } from '@colloquy/storage'

/** Returns an identifier as it is stored, so that each person has one; undefined if the value is not of its kind. */
export function storedIdentifier(
  kind: IdentifierKind,
  value: string,
  channel: string | null,
): ContactIdentifier | undefined {
  const stored = kind === 'phone' ? phoneNumber(value) : kind === 'email' ? emailAddress(value) : value
  return stored === undefined ? undefined : { kind, value: stored, channel: channel ?? '' }
}

/** A phone number in the international form: `+` and 7 to 15 digits. */
export function phoneNumber(text: string): string | undefined {
  const digits = text.replace(/[\s().\-/]/g, '').replace(/^(\+|00)/, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined
}

export function emailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  return /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(address) && address.includes('.', address.indexOf('@'))
    ? address
    : undefined
}

/** A text that is the same for equal identifiers only. */
export const keyOfIdentifier = ({ kind, value, channel }: ContactIdentifier): string => `${kind}\n${value}\n${channel}`
