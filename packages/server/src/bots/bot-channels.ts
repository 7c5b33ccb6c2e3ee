import { ApiError } from '@colloquy/api'
import { channelOfCredentials } from '@colloquy/channels'
import type { BotUpdate } from '@colloquy/flow'
import { accountIdsOf, type BotRow, channelsText } from '@colloquy/storage'
import type { Needs } from '../service.js'

/**
 * The channels that an update gives a bot; undefined if they stay as they are. Throws for credentials that the workspace does not have, or
 * that are not of a channel.
 */
export function channelsOfUpdate(
  { channels }: Needs<'channels'>,
  stored: Pick<BotRow, 'channels'>,
  update: Pick<BotUpdate, 'channels' | 'messagingCredentialsId'>,
  credentials: ReadonlyMap<string, string>,
): string | undefined {
  const ids = update.channels?.map(({ credentialsId }) => credentialsId) ?? withFirst(accountIdsOf(stored), update)
  if (ids === undefined) return undefined
  const added = [...new Set(ids)]
  if (!added.every((id) => channelOfCredentials(channels, credentials.get(id) ?? '')))
    throw new ApiError('credentials_not_found')
  return channelsText(added.map((credentialsId) => ({ credentialsId })))
}

/** The accounts as a client means them that knows only the first one. */
function withFirst(
  [first, ...others]: string[],
  { messagingCredentialsId: id }: Pick<BotUpdate, 'messagingCredentialsId'>,
): string[] | undefined {
  if (id === undefined) return undefined
  if (id === null) return []
  return id === first ? [first, ...others] : [id, ...others]
}
