import { ApiError } from '@colloquy/api'
import type { Handlers } from '../http/handler.js'
import { publicUrl } from '../http/public-url.js'
import { listItems } from '../integrations/list-items.js'
import { listServerTools } from '../mcp/list-server-tools.js'
import { flowOf } from '../stored-bots/flow-of.js'
import { canBeTried, tryBlock } from './try-block.js'
import { tryExpression } from './try-expression.js'

export const integrationHandlers: Handlers<'listIntegrationItems' | 'listServerTools' | 'tryBlock' | 'tryExpression'> =
  {
    async listIntegrationItems(service, { params, body, workspace }) {
      return listItems(service, { ...body, type: params.type, workspaceId: workspace.id })
    },
    async listServerTools(service, { body, workspace }) {
      return listServerTools(service, workspace.id, body.credentialsId)
    },
    async tryBlock(service, { params, body, request, bot }) {
      const { groups } = flowOf(bot)
      const block = groups.flatMap(({ blocks }) => blocks).find(({ id }) => id === params.blockId)
      if (!block || !canBeTried(block)) throw new ApiError('block_not_found')
      const { variables = {}, reply } = body
      const ownUrl = publicUrl(service, request)
      const tried = await tryBlock(service, { bot, block, variables, reply, ...(ownUrl && { ownUrl }) })
      return { ...tried, currency: service.config.modelPrices?.currency ?? null }
    },
    async tryExpression(service, { body, bot }) {
      return tryExpression(service, { bot, ...body })
    },
  }
