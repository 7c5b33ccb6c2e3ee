import { createHmac } from 'node:crypto'
import type { Credentials, ServiceOutcome, SignCall } from '@colloquy/flow/integrations'
import type { OpenCredentials } from '../vault/vault.js'
import type { CredentialsFields } from './authenticate.js'
import { jsonWebToken } from './json-web-token.js'

/** Signs claims as a JSON Web Token (RFC 7519, HS256) with the key of the credentials. `now` in milliseconds. */
export async function signToken(
  { claims, seconds }: SignCall,
  { auth }: Credentials,
  opened: OpenCredentials | undefined,
  now: number,
): Promise<ServiceOutcome> {
  const data: CredentialsFields = opened?.data ?? {}
  const keyId = auth.kind === 'signature' ? data[auth.keyId] : undefined
  const secret = auth.kind === 'signature' ? data[auth.secret] : undefined
  if (typeof keyId !== 'string' || typeof secret !== 'string' || keyId === '' || secret === '') {
    return { answer: 'refused', reason: 'its credentials hold no signing key.' }
  }
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  return { answer: 'signed', token: await jsonWebToken({ alg: 'HS256', kid: keyId }, claims, { seconds, now }, sign) }
}
