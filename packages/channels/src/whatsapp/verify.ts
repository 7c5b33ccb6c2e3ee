import type { Challenge, Cryptography, WebhookCall } from '../define.js'
import type { WhatsAppData } from './accounts.js'

/** Header in which a provider that does not sign its calls sends the shared secret. */
export const secretHeader = 'x-bot-webhook-secret'

/** Meta signs the bytes of the body with the app secret; 360dialog sends a shared secret. */
export function verify({ headers, body }: WebhookCall, data: WhatsAppData, { hmac, isEqual }: Cryptography): boolean {
  if (data.provider === '360dialog') {
    const given = headers[secretHeader]
    return Boolean(data.webhookSecret) && typeof given === 'string' && isEqual(given, data.webhookSecret as string)
  }
  const given = headers['x-hub-signature-256']
  if (!data.appSecret || typeof given !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(given)) return false
  return isEqual(given, `sha256=${hmac('sha256', data.appSecret, body)}`)
}

/** Meta expects the number in `hub.challenge` as it came. */
export function challenge(query: Readonly<Record<string, string>>): Challenge {
  const { 'hub.verify_token': token, 'hub.challenge': answer } = query
  if (token === undefined) return { path: 'hub.verify_token', problem: 'required' }
  if (answer === undefined || !/^(0|[1-9]\d{0,29})$/.test(answer)) {
    return { path: 'hub.challenge', problem: 'a whole number' }
  }
  return { token, answer }
}
