import type { CredentialsType } from '@colloquy/flow'
import { credentialsTypeOf, type IntegrationType } from '@colloquy/flow/integrations'
import { type AccessTokens, isProblem, type Problem } from '../oauth/access-tokens.js'
import { heldTokens } from '../oauth/held-tokens.js'
import { oauthOf } from '../oauth/oauth-settings.js'
import type { OpenCredentials, Vault } from '../vault/vault.js'

/** Credentials as calls to a service take them. */
export interface CallCredentials {
  opened: OpenCredentials
  /** Those with a new access token, for when the service no longer takes the one at hand. */
  renew?: () => Promise<CallCredentials | Problem>
}

export interface CredentialsOpener {
  vault: Vault
  tokens: AccessTokens
}

/** Opens credentials of a workspace for calls to a service. Undefined when it has no such credentials, or they do not open. */
export async function openForCalls(
  { vault, tokens }: CredentialsOpener,
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
    const opened = await tokens.open({
      workspaceId,
      credentialsId,
      type,
      auth,
      ...(rejected !== undefined && { rejected }),
    })
    if (!opened || isProblem(opened)) return opened
    const { accessToken } = heldTokens(auth, opened.data as never)
    return { opened, renew: async () => (await read(accessToken)) ?? { problem: 'the credentials are gone.' } }
  }
  return read()
}
