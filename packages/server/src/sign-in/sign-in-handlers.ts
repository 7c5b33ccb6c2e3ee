import { ApiError } from '@colloquy/api'
import type { ApiToken, SignIn, User } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { findToken } from '../access/auth.js'
import { writeCookie } from '../access/cookie.js'
import { csrfToken } from '../access/csrf-token.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { emailsComments, preferencesOf } from '../mail/preferences.js'
import { mailsLinks } from '../mail/send-link.js'
import type { Needs } from '../service.js'
import { newSignIn } from './new-sign-in.js'
import { hashPassword } from './password.js'
import { proveAccount, provePassword } from './prove-password.js'

type SignInHandlers = Handlers<'signIn' | 'getSignIn' | 'signOut' | 'listSignIns' | 'deleteSignIn' | 'setPassword'>

export const signInHandlers: SignInHandlers = {
  async signIn(service, { body, request, reply }) {
    const token = 'token' in body ? await exchangeable(service, body.token) : undefined
    const user = 'token' in body ? await ownerOf(service, token) : await userOf(service, request, body)
    if (!user) throw new ApiError('sign_in_failed')
    const signIn = newSignIn(service, user, { request, reply, ...(token && { token }) })
    const document = await signInDocument(service, user, signIn)
    await service.storage.signIns.create(signIn)
    return document
  },

  async getSignIn(service, { caller }) {
    return signInDocument(service, caller.user, caller.via === 'sign-in' ? caller.signIn : undefined)
  },

  async signOut(service, { caller, reply }) {
    // A caller with a bearer token has no login session to end.
    await service.storage.signIns.delete(caller.user.id, caller.via === 'sign-in' ? caller.signIn.id : '')
    writeCookie(service, reply, '', 0)
    return { message: 'success' }
  },

  async listSignIns(service, { caller }) {
    const signIns = await service.storage.signIns.list(caller.user.id)
    const open = signIns.filter(({ expiresAt }) => expiresAt > service.now())
    return {
      signIns: open.map(({ id, userAgent, address, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        isCurrent: caller.via === 'sign-in' && caller.signIn.id === id,
        userAgent,
        address,
        createdAt: timestamp(createdAt),
        lastUsedAt: timestamp(lastUsedAt),
        expiresAt: timestamp(expiresAt),
      })),
    }
  },

  async deleteSignIn(service, { caller, params }) {
    if (!(await service.storage.signIns.delete(caller.user.id, params.signInId)))
      throw new ApiError('sign_in_not_found')
    return { message: 'success' }
  },

  async setPassword(service, { caller, body, request }) {
    const { passwords } = service.storage
    await proveAccount(service, request, caller, body.currentPassword)
    const email = caller.user.email ?? body.email
    if (email === undefined) throw invalid('email', 'Give an email address to sign in with.')
    if (body.email !== undefined && body.email !== email) throw invalid('email', 'You sign in with another one.')
    const kept = caller.via === 'sign-in' ? caller.signIn.id : null
    const hash = await hashPassword(body.password)
    const given = { address: email, isVerified: caller.user.isAdmin }
    const outcome = await passwords.set(caller.user.id, hash, service.now(), kept, given)
    if (outcome === 'taken') throw new ApiError('email_taken')
    return { message: 'success' }
  },
}

/** Returns the token from a link or a person, if it may be exchanged: a token of a smaller scope must not gain permissions. */
async function exchangeable(
  service: Needs<'storage' | 'config' | 'secret' | 'now'>,
  value: string,
): Promise<ApiToken | undefined> {
  const token = await findToken(service, value)
  return token?.scope === 'admin' ? token : undefined
}

async function ownerOf(service: Needs<'storage'>, token: ApiToken | undefined): Promise<User | undefined> {
  return token && service.storage.users.get(token.ownerId)
}

async function userOf(
  service: Needs<'storage' | 'rates'>,
  request: FastifyRequest,
  { email, password }: { email: string; password: string },
): Promise<User | undefined> {
  const user = await service.storage.users.findByEmail(email)
  return (await provePassword(service, request, { email, userId: user?.id, password })) ? user : undefined
}

async function signInDocument(service: Needs<'storage' | 'config' | 'secret'>, user: User, signIn: SignIn | undefined) {
  const { id, email, name, image, isAdmin, emailVerifiedAt } = user
  const { preferredLanguage } = preferencesOf(user)
  return {
    user: {
      id,
      email,
      name,
      image,
      isAdmin,
      isEmailVerified: emailVerifiedAt !== null,
      emailsComments: emailsComments(user),
      emailsWaiting: preferencesOf(user).emailsWaiting ?? null,
      ...(preferredLanguage && { preferredLanguage }),
    },
    hasPassword: (await service.storage.passwords.get(id)) !== undefined,
    mailsLinks: mailsLinks(service),
    csrfToken: signIn ? csrfToken(service.secret, signIn) : null,
  }
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('invalid_request', { issues: [{ path, message }] })
}
