import { ApiError } from '@colloquy/api'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/auth.js'
import { networkOf } from '../rate-limits/network-of.js'
import type { Needs } from '../service.js'
import { isProvenByToken } from './is-proven-by-token.js'
import { isPassword } from './password.js'

interface Proof {
  /** The email address, as given or as stored. */
  email: string
  /** Undefined when no account has the address. */
  userId: string | undefined
  password: string
}

/**
 * Returns true for the right password. Throws a `LimitExceeded` after too many wrong ones, in the same way for accounts that do not exist.
 */
export function provePassword(
  service: Needs<'storage' | 'rates'>,
  request: FastifyRequest,
  { email, userId, password }: Proof,
): Promise<boolean> {
  const { passwords, signIns } = service.storage
  return service.rates.attempt(email.toLowerCase(), request, {
    isRight: async () => isPassword(userId === undefined ? undefined : await passwords.get(userId), password),
    async isKnownNetwork({ near }) {
      const open = userId === undefined ? [] : await signIns.list(userId)
      return open.some(({ address }) => networkOf(address).near === near)
    },
  })
}

/** Throws unless the caller may change how they sign in: with a token, without a password so far, or by giving the current one. */
export async function proveAccount(
  service: Needs<'storage' | 'rates'>,
  request: FastifyRequest,
  caller: Caller,
  password = '',
): Promise<void> {
  const { id, email } = caller.user
  if (isProvenByToken(caller) || (await service.storage.passwords.get(id)) === undefined) return
  const isProven = await provePassword(service, request, { email: email ?? id, userId: id, password })
  if (!isProven) throw new ApiError('wrong_password')
}
