import { ApiError } from '@colloquy/api'
import { can, type Role } from '@colloquy/permissions'
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
      members: can(standing, 'members.see') ? members : members.filter(({ userId }) => userId === caller.user.id),
    }
  },

  async updateMember(service, { caller, params, body, workspace }) {
    const { workspaceId, userId } = params
    const end = await endOfItems(service, { ...params, kept: body.kept, caller }, { workspaceId, role: body.role })
    const outcome = await service.storage.members.change(workspaceId, userId, body.role, seatsOf(workspace), end)
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
    return { invitations: invitations.map((invitation) => invitationDocument<Role>(invitation)) }
  },

  async createInvitation(service, { caller, body, request, workspace }) {
    const { email, type } = body
    const user = await service.storage.users.findByEmail(email)
    if (user && (await service.storage.workspaces.role(workspace.id, user.id))) throw new ApiError('already_invited')
    const offer = { workspaceId: workspace.id, botId: null, email, type, name: workspace.name }
    const invited = await invite(service, { ...offer, seats: seatsOf(workspace) }, { caller, request })
    return { ...invited, invitation: invitationDocument<Role>(invited.invitation) }
  },

  async updateInvitation(service, { params, body, workspace }) {
    const { invitations } = service.storage
    const seats = seatsOf(workspace)
    const changed = await invitations.change(workspace.id, null, params.invitationId, body.type, seats, service.now())
    if (changed === 'missing') throw new ApiError('invitation_not_found')
    if (changed === 'no seat left') throw new ApiError('no_seat_left')
    return { invitation: invitationDocument<Role>(changed) }
  },

  async deleteInvitation(service, { params, workspace }) {
    if (!(await service.storage.invitations.delete(workspace.id, null, params.invitationId)))
      throw new ApiError('invitation_not_found')
    return { message: 'success' }
  },
}
