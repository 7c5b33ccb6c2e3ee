import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { emailSchema, newPasswordSchema, successSchema, timestampSchema } from './shapes.js'

const signInSchema = z
  .object({
    user: z.object({
      id: z.string(),
      email: z.string().nullable(),
      name: z.string().nullable(),
      image: z.string().nullable(),
      isAdmin: z.boolean(),
      isEmailVerified: z.boolean(),
      emailsComments: z
        .boolean()
        .meta({ description: 'True if you get emails about mentions and replies in comments' }),
      emailsWaiting: z
        .boolean()
        .nullable()
        .meta({ description: 'Emails about visitors who wait while nobody looks; null: the default of your role' }),
      preferredLanguage: z
        .string()
        .optional()
        .meta({ description: 'The language of the pages that the person chose; absent while the browser decides' }),
    }),
    hasPassword: z.boolean(),
    mailsLinks: z
      .boolean()
      .meta({ description: 'True if this service emails links: invitations, new passwords, new addresses' }),
    csrfToken: z.string().nullable().meta({
      description:
        'Goes into the header X-CSRF-Token of every request but GET that is sent with the cookie; null for API tokens',
    }),
  })
  .meta({ id: 'SignIn' })

export const signInEndpoints = {
  signIn: {
    id: 'signIn',
    method: 'POST',
    path: '/api/v1/sign-in',
    summary: 'Sign in, with a password or a token of scope admin; answers with a cookie',
    auth: 'none',
    rate: 'signInsPerMinute',
    body: z.union([
      z.object({ email: emailSchema, password: z.string().max(1000) }),
      z.object({ token: z.string().max(512) }),
    ]),
    bodyLimit: 'chat',
    response: signInSchema,
    errors: ['sign_in_failed', 'too_many_requests'],
  },
  getSignIn: {
    id: 'getSignIn',
    method: 'GET',
    path: '/api/v1/sign-in',
    summary: 'Get the current user',
    auth: 'read',
    response: signInSchema,
    errors: [],
  },
  signOut: {
    id: 'signOut',
    method: 'DELETE',
    path: '/api/v1/sign-in',
    summary: 'Sign out. The cookie becomes invalid',
    auth: 'read',
    response: successSchema,
    errors: [],
  },
  listSignIns: {
    id: 'listSignIns',
    method: 'GET',
    path: '/api/v1/users/me/sign-ins',
    summary: 'List where you are signed in, used last first',
    auth: 'read',
    response: z.object({
      signIns: z.array(
        z.object({
          id: z.string(),
          isCurrent: z.boolean(),
          userAgent: z.string(),
          address: z.string(),
          createdAt: timestampSchema,
          lastUsedAt: timestampSchema,
          expiresAt: timestampSchema,
        }),
      ),
    }),
    errors: [],
  },
  deleteSignIn: {
    id: 'deleteSignIn',
    method: 'DELETE',
    path: '/api/v1/users/me/sign-ins/{signInId}',
    summary: 'Sign out somewhere else',
    auth: 'admin',
    params: z.object({ signInId: z.string() }),
    response: successSchema,
    errors: ['sign_in_not_found'],
  },
  setPassword: {
    id: 'setPassword',
    method: 'PUT',
    path: '/api/v1/users/me/password',
    summary: 'Set or change your password; you are signed out everywhere else',
    auth: 'admin',
    rate: 'signInsPerMinute',
    body: z.object({
      password: newPasswordSchema,
      currentPassword: z
        .string()
        .max(1000)
        .optional()
        .meta({ description: 'Needed when you have a password and signed in with it' }),
      email: emailSchema.optional().meta({ description: 'To sign in with; needed while you have none' }),
    }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['wrong_password', 'email_taken', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>
