import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { overrideReasonSchema } from './releases.js'
import { botParams, cursorLimitSchema, successSchema, timestampSchema } from './shapes.js'

const params = z.object({ botId: z.string(), environmentId: z.string() })

/** Time at which a release becomes current; immediately when absent or in the past. */
export const deploymentTimeSchema = z.iso
  .datetime({ offset: true })
  .meta({ description: 'When new chats begin to run on it; at once without it', example: '2026-12-01T08:00:00Z' })

const deploymentSchema = z
  .object({
    id: z.string(),
    environmentId: z.string().meta({ description: '`live`, or the id of an environment' }),
    releaseId: z.string(),
    replacedReleaseId: z
      .string()
      .nullable()
      .meta({ description: 'Release that was current before; null if there was none' }),
    author: z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable().meta({
      description: 'Null when they have no account any more; without `email` for those who may not see people',
    }),
    createdAt: timestampSchema,
    dueAt: timestampSchema,
    doneAt: timestampSchema.nullable().meta({ description: 'Null while it is scheduled' }),
    skippedAt: timestampSchema.nullable().meta({
      description: 'When it was due and not deployed, because its author could no longer change the bot',
    }),
  })
  .meta({ id: 'Deployment' })

const variableValuesSchema = z
  .record(z.string().max(300), z.string().max(5_000))
  .refine((values) => Object.keys(values).length <= 100, 'At most 100 variables')
  .meta({
    description: 'Values by the ids of variables, with which chats begin; what a visitor gives for them is ignored',
    example: { v7r2k9: 'https://sandbox.example.com' },
  })
const credentialsMapSchema = z
  .record(z.string().max(300), z.string().max(300))
  .refine((map) => Object.keys(map).length <= 100, 'At most 100 credentials')
  .meta({
    description: 'Ids of credentials of the flow, with the ids of those that are used in their place',
    example: { p4s8d2f6g9h1: 'c6t2w8n3x5z7' },
  })

const environmentSchema = z
  .object({
    id: z.string().meta({ description: '`live`, or the id of an environment' }),
    name: z.string(),
    publicId: z.string().nullable().meta({ description: 'The last part of its public address' }),
    releaseId: z.string().nullable().meta({ description: 'New chats run on it; null when nothing is published there' }),
    previousReleaseId: z.string().nullable().meta({ description: 'Release that the current one replaced' }),
    variables: variableValuesSchema,
    credentials: credentialsMapSchema,
    scheduled: z.array(deploymentSchema).meta({ description: 'Scheduled deployments, the next one first' }),
  })
  .meta({ id: 'Environment' })

/** Environments in which releases of a bot run, and the current release of each. */
export const environmentEndpoints = {
  listEnvironments: {
    id: 'listEnvironments',
    method: 'GET',
    path: '/api/v1/bots/{botId}/environments',
    summary: 'List the environments of a bot, `live` first; values are shown to those who may edit the bot',
    auth: 'read',
    needs: 'environments.read',
    params: botParams,
    response: z.object({ environments: z.array(environmentSchema) }),
    errors: ['bot_not_found'],
  },
  createEnvironment: {
    id: 'createEnvironment',
    method: 'POST',
    path: '/api/v1/bots/{botId}/environments',
    summary: 'Add an environment with its own public id',
    auth: 'write',
    needs: 'environments.manage',
    params: botParams,
    body: z.strictObject({
      name: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'Use 1 to 30 lower-case letters, digits and hyphens')
        .meta({ example: 'staging' }),
    }),
    bodyLimit: 'chat',
    response: z.object({ environment: environmentSchema }),
    errors: ['bot_not_found', 'environment_name_taken', 'too_many_environments'],
  },
  updateEnvironment: {
    id: 'updateEnvironment',
    method: 'PATCH',
    path: '/api/v1/bots/{botId}/environments/{environmentId}',
    summary: 'Set the values of variables and the credentials that new chats in an environment begin with',
    auth: 'write',
    needs: 'environments.manage',
    params,
    body: z.strictObject({ variables: variableValuesSchema.optional(), credentials: credentialsMapSchema.optional() }),
    bodyLimit: 'flow',
    response: z.object({ environment: environmentSchema }),
    errors: ['bot_not_found', 'environment_not_found', 'credentials_not_found'],
  },
  deleteEnvironment: {
    id: 'deleteEnvironment',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/environments/{environmentId}',
    summary: 'Delete an environment other than `live`; chats in progress continue',
    auth: 'write',
    needs: 'environments.manage',
    params,
    response: successSchema,
    errors: ['bot_not_found', 'environment_not_found'],
  },
  deployRelease: {
    id: 'deployRelease',
    method: 'POST',
    path: '/api/v1/bots/{botId}/environments/{environmentId}/deploy',
    summary: 'Promote a release to an environment, roll back to an earlier one, or schedule either',
    auth: 'write',
    needs: 'bot.publish',
    params,
    body: z.strictObject({
      releaseId: z.string(),
      at: deploymentTimeSchema.optional(),
      reason: overrideReasonSchema.optional(),
    }),
    bodyLimit: 'chat',
    response: z.object({ environment: environmentSchema }),
    errors: [
      'bot_not_found',
      'environment_not_found',
      'release_not_found',
      'flow_has_errors',
      'publish_blocked',
      'quota_reached',
    ],
  },
  listDeployments: {
    id: 'listDeployments',
    method: 'GET',
    path: '/api/v1/bots/{botId}/deployments',
    summary: 'List which release became current where, when and by whom, newest first',
    auth: 'read',
    needs: 'environments.read',
    params: botParams,
    query: z.object({ limit: cursorLimitSchema.default(50), cursor: z.string().optional() }),
    response: z.object({ deployments: z.array(deploymentSchema), nextCursor: z.string().nullable() }),
    errors: ['bot_not_found', 'invalid_cursor'],
  },
  cancelDeployment: {
    id: 'cancelDeployment',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/deployments/{deploymentId}',
    summary: 'Cancel a scheduled deployment',
    auth: 'write',
    needs: 'bot.publish',
    params: z.object({ botId: z.string(), deploymentId: z.string() }),
    response: successSchema,
    errors: ['bot_not_found', 'deployment_not_found'],
  },
} as const satisfies Record<string, Endpoint>
