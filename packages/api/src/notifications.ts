import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { conditionsSchema } from './result-filters.js'
import { botParams, successSchema, timestampSchema } from './shapes.js'

const eventSchema = z.enum(['completed', 'failed']).meta({
  description: '`completed`: a visitor came to the end of the bot; `failed`: a turn of the bot logged an error',
})
const channelSchema = z.enum(['email', 'browser', 'webhook']).meta({
  description: '`browser`: pages of the builder in which the bot is open',
})
const frequencySchema = z.enum(['now', 'hourly', 'daily', 'weekly']).meta({
  description: 'At once, or collected until the next full hour, 8:00 in the time zone, or Monday at 8:00',
})
const urlSchema = z.url({ protocol: /^https?$/ }).max(2000)

const ruleSchema = z
  .object({
    id: z.string(),
    botId: z.string(),
    event: eventSchema,
    channel: channelSchema,
    frequency: frequencySchema,
    timeZone: z.string().meta({ example: 'Europe/Berlin' }),
    filters: conditionsSchema.meta({ description: 'Conditions on results, which all hold; empty for all results' }),
    url: z.string().nullable().meta({ description: 'Of a webhook' }),
    createdAt: timestampSchema,
    sentAt: timestampSchema.nullable().meta({ description: 'Of the last notification' }),
    nextAt: timestampSchema.nullable().meta({ description: 'When the next one is sent; null if nothing has happened' }),
    isFailing: z.boolean().meta({ description: 'True if the last attempt failed; it is retried every 5 minutes' }),
  })
  .meta({ id: 'NotificationRule' })

const ruleBodySchema = z
  .strictObject({
    event: eventSchema,
    channel: channelSchema,
    frequency: frequencySchema.default('now'),
    timeZone: z.string().max(100).default('UTC').meta({ example: 'Europe/Berlin' }),
    filters: conditionsSchema.default([]),
    url: urlSchema.optional(),
  })
  .superRefine(({ event, channel, frequency, filters, url }, context) => {
    const report = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (channel === 'webhook' && url === undefined) report('url', 'Give the address of the webhook')
    if (channel !== 'webhook' && url !== undefined) report('url', 'Only webhooks have an address')
    if (channel !== 'email' && frequency !== 'now') report('frequency', 'Only emails are collected. Give now')
    if (event === 'failed' && filters.length > 0) report('filters', 'Only completed results are filtered')
  })

const secretSchema = z.string().nullable().meta({
  description: 'Verifies the signatures of a webhook, as Standard Webhooks describe; shown this once',
  example: null,
})

/** Notifications of results and failures of a bot. Each person has separate rules, which nobody else sees. */
export const notificationEndpoints = {
  listNotificationRules: {
    id: 'listNotificationRules',
    method: 'GET',
    path: '/api/v1/bots/{botId}/notification-rules',
    summary: 'List your notifications of a bot, newest first',
    auth: 'read',
    needs: 'results.follow',
    params: botParams,
    response: z.object({
      canEmail: z.boolean().meta({
        description: 'True if this service has a mail server and a public address, and your email address is confirmed',
      }),
      rules: z.array(ruleSchema),
    }),
    errors: ['bot_not_found'],
  },
  createNotificationRule: {
    id: 'createNotificationRule',
    method: 'POST',
    path: '/api/v1/bots/{botId}/notification-rules',
    summary: 'Get notified when a bot completes a result or fails',
    auth: 'write',
    needs: 'results.follow',
    params: botParams,
    body: ruleBodySchema,
    bodyLimit: 'chat',
    response: z.object({
      rule: ruleSchema,
      secret: secretSchema,
    }),
    errors: ['bot_not_found', 'invalid_time_zone', 'too_many_notification_rules'],
  },
  listMyNotificationRules: {
    id: 'listMyNotificationRules',
    method: 'GET',
    path: '/api/v1/users/me/notification-rules',
    summary: 'List your notifications of all bots, newest first',
    auth: 'read',
    response: z.object({
      rules: z.array(ruleSchema.extend({ botName: z.string().meta({ example: 'Lead form' }) })),
    }),
    errors: [],
  },
  updateNotificationRule: {
    id: 'updateNotificationRule',
    method: 'PUT',
    path: '/api/v1/users/me/notification-rules/{ruleId}',
    summary: 'Change one of your notifications',
    auth: 'write',
    params: z.object({ ruleId: z.string() }),
    body: ruleBodySchema,
    bodyLimit: 'chat',
    response: z.object({
      rule: ruleSchema,
      secret: secretSchema.meta({ description: 'As of a new webhook; null if it was one before', example: null }),
    }),
    errors: ['notification_rule_not_found', 'invalid_time_zone'],
  },
  deleteNotificationRule: {
    id: 'deleteNotificationRule',
    method: 'DELETE',
    path: '/api/v1/users/me/notification-rules/{ruleId}',
    summary: 'Stop one of your notifications',
    auth: 'write',
    params: z.object({ ruleId: z.string() }),
    response: successSchema,
    errors: ['notification_rule_not_found'],
  },
} as const satisfies Record<string, Endpoint>
