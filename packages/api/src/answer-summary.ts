import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { originShape } from './result-filters.js'
import { timeFilters } from './results.js'
import { botParams, timestampSchema } from './shapes.js'

const choicesSchema = z.object({
  kind: z.literal('choices'),
  isMultiple: z.boolean().meta({ description: 'True if one answer may contain several choices, each counted once' }),
  choices: z
    .array(z.object({ label: z.string(), answers: z.number() }))
    .meta({ description: 'At most 50: those of the block in its order, then others, most frequent first' }),
  others: z.number().meta({ description: 'How often something else was chosen' }),
})

const numbersSchema = z.object({
  kind: z.literal('numbers'),
  average: z.number().nullable(),
  median: z.number().nullable().meta({ description: 'To three digits among more than 20,000 different numbers' }),
  bars: z
    .array(z.object({ from: z.number(), to: z.number(), answers: z.number() }))
    .meta({ description: 'Numbers from `from` to below `to`; that very number where both are the same' }),
  nps: z
    .object({ score: z.number(), promoters: z.number(), passives: z.number(), detractors: z.number() })
    .nullable()
    .meta({ description: 'The Net Promoter Score, for ratings from 0 to 10' }),
  unread: z.number().meta({ description: 'Answers that are not a number, or not on the scale' }),
})

const textsSchema = z.object({
  kind: z.literal('texts'),
  newest: z
    .array(
      z.object({
        resultId: z.string(),
        createdAt: timestampSchema,
        text: z.string().meta({ description: 'At most 500 characters' }),
        isCut: z.boolean(),
      }),
    )
    .meta({ description: 'At most 5' }),
})

export const answerSummaryEndpoints = {
  getAnswerSummary: {
    id: 'getAnswerSummary',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/summary',
    summary: 'Summarize answers: for each question the counts of choices, the spread of numbers, or the newest texts',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    query: z.object({
      timeFilter: z.enum(timeFilters).default('last30Days'),
      timeZone: z.string().optional(),
      ...originShape,
      releaseId: originShape.releaseId.meta({
        description: 'Only chats that this release answered last, by its own questions',
      }),
    }),
    response: z.object({
      results: z.number().meta({ description: 'Chats with an answer' }),
      otherAnswers: z
        .number()
        .meta({ description: 'Answers to questions that the flow does not have, left out below' }),
      readFrom: timestampSchema
        .nullable()
        .meta({ description: 'Result at which reading ended because there are too many; older ones are omitted' }),
      questions: z
        .array(
          z.object({
            blockId: z.string(),
            groupId: z.string(),
            label: z.string().meta({ description: 'As in the list of results' }),
            text: z.string().nullable().meta({ description: 'Messages of the bot before it' }),
            answers: z.number(),
            results: z.number().meta({ description: 'Chats that answered it' }),
            left: z.number().meta({ description: 'Of those, the ones that went no further and are not completed' }),
            summary: z.discriminatedUnion('kind', [choicesSchema, numbersSchema, textsSchema]),
          }),
        )
        .meta({ description: 'In the order of the flow: of the release, else the live one, else the draft' }),
    }),
    errors: ['bot_not_found', 'release_not_found', 'invalid_time_zone'],
  },
} as const satisfies Record<string, Endpoint>
