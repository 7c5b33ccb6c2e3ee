import { ApiError } from '@colloquy/api'
import { can, type Role } from '@colloquy/permissions'
import type { Invitation } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { invitationDocument } from './invitation-document.js'
import { invite } from './invite.js'
import { seatsOf } from './plan.js'
import { endOfItems, shownItems } from './standing-items.js'

type MemberHandlers = Handlers<
  | 'listMembers'
  | 'updateMember'
  | 'deleteMember'
  | 'listItemsOfMember'
  | 'listInvitations'
  | 'createInvitation'
  | 'updateInvitation'
  | 'deleteInvitation'
>

export const memberHandlers: MemberHandlers = {
  async listMembers(service, { caller, workspace, standing }) {
    const members = await service.storage.members.list(workspace.id)
    return {
      members: members
        .filter(({ userId }) => can(standing, 'members.see') || userId === caller.user.id)
        .map((member) => ({ ...member, inboxBots: member.inboxBots && [...member.inboxBots] })),
    }
  },

  async updateMember(service, { caller, params, body, workspace }) {
    const { workspaceId, userId } = params
    const end = await endOfItems(service, { ...params, kept: body.kept, caller }, { workspaceId, role: body.role })
    const outcome = await service.storage.members.change(
      workspaceId,
      userId,
      body.role,
      seatsOf(workspace),
      end,
      body.inboxBots,
    )
    if (outcome === 'missing') throw new ApiError('member_not_found')
    if (outcome === 'last admin') throw new ApiError('last_admin')
    if (outcome === 'no seat left') throw new ApiError('no_seat_left')
    return { message: 'success' }
  },

  async deleteMember(service, { caller, params, query, workspace, standing }) {
    if (params.userId !== caller.user.id && !can(standing, 'members.manage')) throw new ApiError('forbidden')
    const change = { workspaceId: workspace.id, role: undefined }
    const end = await endOfItems(service, { ...params, kept: query.kept, caller }, change)
    const outcome = await service.storage.members.remove(workspace.id, params.userId, end)
    if (outcome === 'missing') throw new ApiError('member_not_found')
    if (outcome === 'last admin') throw new ApiError('last_admin')
    return { message: 'success' }
  },

  async listItemsOfMember(service, { caller, params: { workspaceId, userId }, standing }) {
    if (userId !== caller.user.id && !can(standing, 'members.manage')) throw new ApiError('forbidden')
    if (!(await service.storage.workspaces.role(workspaceId, userId))) throw new ApiError('member_not_found')
    return { items: await shownItems(service, { workspaceId, userId }) }
  },

  async listInvitations(service, { workspace }) {
    const invitations = await service.storage.invitations.list(workspace.id, null)
    return { invitations: invitations.map(workspaceInvitation) }
  },

  async createInvitation(service, { caller, body, request, workspace }) {
    const { email, type, inboxBots = null } = body
    const user = await service.storage.users.findByEmail(email)
    if (user && (await service.storage.workspaces.role(workspace.id, user.id))) throw new ApiError('already_invited')
    const offer = {
      workspaceId: workspace.id,
      botId: null,
      email,
      type,
      inboxBots: inboxBots && JSON.stringify(inboxBots),
      name: workspace.name,
    }
    const invited = await invite(service, { ...offer, seats: seatsOf(workspace) }, { caller, request })
    return { ...invited, invitation: workspaceInvitation(invited.invitation) }
  },

  async updateInvitation(service, { params, body, workspace }) {
    const { invitations } = service.storage
    const seats = seatsOf(workspace)
    const inboxBots = body.inboxBots && JSON.stringify(body.inboxBots)
    const changed = await invitations.change(
      ...([workspace.id, null, params.invitationId, body.type, seats, service.now(), inboxBots] as const),
    )
    if (changed === 'missing') throw new ApiError('invitation_not_found')
    if (changed === 'no seat left') throw new ApiError('no_seat_left')
    return { invitation: workspaceInvitation(changed) }
  },

  async deleteInvitation(service, { params, workspace }) {
    if (!(await service.storage.invitations.delete(workspace.id, null, params.invitationId)))
      throw new ApiError('invitation_not_found')
    return { message: 'success' }
  },
}

const workspaceInvitation = ({ inboxBots = null, ...invitation }: Invitation) => ({
  ...invitationDocument<Role>(invitation),
  inboxBots: inboxBots === null ? null : (JSON.parse(inboxBots) as string[]),
})
