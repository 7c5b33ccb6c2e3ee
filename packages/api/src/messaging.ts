import { startPositionSchema } from '@colloquy/chat'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams, timestampSchema } from './shapes.js'
import { sentSchema } from './webhooks.js'

const params = z.object({ workspaceId: z.string(), credentialsId: z.string() })
const webhookPath = '/api/v1/workspaces/{workspaceId}/messaging/{credentialsId}/webhook'
const previewWebhookPath = '/api/v1/messaging/preview/webhook'
const webhookUrlSchema = z.string().meta({ description: 'Where the provider sends messages to' })

const verifyQuery = z.record(z.string(), z.string()).meta({ description: 'Parameters of the provider' })
const challengeSchema = z.union([z.number(), z.string()])

const payloadSchema = z.looseObject({}).meta({
  description:
    'Body as the provider sends it, signed with the secret in the credentials, or with the shared secret in the header that the connection names',
})
const received = z.object({ message: z.literal('OK') })

/** Bots in messaging apps: the webhook of a provider, its connection, and a preview on a phone. */
export const messagingEndpoints = {
  getMessagingConnection: {
    id: 'getMessagingConnection',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/messaging/{credentialsId}',
    summary: 'Get the connection state of messaging credentials, and whether messages have arrived',
    auth: 'read',
    needs: 'messaging.manage',
    params,
    response: z.object({
      channel: z.string().meta({ description: 'Type of the channel', example: 'whatsapp' }),
      provider: z.string().meta({ example: 'meta' }),
      phoneNumberId: z
        .string()
        .nullable()
        .meta({ description: 'The id that the provider has for the account; null where it has none' }),
      webhookUrl: webhookUrlSchema,
      isSigned: z.boolean().meta({ description: 'Without a secret of the provider, nothing that comes is taken' }),
      secretHeader: z
        .string()
        .nullable()
        .meta({ description: 'The header in which the provider has to send the shared secret; null where it signs' }),
      lastMessageAt: timestampSchema.nullable(),
      waitingMessages: z.int().meta({ description: 'Taken, and not answered yet' }),
      otherFields: z
        .array(
          z.object({ field: z.string().meta({ example: 'account_update' }), count: z.int(), lastAt: timestampSchema }),
        )
        .meta({
          description: 'Fields of the webhook, apart from `messages`, for which calls came. No bot acts on them',
        }),
    }),
    errors: ['workspace_not_found', 'credentials_not_found'],
  },
  connectMessaging: {
    id: 'connectMessaging',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/messaging/{credentialsId}/connect',
    summary: 'Let the provider of messaging credentials send messages to the webhook, where it can be asked to',
    auth: 'write',
    needs: 'messaging.manage',
    params,
    response: z.object({
      status: z.enum(['success', 'failure']),
      message: z
        .string()
        .meta({ description: 'The outcome, or what the provider answered', example: 'Telegram sends messages here.' }),
    }),
    errors: ['workspace_not_found', 'credentials_not_found'],
  },
  createVerifyToken: {
    id: 'createVerifyToken',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/messaging/{credentialsId}/verifyToken',
    summary: 'Create the token with which the provider verifies the webhook. It is valid once, for an hour',
    auth: 'write',
    needs: 'messaging.manage',
    params,
    response: z.object({ verifyToken: z.string(), expiresAt: timestampSchema, webhookUrl: webhookUrlSchema }),
    errors: ['workspace_not_found', 'credentials_not_found', 'quota_reached'],
  },
  verifyMessagingWebhook: {
    id: 'verifyMessagingWebhook',
    method: 'GET',
    path: webhookPath,
    summary:
      'Verify the webhook, as the provider does when it is connected: by a token, and a challenge that is answered as it came',
    auth: 'none',
    params,
    query: verifyQuery,
    response: challengeSchema,
    errors: ['verify_token_invalid'],
  },
  receiveMessages: {
    id: 'receiveMessages',
    method: 'POST',
    path: webhookPath,
    summary: 'Receive messages of a provider. The response follows once they are stored; processing happens afterwards',
    auth: 'none',
    isSigned: true,
    params,
    body: payloadSchema,
    bodyLimit: 'chat',
    response: z.looseObject({ message: z.literal('OK') }).meta({
      description: 'With what the provider is to do, for providers that read it: Telegram confirms a pressed button',
    }),
    errors: ['signature_invalid', 'quota_reached'],
  },
  verifyMessagingPreviewWebhook: {
    id: 'verifyMessagingPreviewWebhook',
    method: 'GET',
    path: previewWebhookPath,
    summary: 'Verify the webhook of the number that previews are shown from',
    auth: 'none',
    query: verifyQuery,
    response: challengeSchema,
    needsNoStorage: true,
    errors: ['verify_token_invalid'],
  },
  receivePreviewMessages: {
    id: 'receivePreviewMessages',
    method: 'POST',
    path: previewWebhookPath,
    summary: 'Receive messages to the number that previews are sent from',
    auth: 'none',
    isSigned: true,
    body: payloadSchema,
    bodyLimit: 'chat',
    response: received,
    errors: ['signature_invalid', 'quota_reached'],
  },
  startMessagingPreview: {
    id: 'startMessagingPreview',
    method: 'POST',
    path: '/api/v1/bots/{botId}/messaging/start-preview',
    summary:
      'Show the draft on a phone that you have confirmed: at once where the phone has written within a day, else when it answers a first message',
    auth: 'write',
    rate: 'phonePreviewsPerMinute',
    needs: 'bot.connect',
    params: botParams,
    body: z.object({
      to: z
        .string()
        .max(60)
        .transform((text) => text.replace(/[\s+().-]/g, ''))
        .pipe(z.string().regex(/^\d{6,15}$/, 'a phone number with its country code, such as +49 170 1234567')),
      startFrom: startPositionSchema.optional(),
    }),
    bodyLimit: 'chat',
    response: z.object({
      message: z.string(),
      sent: z
        .enum(['conversation', 'template', 'nothing'])
        .meta({ description: 'With `template` the flow begins once the phone answers it' }),
      confirm: z
        .object({
          code: z.string().meta({ example: 'K7QM-2WPX' }),
          number: z.string().nullable().meta({ description: 'Null if the operator did not set it' }),
          expiresAt: timestampSchema,
        })
        .optional()
        .meta({
          description:
            'Present if you have not confirmed the phone: let it write the code to the number, and call again',
        }),
    }),
    errors: [
      'bot_not_found',
      'messaging_preview_not_configured',
      'start_group_not_found',
      'start_event_not_found',
      'message_not_sent',
      'too_many_requests',
      'too_many_phone_previews',
    ],
  },
  executeTestMessagingWebhook: {
    id: 'executeTestMessagingWebhook',
    method: 'POST',
    path: '/api/v1/bots/{botId}/blocks/{blockId}/messaging/{phone}/executeTestWebhook',
    summary: 'Send something to the preview on a phone',
    auth: 'write',
    needs: 'bot.connect',
    params: z.object({ botId: z.string(), blockId: z.string(), phone: z.string() }),
    body: sentSchema,
    bodyLimit: 'chat',
    response: received,
    errors: ['bot_not_found', 'block_not_found', 'session_not_found', 'quota_reached'],
  },
} as const satisfies Record<string, Endpoint>
