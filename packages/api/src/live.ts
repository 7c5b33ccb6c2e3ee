import { operationSchema } from '@colloquy/flow'
import * as z from 'zod'
import { withEarlierNames } from './earlier-names.js'
import type { Endpoint } from './endpoint.js'
import { botParams } from './shapes.js'

const pathSchema = z.array(z.string())
const revisionSchema = z.int().min(0).meta({ description: 'How often the draft was changed' })

/** Operations as they are broadcast. Those that come from an update of the whole document may have any shape. */
const broadcastOperationSchema = z.looseObject({ kind: z.enum(['set', 'insert', 'remove', 'move']) })

const batchSchema = z
  .object({
    revision: revisionSchema,
    id: z.string(),
    userId: z.string().nullable(),
    operations: z.array(broadcastOperationSchema),
  })
  .meta({ id: 'OperationBatch' })

const conflictSchema = z
  .object({
    operation: z.int().meta({ description: 'Its index in the batch' }),
    reason: z.enum(['changed', 'deleted', 'taken']),
    path: pathSchema,
    mine: z.unknown().optional(),
    theirs: z.unknown().optional(),
  })
  .meta({ id: 'OperationConflict' })

/** A name chosen by the client, for a batch of operations or for a page with an open editor. */
const givenNameSchema = z.string().regex(/^[\w-]{8,64}$/, 'Give 8 to 64 letters, digits, dashes and underscores.')

const coordinateSchema = z.int().min(-10_000_000).max(10_000_000)

/** Collaborative editing: changes as small operations, and notifications of what others do. */
export const liveEndpoints = {
  applyOperations: {
    id: 'applyOperations',
    method: 'POST',
    path: '/api/v1/bots/{botId}/operations',
    summary: 'Change the draft in small steps, which are merged with what others have changed meanwhile',
    auth: 'write',
    needs: 'bot.edit',
    isAdmittedInTurn: true,
    params: botParams,
    body: z.strictObject({
      id: givenNameSchema.meta({ description: 'Of the batch: sent again, it is taken once' }),
      revision: revisionSchema.meta({ description: 'Of the draft that the operations were made for' }),
      operations: z.array(operationSchema).min(1),
    }),
    bodyLimit: 'flow',
    response: z.object(
      withEarlierNames(
        {
          revision: revisionSchema,
          batches: z.array(batchSchema).nullable().meta({
            description:
              'Batches that lead from the revision of the request to this one; null if the bot must be loaded again',
          }),
          conflicts: z.array(conflictSchema).meta({
            description:
              'Operations that were skipped because somebody else changed the same value, each with both versions',
          }),
        },
        { conflicts: 'refusals' },
      ),
    ),
    errors: ['bot_not_found', 'invalid_operation', 'too_many_operations', 'head_code_not_allowed', 'bot_quota_reached'],
  },
  followBot: {
    id: 'followBot',
    method: 'GET',
    path: '/api/v1/bots/{botId}/live',
    summary:
      'Server-sent events: `operations` with each change of the draft, `reload` when some are gone, ' +
      '`edited` with who changed it last and when, `people` with its viewers, cursors on the canvas as `pointers`, ' +
      '`comments` when those have changed, `notified` with notifications of the caller. Continues after `Last-Event-ID`, or after the revision in the query',
    auth: 'read',
    needs: 'bot.follow',
    params: botParams,
    query: z.object({
      revision: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .meta({ description: 'Of the draft that the caller has: the stream begins behind it' }),
      client: givenNameSchema.optional().meta({ description: 'Makes the caller one of the people' }),
    }),
    response: z.string(),
    contentType: 'text/event-stream',
    errors: ['bot_not_found', 'too_many_requests'],
  },
  sharePosition: {
    id: 'sharePosition',
    method: 'POST',
    path: '/api/v1/bots/{botId}/presence',
    summary: 'Broadcast your position in a bot to its other viewers',
    auth: 'read',
    needs: 'bot.follow',
    params: botParams,
    body: z.strictObject({
      client: givenNameSchema,
      groupId: z.string().max(300).nullable(),
      blockId: z.string().max(300).nullable(),
    }),
    bodyLimit: 'chat',
    isReadOnly: true,
    status: 204,
    errors: ['bot_not_found'],
  },
  shareCursor: {
    id: 'shareCursor',
    method: 'POST',
    path: '/api/v1/bots/{botId}/pointer',
    summary:
      'Broadcast the position of your cursor on the canvas to the other viewers of a bot. Send it a few times a second while the cursor ' +
      'moves; of faster requests, the last one is broadcast',
    auth: 'read',
    needs: 'bot.follow',
    params: botParams,
    body: z.strictObject({
      client: givenNameSchema,
      at: z
        .strictObject({ x: coordinateSchema, y: coordinateSchema })
        .nullable()
        .meta({ description: 'In coordinates of the flow; null when the cursor has left' }),
    }),
    bodyLimit: 'chat',
    isReadOnly: true,
    status: 204,
    errors: ['bot_not_found'],
  },
} as const satisfies Record<string, Endpoint>
