import { ApiError } from '@colloquy/api'
import type { BotRow, CollaborationType } from '@colloquy/storage'
import { readableBot, sharableBot } from '../access.js'
import type { Caller } from '../auth.js'
import type { Handlers } from '../handler.js'
import { invitationDocument } from '../people/invitation-document.js'
import { invite, tellOfPlace } from '../people/invite.js'
import type { Service } from '../service.js'
import { timestamp } from '../timestamp.js'

type CollaboratorHandlers = Handlers<
  | 'listCollaborators'
  | 'updateCollaborator'
  | 'deleteCollaborator'
  | 'listBotInvitations'
  | 'createBotInvitation'
  | 'updateBotInvitation'
  | 'deleteBotInvitation'
>

export const collaboratorHandlers: CollaboratorHandlers = {
  async listCollaborators(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const collaborators = await service.storage.collaborators.list(bot.id)
    return {
      collaborators: collaborators.map((one) => ({
        ...one,
        createdAt: timestamp(one.createdAt),
        updatedAt: timestamp(one.updatedAt),
      })),
    }
  },

  async updateCollaborator(service, { caller, params, body }) {
    const bot = await managedBot(service, caller, params.botId)
    if (!(await service.storage.collaborators.change(bot.id, params.userId, body.type, service.now())))
      throw new ApiError('collaborator_not_found')
    return { message: 'success' }
  },

  async deleteCollaborator(service, { caller, params }) {
    const bot =
      params.userId === caller.user.id
        ? (await readableBot(service.storage, caller, params.botId)).bot
        : await managedBot(service, caller, params.botId)
    if (!(await service.storage.collaborators.remove(bot.id, params.userId)))
      throw new ApiError('collaborator_not_found')
    return { message: 'success' }
  },

  async listBotInvitations(service, { caller, params }) {
    const { bot } = await readableBot(service.storage, caller, params.botId)
    const invitations = await service.storage.invitations.list(bot.workspaceId, bot.id)
    return { invitations: invitations.map((invitation) => invitationDocument<CollaborationType>(invitation)) }
  },

  async createBotInvitation(service, { caller, params, body, request }) {
    const { bot, share } = await sharableBot(service.storage, caller, params.botId)
    const { email, type } = body
    if (type === 'FULL_ACCESS' && share !== 'FULL_ACCESS') throw new ApiError('forbidden')
    const user = await service.storage.users.findByEmail(email)
    const name = `the bot "${bot.name}"`
    if (!user) {
      const place = { workspaceId: bot.workspaceId, botId: bot.id, email, type, name }
      const { invitation, ...told } = await invite(service, place, request)
      return { message: 'success', invitation: invitationDocument<CollaborationType>(invitation), ...told }
    }
    const now = service.now()
    const collaborator = { botId: bot.id, userId: user.id, type, createdAt: now, updatedAt: now }
    if ((await service.storage.collaborators.add(bot.workspaceId, collaborator)) === 'taken')
      throw new ApiError('already_invited')
    return { message: 'success', isMailed: await tellOfPlace(service, email, name, request) }
  },

  async updateBotInvitation(service, { caller, params, body }) {
    const bot = await managedBot(service, caller, params.botId)
    const { invitations } = service.storage
    const changed = await invitations.change(bot.workspaceId, bot.id, params.invitationId, body.type, service.now())
    if (!changed) throw new ApiError('invitation_not_found')
    return { invitation: invitationDocument<CollaborationType>(changed) }
  },

  async deleteBotInvitation(service, { caller, params }) {
    const bot = await managedBot(service, caller, params.botId)
    if (!(await service.storage.invitations.delete(bot.workspaceId, bot.id, params.invitationId)))
      throw new ApiError('invitation_not_found')
    return { message: 'success' }
  },
}

/** The bot, if the caller decides with whom it is shared: members, and collaborators with full access. */
async function managedBot(service: Service, caller: Caller, botId: string): Promise<BotRow> {
  const { bot, share } = await sharableBot(service.storage, caller, botId)
  if (share !== 'FULL_ACCESS') throw new ApiError('forbidden')
  return bot
}
