import { createHash } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { CredentialsData, CredentialsType } from '@colloquy/flow'
import { credentialsTypeOf, type IntegrationType, type OAuth } from '@colloquy/flow/integrations'
import { admitToWorkspace } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import { type OAuthClient, oauthOf, providerUrl } from '../config/oauth-settings.js'
import { newId } from '../ids.js'
import type { Needs } from '../service.js'
import { sentence } from '../service-calls/sentence.js'
import { isProblem, type Problem } from './access-tokens.js'
import { findAccount } from './find-account.js'
import { loadOAuth } from './load-oauth.js'
import { storedTokens, type Tokens, withTokens } from './stored-tokens.js'

/** Path of the OAuth redirect URL, below the address of the instance. */
export const callbackPath = '/api/v1/oauth/callback'

interface Beginning {
  type: IntegrationType
  workspaceId: string
  /** Name of the new credentials; by default that of the account. */
  name?: string
  /** The author's own client; by default that of the instance. */
  client?: OAuthClient
  /** Existing credentials to authorize again. */
  credentialsId?: string
  /** Address of the instance, without a trailing slash. */
  ownUrl: string
}

/** State that is stored, encrypted, until the user comes back. */
interface Pending extends Pick<Beginning, 'type' | 'name' | 'credentialsId'> {
  client: OAuthClient
  ownsClient: boolean
  verifier: string
  redirectUrl: string
}

/** Outcome of an authorization, as reported to the page that waits for it. */
export type SignInOutcome = { id: string } & ({ credentialsId: string } | Problem)

const minutes = 10
/** Maximum number of pending authorizations of one user. */
const maxPending = 20

/** Starts an authorization at a provider. Returns the address to open, and the id of the authorization. */
export async function beginSignIn(
  service: Needs<'storage' | 'config' | 'vault' | 'now'>,
  caller: Caller,
  beginning: Beginning,
) {
  const { type, workspaceId, name, credentialsId, ownUrl } = beginning
  const auth = oauthOf(type)
  const kept = credentialsId === undefined ? undefined : await keptClient(service, beginning)
  const own = beginning.client ?? kept
  const client = own ?? service.config.oauth.clients[type]
  if (!auth || !client) throw new ApiError('oauth_client_missing')
  const oauth = await loadOAuth()
  const state = oauth.generateRandomState()
  const verifier = oauth.generateRandomCodeVerifier()
  const id = hashOf(state)
  const redirectUrl = `${ownUrl}${callbackPath}`
  const pending: Pending = {
    type,
    client,
    ownsClient: own !== undefined,
    verifier,
    redirectUrl,
    ...(name !== undefined && { name }),
    ...(credentialsId !== undefined && { credentialsId }),
  }
  const now = service.now()
  const sealed = service.vault.sealText(ownerOf(workspaceId, id), JSON.stringify(pending))
  const signInId = caller.via === 'sign-in' ? caller.signIn.id : null
  const row = { hash: id, workspaceId, userId: caller.user.id, signInId, sealed, createdAt: now }
  await service.storage.oauthSignIns.create({ ...row, expiresAt: now + minutes * 60_000 }, maxPending)
  const url = new URL(providerUrl(auth.provider, auth.provider.authorizeUrl, service.config.oauth))
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUrl,
    scope: auth.scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...auth.provider.parameters,
  }
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
  return { id, url: url.href }
}

/** Returns the author's own client of stored credentials. Throws when the workspace has no such credentials of this type. */
async function keptClient(
  { storage, vault }: Needs<'storage' | 'vault'>,
  { workspaceId, type, credentialsId = '' }: Beginning,
) {
  const row = await storage.credentials.get(workspaceId, credentialsId)
  const auth = oauthOf(type)
  if (!auth || row?.type !== credentialsTypeOf(type)) throw new ApiError('credentials_not_found')
  const opened = vault.openRow(row)
  return opened && storedTokens(auth, opened.data as never).client
}

