import { createHmac } from 'node:crypto'
import { newId } from '../ids.js'
import { type MessagingProvider, openMessagingProvider } from './messaging-provider.js'
import { type TestOptions, type TestService, testService } from './test-service.js'

export const appSecret = 'app-secret-of-the-tests'
export const phoneNumberId = '1055501'
export const metaCredentials = { systemUserAccessToken: 'planted-messaging-token', phoneNumberId, appSecret }

/** Short pauses, and bots that do not type: tests wait for what happens. */
export const quick = {
  COLLOQUY_LIMITS: JSON.stringify({ mediaPauseMilliseconds: 150, resendMilliseconds: 20 }),
}
export const noTyping = { typingEmulation: { enabled: false } }

export type MessagingWorld = Awaited<ReturnType<typeof messagingWorld>>

/** A service that is connected to a provider, with a number that bots can be reached by. */
export async function messagingWorld(env: Record<string, string> = {}, options: TestOptions = {}) {
  const provider = await openMessagingProvider()
  const service = await testService({ ...quick, ...provider.env, ...env }, options)
  const credentialsId = await service.addCredentials('messaging', metaCredentials, { name: newId() })
  return {
    ...connected(service, credentialsId),
    provider,
    async close() {
      await service.close()
      await provider.close()
    },
  }
}

/** What one does with a service through some messaging credentials of its owner. */
export function connected(service: TestService, credentialsId: string) {
  const webhook = `/api/v1/workspaces/${service.workspaceId}/messaging/${credentialsId}/webhook`
  return {
    service,
    credentialsId,
    webhook,
    /** Publishes a bot that is reached through the credentials. */
    async publish(bot: { settings?: object } & Record<string, unknown>, messaging: object = {}): Promise<string> {
      const settings = { ...noTyping, ...bot.settings, messaging: { isEnabled: true, ...messaging } }
      const made = await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })
      const id: string = made.body.bot.id
      const change = { bot: { settings, messagingCredentialsId: credentialsId } }
      await service.call('PATCH', `/api/v1/bots/${id}`, change)
      await service.call('POST', `/api/v1/bots/${id}/publish`)
      return id
    },
    send: (payload: unknown, headers?: Record<string, string>) => sendSigned(service, webhook, payload, headers),
    /** Somebody writes something. */
    write: (from: string, ...messages: (string | object)[]) =>
      sendSigned(
        service,
        webhook,
        payloadOf(
          from,
          messages.map((message) => messageOf(from, message)),
        ),
      ),
    /** Nothing waits to be answered. */
    async settled(): Promise<void> {
      const key = { workspaceId: service.workspaceId, credentialsId }
      for (;;) {
        if ((await service.storage.messaging.connection(key.workspaceId, credentialsId)).waiting === 0) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    /** The result of the chat that somebody is in. */
    async resultIdOf(sender: string): Promise<string> {
      const key = { workspaceId: service.workspaceId, credentialsId, sender }
      const sessionId = (await service.storage.messaging.find(key))?.sessionId
      return (await service.storage.sessions.get(sessionId ?? ''))?.resultId ?? ''
    },
    /** The conversations of a bot, newest first, with their answers. */
    async results(botId: string) {
      return (await service.call('GET', `/api/v1/bots/${botId}/results?limit=50`)).body.results
    },
  }
}

export function sendSigned(
  service: TestService,
  path: string,
  payload: unknown,
  headers: Record<string, string> = {},
  secret = appSecret,
) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return service.call('POST', path, body, { authorization: '', 'x-hub-signature-256': signature, ...headers })
}

/** What a provider sends of messages of one person. */
export function payloadOf(from: string, messages: readonly object[], value: object = {}) {
  const contacts = [{ profile: { name: `Name of ${from}` }, wa_id: from }]
  const whole = { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, contacts, messages }
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value: { ...whole, ...value } }] }],
  }
}

/** A message just written; a text, or what the provider says of another kind. */
export function messageOf(from: string, message: string | object): { id: string } & Record<string, unknown> {
  const base = { id: `wamid.${newId()}`, from, timestamp: String(Math.floor(Date.now() / 1_000)) }
  return typeof message === 'string' ? { ...base, type: 'text', text: { body: message } } : { ...base, ...message }
}

/** A tap on a button. */
export const tap = (id: string, title: string) => ({
  type: 'interactive',
  interactive: { type: 'button_reply', button_reply: { id, title } },
})
export type { MessagingProvider }
