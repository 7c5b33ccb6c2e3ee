import type { Flow } from '@colloquy/flow'
import type { BotRow, Storage } from '@colloquy/storage'
import { flowOf } from './flow-of.js'

/** Returns the flow that visitors see, or the draft of an unpublished bot. */
export async function shownFlow(storage: Storage, bot: BotRow): Promise<Flow> {
  const release = bot.publishedReleaseId === null ? undefined : await storage.releases.get(bot.publishedReleaseId)
  return flowOf(release ?? bot)
}
