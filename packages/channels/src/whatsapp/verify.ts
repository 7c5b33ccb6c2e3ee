import type { Cryptography, WebhookCall } from '../define.js'
import { isSigned } from '../meta/verify.js'
import type { WhatsAppData } from './accounts.js'

/** Header in which a provider that does not sign its calls sends the shared secret. */
export const secretHeader = 'x-bot-webhook-secret'

/** Meta signs the bytes of the body with the app secret; 360dialog sends a shared secret. */
export function verify(call: WebhookCall, data: WhatsAppData, cryptography: Cryptography): boolean {
  if (data.provider !== '360dialog') return isSigned(call, data.appSecret, cryptography)
  const given = call.headers[secretHeader]
  if (!data.webhookSecret || typeof given !== 'string') return false
  return cryptography.isEqual(given, data.webhookSecret)
}
