import { ApiError, type Endpoints } from '@colloquy/api'
import { can, type Standing } from '@colloquy/permissions'
import type { Workspace } from '@colloquy/storage'
import type * as z from 'zod'
import type { UserMode } from '../access/access.js'
import { newWorkspace } from '../access/new-workspace.js'
import { identitySecret } from '../contacts/signed-identity.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { modelDocument, modelSpending } from '../models/model-spending.js'

type WorkspaceHandlers = Handlers<
  | 'listWorkspaces'
  | 'createWorkspace'
  | 'getWorkspace'
  | 'updateWorkspace'
  | 'getIdentitySecret'
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

  async getWorkspace(_, { workspace, standing }) {
    const { customChatsLimit, customSeatsLimit, isClosedToModels } = workspace
    return {
      workspace: { ...newWorkspaceDocument(workspace), customChatsLimit, customSeatsLimit, isClosedToModels },
      currentUserMode: modeIn(standing),
    }
  },

  async updateWorkspace(service, { body, workspace }) {
    const updated = await service.storage.workspaces.update(workspace.id, body, service.now())
    if (!updated) throw new ApiError('workspace_not_found')
    return { workspace: { name: updated.name, icon: updated.icon } }
  },

  async getIdentitySecret(service, { body, workspace }) {
    const current = body.isReplaced
      ? await service.storage.workspaces.rotateIdentity(workspace.id, service.now())
      : workspace
    if (!current) throw new ApiError('workspace_not_found')
    const { identityVersion, identityRotatedAt: at } = current
    return {
      secret: identitySecret(service.secret, current, identityVersion),
      replacedAt: at === null ? null : timestamp(at),
    }
  },

  async deleteWorkspace(service, { workspace }) {
    await service.storage.workspaces.delete(workspace.id)
    service.remover.soon()
    return { message: 'success' }
  },

  async getUsage(service, { workspace }) {
    const now = new Date(service.now())
    const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
    const { chats, fileBytes } = await service.storage.analytics.usage(workspace.id, from)
    const resetsAt = timestamp(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    return { totalChatsUsed: chats, resetsAt, storageUsed: fileBytes }
  },

  async listModelSpending(service, { workspace }) {
    const { currency, today, month, rows } = await modelSpending(service, workspace.id)
    const { dayTokens = null, monthCost = null } = service.config.modelCeilings ?? {}
    const spending = rows.map((row) => ({ botId: row.botId, botName: row.botName, ...modelDocument(row) }))
    return { currency, ceilings: { dayTokens, monthCost }, today, month, spending }
  },

  async eraseResults(service, { body, workspace }) {
    const { results } = service.storage
    if (body.isCountOnly) return { erased: 0, found: await results.countWith(workspace.id, body.value) }
    const erased = await results.erase(workspace.id, body.value)
    service.sweeper.soon()
    return { erased }
  },
}

function modeIn(standing: Standing): UserMode {
  if (can(standing, 'workspace.manage')) return 'write'
  return can(standing, 'workspace.listBots') ? 'read' : 'guest'
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
