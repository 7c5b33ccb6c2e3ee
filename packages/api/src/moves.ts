import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { comparisonClassSchema, unknownReasonSchema } from './replays.js'

/** Operations that move running chats to another release. */
export const moveEndpoints = {
  moveChats: {
    id: 'moveChats',
    method: 'POST',
    path: '/api/v1/bots/{botId}/environments/{environmentId}/moveChats',
    summary:
      'Move a page of running chats to the current release of an environment, where a replay shows no difference, or count those that can move',
    auth: 'write',
    needs: 'bot.publish',
    params: z.object({ botId: z.string(), environmentId: z.string() }),
    body: z.strictObject({
      limit: z.int().min(1).max(200).default(100).meta({ description: 'Chats to look at at once' }),
      cursor: z
        .string()
        .max(3000)
        .optional()
        .meta({ description: '`nextCursor` of the page before', example: 'eyJ0b3RhbHMiOnt9fQ.c2ln' }),
      isDryRun: z
        .boolean()
        .default(false)
        .meta({ description: 'Counts the chats that can move, and moves none', example: true }),
    }),
    bodyLimit: 'chat',
    response: z.object({
      releaseId: z.string().meta({ description: 'The release to which chats move' }),
      totals: z
        .object({
          moved: z.int().meta({ description: 'In a dry run: chats that can move', example: 41 }),
          inUse: z
            .int()
            .meta({ description: 'Chats that stay because their visitors replied at the same time', example: 1 }),
          inExperiment: z
            .int()
            .meta({ description: 'Chats that stay because a running experiment gave them their release', example: 0 }),
          stayed: z.array(
            z.object({
              class: comparisonClassSchema,
              reason: unknownReasonSchema.optional(),
              count: z.int().meta({ example: 3 }),
            }),
          ),
        })
        .meta({ description: 'Of this page and all before it' }),
      nextCursor: z.string().nullable().meta({
        description: 'Continues until another release becomes current; null when all running chats were looked at',
      }),
    }),
    errors: ['bot_not_found', 'environment_not_found', 'bot_not_published', 'invalid_cursor'],
  },
} as const satisfies Record<string, Endpoint>
