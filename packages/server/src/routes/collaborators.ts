import { ApiError } from '@colloquy/api'
import type { BotRow, CollaborationType } from '@colloquy/storage'
import { readableBot, sharableBot } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { invitationDocument } from '../people/invitation-document.js'
import { invite } from '../people/invite.js'
import { endOfItems, shownItems } from '../people/standing-items.js'
import type { Needs } from '../service.js'

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
  async listCollaborators(service, { caller, params }) {
    const { bot, seesPeople } = await readableBot(service.storage, caller, params.botId)
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

  async updateCollaborator(service, { caller, params, body }) {
    const bot = await managedBot(service, caller, params.botId)
    const { workspaceId } = bot
    const { botId, userId } = params
    const { type, kept } = body
    const end = await endOfItems(service, { workspaceId, userId, kept, caller }, { botId, type })
    if (!(await service.storage.collaborators.change(botId, userId, type, service.now(), end)))
      throw new ApiError('collaborator_not_found')
    return { message: 'success' }
  },

  async deleteCollaborator(service, { caller, params, query }) {
    const bot =
      params.userId === caller.user.id
        ? (await readableBot(service.storage, caller, params.botId)).bot
        : await managedBot(service, caller, params.botId)
    const { workspaceId } = bot
    const { botId, userId } = params
    const change = { botId, type: undefined }
    const end = await endOfItems(service, { workspaceId, userId, kept: query.kept, caller }, change)
    if (!(await service.storage.collaborators.remove(botId, userId, end))) throw new ApiError('collaborator_not_found')
    return { message: 'success' }
  },

  async listItemsOfCollaborator(service, { caller, params: { botId, userId } }) {
    const bot =
      userId === caller.user.id
        ? (await readableBot(service.storage, caller, botId)).bot
        : await managedBot(service, caller, botId)
    if (!(await service.storage.collaborators.type(bot.id, userId))) throw new ApiError('collaborator_not_found')
    return { items: await shownItems(service, { workspaceId: bot.workspaceId, userId, botId: bot.id }) }
  },

  async listBotInvitations(service, { caller, params }) {
    const { bot, seesPeople } = await readableBot(service.storage, caller, params.botId)
    if (!seesPeople) throw new ApiError('forbidden')
    const invitations = await service.storage.invitations.list(bot.workspaceId, bot.id)
    return { invitations: invitations.map((invitation) => invitationDocument<CollaborationType>(invitation)) }
  },

  async createBotInvitation(service, { caller, params, body, request }) {
    const { bot, share } = await sharableBot(service.storage, caller, params.botId)
    const { email, type } = body
    if (type === 'FULL_ACCESS' && share !== 'FULL_ACCESS') throw new ApiError('forbidden')
    const user = await service.storage.users.findByEmail(email)
    if (user && (await service.storage.collaborators.type(bot.id, user.id))) throw new ApiError('already_invited')
    const offer = { workspaceId: bot.workspaceId, botId: bot.id, email, type, name: bot.name }
    const invited = await invite(service, { ...offer, seats: noSeats }, { caller, request })
    return { message: 'success', ...invited, invitation: invitationDocument<CollaborationType>(invited.invitation) }
  },

  async updateBotInvitation(service, { caller, params, body }) {
    const bot = await managedBot(service, caller, params.botId)
    const { invitations } = service.storage
    const { workspaceId, id } = bot
    const changed = await invitations.change(workspaceId, id, params.invitationId, body.type, noSeats, service.now())
    if (typeof changed === 'string') throw new ApiError('invitation_not_found')
    return { invitation: invitationDocument<CollaborationType>(changed) }
  },

  async deleteBotInvitation(service, { caller, params }) {
    const bot = await managedBot(service, caller, params.botId)
    if (!(await service.storage.invitations.delete(bot.workspaceId, bot.id, params.invitationId)))
      throw new ApiError('invitation_not_found')
    return { message: 'success' }
  },
}

/** Collaborators need no seat, so any number will do. */
const noSeats = 0

/** Returns the bot if the caller may manage its sharing: members, and collaborators with full access. */
async function managedBot(service: Needs<'storage'>, caller: Caller, botId: string): Promise<BotRow> {
  const { bot, share } = await sharableBot(service.storage, caller, botId)
  if (share !== 'FULL_ACCESS') throw new ApiError('forbidden')
  return bot
}
