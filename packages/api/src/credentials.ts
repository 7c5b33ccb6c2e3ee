import { allowedHostSchema, type CredentialsType, credentialsKinds, credentialsTypes } from '@colloquy/flow'
import * as z from 'zod'
import { capitalized } from './capitalized.js'
import type { Endpoint } from './endpoint.js'
import { flagSchema, timestampSchema } from './shapes.js'

const params = z.object({ credentialsId: z.string() })
const query = z.object({ workspaceId: z.string() })
const typeSchema = z.enum(credentialsTypes).meta({ id: 'CredentialsType' })
const nameSchema = z.string().trim().min(1).max(255)
const allowedHostsSchema = z.array(allowedHostSchema).max(20).meta({
  id: 'AllowedHosts',
  description:
    'Hosts that the secret may be sent to beside those that its type and data name, such as gateway.example.com:8443',
})
const lastFourSchema = z.string().nullable().meta({
  description: 'The end of the password or key; null when it is too short to show any of it',
})

const needsSignInSchema = z.boolean().meta({
  description: 'The service no longer accepts them: somebody has to sign in again',
})

const pausedModelsSchema = z.array(z.object({ model: z.string(), until: timestampSchema })).meta({
  description:
    'Models that are not asked with them for a while, since calls failed; absent where there are none. Each process has its own',
})

/** One variant for each type, so that validation errors come from the rules of that type. */
const newCredentialsSchema = z.discriminatedUnion('type', [
  variant('smtp'),
  ...credentialsTypes.filter((type) => type !== 'smtp').map((type) => variant(type)),
])

export const credentialsEndpoints = {
  listCredentials: {
    id: 'listCredentials',
    method: 'GET',
    path: '/api/v1/credentials',
    summary: 'List the credentials of a workspace by type and name; guests see the names of those that their bots use',
    auth: 'read',
    needs: 'workspace.read',
    query: query.extend({ type: typeSchema.optional().meta({ description: 'Only credentials of this type' }) }),
    response: z.object({
      credentials: z.array(
        z.object({
          id: z.string(),
          type: typeSchema,
          name: z.string(),
          lastFour: lastFourSchema.optional(),
          needsSignIn: needsSignInSchema.optional(),
          pausedModels: pausedModelsSchema.optional(),
          createdAt: timestampSchema.optional(),
          updatedAt: timestampSchema.optional(),
        }),
      ),
    }),
    errors: ['workspace_not_found'],
  },
  createCredentials: {
    id: 'createCredentials',
    method: 'POST',
    path: '/api/v1/credentials',
    summary: 'Store credentials, encrypted; no operation ever answers what they hold',
    auth: 'write',
    needs: 'credentials.manage',
    body: z.object({ workspaceId: z.string(), credentials: newCredentialsSchema }),
    bodyLimit: 'chat',
    response: z.object({ credentialsId: z.string() }),
    errors: ['workspace_not_found', 'credentials_name_taken', 'quota_reached'],
  },
  getCredentials: {
    id: 'getCredentials',
    method: 'GET',
    path: '/api/v1/credentials/{credentialsId}',
    summary: 'Get what may be shown of credentials',
    auth: 'read',
    needs: 'credentials.manage',
    params,
    query,
    response: z.object({
      credentials: z.object({
        id: z.string(),
        type: typeSchema,
        name: z.string(),
        lastFour: lastFourSchema,
        needsSignIn: needsSignInSchema,
        allowedHosts: z.array(z.string()),
        createdAt: timestampSchema,
        updatedAt: timestampSchema,
      }),
    }),
    errors: ['workspace_not_found', 'credentials_not_found'],
  },
  updateCredentials: {
    id: 'updateCredentials',
    method: 'PATCH',
    path: '/api/v1/credentials/{credentialsId}',
    summary: 'Rename credentials or replace their data',
    auth: 'write',
    needs: 'credentials.manage',
    params,
    body: z.object({
      workspaceId: z.string(),
      credentials: z
        .object({
          name: nameSchema.optional(),
          data: z
            .looseObject({})
            .optional()
            .meta({ description: 'Complete new data, as for creating credentials of this type' }),
          allowedHosts: allowedHostsSchema.optional(),
        })
        .refine(({ data, allowedHosts }) => allowedHosts === undefined || data !== undefined, {
          path: ['allowedHosts'],
          message: 'Send `data`, too: a secret is sent to other hosts only after it was entered again.',
        }),
    }),
    bodyLimit: 'chat',
    response: z.object({ credentialsId: z.string() }),
    errors: ['workspace_not_found', 'credentials_not_found', 'credentials_name_taken'],
  },
  deleteCredentials: {
    id: 'deleteCredentials',
    method: 'DELETE',
    path: '/api/v1/credentials/{credentialsId}',
    summary: 'Delete credentials; when bots use them, only with `force`',
    auth: 'write',
    needs: 'credentials.manage',
    params,
    query: query.extend({
      force: flagSchema.optional().meta({ description: 'Delete them even if bots use them' }),
    }),
    response: z.object({
      credentialsId: z.string(),
      usedBy: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .meta({ description: 'Bots that still name them' }),
    }),
    errors: ['workspace_not_found', 'credentials_not_found', 'credentials_in_use'],
  },
  testCredentials: {
    id: 'testCredentials',
    method: 'POST',
    path: '/api/v1/credentials/{credentialsId}/test',
    summary: 'Test credentials',
    auth: 'write',
    needs: 'credentials.manage',
    params,
    body: z.object({ workspaceId: z.string() }),
    bodyLimit: 'chat',
    isReadOnly: true,
    response: z.object({
      status: z.enum(['success', 'failure', 'untested']).meta({
        description: '`untested`: there is no harmless way to try credentials of this type',
      }),
      message: z.string(),
    }),
    errors: ['workspace_not_found', 'credentials_not_found'],
  },
  tryModel: {
    id: 'tryModel',
    method: 'POST',
    path: '/api/v1/credentials/{credentialsId}/try-model',
    summary: 'Test a language model with three short questions, and report what it supports',
    auth: 'write',
    needs: 'credentials.manage',
    params,
    body: z.object({ workspaceId: z.string(), model: z.string().trim().min(1).max(300) }),
    bodyLimit: 'chat',
    isReadOnly: true,
    response: z.object({
      problem: z.string().nullable().meta({ description: 'Why it did not answer' }),
      firstPieceMilliseconds: z.number().nullable(),
      milliseconds: z.number().nullable(),
      tokens: z.object({ input: z.number(), output: z.number() }).nullable(),
      streams: z.boolean(),
      callsFunctions: z.boolean(),
      answersInJson: z.boolean(),
    }),
    errors: ['workspace_not_found', 'credentials_not_found'],
  },
} as const satisfies Record<string, Endpoint>

function variant<T extends CredentialsType>(type: T) {
  return z
    .object({
      type: z.literal(type),
      name: nameSchema,
      data: credentialsKinds[type].data as z.ZodType<object>,
      allowedHosts: allowedHostsSchema.optional(),
    })
    .meta({ id: credentialsName(type) })
}

/** Returns a name such as `GoogleSheetsCredentials`. */
function credentialsName(type: CredentialsType): string {
  return `${type.split(/[ -]/).map(capitalized).join('')}Credentials`
}
