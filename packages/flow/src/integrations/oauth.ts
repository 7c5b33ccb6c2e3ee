import { get, type HttpCallOfService } from './calls.js'
import { textAt } from './read.js'

/** A server at which people sign in so that blocks may act for them (RFC 6749). */
export interface OAuthProvider {
  readonly label: string
  readonly issuer: string
  /** Address at which people sign in. */
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly revokeUrl: string
  /** The environment variable with which an operator redirects all three; the paths stay the same. */
  readonly addressSetting: string
  /** Added to the query of `authorizeUrl`. */
  readonly parameters: Readonly<Record<string, string>>
  /** The call that returns the account, and the name in its response. */
  readonly account: { readonly call: HttpCallOfService; name(body: unknown): string | undefined }
}

/** Calls carry an access token (RFC 6750) of the account that somebody signed in to. */
export interface OAuth {
  readonly kind: 'oauth'
  readonly provider: OAuthProvider
  readonly scopes: readonly string[]
  /** Names of the credential fields that hold the result of the sign-in; `expiresAt` is in milliseconds since 1970. */
  readonly names: {
    readonly accessToken: string
    readonly refreshToken: string
    readonly expiresAt: string
    readonly scope?: string
  }
  /** The environment variables with the client of the instance. Credentials may contain another one as `client`. */
  readonly clientSettings: { readonly id: string; readonly secret: string }
  /**
   * Credentials may contain `clientEmail` and `privateKey` instead, which sign a request for an access token with these scopes (RFC 7523).
   */
  readonly serviceAccount?: { readonly scopes: readonly string[] }
}

const googleScope = 'https://www.googleapis.com/auth'

/** Scopes of Google, by the ends of their names. */
export const googleScopes = (...names: readonly string[]): string[] => names.map((name) => `${googleScope}/${name}`)

export const googleApiSetting = 'GOOGLE_API_URL'

export const google: OAuthProvider = {
  label: 'Google',
  issuer: 'https://accounts.google.com',
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  addressSetting: 'GOOGLE_OAUTH_URL',
  parameters: { access_type: 'offline', prompt: 'consent' },
  account: {
    call: get(['oauth2', 'v3', 'userinfo'], { baseUrl: 'https://www.googleapis.com' }),
    name: (body) => textAt(body, 'email'),
  },
}
