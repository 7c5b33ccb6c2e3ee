import { openMessagingProvider } from '@colloquy/test-kit/providers/messaging-provider'
import { buildApp } from '../app.js'
import { newId } from '../ids.js'
import { messageOf, metaCredentials, payloadOf, signedRequest } from './messaging-payloads.js'
import { type TestOptions, type TestService, testService } from './test-service.js'

/** Short pauses, and bots that show no typing: tests wait for the results. */
export const quick = {
  COLLOQUY_LIMITS: JSON.stringify({ quietMilliseconds: 1, mediaPauseMilliseconds: 150, resendMilliseconds: 20 }),
}
export const noTyping = { typingEmulation: { enabled: false } }

export type MessagingWorld = Awaited<ReturnType<typeof messagingWorld>>

/** A service that is connected to a provider, with a number that bots can be reached by. */
export async function messagingWorld(env: Record<string, string> = {}, options: TestOptions = {}) {
  const provider = await openMessagingProvider()
  const service = await testService({ ...quick, ...provider.env, ...env }, options)
  const credentialsId = await service.addCredentials('messaging', metaCredentials, { name: newId() })
  return {
    ...connected(service, credentialsId, options.clock),
    provider,
    /** Starts the service again on the same storage, after the first one has stopped. */
    async restarted() {
      await service.app.close()
      const app = await buildApp({ storage: service.storage, config: service.config })
      await app.ready()
      return app
    },
    async close() {
      await service.close()
      await provider.close()
    },
  }
}

/** Actions with a service through messaging credentials of its owner. */
export function connected(service: TestService, credentialsId: string, clock = Date.now) {
  const webhook = `/api/v1/workspaces/${service.workspaceId}/messaging/${credentialsId}/webhook`
  const send = (payload: unknown, more: Record<string, string> = {}) => {
    const { body, headers } = signedRequest(payload)
    return service.call('POST', webhook, body, { authorization: '', ...headers, ...more })
  }
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
    send,
    /** Sends messages of a contact. */
    write: (from: string, ...messages: (string | object)[]) =>
      send(
        payloadOf(
          from,
          messages.map((message) => messageOf(from, message, clock())),
        ),
      ),
    /** Waits until no message is unanswered. */
    async settled(): Promise<void> {
      const key = { workspaceId: service.workspaceId, credentialsId }
      for (;;) {
        if ((await service.storage.messaging.connection(key.workspaceId, credentialsId)).waiting === 0) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    /** Returns the result of a contact's current chat. */
    async resultIdOf(sender: string): Promise<string> {
      const key = { workspaceId: service.workspaceId, credentialsId, sender }
      const sessionId = (await service.storage.messaging.find(key))?.sessionId
      return (await service.storage.sessions.get(sessionId ?? ''))?.resultId ?? ''
    },
    /** Returns the conversations of a bot, newest first, with their answers. */
    async results(botId: string) {
      return (await service.call('GET', `/api/v1/bots/${botId}/results?limit=50`)).body.results
    },
  }
}
