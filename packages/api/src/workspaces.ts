import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { currencySchema, modelSpendingSchema, spentSchema } from './model-spending.js'
import {
  isClosedToModelsSchema,
  newWorkspaceSchema,
  planSchema,
  roleSchema,
  successSchema,
  timestampSchema,
  userModeSchema,
  workspaceParams,
  workspaceSchema,
} from './shapes.js'

/** Limited, because lists of workspaces return the whole names. */
const nameSchema = z.string().max(1_000)
const iconSchema = z.string().max(10_000)

export const workspaceEndpoints = {
  listWorkspaces: {
    id: 'listWorkspaces',
    method: 'GET',
    path: '/api/v1/workspaces',
    summary: 'List your workspaces',
    auth: 'read',
    response: z.object({
      workspaces: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          icon: z.string().nullable(),
          plan: planSchema,
          role: roleSchema.meta({ description: 'Role of the caller; guests cannot create bots in it' }),
          isSuspended: z.boolean(),
          isPastDue: z.boolean(),
        }),
      ),
    }),
    errors: [],
  },
  createWorkspace: {
    id: 'createWorkspace',
    method: 'POST',
    path: '/api/v1/workspaces',
    summary: 'Create a workspace',
    auth: 'write',
    body: z.object({ name: nameSchema, icon: iconSchema.nullish() }),
    bodyLimit: 'chat',
    response: z.object({ workspace: newWorkspaceSchema }),
    errors: ['name_taken', 'quota_reached'],
  },
  getWorkspace: {
    id: 'getWorkspace',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}',
    summary: 'Get a workspace',
    auth: 'read',
    needs: 'workspace.read',
    params: workspaceParams,
    response: z.object({ workspace: workspaceSchema, currentUserMode: userModeSchema }),
    errors: ['workspace_not_found'],
  },
  updateWorkspace: {
    id: 'updateWorkspace',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}',
    summary: 'Change a workspace: its name, its icon, and whether anything may be sent to language models',
    auth: 'write',
    needs: 'workspace.manage',
    params: workspaceParams,
    body: z.object({
      name: nameSchema.optional(),
      icon: iconSchema.nullish(),
      isClosedToModels: isClosedToModelsSchema.optional(),
    }),
    bodyLimit: 'chat',
    response: z.object({ workspace: z.object({ name: z.string(), icon: z.string().nullable() }) }),
    errors: ['workspace_not_found', 'forbidden'],
  },
  getIdentitySecret: {
    id: 'getIdentitySecret',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/identity-secret',
    summary: 'Get the secret with which pages sign who their visitors are, or replace it',
    auth: 'admin',
    needs: 'workspace.manage',
    params: workspaceParams,
    body: z.object({
      isReplaced: z.boolean().default(false).meta({ description: 'The secret before is accepted for another day' }),
    }),
    bodyLimit: 'chat',
    response: z.object({ secret: z.string().meta({ example: '0f3a9c27' }), replacedAt: timestampSchema.nullable() }),
    errors: ['workspace_not_found', 'forbidden'],
  },
  deleteWorkspace: {
    id: 'deleteWorkspace',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}',
    summary: 'Delete a workspace with everything in it',
    auth: 'admin',
    needs: 'workspace.delete',
    params: workspaceParams,
    response: successSchema,
    errors: ['workspace_not_found'],
  },
  getUsage: {
    id: 'getUsage',
    method: 'GET',
    path: '/api/v1/billing/usage',
    summary: 'Count the chats of this month that visitors answered, and what files take; not for guests',
    auth: 'read',
    needs: 'workspace.seeUsage',
    query: workspaceParams,
    response: z.object({
      totalChatsUsed: z.number(),
      resetsAt: timestampSchema,
      storageUsed: z.number().meta({ description: 'Bytes' }),
    }),
    errors: ['workspace_not_found', 'forbidden'],
  },
  listModelSpending: {
    id: 'listModelSpending',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/model-spending',
    summary:
      'List what the language models of all bots have used up this month (UTC), most tokens first; not for guests',
    auth: 'read',
    needs: 'workspace.seeUsage',
    params: workspaceParams,
    response: z.object({
      currency: currencySchema,
      ceilings: z
        .object({ dayTokens: z.number().nullable(), monthCost: z.number().nullable() })
        .meta({ description: 'Limits that the operator sets for each workspace' }),
      today: spentSchema,
      month: spentSchema,
      spending: z.array(
        modelSpendingSchema.extend({
          botId: z.string(),
          botName: z.string().nullable().meta({ description: 'Null once the bot is deleted', example: 'Support' }),
        }),
      ),
    }),
    errors: ['workspace_not_found', 'forbidden'],
  },
  eraseResults: {
    id: 'eraseResults',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/results/erase',
    summary:
      'Delete for good, in all bots of a workspace, every result that holds a value, such as the email address of a person',
    auth: 'write',
    needs: 'workspace.eraseResults',
    params: workspaceParams,
    body: z.object({
      value: z
        .string()
        .min(1)
        .max(1000)
        .meta({ description: 'An answer or the value of a variable, whole; upper and lower case are the same' }),
      isCountOnly: z.boolean().optional().meta({ description: 'Deletes nothing and only counts the results' }),
    }),
    bodyLimit: 'chat',
    response: z.object({
      erased: z.int().meta({ description: 'How many results were deleted' }),
      found: z.int().optional().meta({ description: 'How many results hold the value, where they are only counted' }),
    }),
    errors: ['workspace_not_found', 'forbidden'],
  },
} as const satisfies Record<string, Endpoint>
