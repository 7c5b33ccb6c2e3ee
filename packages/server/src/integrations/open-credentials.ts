import type { CredentialsType } from '@colloquy/flow'
import { credentialsTypeOf, type IntegrationType } from '@colloquy/flow/integrations'
import { oauthOf } from '../config/oauth-settings.js'
import { type AccessTokens, isProblem, type Problem } from '../oauth/access-tokens.js'
import { storedTokens } from '../oauth/stored-tokens.js'
import type { OpenCredentials, Vault } from '../vault/vault.js'

/** Credentials for calls to a service. */
export interface CallCredentials {
  opened: OpenCredentials
  /** Returns them with a new access token, if the service no longer accepts the current one. */
  renew?: () => Promise<CallCredentials | Problem>
}

export interface CredentialsOpener {
  vault: Vault
  oauthTokens: AccessTokens
}

/** Opens credentials of a workspace for calls to a service. Undefined if it does not have them, or they cannot be decrypted. */
export async function openForCalls(
  { vault, oauthTokens }: CredentialsOpener,
  workspaceId: string,
  type: IntegrationType,
  credentialsId: string,
): Promise<CallCredentials | Problem | undefined> {
  const auth = oauthOf(type)
  if (!auth) {
    const opened = await vault.open(workspaceId, credentialsId, credentialsTypeOf(type) as CredentialsType)
    return opened && { opened }
  }
  const read = async (rejected?: string): Promise<CallCredentials | Problem | undefined> => {
    const opened = await oauthTokens.open({
      workspaceId,
      credentialsId,
      type,
      auth,
      ...(rejected !== undefined && { rejected }),
    })
    if (!opened || isProblem(opened)) return opened
    const { accessToken } = storedTokens(auth, opened.data as never)
    return { opened, renew: async () => (await read(accessToken)) ?? { problem: 'the credentials are gone.' } }
  }
  return read()
}
