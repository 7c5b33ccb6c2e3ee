import type { BotRow, NotificationRule } from '@colloquy/storage'
import { stillMay } from '../access/access.js'
import type { Needs } from '../service.js'

/** Returns the bot of a rule, if its person may get notifications of it at this moment. */
export async function reportableBot(
  { storage }: Needs<'storage'>,
  rule: Pick<NotificationRule, 'botId' | 'userId'>,
): Promise<BotRow | undefined> {
  const bot = await storage.bots.find(rule.botId)
  if (!bot || bot.isDeleted) return undefined
  return (await stillMay(storage, rule.userId, 'results.follow', bot)) ? bot : undefined
}
