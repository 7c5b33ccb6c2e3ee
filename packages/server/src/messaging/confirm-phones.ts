import { randomInt } from 'node:crypto'
import type { IncomingMessage } from '@colloquy/channels'
import { hashToken } from '../access/auth.js'
import type { Needs } from '../service.js'

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codePattern = /^[a-hj-np-z2-9]{8}$/i
const minutes = 30
const maxPhones = 20

/** The confirmation that is due before previews are shown on a phone. */
export interface PhoneToConfirm {
  /** The phone writes it to the number that previews come from. */
  code: string
  expiresAt: number
}

/** Returns the code with which a phone confirms that it belongs to a person. */
export async function askForPhone(
  { storage, now }: Needs<'storage' | 'now'>,
  { userId, phone }: { userId: string; phone: string },
): Promise<PhoneToConfirm> {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const expiresAt = now() + minutes * 60_000
  await storage.previewPhones.ask({ userId, phone, codeHash: hashToken(letters), expiresAt }, maxPhones, now())
  return { code: `${letters.slice(0, 4)}-${letters.slice(4)}`, expiresAt }
}

/** True if a message is the code of a phone, which is confirmed by that. Nothing else is done with the message. */
export async function confirmsPhone(
  { storage, now }: Needs<'storage' | 'now'>,
  { contact, content }: IncomingMessage,
): Promise<boolean> {
  const letters = content.kind === 'text' ? content.text.replace(/[\s-]/g, '') : ''
  if (!codePattern.test(letters)) return false
  return storage.previewPhones.confirm(contact.phoneNumber, hashToken(letters.toUpperCase()), now())
}
