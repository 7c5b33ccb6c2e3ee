import { exitKinds } from '@colloquy/flow'
import { originFields, segmentOf } from '@colloquy/flow/result-fields'
import * as z from 'zod'
import { withEarlierNames } from './earlier-names.js'
import type { Endpoint } from './endpoint.js'
import { currencySchema, modelSpendingSchema, spentSchema } from './model-spending.js'
import { originShape } from './result-filters.js'
import { timeFilterSchema } from './results.js'
import { botParams } from './shapes.js'

const spanShape = {
  timeFilter: timeFilterSchema.default('last7Days'),
  timeZone: z.string().optional(),
}
const query = z.object(spanShape)
const originQuery = z.object({ ...spanShape, ...originShape })

const blockIdsSchema = z
  .string()
  .transform((text) => text.split(',').flatMap((id) => id.trim() || []))
  .pipe(z.array(z.string().max(200)).min(2).max(10))
  .meta({ description: 'Ids of 2 to 10 inputs, separated by commas' })

const countsShape = { views: z.number(), starts: z.number(), completions: z.number() }

export const analyticsEndpoints = {
  getStats: {
    id: 'getStats',
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/stats',
    summary: 'Count views, starts and completions of a published bot',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query,
    response: z.object({
      stats: z.object({ totalViews: z.number(), totalStarts: z.number(), totalCompleted: z.number() }),
    }),
    errors: ['bot_not_found', 'bot_not_published', 'invalid_time_zone'],
  },
  getModelSpending: {
    id: 'getModelSpending',
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/models',
    summary: 'Get what the language models of a bot have used up today and this month (UTC)',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    response: z.object({
      currency: currencySchema,
      today: spentSchema,
      month: spentSchema,
      models: z.array(modelSpendingSchema).meta({ description: 'Of this month, most tokens first' }),
      blocks: z
        .array(modelSpendingSchema.extend({ blockId: z.string().meta({ description: 'Empty for calls of no block' }) }))
        .meta({ description: 'The same by block; blocks of linked bots are among them' }),
    }),
    errors: ['bot_not_found'],
  },
  getInDepthData: {
    id: 'getInDepthData',
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/inDepthData',
    summary: 'Count the answers of each block and the visits of each edge of a published bot',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query,
    response: z.object({
      totalAnswers: z.array(z.object({ blockId: z.string(), itemId: z.string().optional(), total: z.number() })),
      offDefaultPathVisitedEdges: z.array(
        z.object({
          id: z.string(),
          total: z.number(),
          to: z.object({ groupId: z.string(), blockId: z.string().optional() }).nullable(),
        }),
      ),
    }),
    errors: ['bot_not_found', 'bot_not_published', 'invalid_time_zone'],
  },
  getDailyCounts: {
    id: 'getDailyCounts',
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/daily',
    summary: 'Count views, starts and completions of each local day',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: originQuery,
    response: z.object({ days: z.array(z.object({ date: z.iso.date(), ...countsShape })) }),
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
  getSegments: {
    id: 'getSegments',
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/segments',
    summary: `Count views, starts and completions by ${originFields.map(segmentOf).join(', ')} or variable, most views first`,
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: z
      .object({
        ...spanShape,
        ...originShape,
        by: z
          .enum([...originFields.map(segmentOf), 'variable'])
          .default('release')
          .meta({ description: 'Dimension to compare; a chat in several experiments counts for a variant of each' }),
        variableId: z.string().min(1).max(200).optional().meta({ description: 'The variable, with `by=variable`' }),
      })
      .refine(({ by, variableId }) => by !== 'variable' || variableId !== undefined, {
        path: ['variableId'],
        message: 'Give the id of the variable to compare by',
      }),
    response: z.object({
      segments: z
        .array(
          z.object({
            value: z
              .string()
              .nullable()
              .meta({
                description:
                  'The value, as the filter by the same dimension takes it, null if unknown; the value of a variable as text of at most 200 ' +
                  'characters, null if empty',
              }),
            ...countsShape,
          }),
        )
        .meta({ description: 'At most 50; the 20 commonest values of a variable and its empty one' }),
      other: z
        .object({ values: z.number().meta({ description: 'How many' }), ...countsShape })
        .nullable()
        .meta({ description: 'All other values of a variable in one; null where there are none' }),
    }),
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
  getCohorts: {
    id: 'getCohorts',
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/cohorts',
    summary: 'Count what became of started results, by the local week in which they began',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: z.object({
      ...spanShape,
      ...originShape,
      blockId: z.string().min(1).max(200).optional().meta({ description: 'An input, to count who answered it' }),
    }),
    response: z.object({
      weeks: z
        .array(
          z.object({
            week: z.iso.date().meta({ description: 'The Monday on which the week begins' }),
            starts: z.number(),
            completions: z.number(),
            returns: z.number().meta({ description: 'Conversations that continued a day or more after they began' }),
            reached: z
              .number()
              .nullable()
              .meta({ description: 'Conversations that answered the input; null if none is named' }),
          }),
        )
        .meta({ description: 'Weeks in which any began, oldest first' }),
    }),
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
  getDropOff: {
    id: 'getDropOff',
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/dropOff',
    summary: 'List the answers after which visitors left, and the exits that they took, in the order of the flow',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: originQuery,
    response: z.object({
      blocks: z.array(
        z.object({
          blockId: z.string(),
          groupId: z.string().nullable().meta({ description: 'Null when the flow has this block no more' }),
          answered: z.number().meta({ description: 'Results that answered it' }),
          left: z.number().meta({ description: 'Of those, the ones that went no further and are not completed' }),
        }),
      ),
      exits: z
        .array(
          z.object({
            blockId: z.string(),
            exitId: z.string(),
            on: z.enum(exitKinds).meta({ description: 'The reason for the exit' }),
            taken: z.number().meta({ description: 'How often; a conversation may take it several times' }),
          }),
        )
        .meta({ description: 'Exits that were taken, by the edges that they have now' }),
    }),
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
  getFunnel: {
    id: 'getFunnel',
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/funnel',
    summary: 'Count who answered one block, then another later on, and so forth',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: z.object({ ...spanShape, ...originShape, blockIds: blockIdsSchema }),
    response: z.object({
      views: z.number(),
      steps: z.array(z.object({ blockId: z.string(), results: z.number() })),
    }),
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
  getInvalidReplies: {
    id: 'getInvalidReplies',
    earlier: { id: 'getRejections', path: '/api/v1/bots/{botId}/analytics/rejections' },
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/invalidReplies',
    summary: 'Count the replies that inputs did not accept, most first',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: originQuery,
    response: z.object({
      blocks: z.array(
        z.object(
          withEarlierNames(
            {
              blockId: z.string(),
              groupId: z
                .string()
                .nullable()
                .meta({ description: 'Null if the flow does not contain this block any more' }),
              invalidReplies: z.number(),
              results: z.number().meta({ description: 'Number of results with these replies' }),
            },
            { invalidReplies: 'rejections' },
          ),
        ),
      ),
    }),
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
  getAnswerTimes: {
    id: 'getAnswerTimes',
    method: 'GET',
    path: '/api/v1/bots/{botId}/analytics/answerTimes',
    summary: 'Get how many seconds visitors take to answer each block',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: originQuery,
    response: z.object({
      blocks: z.array(
        z.object({
          blockId: z.string(),
          answers: z.number(),
          medianSeconds: z.number(),
          slowestTenthSeconds: z.number().meta({ description: 'Nine of ten answers come sooner; 3600 is the most' }),
        }),
      ),
    }),
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
} as const satisfies Record<string, Endpoint>
