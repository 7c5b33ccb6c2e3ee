import type { Cryptography, WebhookCall } from '../define.js'
import type { TelegramData } from './account.js'

/** Header in which Telegram sends the secret that the webhook was set with. */
export const secretHeader = 'x-telegram-bot-api-secret-token'

/** Telegram does not sign its calls: it sends a shared secret. */
export function verify({ headers }: WebhookCall, { webhookSecret }: TelegramData, { isEqual }: Cryptography): boolean {
  const given = headers[secretHeader]
  return Boolean(webhookSecret) && typeof given === 'string' && isEqual(given, webhookSecret as string)
}
