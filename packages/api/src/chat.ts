import {
  continueChatBodySchema,
  continueChatResponseSchema,
  previewStartBodySchema,
  startChatBodySchema,
  startChatResponseSchema,
} from '@colloquy/chat'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams, sessionParams, successSchema, timestampSchema } from './shapes.js'

/** A missing body, `{}` and, from clients without any input, `[]` and null are equivalent. */
const emptyAsObject = (body: unknown) => (body == null || (Array.isArray(body) && body.length === 0) ? {} : body)

const errorCodes = [
  'origin_not_allowed',
  'workspace_suspended',
  'reply_too_large',
  'idempotency_key_reused',
  'too_many_requests',
] as const

export const chatEndpoints = {
  startChat: {
    id: 'startChat',
    method: 'POST',
    path: '/api/v1/bots/{publicId}/startChat',
    summary: 'Start a chat with a published bot',
    auth: 'none',
    rate: 'startsPerMinute',
    isForVisitors: true,
    isReadByPages: true,
    params: z.object({ publicId: z.string() }),
    body: z.preprocess(emptyAsObject, startChatBodySchema),
    bodyLimit: 'chat',
    takesIdempotencyKey: true,
    response: startChatResponseSchema,
    errors: ['bot_not_found', 'bot_closed', 'result_quota_reached', ...errorCodes],
  },
  startPreviewChat: {
    id: 'startPreviewChat',
    method: 'POST',
    path: '/api/v1/bots/{botId}/preview/startChat',
    summary: 'Start a chat with the draft of a bot; nothing is recorded as a result',
    auth: 'read',
    isReadByPages: true,
    needs: 'bot.preview',
    params: botParams,
    body: z.preprocess(emptyAsObject, previewStartBodySchema),
    bodyLimit: 'flow',
    response: startChatResponseSchema,
    errors: [
      'bot_not_found',
      'result_not_found',
      'start_group_not_found',
      'start_event_not_found',
      'recorded_turn_not_found',
      'recorded_block_not_found',
      'reply_too_large',
    ],
  },
  continueChat: {
    id: 'continueChat',
    method: 'POST',
    path: '/api/v1/sessions/{sessionId}/continueChat',
    summary: 'Send a message and get what comes next',
    auth: 'none',
    rate: 'repliesPerMinute',
    isForVisitors: true,
    isReadByPages: true,
    params: sessionParams,
    body: z.preprocess(emptyAsObject, continueChatBodySchema),
    bodyLimit: 'chat',
    takesIdempotencyKey: true,
    response: continueChatResponseSchema,
    errors: [
      'session_not_found',
      'session_ended',
      'session_limit_reached',
      'command_not_found',
      'invalid_client_result',
      'answer_required',
      'wait_not_over',
      'too_many_replies_waiting',
      ...errorCodes,
    ],
  },
  streamMessage: {
    id: 'streamMessage',
    method: 'POST',
    path: '/api/v1/sessions/{sessionId}/streamMessage',
    summary:
      'Follow the text that the session generates, from its beginning; then continue with the text as the message',
    auth: 'none',
    rate: 'repliesPerMinute',
    isForVisitors: true,
    isReadByPages: true,
    params: sessionParams,
    isReadOnly: true,
    response: z.string().meta({
      description:
        'Server-sent events, each a line `data: {…}`: `{"type":"text","text":…}` for a piece of text, then one `{"type":"done","finishReason":…}` or `{"type":"error","log":{…}}`',
    }),
    contentType: 'text/event-stream',
    errors: [
      'session_not_found',
      'session_ended',
      'stream_not_expected',
      'origin_not_allowed',
      'workspace_suspended',
      'too_many_requests',
      'server_busy',
    ],
  },
  saveClientLogs: {
    id: 'saveClientLogs',
    method: 'POST',
    path: '/api/v1/sessions/{sessionId}/clientLogs',
    summary:
      'Store what a client has logged: the first 20 logs of a call and 200 of a session, with texts of at most 1,000 characters',
    auth: 'none',
    rate: 'repliesPerMinute',
    isForVisitors: true,
    isReadByPages: true,
    isGuessable: true,
    params: sessionParams,
    body: z.object({
      clientLogs: z
        .array(
          z.object({
            description: z.string(),
            status: z.enum(['error', 'success', 'info']).optional(),
            details: z.unknown().optional(),
            context: z.string().optional(),
          }),
        )
        .max(100),
    }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: [
      'session_not_found',
      'session_limit_reached',
      'result_quota_reached',
      'origin_not_allowed',
      'workspace_suspended',
      'too_many_requests',
    ],
  },
  changeSessionStatus: {
    id: 'changeSessionStatus',
    method: 'PATCH',
    path: '/api/v1/sessions/{sessionId}/status',
    summary: 'Let a person or another system speak in a session, give it back to its bot, or close it',
    auth: 'write',
    params: sessionParams,
    body: z.object({
      status: z.enum(['bot', 'paused', 'closed']).meta({
        description:
          '`paused`: replies are stored, and the bot says and does nothing. `bot`: the bot speaks again, at the block that waits or at `group`',
      }),
      group: z.string().max(200).optional().meta({
        description: 'With `bot`: id or title of the group at which the bot continues',
        example: 'Book a slot',
      }),
      returns: z
        .boolean()
        .optional()
        .meta({ description: 'With `group`: the bot comes back to the block that waits, once the group has ended' }),
    }),
    bodyLimit: 'chat',
    response: z.object({
      status: z.enum(['bot', 'paused', 'closed']),
      heldBy: z.enum(['bot', 'queue', 'person', 'elsewhere']).meta({ description: 'The one that speaks' }),
      since: timestampSchema.nullable().meta({ description: 'Since when; null while the bot does' }),
    }),
    errors: ['session_not_found', 'session_ended', 'start_group_not_found'],
  },
  moveSession: {
    id: 'moveSession',
    method: 'POST',
    path: '/api/v1/sessions/{sessionId}/updateBot',
    summary: 'Move a running session to the newest release of its bot',
    auth: 'write',
    params: sessionParams,
    response: z.object({ message: z.literal('success') }),
    errors: ['session_not_found'],
  },
} as const satisfies Record<string, Endpoint>
