import { integrationOfCredentials } from '@colloquy/flow/integrations'
import type { CredentialsRow } from '@colloquy/storage'
import { oauthOf } from '../config/oauth-settings.js'
import type { Service } from '../service.js'
import { storedTokens } from './stored-tokens.js'

/** Revokes the tokens of deleted credentials at the provider, in the background. */
export function revokeTokens({ vault, tokenEndpoint }: Pick<Service, 'vault' | 'tokenEndpoint'>, row: CredentialsRow) {
  const type = integrationOfCredentials(row.type)
  const auth = type && oauthOf(type)
  const opened = auth && vault.openRow(row)
  const refreshToken = opened && storedTokens(auth, opened.data as never).refreshToken
  if (refreshToken) void tokenEndpoint.revoke(auth, refreshToken, { workspaceId: row.workspaceId })
}
