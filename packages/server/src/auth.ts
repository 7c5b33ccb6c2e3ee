import { createHash } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { ApiToken, Storage, TokenScope, User } from '@colloquy/storage'

/** Who is asking, by a token. */
export interface Caller {
  user: User
  token: ApiToken
}

/** Finds the owner of a bearer token and checks its scope. Missing, malformed, unknown and expired are the same 401. */
export async function authenticate(
  storage: Storage,
  header: string | undefined,
  needed: TokenScope,
  now: number,
): Promise<Caller> {
  const value = /^bearer +([\x21-\x7e]{1,512})$/i.exec(header ?? '')?.[1]
  const token = value === undefined ? undefined : await storage.tokens.findByHash(hashToken(value))
  if (!token || (token.expiresAt !== null && token.expiresAt <= now)) throw new ApiError('unauthorized')
  const user = await storage.users.get(token.ownerId)
  if (!user) throw new ApiError('unauthorized')
  if (ranks[token.scope] < ranks[needed]) throw new ApiError('insufficient_scope')
  return { user, token }
}

/** What is stored of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const ranks: Record<TokenScope, number> = { read: 0, write: 1, admin: 2 }
