import { ApiError } from '@colloquy/api'
import { type CredentialsData, type CredentialsType, credentialsKinds, toIssues } from '@colloquy/flow'
import type { CredentialsRow } from '@colloquy/storage'
import { visibleWorkspace, writableWorkspace } from '../access.js'
import type { Handlers } from '../handler.js'
import { newId } from '../ids.js'
import type { Service } from '../service.js'
import { timestamp } from '../timestamp.js'
import { tryCredentials } from '../vault/try-credentials.js'

type CredentialsHandlers = Handlers<
  | 'listCredentials'
  | 'createCredentials'
  | 'getCredentials'
  | 'updateCredentials'
  | 'deleteCredentials'
  | 'testCredentials'
>

export const credentialsHandlers: CredentialsHandlers = {
  async listCredentials(service, { caller, query }) {
    const { workspace, role } = await visibleWorkspace(service.storage, caller, query.workspaceId)
    const isMember = role === 'ADMIN' || role === 'MEMBER'
    const rows = await service.storage.credentials.list(workspace.id, query.type)
    return {
      credentials: rows.map(({ id, type, name, lastFour, createdAt, updatedAt }) => ({
        id,
        type: type as CredentialsType,
        name,
        ...(isMember && { lastFour, createdAt: timestamp(createdAt), updatedAt: timestamp(updatedAt) }),
      })),
    }
  },

  async createCredentials(service, { caller, body }) {
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId)
    const { type, name, data, allowedHosts = [] } = body.credentials
    const place = { workspaceId: workspace.id, id: newId(), type }
    const now = service.now()
    const sealed = service.vault.seal(place, data as CredentialsData, allowedHosts)
    const outcome = await service.storage.credentials.create({
      ...place,
      name,
      ...sealed,
      createdAt: now,
      updatedAt: now,
    })
    if (outcome === 'taken') throw new ApiError('credentials_name_taken')
    return { credentialsId: place.id }
  },

  async getCredentials(service, { caller, params, query }) {
    const workspace = await writableWorkspace(service.storage, caller, query.workspaceId)
    const row = await found(service, workspace.id, params.credentialsId)
    return {
      credentials: {
        id: row.id,
        type: row.type as CredentialsType,
        name: row.name,
        lastFour: row.lastFour,
        allowedHosts: JSON.parse(row.allowedHosts),
        createdAt: timestamp(row.createdAt),
        updatedAt: timestamp(row.updatedAt),
      },
    }
  },

  async updateCredentials(service, { caller, params, body }) {
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId)
    const row = await found(service, workspace.id, params.credentialsId)
    const { name, data, allowedHosts = [] } = body.credentials
    const place = { workspaceId: workspace.id, id: row.id, type: row.type as CredentialsType }
    const sealed = data && service.vault.seal(place, readData(place.type, data), allowedHosts)
    const outcome = await service.storage.credentials.update(workspace.id, row.id, { name, ...sealed }, service.now())
    if (outcome === 'missing') throw new ApiError('credentials_not_found')
    if (outcome === 'taken') throw new ApiError('credentials_name_taken')
    return { credentialsId: row.id }
  },

  async deleteCredentials(service, { caller, params, query }) {
    const workspace = await writableWorkspace(service.storage, caller, query.workspaceId)
    const row = await found(service, workspace.id, params.credentialsId)
    const bots = await service.storage.bots.listUsing(workspace.id, row.id)
    if (bots.length > 0 && query.force !== true) {
      const issues = bots.map(({ id, name }) => ({ path: `bots.${id}`, message: `"${name}" uses them.` }))
      throw new ApiError('credentials_in_use', { issues })
    }
    if (!(await service.storage.credentials.delete(workspace.id, row.id))) throw new ApiError('credentials_not_found')
    return { credentialsId: row.id, usedBy: bots.map(({ id, name }) => ({ id, name })) }
  },

  async testCredentials(service, { caller, params, body }) {
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId)
    const row = await found(service, workspace.id, params.credentialsId)
    const opened = await service.vault.open(workspace.id, row.id, row.type as CredentialsType)
    if (!opened) {
      return { status: 'failure', message: 'What was stored can no longer be read: give these credentials anew.' }
    }
    return tryCredentials(row.type as CredentialsType, opened, {
      mail: service.ports.mail,
      send: service.ports.egress.send,
      providers: {
        ...service.config.messaging,
        stripeUrl: service.config.stripeApiUrl,
        send: service.ports.providers.send,
      },
    })
  },
}

async function found(service: Service, workspaceId: string, id: string): Promise<CredentialsRow> {
  const row = await service.storage.credentials.get(workspaceId, id)
  if (!row) throw new ApiError('credentials_not_found')
  return row
}

function readData(type: CredentialsType, data: unknown): CredentialsData {
  const parsed = credentialsKinds[type].data.safeParse(data)
  if (parsed.success) return parsed.data
  throw new ApiError('invalid_request', { issues: toIssues(parsed.error.issues, 'credentials.data') })
}
