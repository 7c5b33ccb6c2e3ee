import type { MessagingAccount, OwnedAccount } from '@colloquy/ports/messaging'
import type { ContactKey } from '@colloquy/storage'
import type { Needs, Service } from '../service.js'

/** Takes the place of a credentials id: the number of the instance that previews are sent from. */
export const previewCredentials = 'preview'

/** The messaging account that a contact writes to; undefined when the credentials are gone. */
export async function accountOf(
  service: Needs<'config' | 'vault'>,
  { workspaceId, credentialsId }: Pick<ContactKey, 'workspaceId' | 'credentialsId'>,
): Promise<OwnedAccount | undefined> {
  const account =
    credentialsId === previewCredentials
      ? previewAccount(service)
      : (await service.vault.open(workspaceId, credentialsId, 'messaging'))?.data
  return account && { ...account, workspaceId }
}

export function previewAccount({ config }: Pick<Service, 'config'>): MessagingAccount | undefined {
  const { preview } = config.messaging
  if (!preview) return undefined
  const { token: systemUserAccessToken, phoneNumberId, appSecret } = preview
  return { provider: 'meta', systemUserAccessToken, phoneNumberId, appSecret }
}
