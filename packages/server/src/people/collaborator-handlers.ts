import { ApiError } from '@colloquy/api'
import { can, permissionToOffer, type ShareType, type Standing } from '@colloquy/permissions'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { invitationDocument } from './invitation-document.js'
import { invite } from './invite.js'
import { endOfItems, shownItems } from './standing-items.js'

type CollaboratorHandlers = Handlers<
  | 'listCollaborators'
  | 'updateCollaborator'
  | 'deleteCollaborator'
  | 'listItemsOfCollaborator'
  | 'listBotInvitations'
  | 'createBotInvitation'
  | 'updateBotInvitation'
  | 'deleteBotInvitation'
>

export const collaboratorHandlers: CollaboratorHandlers = {
  async listCollaborators(service, { caller, bot, standing }) {
    const seesPeople = can(standing, 'bot.seePeople')
    const collaborators = await service.storage.collaborators.list(bot.id)
    const shown = collaborators.filter(({ userId }) => seesPeople || userId === caller.user.id)
    return {
      collaborators: shown.map((one) => ({
        ...one,
        createdAt: timestamp(one.createdAt),
        updatedAt: timestamp(one.updatedAt),
      })),
    }
  },

  async updateCollaborator(service, { caller, params, body, bot }) {
    const { workspaceId } = bot
    const { botId, userId } = params
    const { type, kept } = body
    const end = await endOfItems(service, { workspaceId, userId, kept, caller }, { botId, type })
    if (!(await service.storage.collaborators.change(botId, userId, type, service.now(), end)))
      throw new ApiError('collaborator_not_found')
    return { message: 'success' }
  },

  async deleteCollaborator(service, { caller, params, query, bot, standing }) {
    if (params.userId !== caller.user.id) requireManager(standing)
    const { workspaceId } = bot
    const { botId, userId } = params
    const change = { botId, type: undefined }
    const end = await endOfItems(service, { workspaceId, userId, kept: query.kept, caller }, change)
    if (!(await service.storage.collaborators.remove(botId, userId, end))) throw new ApiError('collaborator_not_found')
    return { message: 'success' }
  },

  async listItemsOfCollaborator(service, { caller, params: { userId }, bot, standing }) {
    if (userId !== caller.user.id) requireManager(standing)
    if (!(await service.storage.collaborators.type(bot.id, userId))) throw new ApiError('collaborator_not_found')
    return { items: await shownItems(service, { workspaceId: bot.workspaceId, userId, botId: bot.id }) }
  },

  async listBotInvitations(service, { bot }) {
    const invitations = await service.storage.invitations.list(bot.workspaceId, bot.id)
    return { invitations: invitations.map((invitation) => invitationDocument<ShareType>(invitation)) }
  },

  async createBotInvitation(service, { caller, body, request, bot, standing }) {
    const { email, type } = body
    if (!can(standing, permissionToOffer[type])) throw new ApiError('forbidden')
    const user = await service.storage.users.findByEmail(email)
    if (user && (await service.storage.collaborators.type(bot.id, user.id))) throw new ApiError('already_invited')
    const offer = { workspaceId: bot.workspaceId, botId: bot.id, email, type, name: bot.name }
    const invited = await invite(service, { ...offer, seats: noSeats }, { caller, request })
    return { message: 'success', ...invited, invitation: invitationDocument<ShareType>(invited.invitation) }
  },

  async updateBotInvitation(service, { params, body, bot }) {
    const { invitations } = service.storage
    const { workspaceId, id } = bot
    const changed = await invitations.change(workspaceId, id, params.invitationId, body.type, noSeats, service.now())
    if (typeof changed === 'string') throw new ApiError('invitation_not_found')
    return { invitation: invitationDocument<ShareType>(changed) }
  },

  async deleteBotInvitation(service, { params, bot }) {
    if (!(await service.storage.invitations.delete(bot.workspaceId, bot.id, params.invitationId)))
      throw new ApiError('invitation_not_found')
    return { message: 'success' }
  },
}

/** Collaborators need no seat, so any number will do. */
const noSeats = 0

/** Readers of a bot may end only their own share. */
function requireManager(standing: Standing): void {
  if (can(standing, 'bot.manageSharing')) return
  throw new ApiError(can(standing, 'bot.comment') ? 'forbidden' : 'bot_not_found')
}
