import type { OAuth } from '@colloquy/flow/integrations'
import type { OAuthClient } from '../config/oauth-settings.js'
import type { CredentialsFields } from '../service-calls/authenticate.js'

/** Tokens from a provider. `expiresAt` is in milliseconds since 1970. */
export interface Tokens {
  readonly accessToken: string
  readonly expiresAt: number
  /** A new one that replaces the previous one. */
  readonly refreshToken?: string
  /** Granted scopes, separated by spaces. */
  readonly scope?: string
}

/** Contents of credentials that authenticate calls. */
export interface StoredTokens {
  readonly accessToken?: string
  readonly refreshToken?: string
  readonly expiresAt: number
  /** The author's own client. */
  readonly client?: OAuthClient
  readonly serviceAccount?: { readonly email: string; readonly privateKey: string }
}

export function storedTokens({ names, serviceAccount }: OAuth, data: CredentialsFields): StoredTokens {
  const accessToken = textOf(data[names.accessToken])
  const refreshToken = textOf(data[names.refreshToken])
  const expiresAt = data[names.expiresAt]
  const { id, secret } = (data.client ?? {}) as Partial<Record<'id' | 'secret', unknown>>
  const email = textOf(data.clientEmail)
  const privateKey = textOf(data.privateKey)
  return {
    expiresAt: typeof expiresAt === 'number' ? expiresAt : 0,
    ...(accessToken !== undefined && { accessToken }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(typeof id === 'string' && typeof secret === 'string' && { client: { id, secret } }),
    ...(serviceAccount && email !== undefined && privateKey !== undefined && { serviceAccount: { email, privateKey } }),
  }
}

/** Returns the data of credentials with new tokens; keeps the values for which none are given. */
export function withTokens<D extends object>({ names }: OAuth, data: D, tokens: Tokens): D {
  return {
    ...data,
    [names.accessToken]: tokens.accessToken,
    [names.expiresAt]: tokens.expiresAt,
    ...(tokens.refreshToken !== undefined && { [names.refreshToken]: tokens.refreshToken }),
    ...(names.scope !== undefined && tokens.scope !== undefined && { [names.scope]: tokens.scope }),
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
