import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { timestampSchema } from './shapes.js'

const scopeSchema = z.enum(['read', 'write', 'admin'])
const tokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: scopeSchema,
    createdAt: timestampSchema,
    expiresAt: timestampSchema.nullable(),
  })
  .meta({ id: 'ApiToken' })

/** Preferences of a user that the pages store; other users do not see them. */
const preferencesShape = {
  company: z.string().max(200).optional(),
  onboardingCategories: z.array(z.string().max(100)).max(50).optional(),
  graphNavigation: z.enum(['MOUSE', 'TRACKPAD']).optional(),
  preferredAppAppearance: z.enum(['system', 'light', 'dark']).optional(),
  preferredLanguage: z.string().max(35).optional(),
  emailsComments: z
    .boolean()
    .optional()
    .meta({ description: 'Emails about mentions and replies in comments; true by default' }),
  emailsWaiting: z.boolean().nullable().optional().meta({
    description:
      'Emails about visitors who wait while nobody looks; null, the default: for agents of the bot, or for admins without an agent',
  }),
  referral: z.string().max(200).optional(),
  displayedInAppNotifications: z.record(z.string().max(100), z.boolean()).optional(),
  groupTitlesAutoGeneration: z.looseObject({ isEnabled: z.boolean().optional() }).optional(),
}

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
  updateMe: {
    id: 'updateMe',
    method: 'PATCH',
    path: '/api/v1/users/me',
    summary: 'Change your name, image and preferences',
    auth: 'write',
    body: z.object({
      updates: z.object({
        name: z.string().max(200).optional(),
        image: z.string().max(2000).nullable().optional(),
        ...preferencesShape,
      }),
    }),
    bodyLimit: 'chat',
    response: z.object({
      id: z.string(),
      email: z.string().nullable(),
      name: z.string().nullable(),
      image: z.string().nullable(),
      ...preferencesShape,
    }),
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
    errors: ['quota_reached'],
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
