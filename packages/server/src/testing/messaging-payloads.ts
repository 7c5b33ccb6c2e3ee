import { createHmac } from 'node:crypto'
import { newId } from '../ids.js'

export const appSecret = 'app-secret-of-the-tests'
export const phoneNumberId = '1055501'
export const metaCredentials = { systemUserAccessToken: 'planted-messaging-token', phoneNumberId, appSecret }

/** Signs a payload as a provider does. */
export function signedRequest(payload: unknown, secret = appSecret) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return { body, headers: { 'x-hub-signature-256': signature } }
}

/** Payload with messages of one person to a number of the business. */
export function payloadOf(from: string, messages: readonly object[], number = phoneNumberId) {
  const contacts = [{ profile: { name: `Name of ${from}` }, wa_id: from }]
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: number }, contacts, messages }
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }
}

/** A message written at that time; a text, or the provider's data for another kind. */
export function messageOf(
  from: string,
  message: string | object,
  at = Date.now(),
): { id: string } & Record<string, unknown> {
  const base = { id: `wamid.${newId()}`, from, timestamp: String(Math.floor(at / 1_000)) }
  return typeof message === 'string' ? { ...base, type: 'text', text: { body: message } } : { ...base, ...message }
}

/** A tap on a button. */
export const tap = (id: string, title: string) => ({
  type: 'interactive',
  interactive: { type: 'button_reply', button_reply: { id, title } },
})

/** Payload of another field than `messages`. */
export function fieldPayload(field: string, value: object, number = phoneNumberId) {
  const whole = { messaging_product: 'whatsapp', metadata: { phone_number_id: number }, ...value }
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field, value: whole }] }] }
}

/** A message of the owner of a number, written on the phone at that time. */
export const echoOf = (to: string, body: string, at = Date.now(), id = `wamid.${newId()}`) => ({
  from: '15550000001',
  to,
  id,
  timestamp: String(Math.floor(at / 1_000)),
  type: 'text',
  text: { body },
})

/** Payload of what the owner of a number writes on the phone. */
export const echoPayload = (...message_echoes: object[]) => fieldPayload('smb_message_echoes', { message_echoes })

/** Payload that says that another app has taken the conversation with a contact, or has passed it. */
export function handoverPayload(type: 'control_taken' | 'control_passed', from: string, at = Date.now()) {
  const value = {
    messaging_product: 'whatsapp',
    recipient: { phone_number_id: phoneNumberId },
    sender: { phone_number: from },
    timestamp: String(Math.floor(at / 1_000)),
    type,
    previous_owner_role: 'primary',
    new_owner_role: 'secondary',
  }
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messaging_handovers', value }] }],
  }
}
