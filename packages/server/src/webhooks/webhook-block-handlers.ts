import { ApiError } from '@colloquy/api'
import { parseBigIntSafeJson } from '@colloquy/engine'
import type { Block, Flow } from '@colloquy/flow'
import { requestTypes } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import type { Caller } from '../access/auth.js'
import { updateBot } from '../bots/update-bot.js'
import { tryRequest } from '../dry-runs/try-request.js'
import type { Handlers } from '../http/handler.js'
import { resultExample } from '../results/result-example.js'
import type { Service } from '../service.js'
import { nameableBy } from '../stored-bots/bot-references.js'
import { flowOf } from '../stored-bots/flow-of.js'

type WebhookBlockHandlers = Handlers<
  'listWebhookBlocks' | 'getResultExample' | 'testWebhookBlock' | 'subscribeWebhook' | 'unsubscribeWebhook'
>
type WebhookBlock = Extract<Block, { type: (typeof requestTypes)[number] }>

export const webhookBlockHandlers: WebhookBlockHandlers = {
  async listWebhookBlocks(_, { bot }) {
    const { groups } = flowOf(bot)
    return {
      webhookBlocks: groups.flatMap((group) =>
        group.blocks.filter(isWebhookBlock).map(({ id, type, options }) => ({
          id,
          groupId: group.id,
          type,
          label: `${group.title} > ${id}`,
          url: options?.webhook?.url,
        })),
      ),
    }
  },

  async getResultExample(service, { params, bot }) {
    const flow = flowOf(bot)
    findBlock(flow, params.blockId)
    return { resultExample: resultExample(flow, service.now()) }
  },

  async testWebhookBlock(service, { params, body, bot }) {
    findBlock(flowOf(bot), params.blockId)
    const tried = await tryRequest(service, { bot, blockId: params.blockId, variables: body.variables ?? {} })
    const { answer, saved } = tried
    const logged = tried.logs.find(({ status }) => status === 'error')?.description ?? null
    return {
      request: tried.request ? { ...tried.request, body: textOf(tried.request.body) } : null,
      statusCode: answer?.answer === 'response' ? answer.status : null,
      data: answer?.answer === 'response' ? dataOf(answer.text) : null,
      saved,
      problem: answer?.answer === 'response' ? null : logged,
    }
  },

  async subscribeWebhook(service, { caller, params, body, bot }) {
    await setUrl(service, caller, bot, params.blockId, body.url)
    return { id: params.blockId, url: body.url }
  },

  async unsubscribeWebhook(service, { caller, params, bot }) {
    await setUrl(service, caller, bot, params.blockId, undefined)
    return { id: params.blockId, url: null }
  },
}

function dataOf(text: string): unknown {
  try {
    return parseBigIntSafeJson(text)
  } catch {
    return text
  }
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : undefined)

function isWebhookBlock(block: Block): block is WebhookBlock {
  return requestTypes.some((type) => type === block.type)
}

function findBlock({ groups }: Flow, blockId: string): WebhookBlock {
  const block = groups.flatMap((group) => group.blocks).find((it) => it.id === blockId)
  if (block && isWebhookBlock(block)) return block
  throw new ApiError('block_not_found')
}

async function setUrl(
  service: Service,
  caller: Caller,
  { id: botId, workspaceId }: BotRow,
  blockId: string,
  url: string | undefined,
): Promise<void> {
  const known = await nameableBy(service, workspaceId)
  const parts = (stored: BotRow) => {
    const flow = flowOf(stored)
    const block = findBlock(flow, blockId)
    block.options = { ...block.options, webhook: { ...block.options?.webhook, url } }
    return JSON.stringify({ groups: flow.groups })
  }
  await updateBot(service, { caller, botId, update: {}, parts, overwrites: true, ...known })
}
