import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { sessionParams } from './shapes.js'

export const sentSchema = z.record(z.string(), z.unknown()).nullish().meta({
  description: 'Any JSON object; the block finds it under `data`',
})
const done = z.object({ message: z.literal('OK') })

/** Data that other systems send to conversations waiting at a webhook block, and the notification of the client. */
export const webhookEndpoints = {
  executeWebhook: {
    id: 'executeWebhook',
    method: 'POST',
    path: '/api/v1/bots/{botId}/blocks/{blockId}/results/{resultId}/executeWebhook',
    summary: 'Send something to the conversation behind a result; it is held until its client listens',
    auth: 'write',
    needs: 'bot.connect',
    params: z.object({ botId: z.string(), blockId: z.string(), resultId: z.string() }),
    body: sentSchema,
    bodyLimit: 'chat',
    response: done,
    errors: ['bot_not_found', 'block_not_found', 'result_not_found', 'session_not_found', 'quota_reached'],
  },
  executeTestWebhook: {
    id: 'executeTestWebhook',
    method: 'POST',
    path: '/api/v1/bots/{botId}/blocks/{blockId}/web/executeTestWebhook',
    summary: 'Send something to the latest preview of a draft',
    auth: 'write',
    needs: 'bot.connect',
    params: z.object({ botId: z.string(), blockId: z.string() }),
    body: sentSchema,
    bodyLimit: 'chat',
    response: done,
    errors: ['bot_not_found', 'block_not_found', 'session_not_found', 'quota_reached'],
  },
  listenForWebhooks: {
    id: 'listenForWebhooks',
    method: 'GET',
    path: '/api/v1/sessions/{sessionId}/webhooks',
    summary:
      'Server-sent events: one message `{"data": …}` for the block that the session waits at, to be sent as the reply',
    auth: 'none',
    isForVisitors: true,
    isReadByPages: true,
    isGuessable: true,
    params: sessionParams,
    response: z.string(),
    contentType: 'text/event-stream',
    errors: ['session_not_found', 'origin_not_allowed', 'workspace_suspended', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>
