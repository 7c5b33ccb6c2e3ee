import type { Flow } from '@colloquy/flow'
import type { BotRow, Storage } from '@colloquy/storage'
import { flowOf } from './flow-of.js'

/** The flow that visitors go through, or the draft of a bot that is not published. */
export async function shownFlow(storage: Storage, bot: BotRow): Promise<Flow> {
  const release = bot.publishedReleaseId === null ? undefined : await storage.releases.get(bot.publishedReleaseId)
  return flowOf(release ?? bot)
}
