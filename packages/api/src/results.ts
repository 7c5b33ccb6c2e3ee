import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams, cursorLimitSchema, flagSchema, resultSchema, timestampSchema } from './shapes.js'

const resultParams = z.object({ botId: z.string(), resultId: z.string() })

export const timeFilters = [
  'today',
  'last7Days',
  'last30Days',
  'monthToDate',
  'lastMonth',
  'yearToDate',
  'allTime',
] as const
export type TimeFilter = (typeof timeFilters)[number]

const transcriptEntrySchema = z.object({
  role: z.enum(['bot', 'user']),
  type: z.enum(['text', 'image', 'video', 'audio']),
  text: z.string().optional(),
  image: z.string().optional(),
  video: z.string().optional(),
  audio: z.string().optional(),
})

const resultIdsSchema = z
  .string()
  .optional()
  .meta({ description: 'Ids separated by commas, in the query or in the body; all results when in neither' })

const filterShape = {
  isCompleted: flagSchema.optional().meta({ description: 'Only those that came to the end, or only the others' }),
  search: z.string().min(1).max(200).optional().meta({ description: 'Somewhere in an answer' }),
  blockId: z.string().max(200).optional().meta({ description: 'Only those that answered this block' }),
  variableId: z.string().max(200).optional().meta({ description: 'Only those with an answer to this variable' }),
  value: z
    .string()
    .max(10_000)
    .optional()
    .meta({ description: 'Only those with exactly this answer, to the block or variable if one is named' }),
}

export const resultEndpoints = {
  listResults: {
    id: 'listResults',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results',
    summary: 'List results, newest first',
    auth: 'read',
    params: botParams,
    query: z.object({
      limit: cursorLimitSchema.default(50),
      cursor: z.string().optional(),
      timeFilter: z.enum(timeFilters).default('last7Days'),
      timeZone: z.string().optional(),
      ...filterShape,
    }),
    response: z.object({
      results: z.array(resultSchema),
      nextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Where to go on; with filters there may be more behind a page that is not full' }),
    }),
    errors: ['bot_not_found', 'invalid_cursor', 'invalid_time_zone'],
  },
  deleteResults: {
    id: 'deleteResults',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/results',
    summary: 'Delete the named results, or all of them',
    auth: 'write',
    params: botParams,
    query: z.object({
      resultIds: resultIdsSchema,
    }),
    body: z.preprocess((body) => body ?? {}, z.object({ resultIds: resultIdsSchema })),
    bodyLimit: 'chat',
    response: z.object({}),
    errors: ['bot_not_found'],
  },
  getResult: {
    id: 'getResult',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/{resultId}',
    summary: 'Get a result',
    auth: 'read',
    params: resultParams,
    response: z.object({ result: resultSchema }),
    errors: ['bot_not_found', 'result_not_found'],
  },
  getTranscript: {
    id: 'getTranscript',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/{resultId}/transcript',
    summary: 'Get what was said, in order',
    auth: 'read',
    params: resultParams,
    response: z.object({ transcript: z.array(transcriptEntrySchema) }),
    errors: ['bot_not_found', 'result_not_found'],
  },
  listResultLogs: {
    id: 'listResultLogs',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/{resultId}/logs',
    summary: 'List the logs of a result, oldest first',
    auth: 'read',
    params: resultParams,
    response: z.object({
      logs: z.array(
        z.object({
          id: z.string(),
          createdAt: timestampSchema,
          resultId: z.string(),
          status: z.string(),
          description: z.string(),
          details: z.string().nullable(),
          context: z.string().nullable(),
        }),
      ),
    }),
    errors: ['bot_not_found'],
  },
  exportResults: {
    id: 'exportResults',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/export',
    summary: 'Download results as a file, newest first: those that a list would hold, or the named ones',
    auth: 'read',
    params: botParams,
    query: z.object({
      format: z.enum(['csv', 'xlsx', 'ndjson']).default('csv'),
      timeFilter: z.enum(timeFilters).default('allTime'),
      timeZone: z.string().optional(),
      resultIds: z.string().optional().meta({ description: 'Only these, separated by commas' }),
      includeDeletedBlocks: flagSchema
        .optional()
        .meta({ description: 'Also answers to blocks that the flow has no more' }),
      raw: flagSchema.optional().meta({
        description: 'CSV without the apostrophe before what a spreadsheet would take for a formula',
      }),
      ...filterShape,
    }),
    response: z.string(),
    contentType: '*/*',
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
  countResults: {
    id: 'countResults',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/count',
    summary: 'Count the results that a list would hold',
    auth: 'read',
    params: botParams,
    query: z.object({
      timeFilter: z.enum(timeFilters).default('last7Days'),
      timeZone: z.string().optional(),
      ...filterShape,
    }),
    response: z.object({ total: z.number() }),
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
} as const satisfies Record<string, Endpoint>
