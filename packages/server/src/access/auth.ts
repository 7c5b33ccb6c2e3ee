import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '@colloquy/api'
import type { ApiToken, SignIn, TokenScope, User } from '@colloquy/storage'
import type { Service } from '../service.js'
import { readCookie } from './cookie.js'
import { isCsrfToken } from './csrf-token.js'

/** The caller and how they were authenticated. A login session has all rights of its user, like a token of scope `admin`. */
export type Caller = { user: User } & ({ via: 'token'; token: ApiToken } | { via: 'sign-in'; signIn: SignIn })

type Needs = Pick<Service, 'storage' | 'config' | 'secret' | 'now'>

/**
 * Authenticates a request by its bearer token, or else by the cookie of a login session, and checks the scope. The cookie alone permits
 * reading; requests that change something also need the CSRF token. Missing, malformed, unknown and expired credentials all yield the same
 * 401.
 */
export async function authenticate(
  service: Needs,
  request: Pick<IncomingMessage, 'headers' | 'method'>,
  needed: TokenScope,
): Promise<Caller> {
  const { authorization } = request.headers
  const caller =
    authorization === undefined ? await callerBySignIn(service, request) : await callerByToken(service, authorization)
  if (!caller) throw new ApiError('unauthorized')
  if (caller.via === 'token' && ranks[caller.token.scope] < ranks[needed]) throw new ApiError('insufficient_scope')
  return caller
}

/**
 * Like `authenticate`, but also admits anonymous callers: browsers without a login session, or with an expired one. A token still has to be
 * valid.
 */
export async function authenticateIfAnybody(
  service: Needs,
  request: Pick<IncomingMessage, 'headers' | 'method'>,
  needed: TokenScope,
): Promise<Caller | undefined> {
  if (request.headers.authorization !== undefined) return authenticate(service, request, needed)
  return callerBySignIn(service, request)
}

/** Returns the token with this value if it is valid at this moment. */
export async function findToken({ storage, now }: Needs, value: string): Promise<ApiToken | undefined> {
  const at = now()
  const token = await storage.tokens.findByHash(hashToken(value))
  return token && (token.expiresAt === null || token.expiresAt > at) ? token : undefined
}

/** Returns the stored form of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns the caller with the bearer token of this header; undefined if the token is not valid. */
export async function callerByToken(service: Needs, header: string): Promise<Caller | undefined> {
  const value = /^bearer +([\x21-\x7e]{1,512})$/i.exec(header)?.[1]
  const token = value === undefined ? undefined : await findToken(service, value)
  const user = token && (await service.storage.users.get(token.ownerId))
  return token && user && { user, via: 'token', token }
}

async function callerBySignIn(
  service: Needs,
  request: Pick<IncomingMessage, 'headers' | 'method'>,
): Promise<Caller | undefined> {
  const value = readCookie(service, request)
  const signIn = value === undefined ? undefined : await service.storage.signIns.findByHash(hashToken(value))
  const now = service.now()
  if (!signIn || signIn.expiresAt <= now) return undefined
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (!isReading && !isCsrfToken(service.secret, signIn, request.headers['x-csrf-token'])) return undefined
  const user = await service.storage.users.get(signIn.userId)
  if (!user) return undefined
  if (now - signIn.lastUsedAt > touchAfter) await service.storage.signIns.touch(signIn.id, now)
  return { user, via: 'sign-in', signIn }
}

/** Milliseconds. The last use of a login session is recorded to the hour. */
const touchAfter = 3_600_000

const ranks: Record<TokenScope, number> = { read: 0, write: 1, admin: 2 }
