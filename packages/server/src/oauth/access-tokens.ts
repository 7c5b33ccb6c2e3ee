import { setTimeout as sleep } from 'node:timers/promises'
import type { CredentialsData, CredentialsType } from '@colloquy/flow'
import { credentialsTypeOf, type IntegrationType, type OAuth } from '@colloquy/flow/integrations'
import type { CredentialsRow, CredentialsStore } from '@colloquy/storage'
import type { OAuthConfig } from '../config/oauth-settings.js'
import type { Metrics } from '../observability/metrics.js'
import type { OpenCredentials, Vault } from '../vault/vault.js'
import { storedTokens, type Tokens, withTokens } from './stored-tokens.js'
import type { TokenEndpoint, TokenResponse } from './token-endpoint.js'

declare module '../service.js' {
  interface Service {
    /** Access tokens of credentials that people signed in for. */
    readonly oauthTokens: AccessTokens
  }
}

/** Reason, for the author, why credentials cannot be used. */
export interface Problem {
  readonly problem: string
}

export const isProblem = (value: object): value is Problem => 'problem' in value

interface AccessTokensOptions {
  store: Pick<CredentialsStore, 'get' | 'claimRefresh' | 'endRefresh'>
  vault: Pick<Vault, 'openRow' | 'seal'>
  endpoint: TokenEndpoint
  config: OAuthConfig
  metrics: Pick<Metrics, 'oauthRefresh'>
  now: () => number
}

interface Wanted {
  workspaceId: string
  credentialsId: string
  type: IntegrationType
  auth: OAuth
  /** An access token that the service no longer accepts. */
  rejected?: string
}

/** Minimum remaining validity of a token, in milliseconds. */
const early = 60_000
/** Milliseconds for which one process may refresh: longer than the provider's time limit. */
const lease = 20_000

/**
 * Opens credentials with an access token that is valid for at least another minute. Each credentials are refreshed by one caller at a time,
 * even when several processes share a database, as a provider may accept a refresh token only once.
 */
export class AccessTokens {
  readonly #options: AccessTokensOptions
  readonly #running = new Map<string, Promise<OpenCredentials | Problem | undefined>>()

  constructor(options: AccessTokensOptions) {
    this.#options = options
  }

  /** Undefined when the workspace has no such credentials, or they cannot be decrypted. */
  async open(wanted: Wanted): Promise<OpenCredentials | Problem | undefined> {
    const read = await this.#read(wanted)
    if (!read || isProblem(read) || read.isGood) return read && (isProblem(read) ? read : read.opened)
    const running = this.#running.get(wanted.credentialsId)
    if (running) return running
    const renewing = this.#renew(wanted).finally(() => this.#running.delete(wanted.credentialsId))
    this.#running.set(wanted.credentialsId, renewing)
    return renewing
  }

  async #read({ workspaceId, credentialsId, type, auth, rejected }: Wanted) {
    const { store, vault, now } = this.#options
    const row = await store.get(workspaceId, credentialsId)
    const opened = row?.type === credentialsTypeOf(type) ? vault.openRow(row) : undefined
    if (!row || !opened) return undefined
    if (row.needsSignIn) return signInAgain(auth)
    const { accessToken, expiresAt } = storedTokens(auth, opened.data as never)
    const isGood = accessToken !== undefined && accessToken !== rejected && expiresAt > now() + early
    return { row, opened, isGood }
  }

  /** Refreshes, or waits for the process that is refreshing. */
  async #renew(wanted: Wanted): Promise<OpenCredentials | Problem | undefined> {
    const { store, now } = this.#options
    const end = performance.now() + lease
    for (;;) {
      const read = await this.#read(wanted)
      if (!read || isProblem(read)) return read
      if (read.isGood) return read.opened
      const at = now()
      if (await store.claimRefresh(read.row, at + lease, at)) return this.#refresh(wanted, read.row, read.opened)
      if (performance.now() > end) return { problem: `${wanted.auth.provider.label} is slow: try again later.` }
      await sleep(100)
    }
  }

  async #refresh(wanted: Wanted, row: CredentialsRow, opened: OpenCredentials): Promise<OpenCredentials | Problem> {
    const { store, metrics } = this.#options
    const answer = await this.#ask(wanted, opened)
    metrics.oauthRefresh(wanted.type, answer.kind)
    switch (answer.kind) {
      case 'tokens':
        return this.#keep(wanted, row, opened, answer.tokens)
      case 'refused':
        await store.endRefresh(row, { needsSignIn: true })
        return signInAgain(wanted.auth)
      case 'failed':
        await store.endRefresh(row, {})
        return { problem: `no access token could be had: ${answer.reason}` }
    }
  }

  async #ask({ workspaceId, type, auth }: Wanted, { data }: OpenCredentials): Promise<TokenResponse> {
    const { endpoint, config } = this.#options
    const held = storedTokens(auth, data as never)
    const owner = { workspaceId }
    if (held.serviceAccount) return endpoint.assert(auth, held.serviceAccount, owner)
    if (held.refreshToken === undefined) return { kind: 'refused', reason: 'there is no refresh token.' }
    const client = held.client ?? config.clients[type]
    if (!client) return { kind: 'failed', reason: missingClient(auth) }
    return endpoint.refresh(auth, client, held.refreshToken, owner)
  }

  /** Stores new tokens, also if the credentials were re-encrypted meanwhile, but not if they were replaced. */
  async #keep(
    { auth }: Wanted,
    row: CredentialsRow,
    opened: OpenCredentials,
    tokens: Tokens,
  ): Promise<OpenCredentials> {
    const { store, vault } = this.#options
    const data = withTokens(auth, opened.data, tokens)
    const { keyId, ciphertext } = vault.seal(
      { ...row, type: row.type as CredentialsType },
      data as CredentialsData,
      opened.allowedHosts,
    )
    const renewed = { data, allowedHosts: opened.allowedHosts }
    if (await store.endRefresh(row, { keyId, ciphertext, needsSignIn: false })) return renewed
    const now = await store.get(row.workspaceId, row.id)
    const nowOpened = now && vault.openRow(now)
    if (!now || !nowOpened) return renewed
    if (JSON.stringify(nowOpened.data) !== JSON.stringify(opened.data)) return nowOpened
    await store.endRefresh(now, { keyId, ciphertext, needsSignIn: false })
    return renewed
  }
}

const signInAgain = ({ provider }: OAuth): Problem => ({
  problem: `${provider.label} no longer accepts these credentials: somebody has to sign in again.`,
})

const missingClient = ({ clientSettings }: OAuth): string =>
  `the instance has no client: its operator sets ${clientSettings.id} and ${clientSettings.secret}.`
