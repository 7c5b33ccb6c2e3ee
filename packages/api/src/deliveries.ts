import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { cursorLimitSchema, successSchema, timestampSchema } from './shapes.js'

const stateSchema = z.enum(['waiting', 'delivered', 'dead']).meta({
  description: '`dead`: given up after about a day of attempts',
})
const integrationSchema = z.string().max(100).meta({ description: 'The type of the blocks', example: 'Email' })

const deliverySchema = z
  .object({
    id: z.string(),
    botId: z.string(),
    botName: z.string().meta({ example: 'Lead form' }),
    resultId: z.string(),
    blockId: z.string(),
    integration: integrationSchema,
    state: stateSchema,
    attempts: z.int().meta({ description: 'How often it was attempted', example: 3 }),
    lastError: z.string().nullable().meta({
      description: 'Why the last attempt failed; null before the first failure and once it is delivered',
      example: 'The answer has the status 503',
    }),
    createdAt: timestampSchema,
    nextAttemptAt: timestampSchema.nullable().meta({ description: 'Null for one that is not waiting' }),
    endedAt: timestampSchema.nullable().meta({ description: 'When it was delivered or given up' }),
  })
  .meta({ id: 'Delivery' })

const params = z.object({ workspaceId: z.string() })
const deliveryParams = z.object({ workspaceId: z.string(), deliveryId: z.string() })
const filterShape = { botId: z.string().optional(), integration: integrationSchema.optional() }

/** Requests that blocks with guaranteed delivery have queued. Visible only to members of the workspace, and never with their contents. */
export const deliveryEndpoints = {
  listDeliveries: {
    id: 'listDeliveries',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/deliveries',
    summary: 'List the guaranteed deliveries of a workspace, newest first',
    auth: 'read',
    needs: 'deliveries.manage',
    params,
    query: z.object({
      state: stateSchema.optional(),
      ...filterShape,
      limit: cursorLimitSchema.default(50),
      cursor: z.string().optional(),
    }),
    response: z.object({ deliveries: z.array(deliverySchema), nextCursor: z.string().nullable() }),
    errors: ['workspace_not_found', 'invalid_cursor'],
  },
  getDeliveryHealth: {
    id: 'getDeliveryHealth',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/deliveries/health',
    summary: 'Get how the guaranteed deliveries of a workspace are doing, by integration',
    auth: 'read',
    needs: 'deliveries.manage',
    params,
    response: z.object({
      integrations: z.array(
        z.object({
          integration: integrationSchema,
          waiting: z.int().meta({ example: 2 }),
          dead: z.int().meta({ example: 1 }),
          delivered: z.int().meta({ description: 'Within the last 24 hours', example: 61 }),
          oldestWaitingAt: timestampSchema.nullable().meta({ description: 'When the oldest waiting one was stored' }),
        }),
      ),
    }),
    errors: ['workspace_not_found'],
  },
  getIntegrationHealth: {
    id: 'getIntegrationHealth',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/integration-health',
    summary: 'Get how the calls of live chats to each service went in the last 14 days (UTC), failing services first',
    auth: 'read',
    needs: 'deliveries.manage',
    params,
    response: z.object({
      integrations: z.array(
        z.object({
          integration: integrationSchema,
          lastSuccessAt: timestampSchema.nullable(),
          lastFailureAt: timestampSchema.nullable(),
          lastFailure: z.string().nullable().meta({
            description: 'Why the last call that failed did',
            example: 'The answer has the status 503',
          }),
          days: z
            .array(z.object({ day: z.string().meta({ example: '2026-11-23' }), succeeded: z.int(), failed: z.int() }))
            .meta({ description: 'The last 14, oldest first' }),
          waiting: z.int().meta({ description: 'Guaranteed deliveries that are still attempted', example: 2 }),
          dead: z.int().meta({ description: 'Guaranteed deliveries that were given up', example: 1 }),
        }),
      ),
    }),
    errors: ['workspace_not_found'],
  },
  replayDelivery: {
    id: 'replayDelivery',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/deliveries/{deliveryId}/replay',
    summary: 'Retry a failed delivery with the same idempotency key',
    auth: 'write',
    needs: 'deliveries.manage',
    params: deliveryParams,
    response: successSchema,
    errors: ['workspace_not_found', 'delivery_not_found'],
  },
  replayDeliveries: {
    id: 'replayDeliveries',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/deliveries/replay',
    summary: 'Retry failed deliveries, oldest first, at most 1,000 per call',
    auth: 'write',
    needs: 'deliveries.manage',
    params,
    body: z.strictObject(filterShape),
    bodyLimit: 'chat',
    response: z.object({
      replayed: z
        .int()
        .meta({ description: 'How many are attempted again; call again while it is 1,000', example: 12 }),
    }),
    errors: ['workspace_not_found'],
  },
  discardDelivery: {
    id: 'discardDelivery',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/deliveries/{deliveryId}',
    summary: 'Delete a delivery that has not arrived, so that it is not attempted any more',
    auth: 'write',
    needs: 'deliveries.manage',
    params: deliveryParams,
    response: successSchema,
    errors: ['workspace_not_found', 'delivery_not_found'],
  },
} as const satisfies Record<string, Endpoint>
