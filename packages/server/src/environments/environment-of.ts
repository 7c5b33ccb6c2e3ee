import { ApiError } from '@colloquy/api'
import type { BotRow, Environment } from '@colloquy/storage'
import type { Needs } from '../service.js'

/** Id of the environment that is the bot itself. */
export const live = 'live'

/** The environment of a bot with an id; undefined for `live`. Throws `environment_not_found`. */
export async function environmentOf(
  { storage }: Needs<'storage'>,
  bot: BotRow,
  id: string,
): Promise<Environment | undefined> {
  if (id === live) return undefined
  const found = (await storage.environments.list(bot.workspaceId, bot.id)).find((environment) => environment.id === id)
  if (!found) throw new ApiError('environment_not_found')
  return found
}
