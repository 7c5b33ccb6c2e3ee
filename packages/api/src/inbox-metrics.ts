import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { timeFilterSchema } from './results.js'
import { workspaceParams } from './shapes.js'

const timesSchema = z
  .object({
    count: z.int(),
    median: z.number().meta({ description: 'Seconds' }),
    p90: z.number().meta({ description: 'Seconds; nine of ten are not longer' }),
  })
  .meta({ id: 'InboxTimes' })

const metricsSchema = z
  .object({
    conversations: z.int().meta({ description: 'That came into the inbox' }),
    firstResponse: timesSchema.nullable().meta({ description: 'Until a person answered' }),
    resolution: timesSchema.nullable().meta({ description: 'Until a person resolved the conversation' }),
    waiting: timesSchema.nullable().meta({ description: 'So far, of visitors who wait now' }),
    rating: z.object({ count: z.int(), average: z.number().meta({ description: 'From 1 to 5' }) }).nullable(),
  })
  .meta({ id: 'InboxMetrics' })

export const inboxMetricsEndpoints = {
  getInboxMetrics: {
    id: 'getInboxMetrics',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/inbox/metrics',
    summary: 'Get response and waiting times, ratings and the share that the bots resolved, of at most a year',
    auth: 'read',
    needs: 'inbox.supervise',
    params: workspaceParams,
    query: z.object({
      by: z
        .enum(['assignee', 'bot', 'channel', 'hour'])
        .default('assignee')
        .meta({ description: 'How `rows` are divided' }),
      timeFilter: timeFilterSchema.default('last7Days'),
      timeZone: z.string().optional().meta({ description: 'Of days and hours' }),
    }),
    response: z.object({
      all: metricsSchema,
      rows: z.array(metricsSchema.extend({ key: z.string().nullable().meta({ example: 'web' }) })).meta({
        description:
          'By id of a person or bot, by channel, or by hour of the day; null: nobody. Most conversations first',
      }),
      byBots: z.object({ starts: z.int(), resolved: z.int() }).nullable().meta({
        description: 'Results that visitors began, and those of them that needed no person; null if there are too many',
      }),
      isPartial: z.boolean().meta({ description: 'Only the newest 50,000 conversations were read' }),
    }),
    errors: ['workspace_not_found', 'invalid_time_zone'],
  },
} as const satisfies Record<string, Endpoint>
