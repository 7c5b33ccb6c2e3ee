import { createHmac, randomUUID } from 'node:crypto'
import type { Attack } from './attack.js'
import { askText, flowOf } from './hostile-flows.js'

const appSecret = 'the hostile author knows this one'
const phoneNumberId = '1055501'
/** Messages of one call: the largest calls that are accepted have about that many. */
const messages = 5_000

/** The author signs calls of a messaging app, each with the messages of thousands of senders. */
export const callsOfManySenders: Attack = {
  name: `signed calls of a messaging app with messages of ${messages.toLocaleString('en')} senders`,
  who: 'author',
  everyMs: 250,
  atOnce: 4,
  async prepare(client) {
    const { workspaceId } = client.world
    const data = { systemUserAccessToken: 'token', phoneNumberId, appSecret }
    const credentials = { type: 'messaging', name: 'A number', data }
    const text = await client.prepare('/credentials', { workspaceId, credentials })
    const messagingCredentialsId = /"credentialsId":"(\w+)"/.exec(text)?.[1]
    const bot = await client.publish(flowOf(askText))
    const enabled = { messagingCredentialsId, settings: { messaging: { isEnabled: true } } }
    await client.asAuthor('PATCH', `/bots/${bot.id}`, { bot: enabled })
    await client.prepare(`/bots/${bot.id}/publish`, {})
    const path = `/api/v1/workspaces/${workspaceId}/messaging/${messagingCredentialsId}/webhook`
    let calls = 0
    return () => {
      calls += 1
      const body = Buffer.from(JSON.stringify(callOf(calls)))
      const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
      return client.send('POST', path, body, { headers: { 'x-hub-signature-256': signature } })
    }
  },
}

function callOf(number: number) {
  const said = Array.from({ length: messages }, (_, index) => ({
    id: randomUUID(),
    from: `${number}${String(index).padStart(5, '0')}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: 'Hello' },
  }))
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, messages: said }
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }
}
