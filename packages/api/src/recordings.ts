import { logSchema, otherRepliesSchema } from '@colloquy/chat'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { transcriptEntrySchema } from './results.js'
import { timestampSchema } from './shapes.js'

const params = z.object({ botId: z.string(), resultId: z.string() })
const valueSchema = z.union([z.string(), z.array(z.string().nullable())]).nullable()

const recordingSchema = z.object({
  releaseId: z.string().meta({ example: 'n4b7v1c8', description: 'The release that the conversation was held with' }),
  isUnknown: z.enum(['restored', 'long']).optional().meta({
    description:
      'Why no state can be computed: `restored` began from a remembered result; `long` has too many turns, and these are the latest',
  }),
  turns: z.array(
    z
      .object({
        at: timestampSchema.optional().meta({ description: 'Absent for a reply that was never given' }),
        reply: transcriptEntrySchema.optional(),
        entries: z.array(transcriptEntrySchema).meta({ description: 'Messages of the bot' }),
        isComputed: z.boolean().meta({ description: 'False where only the stored texts are known' }),
        recordedAt: z.int().optional().meta({ description: 'Place in the stored conversation', example: 2 }),
        computed: z
          .array(transcriptEntrySchema)
          .optional()
          .meta({ description: 'Messages of the release today; present only if they differ from the stored ones' }),
        path: z
          .array(z.string())
          .optional()
          .meta({ description: 'Ids of the visited blocks, in order', example: ['q7w2e9r4'] }),
        edges: z
          .array(z.string())
          .optional()
          .meta({ description: 'Ids of the followed edges, in order', example: ['e5r8t1y3'] }),
        awaits: z.string().optional().meta({ description: 'The block that waits for a reply', example: 'q7w2e9r4' }),
        isRejected: z.literal(true).optional().meta({ description: 'The reply did not fit the input' }),
        variables: z
          .array(
            z.object({
              id: z.string(),
              name: z.string().meta({ example: 'Name' }),
              value: valueSchema,
              botId: z.string().optional().meta({ description: 'The linked bot that it belongs to' }),
            }),
          )
          .optional()
          .meta({ description: 'Variables that this turn changed; long values are cut' }),
        logs: z.array(logSchema).optional(),
        assumed: z.int().optional().meta({
          description: 'Requests that differ from the recorded ones, answered with the recorded answer',
        }),
        stopped: z
          .object({
            reason: z.enum(['refused', 'effect']),
            message: z.string().optional(),
            kind: z.string().optional().meta({ description: 'Kind of the effect without an answer', example: 'http' }),
            blockId: z.string().optional(),
            isCut: z.boolean().optional().meta({ description: 'The recorded answer was too large to keep' }),
          })
          .optional()
          .meta({ description: 'Why nothing can be computed from here on' }),
      })
      .meta({ id: 'RecordedTurn' }),
  ),
  differing: z
    .array(z.string())
    .meta({ description: 'Variables of the result that the last turn computes differently', example: [] }),
})

/** One conversation, turn by turn. Restricted to users who may edit the bot, because values and logs contain responses of services. */
export const recordingEndpoints = {
  getRecording: {
    id: 'getRecording',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/{resultId}/recording',
    summary: 'Get the conversation of a result turn by turn, with the path, variables and logs of each turn',
    auth: 'write',
    needs: 'results.record',
    params,
    response: recordingSchema,
    errors: ['bot_not_found', 'result_not_found'],
  },
  tryOtherReplies: {
    id: 'tryOtherReplies',
    method: 'POST',
    path: '/api/v1/bots/{botId}/results/{resultId}/recording',
    summary: 'Compute the conversation of a result with other replies; nothing is sent or stored',
    auth: 'write',
    needs: 'results.record',
    params,
    body: z.object({
      replies: otherRepliesSchema.min(1).meta({
        description: 'Replies in place of recorded ones, each applied to the conversation that those before it leave',
        example: [{ turn: 1, text: 'No, thank you' }],
      }),
    }),
    bodyLimit: 'chat',
    isReadOnly: true,
    response: recordingSchema,
    errors: ['bot_not_found', 'result_not_found'],
  },
} as const satisfies Record<string, Endpoint>
