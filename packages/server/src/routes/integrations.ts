import { ApiError } from '@colloquy/api'
import { writableBot, writableWorkspace } from '../access/access.js'
import { flowOf } from '../bots/flow-of.js'
import type { Handlers } from '../http/handler.js'
import { publicUrl } from '../http/public-url.js'
import { listItems } from '../integrations/list-items.js'
import { listServerTools } from '../mcp/list-server-tools.js'
import { canBeTried, tryBlock } from '../turns/try-block.js'
import { tryExpression } from '../turns/try-expression.js'

export const integrationHandlers: Handlers<'listIntegrationItems' | 'listServerTools' | 'tryBlock' | 'tryExpression'> =
  {
    async listIntegrationItems(service, { caller, params, body }) {
      const workspace = await writableWorkspace(service.storage, caller, params.workspaceId)
      return listItems(service, { ...body, type: params.type, workspaceId: workspace.id })
    },
    async listServerTools(service, { caller, params, body }) {
      const workspace = await writableWorkspace(service.storage, caller, params.workspaceId)
      return listServerTools(service, workspace.id, body.credentialsId)
    },
    async tryBlock(service, { caller, params, body, request }) {
      const bot = await writableBot(service.storage, caller, params.botId)
      const { groups } = flowOf(bot)
      const block = groups.flatMap(({ blocks }) => blocks).find(({ id }) => id === params.blockId)
      if (!block || !canBeTried(block)) throw new ApiError('block_not_found')
      const { variables = {}, reply } = body
      const ownUrl = publicUrl(service, request)
      const tried = await tryBlock(service, { bot, block, variables, reply, ...(ownUrl && { ownUrl }) })
      return { ...tried, currency: service.config.modelPrices?.currency ?? null }
    },
    async tryExpression(service, { caller, params, body }) {
      const bot = await writableBot(service.storage, caller, params.botId)
      return tryExpression(service, { bot, ...body })
    },
  }
