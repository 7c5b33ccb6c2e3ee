import type { MessagingAccount, OwnedAccount } from '@colloquy/ports/messaging'
import type { CorrespondentKey } from '@colloquy/storage'
import type { Service } from '../service.js'

/** In place of the id of credentials: the number of the instance from which previews are shown. */
export const previewCredentials = 'preview'

/** Who a correspondent writes to; undefined when the credentials are gone. */
export async function accountOf(
  service: Service,
  { workspaceId, credentialsId }: Pick<CorrespondentKey, 'workspaceId' | 'credentialsId'>,
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
