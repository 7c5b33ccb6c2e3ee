import { createHmac } from 'node:crypto'

export const appSecret = 'secret-of-the-tests'

/** Posts what a provider reports of one field to a webhook of the service, signed as the provider does. */
export function report(webhook: string, field: string, value: object): Promise<Response> {
  const whole = { messaging_product: 'whatsapp', metadata: { phone_number_id: '104' }, ...value }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field, value: whole }] }],
  })
  const signature = createHmac('sha256', appSecret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
  return fetch(webhook, { method: 'POST', headers, body })
}

let written = 0

/** A text as providers describe it. */
export const textMessage = (text: string) => ({
  id: `wamid.${++written}`,
  timestamp: String(Math.floor(Date.now() / 1000)),
  type: 'text',
  text: { body: text },
})

/** Posts a message of a contact to a webhook, as its provider does. */
export const writeFromPhone = (webhook: string, from: string, text: string): Promise<Response> =>
  report(webhook, 'messages', { messages: [{ from, ...textMessage(text) }] })
