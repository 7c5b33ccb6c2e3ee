import { accountIdsOf } from '@colloquy/storage'
import { isReadable } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import type { Handlers } from '../http/handler.js'
import type { Needs } from '../service.js'
import { botsOfAccount } from './bots-of-account.js'

/** The channels of a bot, and the bots that answer on the same accounts. */
export const botMessagingHandlers: Handlers<'getMessagingOfBot'> = {
  async getMessagingOfBot(service, { caller, bot }) {
    const { workspaceId } = bot
    const channels = []
    for (const credentialsId of accountIdsOf(bot)) {
      const row = await service.storage.credentials.get(workspaceId, credentialsId)
      if (!row) continue
      const answering = await answeringOn(service, caller, { workspaceId, credentialsId })
      channels.push({ credentialsId, credentialsType: row.type, name: row.name, answering })
    }
    return {
      canPreview: service.config.preview !== undefined,
      channels,
      answering: channels[0]?.answering ?? [],
    }
  },
}

async function answeringOn(
  service: Needs<'storage' | 'compiledFlows'>,
  caller: Caller,
  account: { workspaceId: string; credentialsId: string },
) {
  const answering = []
  for await (const { bot, channel } of botsOfAccount(service, account)) {
    if (channel.isEnabled !== true) continue
    const name = (await isReadable(service.storage, caller, bot)) ? bot.name : null
    answering.push({ botId: bot.id, name, startCondition: channel.startCondition ?? null })
  }
  return answering
}
