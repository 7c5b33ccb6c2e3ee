import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { AccountLink } from '@colloquy/storage'
import { hashToken } from '../access/auth.js'
import { newId } from '../ids.js'
import type { Needs } from '../service.js'

/** Creates a one-time account link to store, and the fragment of its URL, which is not stored anywhere. */
export function newAccountLink(service: Needs<'now'>, of: Pick<AccountLink, 'userId' | 'kind' | 'email'>) {
  const token = randomBytes(32).toString('base64url')
  const now = service.now()
  const link: AccountLink = { id: newId(), ...of, hash: hashToken(token), createdAt: now, expiresAt: now + lifetime }
  return { link, fragment: `${of.kind}-link=${token}` }
}

/** Finds a presented link, if it is valid now. */
export async function findAccountLink(
  service: Needs<'storage' | 'now'>,
  token: string,
  kind: AccountLink['kind'],
): Promise<AccountLink> {
  const link = await service.storage.accountLinks.findByHash(hashToken(token))
  if (link?.kind !== kind || link.expiresAt <= service.now()) throw new ApiError('account_link_not_found')
  return link
}

/** An hour, in milliseconds. */
const lifetime = 3_600_000
