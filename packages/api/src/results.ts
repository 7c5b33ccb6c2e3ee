import { extension } from '@colloquy/flow'
import { originFields, segmentOf } from '@colloquy/flow/result-fields'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { fieldShape, filterBodyShape, filterShape, sortParameter } from './result-filters.js'
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
export const timeFilterSchema = z.enum(timeFilters).meta({ id: 'Period' })
export type TimeFilter = (typeof timeFilters)[number]

export const deliverySchema = z.enum(['sent', 'delivered', 'read', 'failed']).optional().meta({
  description:
    'Report of the channel about the messages: the earliest state of all, or `failed`. Absent if it reports nothing',
})

export const transcriptEntrySchema = z
  .object({
    role: z.enum(['bot', 'user']),
    type: z.enum(['text', 'image', 'video', 'audio']),
    text: z.string().optional().meta({ example: 'What is your name?' }),
    image: z.string().optional(),
    video: z.string().optional(),
    audio: z.string().optional(),
  })
  .meta({ id: 'TranscriptEntry' })

const resultIdsSchema = z
  .string()
  .optional()
  .meta({ description: 'Ids separated by commas, in the query or in the body; all results when in neither' })

const listSpelling = /^resultIds(\[\d*\])?$/

/** Joins the ids of a list, also in the spellings of a query: `resultIds[]=a&resultIds[]=b`, `resultIds[0]=a` or a repeated name. */
function joinIds(parameters: unknown): unknown {
  if (typeof parameters !== 'object' || parameters === null) return parameters ?? {}
  const entries = Object.entries(parameters)
  const lists = entries.filter(([name]) => listSpelling.test(name))
  const ids = lists.flatMap(([, value]) => value)
  if (lists.length === 0 || !ids.every((id) => typeof id === 'string')) return parameters
  return { ...Object.fromEntries(entries.filter(([name]) => !listSpelling.test(name))), resultIds: ids.join(',') }
}

export const periodShape = (first: TimeFilter) => ({
  timeFilter: z.enum(timeFilters).default(first),
  timeZone: z.string().optional(),
})

export const resultEndpoints = {
  listResults: {
    id: 'listResults',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results',
    summary: 'List results, newest first or sorted by a column',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: z.object({
      limit: cursorLimitSchema.default(50),
      cursor: z.string().optional(),
      ...periodShape('last7Days'),
      ...filterShape,
      sort: sortParameter,
    }),
    response: z.object({
      results: z.array(resultSchema),
      isPartial: z
        .literal(true)
        .optional()
        .meta({ description: 'The period has more results than are sorted; the oldest ones are omitted' }),
      nextCursor: z.string().nullable().meta({
        description: 'Position at which to continue; with filters, more results may follow a page that is not full',
      }),
    }),
    errors: ['bot_not_found', 'invalid_cursor', 'invalid_time_zone'],
  },
  deleteResults: {
    id: 'deleteResults',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/results',
    summary: 'Delete the named results, those that match, or all of them',
    auth: 'write',
    needs: 'results.delete',
    params: botParams,
    // Without ids all results are deleted, so a misspelt name is an error.
    query: z.preprocess(joinIds, z.strictObject({ resultIds: resultIdsSchema })),
    body: z.preprocess(
      joinIds,
      z.strictObject({
        resultIds: resultIdsSchema,
        matching: z
          .strictObject({
            ...periodShape('allTime'),
            ...filterBodyShape,
            createdBefore: z.iso.datetime({ offset: true }).optional(),
            cursor: z.string().optional(),
          })
          .optional()
          .meta({ description: 'Those that a list with these parameters would hold, in place of named ones' }),
      }),
    ),
    bodyLimit: 'chat',
    response: z.object({
      deleted: z.number().optional().meta({ description: 'How many matched' }),
      nextCursor: z
        .string()
        .optional()
        .meta({ description: 'One request deletes for a few seconds: send it again with this as the `cursor`' }),
    }),
    errors: ['bot_not_found', 'invalid_time_zone', 'invalid_cursor'],
  },
  getResult: {
    id: 'getResult',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/{resultId}',
    summary: 'Get a result',
    auth: 'read',
    needs: 'results.read',
    params: resultParams,
    response: z.object({ result: resultSchema }),
    errors: ['bot_not_found', 'result_not_found'],
  },
  getTranscript: {
    id: 'getTranscript',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/{resultId}/transcript',
    summary: 'Get the transcript of a result: what was said in all of its sessions, in order, latest part first',
    auth: 'read',
    needs: 'results.read',
    params: resultParams,
    query: z.object({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(10_000)
        .optional()
        .meta({ description: 'Turns in one part; by default as many as fit in a response' }),
      cursor: z.string().max(200).optional().meta({ description: 'The `nextCursor` of the part after this one' }),
    }),
    response: z.object({
      transcript: z.array(transcriptEntrySchema.extend({ delivery: deliverySchema }).meta({ id: 'DeliveredEntry' })),
      hasEarlier: extension(
        z.literal(true).optional().meta({ description: 'There are entries before these; `nextCursor` leads to them' }),
      ),
      nextCursor: extension(z.string().optional().meta({ description: 'Leads to the part before this one' })),
    }),
    errors: ['bot_not_found', 'result_not_found', 'invalid_cursor'],
  },
  listResultLogs: {
    id: 'listResultLogs',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/{resultId}/logs',
    summary: 'List the logs of a result, oldest first; details and context only for those who may edit the bot',
    auth: 'read',
    needs: 'results.read',
    params: resultParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(500),
      cursor: z.string().optional(),
    }),
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
      nextCursor: extension(z.string().nullable()),
    }),
    errors: ['bot_not_found', 'invalid_cursor'],
  },
  listResultOrigins: {
    id: 'listResultOrigins',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/origins',
    summary: `List where results come from: ${originFields.map(segmentOf).join(', ')}`,
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: z.object({
      resultIds: z
        .string()
        .transform((text) => text.split(',').flatMap((id) => id.trim() || []))
        .pipe(z.array(z.string().max(200)).min(1).max(100))
        .meta({ description: 'Ids of at most 100 results, separated by commas' }),
    }),
    response: z.object({
      origins: z
        .array(
          z.object({
            resultId: z.string(),
            ...fieldShape,
            variants: z
              .array(z.object({ experimentId: z.string(), variant: z.number().meta({ example: 1 }) }))
              .meta({ description: 'Variants that experiments assigned to the visitor, by index, oldest first' }),
          }),
        )
        .meta({ description: 'Without those that the bot does not have' }),
    }),
    errors: ['bot_not_found'],
  },
  exportResults: {
    id: 'exportResults',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/export',
    summary: 'Download results as a file, newest first: those that a list would hold, or the named ones',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: z.object({
      format: z.enum(['csv', 'xlsx', 'ndjson']).default('csv').meta({ description: 'Of the file' }),
      ...periodShape('allTime'),
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
    needs: 'results.read',
    params: botParams,
    query: z.object({
      ...periodShape('last7Days'),
      ...filterShape,
    }),
    response: z.object({
      total: z.number(),
      countedAt: timestampSchema.meta({ description: 'Results that began then or later are not counted' }),
    }),
    errors: ['bot_not_found', 'invalid_time_zone'],
  },
} as const satisfies Record<string, Endpoint>
