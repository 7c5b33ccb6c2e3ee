import type { Challenge, Cryptography, WebhookCall } from '../define.js'

/** True if a call is signed with the app secret, over the bytes of its body. */
export function isSigned(
  { headers, body }: WebhookCall,
  appSecret: string | undefined,
  { hmac, isEqual }: Cryptography,
): boolean {
  const given = headers['x-hub-signature-256']
  if (!appSecret || typeof given !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(given)) return false
  return isEqual(given, `sha256=${hmac('sha256', appSecret, body)}`)
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