/** Completes an authorization with the parameters that the provider sent the user back with. */
export async function endSignIn(
  service: Needs<'storage' | 'vault' | 'tokenEndpoint' | 'services' | 'now'>,
  caller: Caller | undefined,
  answer: URLSearchParams,
): Promise<SignInOutcome> {
  const state = answer.get('state') ?? ''
  const id = hashOf(state)
  if (caller?.via !== 'sign-in') return { id, problem: 'Your login session has ended. Log in, then try again.' }
  const row = await service.storage.oauthSignIns.take(id, service.now())
  if (!row) return { id, problem: `This sign-in was used already, or is older than ${minutes} minutes. Try again.` }
  if (row.userId !== caller.user.id || (row.signInId ?? caller.signIn.id) !== caller.signIn.id)
    return { id, problem: 'This sign-in began in another browser or account. Try again here.' }
  if (!(await mayWrite(service, caller, row.workspaceId)))
    return { id, problem: 'Your role does not allow this any more. Nothing was changed.' }
  const text = service.vault.openText(ownerOf(row.workspaceId, id), row.sealed)
  const pending: Pending | undefined = text === undefined ? undefined : JSON.parse(text)
  const auth = pending && oauthOf(pending.type)
  if (!auth) return { id, problem: 'The stored state of this sign-in cannot be decrypted. Try again.' }
  if (answer.get('error') === 'access_denied')
    return { id, problem: `Access was denied at ${auth.provider.label}. Nothing was changed.` }
  const { client, verifier, redirectUrl } = pending
  const owner = { workspaceId: row.workspaceId }
  const given = await service.tokenEndpoint.exchange(auth, { client, answer, state, verifier, redirectUrl }, owner)
  if (given.kind !== 'tokens') return { id, problem: sentence(given.reason) }
  const lacking = whatIsLacking(auth, given.tokens)
  if (lacking !== undefined) return { id, problem: lacking }
  const stored = await store(service, auth, pending, given.tokens, row.workspaceId)
  return isProblem(stored) ? { id, problem: sentence(stored.problem) } : { id, ...stored }
}

/** The role may have changed since the authorization started. */
async function mayWrite({ storage }: Needs<'storage'>, caller: Caller, workspaceId: string): Promise<boolean> {
  try {
    await admitToWorkspace(storage, caller, 'credentials.manage', workspaceId)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Returns the reason why tokens are insufficient. */
function whatIsLacking({ provider: { label }, scopes }: OAuth, { refreshToken, scope }: Tokens): string | undefined {
  if (refreshToken === undefined)
    return `${label} gave no lasting access. Remove this app from the account's connections, then sign in again.`
  const granted = scope?.split(' ')
  const missing = granted && scopes.filter((it) => !granted.includes(it))
  if (!missing?.length) return undefined
  const names = missing.map((it) => it.split('/').at(-1)).join(', ')
  return `Some access was not granted: ${names}. Sign in again and tick all boxes.`
}

async function store(
  service: Needs<'storage' | 'vault' | 'services' | 'now'>,
  auth: OAuth,
  { type, name, credentialsId, client, ownsClient }: Pending,
  tokens: Tokens,
  workspaceId: string,
): Promise<{ credentialsId: string } | Problem> {
  const credentialsType = credentialsTypeOf(type) as CredentialsType
  const kept =
    credentialsId === undefined ? undefined : await service.storage.credentials.get(workspaceId, credentialsId)
  if (credentialsId !== undefined && kept?.type !== credentialsType) return { problem: 'the credentials are gone.' }
  const data = withTokens(auth, ownsClient ? { client } : {}, tokens) as CredentialsData
  const secretOwner = { workspaceId, id: kept?.id ?? newId(), type: credentialsType }
  const sealed = service.vault.seal(secretOwner, data, [])
  const account = await findAccount(
    service,
    type,
    auth,
    { data, allowedHosts: JSON.parse(sealed.allowedHosts) },
    workspaceId,
  )
  if (isProblem(account)) return account
  const now = service.now()
  if (kept) {
    await service.storage.credentials.update(workspaceId, kept.id, { ...sealed, needsSignIn: false }, now)
  } else {
    const row = {
      ...secretOwner,
      ...sealed,
      name: name ?? account.name,
      needsSignIn: false,
      createdAt: now,
      updatedAt: now,
    }
    await service.storage.credentials.create(row)
  }
  return { credentialsId: secretOwner.id }
}

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex')
const ownerOf = (workspaceId: string, id: string) => ({ workspaceId, id, type: 'oauth sign-in' })
