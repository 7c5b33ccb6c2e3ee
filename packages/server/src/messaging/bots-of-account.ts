import { type ChannelSettings, channelSettingsOf, type Settings } from '@colloquy/flow'
import type { ContactKey, StartableBot } from '@colloquy/storage'
import type { Needs } from '../service.js'

/** A bot that answers on an account, with the settings of its release for that channel. */
export interface BotOfAccount {
  bot: StartableBot
  channel: ChannelSettings
  settings: Settings
}

/** The published bots that answer on this account, oldest first. */
export async function* botsOfAccount(
  service: Needs<'storage' | 'compiledFlows'>,
  { workspaceId, credentialsId }: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
): AsyncGenerator<BotOfAccount> {
  for (const bot of await service.storage.bots.listOfAccount(workspaceId, credentialsId)) {
    const settings = (await service.compiledFlows.release(bot.publishedReleaseId ?? ''))?.settings ?? {}
    yield { bot, channel: channelSettingsOf(settings, credentialsId), settings }
  }
}
