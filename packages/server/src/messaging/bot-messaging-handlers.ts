import { isReadable } from '../access/access.js'
import type { Handlers } from '../http/handler.js'
import { botsOfAccount } from './bots-of-account.js'

/** A bot among the ones that answer on the same number. */
export const botMessagingHandlers: Handlers<'getMessagingOfBot'> = {
  async getMessagingOfBot(service, { caller, bot }) {
    const { workspaceId, messagingCredentialsId: credentialsId } = bot
    const answering = []
    if (credentialsId !== null) {
      for await (const { bot: other, messaging } of botsOfAccount(service, { workspaceId, credentialsId })) {
        if (messaging.isEnabled !== true) continue
        const name = (await isReadable(service.storage, caller, other.id)) ? other.name : null
        answering.push({ botId: other.id, name, startCondition: messaging.startCondition ?? null })
      }
    }
    return { canPreview: service.config.preview !== undefined, answering }
  },
}
