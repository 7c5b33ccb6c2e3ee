import { createHash } from 'node:crypto'
import type { OAuth, OAuthProvider } from '@colloquy/flow/integrations'
import { type EgressPort, egressFetch, NoResponseError } from '@colloquy/ports/egress'
import type { Owner } from '@colloquy/ports/shares'
import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi'
import { type OAuthClient, type OAuthConfig, providerUrl } from '../config/oauth-settings.js'
import { RecentAnswers } from '../process/recent-answers.js'
import { jsonWebToken } from '../service-calls/json-web-token.js'
import { type OAuthLibrary as Library, loadOAuth } from './load-oauth.js'
import { problemOfServiceAccountKey, readServiceAccountKey, signRs256 } from './service-account-key.js'
import type { StoredTokens, Tokens } from './stored-tokens.js'

declare module '../service.js' {
  interface Service {
    /** Requests access tokens from providers. */
    readonly tokenEndpoint: TokenEndpoint
  }
}

/** Outcome of a token request. `refused`: only a new authorization helps. A `reason` is for people and contains no secret. */
export type TokenResponse =
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  | { readonly kind: 'refused' | 'failed'; readonly reason: string }

export interface TokenPorts {
  /** For the default addresses of providers. */
  readonly egress: EgressPort
  /** For addresses that the operator chose. */
  readonly providers: EgressPort
}

export interface Exchange {
  readonly client: OAuthClient
  /** Parameters that the provider sent the user back with. */
  readonly answer: URLSearchParams
  readonly state: string
  readonly verifier: string
  readonly redirectUrl: string
}

const seconds = 10
/** Seconds for which a private key that does not sign is not tried again. */
const badKeySeconds = 60

/** Requests tokens from providers through the egress client. Never rejects because of external failures. */
export class TokenEndpoint {
  readonly #ports: TokenPorts
  readonly #config: OAuthConfig
  readonly #now: () => number
  /** Problems of private keys, by their hash. */
  readonly #badKeys = new RecentAnswers<string>(1_000)

  constructor(ports: TokenPorts, config: OAuthConfig, now: () => number) {
    this.#ports = ports
    this.#config = config
    this.#now = now
  }

