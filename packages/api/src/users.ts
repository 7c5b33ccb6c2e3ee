import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { timestampSchema } from './shapes.js'

const scopeSchema = z.enum(['read', 'write', 'admin'])
const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: scopeSchema,
  createdAt: timestampSchema,
  expiresAt: timestampSchema.nullable(),
})

export const userEndpoints = {
  getMe: {
    id: 'getMe',
    method: 'GET',
    path: '/api/v1/users/me',
    summary: 'Get the owner of the token',
    auth: 'read',
    response: z.object({ id: z.string(), email: z.string().nullable(), name: z.string().nullable() }),
    errors: [],
  },
  listApiTokens: {
    id: 'listApiTokens',
    method: 'GET',
    path: '/api/v1/users/me/api-tokens',
    summary: 'List your API tokens, newest first',
    auth: 'read',
    response: z.object({ apiTokens: z.array(tokenSchema) }),
    errors: [],
  },
  createApiToken: {
    id: 'createApiToken',
    method: 'POST',
    path: '/api/v1/users/me/api-tokens',
    summary: 'Create an API token; its value is shown this once',
    auth: 'admin',
    body: z.object({
      name: z.string(),
      scope: scopeSchema.default('admin'),
      expiresAt: z.iso.datetime({ offset: true }).nullish(),
    }),
    bodyLimit: 'chat',
    response: z.object({ apiToken: tokenSchema.extend({ token: z.string() }) }),
    errors: [],
  },
  deleteApiToken: {
    id: 'deleteApiToken',
    method: 'DELETE',
    path: '/api/v1/users/me/api-tokens/{tokenId}',
    summary: 'Revoke an API token',
    auth: 'admin',
    params: z.object({ tokenId: z.string() }),
    response: z.object({ apiToken: tokenSchema }),
    errors: ['token_not_found'],
  },
} as const satisfies Record<string, Endpoint>
