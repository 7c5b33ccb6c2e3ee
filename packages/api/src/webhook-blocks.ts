import { extension, requestTypes } from '@colloquy/flow'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams } from './shapes.js'

const blockParams = z.object({ botId: z.string(), blockId: z.string() })

/** Blocks that call another service over HTTP, as seen by that service: it registers its address, and requests samples of the data. */
export const webhookBlockEndpoints = {
  listWebhookBlocks: {
    id: 'listWebhookBlocks',
    method: 'GET',
    path: '/api/v1/bots/{botId}/webhookBlocks',
    summary: 'List the blocks of a draft that call other services, in the order of the flow',
    auth: 'read',
    needs: 'bot.read',
    params: botParams,
    response: z.object({
      webhookBlocks: z.array(
        z.object({
          id: z.string(),
          groupId: extension(z.string()),
          type: z.enum(requestTypes),
          label: z.string().meta({ description: 'The title of the group and the id of the block' }),
          url: z.string().optional(),
        }),
      ),
    }),
    errors: ['bot_not_found'],
  },
  getResultExample: {
    id: 'getResultExample',
    method: 'GET',
    path: '/api/v1/bots/{botId}/webhookBlocks/{blockId}/getResultExample',
    summary: 'Get what a block of a draft will send by default, with made-up values',
    auth: 'read',
    needs: 'results.read',
    params: blockParams,
    response: z.object({ resultExample: z.record(z.string(), z.string()) }),
    errors: ['bot_not_found', 'block_not_found'],
  },
  testWebhookBlock: {
    id: 'testWebhookBlock',
    method: 'POST',
    path: '/api/v1/bots/{botId}/webhookBlocks/{blockId}/test',
    summary: 'Run the call of a block of a draft now, and return the response',
    auth: 'write',
    needs: 'bot.edit',
    params: blockParams,
    body: z.object({
      variables: z
        .record(z.string(), z.union([z.string(), z.array(z.string().nullable()), z.null()]))
        .optional()
        .meta({ description: 'The values that variables have, by their ids' }),
    }),
    isReadOnly: true,
    bodyLimit: 'chat',
    response: z.object({
      request: z
        .object({ url: z.string(), method: z.string(), body: z.string().optional() })
        .nullable()
        .meta({ description: 'Request without its headers; null if nothing was sent' }),
      statusCode: z.number().nullable().meta({ description: 'Null where no answer came' }),
      data: z.unknown().meta({ description: 'Response as mappings receive it; its text if it is not JSON' }),
      saved: z.record(z.string(), z.union([z.string(), z.array(z.string().nullable()), z.null()])),
      problem: z.string().nullable().meta({ description: 'Why no answer came' }),
    }),
    errors: ['bot_not_found', 'block_not_found'],
  },
  subscribeWebhook: {
    id: 'subscribeWebhook',
    method: 'POST',
    path: '/api/v1/bots/{botId}/webhookBlocks/{blockId}/subscribe',
    summary: 'Set the address that a block of a draft calls; it applies to chats once the bot is published',
    auth: 'write',
    needs: 'bot.connect',
    params: blockParams,
    body: z.object({ url: z.string().max(10_000) }),
    bodyLimit: 'chat',
    response: z.object({ id: z.string(), url: z.string() }),
    errors: ['bot_not_found', 'block_not_found'],
  },
  unsubscribeWebhook: {
    id: 'unsubscribeWebhook',
    method: 'POST',
    path: '/api/v1/bots/{botId}/webhookBlocks/{blockId}/unsubscribe',
    summary: 'Remove the address that a block of a draft calls; it applies to chats once the bot is published',
    auth: 'write',
    needs: 'bot.connect',
    params: blockParams,
    response: z.object({ id: z.string(), url: z.null() }),
    errors: ['bot_not_found', 'block_not_found'],
  },
} as const satisfies Record<string, Endpoint>
