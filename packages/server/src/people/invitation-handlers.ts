import { ApiError } from '@colloquy/api'
import type { Invitation, User } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '../access/auth.js'
import { csrfToken } from '../access/csrf-token.js'
import { stillInvites } from '../access/standing-rights.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import type { Needs } from '../service.js'
import { newSignIn } from '../sign-in/new-sign-in.js'
import { hashPassword } from '../sign-in/password.js'
import { provePassword } from '../sign-in/prove-password.js'

type InvitationHandlers = Handlers<
  'openInvitation' | 'acceptInvitation' | 'listOwnInvitations' | 'acceptOwnInvitation' | 'declineOwnInvitation'
>

export const invitationHandlers: InvitationHandlers = {
  async openInvitation(service, { body }) {
    const { storage } = service
    const { workspaceId, botId, email, type } = await found(service, body.token)
    const workspace = await storage.workspaces.get(workspaceId)
    const bot = botId === null ? undefined : await storage.bots.findSummary(botId)
    return {
      email,
      workspaceName: workspace?.name ?? '',
      ...(bot && { botName: bot.name }),
      type,
      hasAccount: (await storage.users.findByEmail(email)) !== undefined,
    }
  },

  async acceptInvitation(service, { body, request, reply }) {
    const invitation = await found(service, body.token)
    const known = await service.storage.users.findByEmail(invitation.email)
    const user = known
      ? await withPassword(service, request, known, body.password)
      : newUser(service, invitation, body.name ?? null)
    const who = known ? { userId: user.id } : { newUser: user, passwordHash: await hashPassword(body.password) }
    const signIn = newSignIn(service, user, { request, reply })
    const outcome = await service.storage.invitations.accept(invitation.id, who, signIn, service.now())
    if (outcome !== 'accepted') throw new ApiError('invitation_not_found')
    return {
      workspaceId: invitation.workspaceId,
      ...(invitation.botId !== null && { botId: invitation.botId }),
      csrfToken: csrfToken(service.secret, signIn),
    }
  },

  async listOwnInvitations(service, { caller: { user } }) {
    if (user.email === null || user.emailVerifiedAt === null) return { invitations: [] }
    const received = await service.storage.invitations.received(user.email, service.now())
    const areValid = await Promise.all(received.map((invitation) => stillInvites(service.storage, invitation)))
    return {
      invitations: received
        .filter((_, index) => areValid[index])
        .map(({ id, createdAt, expiresAt, workspaceName, botName, type }) => ({
          id,
          createdAt: timestamp(createdAt),
          expiresAt: timestamp(expiresAt),
          workspaceName,
          ...(botName !== null && { botName }),
          type,
        })),
    }
  },

  async acceptOwnInvitation(service, { caller, caller: { user }, params }) {
    const { invitations } = service.storage
    const received = user.email === null ? [] : await invitations.received(user.email, service.now())
    const invitation = received.find(({ id }) => id === params.invitationId)
    if (!invitation || !(await stillInvites(service.storage, invitation))) throw new ApiError('invitation_not_found')
    const accepted = await invitations.acceptReceived(params.invitationId, caller.user.id, service.now())
    if (!accepted) throw new ApiError('invitation_not_found')
    const { workspaceId, botId } = accepted
    return { workspaceId, ...(botId !== null && { botId }) }
  },

  async declineOwnInvitation(service, { caller: { user }, params }) {
    const isOwn = user.email !== null && user.emailVerifiedAt !== null
    if (!isOwn || !(await service.storage.invitations.decline(params.invitationId, user.email as string)))
      throw new ApiError('invitation_not_found')
    return { message: 'success' }
  },
}

async function found(service: Needs<'storage' | 'now'>, token: string): Promise<Invitation> {
  const invitation = await service.storage.invitations.findByHash(hashToken(token))
  const isValid =
    invitation && invitation.expiresAt > service.now() && (await stillInvites(service.storage, invitation))
  if (!isValid) throw new ApiError('invitation_not_found')
  return invitation
}

/** Checks the account's password: an invitation link alone does not grant a login session for that account. */
async function withPassword(
  service: Needs<'storage' | 'rates'>,
  request: FastifyRequest,
  user: User,
  password: string,
): Promise<User> {
  const proof = { email: user.email ?? user.id, userId: user.id, password }
  if (await provePassword(service, request, proof)) return user
  throw new ApiError('sign_in_failed')
}

function newUser(service: Needs<'now'>, { email, workspaceId }: Invitation, name: string | null): User {
  const now = service.now()
  return {
    id: newId(),
    email,
    emailVerifiedAt: null,
    originWorkspaceId: workspaceId,
    name,
    image: null,
    preferences: null,
    isAdmin: false,
    createdAt: now,
    updatedAt: now,
  }
}
