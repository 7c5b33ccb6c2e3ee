import { writableWorkspace } from '../access/access.js'
import type { Handlers } from '../http/handler.js'
import { listItems } from '../integrations/list-items.js'
import { listServerTools } from '../mcp/list-server-tools.js'

export const integrationHandlers: Handlers<'listIntegrationItems' | 'listServerTools'> = {
  async listIntegrationItems(service, { caller, params, body }) {
    const workspace = await writableWorkspace(service.storage, caller, params.workspaceId)
    return listItems(service, { ...body, type: params.type, workspaceId: workspace.id })
  },
  async listServerTools(service, { caller, params, body }) {
    const workspace = await writableWorkspace(service.storage, caller, params.workspaceId)
    return listServerTools(service, workspace.id, body.credentialsId)
  },
}
