import { type ChannelDefinition, channelOfCredentials } from '@colloquy/channels'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { ContactKey, CredentialsRow } from '@colloquy/storage'
import type { Needs, Service } from '../service.js'

/** Takes the place of a credentials id: the account of the instance that previews are sent from. */
export const previewCredentials = 'preview'

/** The account of a channel that a contact writes to; undefined when the credentials are gone. */
export async function accountOf(
  service: Needs<'config' | 'storage' | 'channels' | 'vault'>,
  { workspaceId, credentialsId }: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
): Promise<ChannelAccount | undefined> {
  if (credentialsId === previewCredentials) return previewAccount(service, workspaceId)
  const found = await channelOfAccount(service, { workspaceId, credentialsId })
  const opened = found && service.vault.openRow(found.row)
  return opened && { channel: found.channel, data: opened.data as ChannelAccount['data'], workspaceId }
}

/** The channel of an account, with its closed credentials; undefined if they are gone, or not those of a channel. */
export async function channelOfAccount(
  { storage, channels }: Needs<'storage' | 'channels'>,
  { workspaceId, credentialsId }: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
): Promise<{ channel: ChannelDefinition; row: CredentialsRow } | undefined> {
  const row = await storage.credentials.get(workspaceId, credentialsId)
  const channel = row && channelOfCredentials(channels, row.type)
  return channel && { channel, row }
}

/** The account of the instance, with the workspace on whose behalf a preview is shown. */
export function previewAccount({ config }: Pick<Service, 'config'>, workspaceId: string): ChannelAccount | undefined {
  const { preview } = config
  return preview && { channel: preview.channel, data: preview.data, workspaceId }
}
