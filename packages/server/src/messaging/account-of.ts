import { channelOfCredentials } from '@colloquy/channels'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { ContactKey } from '@colloquy/storage'
import type { Needs, Service } from '../service.js'

/** Takes the place of a credentials id: the account of the instance that previews are sent from. */
export const previewCredentials = 'preview'

/** The account of a channel that a contact writes to; undefined when the credentials are gone. */
export async function accountOf(
  service: Needs<'config' | 'storage' | 'channels' | 'vault'>,
  { workspaceId, credentialsId }: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
): Promise<ChannelAccount | undefined> {
  if (credentialsId === previewCredentials) return previewAccount(service, workspaceId)
  const row = await service.storage.credentials.get(workspaceId, credentialsId)
  const channel = row && channelOfCredentials(service.channels, row.type)
  const opened = channel && service.vault.openRow(row)
  return opened && { channel, data: opened.data as ChannelAccount['data'], workspaceId }
}

/** The account of the instance, with the workspace on whose behalf a preview is shown. */
export function previewAccount({ config }: Pick<Service, 'config'>, workspaceId: string): ChannelAccount | undefined {
  const { preview } = config
  return preview && { channel: preview.channel, data: preview.data, workspaceId }
}
