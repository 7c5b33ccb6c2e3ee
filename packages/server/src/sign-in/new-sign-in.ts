import { randomBytes } from 'node:crypto'
import type { SignIn, User } from '@colloquy/storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../access/auth.js'
import { writeCookie } from '../access/cookie.js'
import { newId } from '../ids.js'
import { addressOf } from '../rate-limits/client-address.js'
import type { Needs } from '../service.js'

interface From {
  request: FastifyRequest
  reply: FastifyReply
  /** Token that was exchanged for the session. */
  token?: { id: string; expiresAt: number | null }
}

/** Creates a login session for the client of a request, and sets its cookie on the reply. Store the session before sending that. */
export function newSignIn(service: Needs<'config' | 'now'>, user: User, { request, reply, token }: From): SignIn {
  const value = randomBytes(32).toString('base64url')
  const now = service.now()
  const expiresAt = Math.min(now + lifetime, token?.expiresAt ?? Number.POSITIVE_INFINITY)
  writeCookie(service, reply, value, Math.ceil((expiresAt - now) / 1000))
  return {
    id: newId(),
    userId: user.id,
    hash: hashToken(value),
    tokenId: token?.id ?? null,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    address: addressOf(service, request),
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  }
}

/** 30 days, in milliseconds. */
const lifetime = 30 * 86_400_000
