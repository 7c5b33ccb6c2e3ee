import type { StartableBot } from '@colloquy/storage'
import { isReadable, readableBot } from '../access.js'
import type { Caller } from '../auth.js'
import type { Handlers } from '../handler.js'
import type { Service } from '../service.js'

/** A bot among those that answer on the same number. */
export const botMessagingHandlers: Handlers<'getMessagingOfBot'> = {
  async getMessagingOfBot(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const { workspaceId, messagingCredentialsId: credentialsId } = bot
    const bots = credentialsId === null ? [] : await service.storage.bots.listOfMessaging(workspaceId, credentialsId)
    const answering = await Promise.all(bots.map((one) => answeringBot(service, caller, one)))
    return { canPreview: canPreview(service), answering: answering.filter((it) => it !== undefined) }
  },
}

/** What is told of a bot; undefined of one whose release does not answer messages. */
async function answeringBot(service: Service, caller: Caller, { id, name, publishedReleaseId }: StartableBot) {
  const release = publishedReleaseId === null ? undefined : await service.programs.release(publishedReleaseId)
  const { messaging } = release?.settings ?? {}
  if (messaging?.isEnabled !== true) return undefined
  return {
    botId: id,
    name: (await isReadable(service.storage, caller, id)) ? name : null,
    startCondition: messaging.startCondition ?? null,
  }
}

function canPreview({ config }: Service): boolean {
  return config.messaging.preview !== undefined
}