  /** Exchanges the authorization code for tokens. */
  exchange({ provider }: OAuth, { client, answer, state, verifier, redirectUrl }: Exchange, owner: Owner) {
    return this.#ask(provider, [client.secret, verifier], async (oauth, server) => {
      const known = { client_id: client.id }
      const code = oauth.validateAuthResponse(server, known, answer, state)
      const auth = oauth.ClientSecretPost(client.secret)
      const options = this.#options(oauth, provider, owner)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        known,
        auth,
        code,
        redirectUrl,
        verifier,
        options,
      )
      return oauth.processAuthorizationCodeResponse(server, known, response)
    })
  }

  /** Gets a new access token for a refresh token. */
  refresh({ provider }: OAuth, client: OAuthClient, refreshToken: string, owner: Owner) {
    return this.#ask(provider, [client.secret, refreshToken], async (oauth, server) => {
      const known = { client_id: client.id }
      const auth = oauth.ClientSecretPost(client.secret)
      const options = this.#options(oauth, provider, owner)
      const response = await oauth.refreshTokenGrantRequest(server, known, auth, refreshToken, options)
      return oauth.processRefreshTokenResponse(server, known, response)
    })
  }

  /** Gets an access token for an assertion that a service account signed (RFC 7523). */
  async assert(
    { provider, serviceAccount }: OAuth,
    account: NonNullable<StoredTokens['serviceAccount']>,
    owner: Owner,
  ): Promise<TokenResponse> {
    const hash = createHash('sha256').update(account.privateKey).digest('base64')
    const problem = this.#badKeys.get(hash, badKeySeconds) ?? (await problemOfServiceAccountKey(account.privateKey))
    if (problem !== undefined) {
      this.#badKeys.keep(hash, problem)
      return { kind: 'failed', reason: `the private key is ${problem}` }
    }
    return this.#ask(provider, [account.privateKey], async (oauth, server) => {
      const known = { client_id: account.email }
      const assertion = await signedAssertion(account, provider.tokenUrl, serviceAccount?.scopes ?? [], this.#now())
      const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
      const response = await oauth.genericTokenEndpointRequest(
        server,
        known,
        oauth.None(),
        grant,
        { assertion },
        this.#options(oauth, provider, owner),
      )
      return oauth.processGenericTokenEndpointResponse(server, known, response)
    })
  }

  /** Revokes a refresh token at the provider; failures are ignored. */
  async revoke({ provider }: OAuth, refreshToken: string, owner: Owner): Promise<void> {
    await this.#send(provider, owner)(providerUrl(provider, provider.revokeUrl, this.#config), {
      method: 'POST',
      body: new URLSearchParams({ token: refreshToken }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }).catch(() => undefined)
  }

  async #ask(
    provider: OAuthProvider,
    secrets: readonly string[],
    ask: (oauth: Library, server: AuthorizationServer) => Promise<TokenEndpointResponse>,
  ): Promise<TokenResponse> {
    const oauth = await loadOAuth()
    try {
      const tokenUrl = providerUrl(provider, provider.tokenUrl, this.#config)
      const answer = await ask(oauth, { issuer: provider.issuer, token_endpoint: tokenUrl })
      const { access_token: accessToken, expires_in: lifetime = 3_600, refresh_token: refreshToken, scope } = answer
      const expiresAt = this.#now() + lifetime * 1_000
      return {
        kind: 'tokens',
        tokens: { accessToken, expiresAt, ...(refreshToken && { refreshToken }), ...(scope && { scope }) },
      }
    } catch (error) {
      return failure(oauth, error, provider, secrets)
    }
  }

  #options(oauth: Library, provider: OAuthProvider, owner: Owner) {
    return {
      [oauth.customFetch]: this.#send(provider, owner),
      // Only an operator may choose an address without TLS.
      [oauth.allowInsecureRequests]: providerUrl(provider, provider.tokenUrl, this.#config).startsWith('http:'),
    }
  }

  #send({ addressSetting }: OAuthProvider, owner: Owner) {
    const port = this.#config.addresses[addressSetting] === undefined ? this.#ports.egress : this.#ports.providers
    return egressFetch((request) => port.send({ ...request, owner, timeoutSeconds: seconds, maxBytes: 100_000 }))
  }
}

/** Returns an assertion signed by a service account, valid for an hour (RS256). `now` in milliseconds. */
async function signedAssertion(
  { email, privateKey }: NonNullable<StoredTokens['serviceAccount']>,
  audience: string,
  scopes: readonly string[],
  now: number,
): Promise<string> {
  const claims = { iss: email, scope: scopes.join(' '), aud: audience }
  const key = readServiceAccountKey(privateKey)
  if ('problem' in key) throw new Error(`The private key is ${key.problem}`)
  return jsonWebToken({ alg: 'RS256' }, claims, { seconds: 3_600, now }, (text) => signRs256(key, text))
}

function failure(oauth: Library, error: unknown, { label }: OAuthProvider, secrets: readonly string[]): TokenResponse {
  if (error instanceof oauth.ResponseBodyError) {
    const { error: code, error_description: description } = error
    const said = [code, description].filter(Boolean).join(': ').slice(0, 300)
    const reason = secrets.reduce((text, secret) => text.replaceAll(secret, '•••'), said)
    return { kind: code === 'invalid_grant' ? 'refused' : 'failed', reason: `${label} answered "${reason}".` }
  }
  if (error instanceof oauth.AuthorizationResponseError)
    return { kind: 'refused', reason: `${label} answered "${error.error}".` }
  if (error instanceof NoResponseError)
    return { kind: 'failed', reason: `${label} did not answer. ${whyNot(error.response)}` }
  return { kind: 'failed', reason: `${label} gave an answer that is not understood.` }
}

const whyNot = (answer: NoResponseError['response']): string =>
  answer.kind === 'refused' || answer.kind === 'failed' ? answer.reason : `The call ended: ${answer.kind}.`
