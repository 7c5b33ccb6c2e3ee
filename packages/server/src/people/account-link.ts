import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { AccountLink } from '@colloquy/storage'
import { hashToken } from '../access/auth.js'
import { newId } from '../ids.js'
import type { Service } from '../service.js'

/** A one-time account link as it is stored, and the part of its address behind the `#`, which is stored nowhere. */
export function newAccountLink(service: Service, of: Pick<AccountLink, 'userId' | 'kind' | 'email'>) {
  const token = randomBytes(32).toString('base64url')
  const now = service.now()
  const link: AccountLink = { id: newId(), ...of, hash: hashToken(token), createdAt: now, expiresAt: now + lifetime }
  return { link, fragment: `${of.kind}-link=${token}` }
}

/** The link that somebody brought, if it is good at this moment. */
export async function findAccountLink(
  service: Service,
  token: string,
  kind: AccountLink['kind'],
): Promise<AccountLink> {
  const link = await service.storage.accountLinks.findByHash(hashToken(token))
  if (link?.kind !== kind || link.expiresAt <= service.now()) throw new ApiError('account_link_not_found')
  return link
}

/** An hour, in milliseconds. */
const lifetime = 3_600_000
