import { ApiError } from '@colloquy/api'
import type { Role } from '@colloquy/storage'
import { managedWorkspace, visibleWorkspace } from '../access.js'
import type { Handlers } from '../handler.js'
import { invitationDocument } from '../people/invitation-document.js'
import { invite, tellOfPlace } from '../people/invite.js'
import { seatsOf } from '../people/plan.js'

type MemberHandlers = Handlers<
  | 'listMembers'
  | 'updateMember'
  | 'deleteMember'
  | 'listInvitations'
  | 'createInvitation'
  | 'updateInvitation'
  | 'deleteInvitation'
>

export const memberHandlers: MemberHandlers = {
  async listMembers(service, { caller, params }) {
    const { workspace } = await visibleWorkspace(service.storage, caller, params.workspaceId)
    return { members: await service.storage.members.list(workspace.id) }
  },

  async updateMember(service, { caller, params, body }) {
    const workspace = await managedWorkspace(service.storage, caller, params.workspaceId)
    const outcome = await service.storage.members.change(workspace.id, params.userId, body.role)
    if (outcome === 'missing') throw new ApiError('member_not_found')
    if (outcome === 'last admin') throw new ApiError('last_admin')
    return { message: 'success' }
  },

  async deleteMember(service, { caller, params }) {
    const { workspace, role } = await visibleWorkspace(service.storage, caller, params.workspaceId)
    if (role === undefined) throw new ApiError('workspace_not_found')
    if (role !== 'ADMIN' && params.userId !== caller.user.id) throw new ApiError('forbidden')
    const outcome = await service.storage.members.remove(workspace.id, params.userId)
    if (outcome === 'missing') throw new ApiError('member_not_found')
    if (outcome === 'last admin') throw new ApiError('last_admin')
    return { message: 'success' }
  },

  async listInvitations(service, { caller, params }) {
    const { workspace } = await visibleWorkspace(service.storage, caller, params.workspaceId)
    const invitations = await service.storage.invitations.list(workspace.id, null)
    return { invitations: invitations.map((invitation) => invitationDocument<Role>(invitation)) }
  },

  async createInvitation(service, { caller, params, body, request }) {
    const workspace = await managedWorkspace(service.storage, caller, params.workspaceId)
    const { members, users, workspaces } = service.storage
    const { email, type } = body
    if (type !== 'GUEST' && (await members.countSeats(workspace.id)) >= seatsOf(workspace))
      throw new ApiError('no_seat_left')
    const user = await users.findByEmail(email)
    const name = `the workspace "${workspace.name}"`
    if (!user) {
      const { invitation, ...told } = await invite(
        service,
        { workspaceId: workspace.id, botId: null, email, type, name },
        request,
      )
      return { invitation: invitationDocument<Role>(invitation), ...told }
    }
    if (await workspaces.role(workspace.id, user.id)) throw new ApiError('already_invited')
    await workspaces.setRole(workspace.id, user.id, type)
    const isMailed = await tellOfPlace(service, email, name, request)
    return {
      member: { userId: user.id, name: user.name, email: user.email, role: type, workspaceId: workspace.id },
      isMailed,
    }
  },

  async updateInvitation(service, { caller, params, body }) {
    const workspace = await managedWorkspace(service.storage, caller, params.workspaceId)
    const { invitations } = service.storage
    const changed = await invitations.change(workspace.id, null, params.invitationId, body.type, service.now())
    if (!changed) throw new ApiError('invitation_not_found')
    return { invitation: invitationDocument<Role>(changed) }
  },

  async deleteInvitation(service, { caller, params }) {
    const workspace = await managedWorkspace(service.storage, caller, params.workspaceId)
    if (!(await service.storage.invitations.delete(workspace.id, null, params.invitationId)))
      throw new ApiError('invitation_not_found')
    return { message: 'success' }
  },
}
