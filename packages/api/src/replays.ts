import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { periodShape, transcriptEntrySchema } from './results.js'
import { botParams, cursorLimitSchema, timestampSchema } from './shapes.js'

/** Outcomes of a conversation on the draft, most serious first. */
const classNames = [
  'failed',
  'refused',
  'ended',
  'question',
  'unasked',
  'path',
  'unknown',
  'values',
  'wording',
  'same',
] as const

export const comparisonClassSchema = z.enum(classNames).meta({
  id: 'ReplayClass',
  description:
    '`failed`: the draft logs a new error. `refused`: the draft rejects a valid reply. `ended`: the conversation ends earlier or later. ' +
    '`question`: an input has no recorded answer. `unasked`: the draft skips an answered input. `path`: the conversation visits other blocks. ' +
    '`unknown`: the replay cannot continue. `values`: different variable values. `wording`: different text. `same`: no change.',
})

export const unknownReasonSchema = z.enum(['effect', 'cut', 'restored', 'long', 'release', 'unrepeatable']).meta({
  id: 'ReplayUnknownReason',
  description:
    '`effect`: the draft asks a service or script for something that was not recorded. `cut`: the recorded answer was too large to keep. ' +
    '`restored`: it began from a remembered result. `long`: it has too many turns. `release`: its release, or that of a linked bot, is not available. `unrepeatable`: its release no longer gives what was recorded.',
})

const totalsShape = {
  conversations: z.int().meta({ example: 1210 }),
  classes: z.record(z.enum(classNames), z.int()).meta({
    description: 'Conversations by class',
    example: Object.fromEntries(classNames.map((name) => [name, name === 'same' ? 1204 : name === 'ended' ? 6 : 0])),
  }),
  assumed: z.int().meta({
    example: 12,
    description: 'Conversations in which a service would be asked something else, and its recorded answer was used',
  }),
}

export const replayEvidenceSchema = z
  .object({
    ...totalsShape,
    releaseId: z
      .string()
      .optional()
      .meta({ description: 'Only conversations of this release; absent for all', example: 'n4b7v1c8' }),
    from: timestampSchema.optional().meta({ description: 'Begin of the period; absent for all time' }),
    endedAt: timestampSchema,
  })
  .meta({ id: 'ReplayEvidence' })

const comparisonShape = {
  class: comparisonClassSchema,
  blockId: z.string().optional().meta({ description: 'Where it differs first' }),
  reason: unknownReasonSchema.optional(),
}

const versionSchema = z
  .object({
    path: z.array(z.string()).meta({ description: 'Ids of the visited blocks, in order', example: ['q7w2e9r4'] }),
    edges: z.array(z.string()).meta({ description: 'Ids of the followed edges, in order', example: ['e5r8t1y3'] }),
    entries: z.array(transcriptEntrySchema),
    awaits: z.string().optional().meta({ description: 'The block that waits for a reply', example: 'q7w2e9r4' }),
  })
  .meta({ id: 'ReplayedTurn' })

export const replayEndpoints = {
  replayConversations: {
    id: 'replayConversations',
    method: 'POST',
    path: '/api/v1/bots/{botId}/replays',
    summary: 'Replay a page of recorded conversations on the draft, newest first; nothing is sent or stored',
    auth: 'read',
    needs: 'results.read',
    params: botParams,
    body: z.object({
      timeFilter: periodShape('last7Days').timeFilter,
      releaseId: z.string().optional().meta({
        description: 'Only conversations that were held with this release of the bot',
        example: 'n4b7v1c8',
      }),
      timeZone: z.string().optional().meta({ description: 'An IANA time zone', example: 'Europe/Berlin' }),
      limit: z.int().min(1).max(10_000).default(100).meta({ description: 'Conversations to replay at once' }),
      cursor: z
        .string()
        .max(3000)
        .optional()
        .meta({ description: '`nextCursor` of the page before', example: 'eyJyYW5nZSI6e319.c2ln' }),
    }),
    bodyLimit: 'chat',
    isReadOnly: true,
    response: z.object({
      groups: z
        .array(
          z.object({
            ...comparisonShape,
            count: z.int(),
            resultIds: z.array(z.string()).meta({ description: 'The first 20 of them', example: ['r5t8y2u6'] }),
          }),
        )
        .meta({ description: 'Conversations of this page that changed, by class and block' }),
      totals: z.object(totalsShape).meta({ description: 'Of this page and all before it' }),
      nextCursor: z.string().nullable().meta({ description: 'Continues the replay; null when it is complete' }),
      evidence: z.string().nullable().meta({
        description: 'For `publishBot` once the replay is complete, until the draft changes',
        example: 'eyJ0b3RhbHMiOnt9fQ.c2ln',
      }),
    }),
    errors: ['bot_not_found', 'release_not_found', 'invalid_cursor', 'invalid_time_zone'],
  },
  replayResult: {
    id: 'replayResult',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/{resultId}/replay',
    summary: 'Replay the conversation of a result on the draft, with both transcripts',
    auth: 'read',
    needs: 'results.read',
    params: z.object({ botId: z.string(), resultId: z.string() }),
    response: z.object({
      ...comparisonShape,
      turns: z.array(
        z.object({
          ...comparisonShape,
          reply: transcriptEntrySchema.optional(),
          before: versionSchema,
          after: versionSchema.optional().meta({ description: 'Absent where the draft did not need the reply' }),
        }),
      ),
    }),
    errors: ['bot_not_found', 'result_not_found'],
  },
  listRecordings: {
    id: 'listRecordings',
    method: 'GET',
    path: '/api/v1/bots/{botId}/recordings',
    summary:
      'List recorded conversations with what services answered them, newest first; for those who may edit the bot',
    auth: 'write',
    needs: 'results.record',
    params: botParams,
    query: z.object({ limit: cursorLimitSchema.default(50), cursor: z.string().optional() }),
    response: z.object({
      recordings: z.array(
        z
          .object({
            resultId: z.string(),
            releaseId: z.string().meta({ example: 'n4b7v1c8' }),
            isUnknown: z.enum(['restored', 'long']).optional().meta({ description: 'Why it cannot be replayed' }),
            turns: z.array(
              z.object({
                record: z.looseObject({}).meta({
                  description: 'The reply, the options of a start, and outcomes of effects',
                  example: { message: { type: 'text', text: 'Ada' } },
                }),
                now: z.number().meta({ description: 'Milliseconds since 1970', example: 1_766_000_000_000 }),
                seed: z.number().meta({ description: 'Of the random numbers of the turn', example: 2_654_435_769 }),
              }),
            ),
          })
          .meta({ id: 'RecordedConversation' }),
      ),
      linkedReleases: z.record(z.string(), z.string()).meta({
        description:
          'Releases of linked bots of the workspace that these conversations reached, at most 50: ids of bots by ids of releases',
        example: { k2l4m6n8: 'p4d8f1z6' },
      }),
      nextCursor: z.string().nullable(),
    }),
    errors: ['bot_not_found', 'invalid_cursor'],
  },
} as const satisfies Record<string, Endpoint>
