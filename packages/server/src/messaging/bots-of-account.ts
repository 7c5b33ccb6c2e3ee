import type { Settings } from '@colloquy/flow'
import type { ContactKey, StartableBot } from '@colloquy/storage'
import type { Needs } from '../service.js'

/** The published bots that use these credentials, oldest first, each with the messaging settings of its release. */
export async function* botsOfAccount(
  service: Needs<'storage' | 'compiledFlows'>,
  { workspaceId, credentialsId }: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
): AsyncGenerator<{ bot: StartableBot; messaging: NonNullable<Settings['messaging']> }> {
  for (const bot of await service.storage.bots.listOfMessaging(workspaceId, credentialsId)) {
    const program = await service.compiledFlows.release(bot.publishedReleaseId ?? '')
    yield { bot, messaging: program?.settings.messaging ?? {} }
  }
}
