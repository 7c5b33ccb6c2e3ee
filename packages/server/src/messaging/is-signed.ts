import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { MessagingAccount } from '@colloquy/ports/messaging'

/** Header in which a provider that does not sign its calls sends the shared secret. */
export const secretHeader = 'x-bot-webhook-secret'

/**
 * True if a webhook call comes from the provider: it is signed over its bytes with the app secret, or carries a shared secret. Without a
 * secret this cannot be known, and no call is trusted.
 */
export function isSigned(
  account: MessagingAccount,
  headers: Readonly<Record<string, unknown>>,
  body: Uint8Array,
): boolean {
  if (account.provider === '360dialog') {
    const { webhookSecret } = account
    const given = headers[secretHeader]
    return Boolean(webhookSecret) && typeof given === 'string' && isEqual(given, webhookSecret as string)
  }
  const given = headers['x-hub-signature-256']
  if (!account.appSecret || typeof given !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(given)) return false
  return isEqual(given, `sha256=${createHmac('sha256', account.appSecret).update(body).digest('hex')}`)
}

/** Compares in constant time, wherever the texts differ. */
export function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
