import { meetsStartCondition } from '@colloquy/engine'
import type { ContactKey, StartableBot } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { botsOfAccount } from './bots-of-account.js'

/**
 * Chooses the bot that a first message starts a chat with: the oldest one whose condition matches, else the oldest one without a condition.
 */
export async function chooseBot(
  service: Needs<'storage' | 'compiledFlows'>,
  key: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
  text: string,
): Promise<StartableBot | undefined> {
  let unconditional: StartableBot | undefined
  for await (const { bot, channel } of botsOfAccount(service, key)) {
    const { isEnabled, startCondition } = channel
    if (!isEnabled) continue
    if (!startCondition?.comparisons.length) unconditional ??= bot
    else if (meetsStartCondition(startCondition, text)) return bot
  }
  return unconditional
}
