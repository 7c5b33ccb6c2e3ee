import { ApiError, type Endpoints } from '@colloquy/api'
import type { Workspace } from '@colloquy/storage'
import type * as z from 'zod'
import { managedWorkspace, memberWorkspace, visibleWorkspace } from '../access/access.js'
import { newWorkspace } from '../access/new-workspace.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { modelDocument, modelSpending } from '../models/model-spending.js'

type WorkspaceHandlers = Handlers<
  | 'listWorkspaces'
  | 'createWorkspace'
  | 'getWorkspace'
  | 'updateWorkspace'
  | 'deleteWorkspace'
  | 'getUsage'
  | 'listModelSpending'
  | 'eraseResults'
>
type NewWorkspaceDocument = z.input<Endpoints['createWorkspace']['response']>['workspace']

export const workspaceHandlers: WorkspaceHandlers = {
  async listWorkspaces(service, { caller }) {
    const workspaces = await service.storage.workspaces.list(caller.user.id)
    return {
      workspaces: workspaces.map(({ id, name, icon, plan, role, isSuspended, isPastDue }) => ({
        id,
        name,
        icon,
        plan: plan as NewWorkspaceDocument['plan'],
        role,
        isSuspended,
        isPastDue,
      })),
    }
  },

  async createWorkspace(service, { caller, body }) {
    const workspace = newWorkspace(service.config, { name: body.name, icon: body.icon ?? null }, service.now())
    if (!(await service.storage.workspaces.create(workspace, caller.user.id))) throw new ApiError('name_taken')
    return { workspace: newWorkspaceDocument(workspace) }
  },

  async getWorkspace(service, { caller, params }) {
    const { workspace, role } = await visibleWorkspace(service.storage, caller, params.workspaceId)
    const { customChatsLimit, customSeatsLimit, isClosedToModels } = workspace
    return {
      workspace: { ...newWorkspaceDocument(workspace), customChatsLimit, customSeatsLimit, isClosedToModels },
      currentUserMode: role === 'ADMIN' ? 'write' : role === 'GUEST' ? 'guest' : 'read',
    }
  },

  async updateWorkspace(service, { caller, params, body }) {
    const workspace = await managedWorkspace(service.storage, caller, params.workspaceId)
    const updated = await service.storage.workspaces.update(workspace.id, body, service.now())
    if (!updated) throw new ApiError('workspace_not_found')
    return { workspace: { name: updated.name, icon: updated.icon } }
  },

  async deleteWorkspace(service, { caller, params }) {
    const { workspace, role } = await visibleWorkspace(service.storage, caller, params.workspaceId)
    if (role !== 'ADMIN') throw new ApiError('workspace_not_found')
    await service.storage.workspaces.delete(workspace.id)
    service.remover.soon()
    return { message: 'success' }
  },

  async getUsage(service, { caller, query }) {
    const workspace = await memberWorkspace(service.storage, caller, query.workspaceId)
    const now = new Date(service.now())
    const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
    const { chats, fileBytes } = await service.storage.analytics.usage(workspace.id, from)
    const resetsAt = timestamp(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    return { totalChatsUsed: chats, resetsAt, storageUsed: fileBytes }
  },

  async listModelSpending(service, { caller, params }) {
    const workspace = await memberWorkspace(service.storage, caller, params.workspaceId)
    const { currency, today, month, rows } = await modelSpending(service, workspace.id)
    const { dayTokens = null, monthCost = null } = service.config.modelCeilings ?? {}
    const spending = rows.map((row) => ({ botId: row.botId, botName: row.botName, ...modelDocument(row) }))
    return { currency, ceilings: { dayTokens, monthCost }, today, month, spending }
  },

  async eraseResults(service, { caller, params, body }) {
    const { workspace, role } = await visibleWorkspace(service.storage, caller, params.workspaceId)
    if (role !== 'ADMIN') throw new ApiError(role ? 'forbidden' : 'workspace_not_found')
    const { results } = service.storage
    if (body.isCountOnly) return { erased: 0, found: await results.countWith(workspace.id, body.value) }
    const erased = await results.erase(workspace.id, body.value)
    service.sweeper.soon()
    return { erased }
  },
}

function newWorkspaceDocument(workspace: Workspace): NewWorkspaceDocument {
  return {
    id: workspace.id,
    createdAt: timestamp(workspace.createdAt),
    updatedAt: timestamp(workspace.updatedAt),
    name: workspace.name,
    icon: workspace.icon,
    plan: workspace.plan as NewWorkspaceDocument['plan'],
    paymentProviderId: workspace.paymentProviderId,
    isSuspended: workspace.isSuspended,
    isPastDue: workspace.isPastDue,
    isVerified: workspace.isVerified,
  }
}
