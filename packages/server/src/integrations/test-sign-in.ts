import type { CredentialsType } from '@colloquy/flow'
import { credentialsTypeOf, type IntegrationType, type OAuth } from '@colloquy/flow/integrations'
import { isProblem } from '../oauth/access-tokens.js'
import { findAccount } from '../oauth/find-account.js'
import { storedTokens } from '../oauth/stored-tokens.js'
import type { Needs } from '../service.js'
import { sentence } from '../service-calls/sentence.js'
import type { ConnectionTest } from './try-credentials.js'

interface Tested {
  workspaceId: string
  credentialsId: string
  type: IntegrationType
  auth: OAuth
}

/** Requests a new access token from the provider, and returns the name of its account. */
export async function testSignIn(
  service: Needs<'vault' | 'oauthTokens' | 'services'>,
  tested: Tested,
): Promise<ConnectionTest> {
  const { workspaceId, credentialsId, type, auth } = tested
  const stored = await service.vault.open(workspaceId, credentialsId, credentialsTypeOf(type) as CredentialsType)
  const held = stored && storedTokens(auth, stored.data as never)
  const rejected = held?.accessToken
  const opened = await service.oauthTokens.open({ ...tested, ...(rejected !== undefined && { rejected }) })
  if (!held || !opened) return failure('The stored credentials cannot be decrypted. Enter them again.')
  if (isProblem(opened)) return failure(opened.problem)
  const { label } = auth.provider
  if (held.serviceAccount) return success(`${label} accepted the service account ${held.serviceAccount.email}.`)
  const account = await findAccount(service, type, auth, opened, workspaceId)
  return isProblem(account) ? failure(account.problem) : success(`Signed in to ${label} as ${account.name}.`)
}

const success = (message: string): ConnectionTest => ({ status: 'success', message })
const failure = (reason: string): ConnectionTest => ({ status: 'failure', message: sentence(reason) })
