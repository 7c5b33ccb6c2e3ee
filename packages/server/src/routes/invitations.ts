import { ApiError } from '@colloquy/api'
import type { Invitation, User } from '@colloquy/storage'
import { hashToken } from '../auth.js'
import type { Handlers } from '../handler.js'
import { newId } from '../ids.js'
import type { Service } from '../service.js'
import { csrfToken } from '../sign-in/csrf-token.js'
import { newSignIn } from '../sign-in/new-sign-in.js'
import { hashPassword, isPassword } from '../sign-in/password.js'

export const invitationHandlers: Handlers<'openInvitation' | 'acceptInvitation'> = {
  async openInvitation(service, { body }) {
    const { storage } = service
    const { workspaceId, botId, email, type } = await found(service, body.token)
    const workspace = await storage.workspaces.get(workspaceId)
    const bot = botId === null ? undefined : await storage.bots.find(botId)
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
      ? await withPassword(service, known, body.password)
      : newUser(service, invitation.email, body.name ?? null)
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
}

async function found(service: Service, token: string): Promise<Invitation> {
  const invitation = await service.storage.invitations.findByHash(hashToken(token))
  if (!invitation || invitation.expiresAt <= service.now()) throw new ApiError('invitation_not_found')
  return invitation
}

/** Having the link of an account's invitation is not enough to be signed in to that account. */
async function withPassword(service: Service, user: User, password: string): Promise<User> {
  if (await isPassword(await service.storage.passwords.get(user.id), password)) return user
  throw new ApiError('sign_in_failed')
}

function newUser(service: Service, email: string, name: string | null): User {
  const now = service.now()
  return { id: newId(), email, name, image: null, preferences: null, isAdmin: false, createdAt: now, updatedAt: now }
}
