import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { emailSchema, newPasswordSchema, successSchema } from './shapes.js'

const linkSchema = z.object({ token: z.string().max(512) })

export const accountLinkEndpoints = {
  requestPasswordLink: {
    id: 'requestPasswordLink',
    method: 'POST',
    path: '/api/v1/password-links/request',
    summary: 'Request a link for a new password by email. The answer is the same for addresses without an account',
    auth: 'none',
    rate: 'passwordLinksPerMinute',
    body: z.object({ email: emailSchema }),
    bodyLimit: 'chat',
    response: z.object({
      isMailing: z.boolean().meta({ description: 'True if this service sends such links' }),
    }),
    needsNoStorage: true,
    errors: ['too_many_requests'],
  },
  createPasswordLink: {
    id: 'createPasswordLink',
    method: 'POST',
    path: '/api/v1/password-links',
    summary:
      'Create a link that sets the password of an account. An invitation to your workspace must have created the account, and it must not belong to other workspaces',
    auth: 'admin',
    rate: 'invitationsPerMinute',
    body: z.object({ email: emailSchema }),
    bodyLimit: 'chat',
    response: z.object({
      isMailed: z.boolean(),
      link: z.string().optional().meta({ description: 'For you to hand over; present when it was not mailed' }),
    }),
    errors: ['member_not_found', 'forbidden', 'belongs_elsewhere', 'too_many_requests'],
  },
  openPasswordLink: {
    id: 'openPasswordLink',
    method: 'POST',
    path: '/api/v1/password-links/open',
    summary: 'Get the account whose password a link sets',
    auth: 'none',
    rate: 'signInsPerMinute',
    isReadOnly: true,
    body: linkSchema,
    bodyLimit: 'chat',
    response: z.object({ email: z.string() }),
    errors: ['account_link_not_found', 'too_many_requests'],
  },
  usePasswordLink: {
    id: 'usePasswordLink',
    method: 'POST',
    path: '/api/v1/password-links/use',
    summary:
      'Set a new password by a link; signs you out everywhere and in here, with a cookie. Revokes the API tokens of an account with an unverified email address',
    auth: 'none',
    rate: 'signInsPerMinute',
    body: linkSchema.extend({ password: newPasswordSchema }),
    bodyLimit: 'chat',
    response: z.object({ csrfToken: z.string() }),
    errors: ['account_link_not_found', 'too_many_requests'],
  },
  changeEmail: {
    id: 'changeEmail',
    method: 'PUT',
    path: '/api/v1/users/me/email',
    summary:
      'Change or verify your email address by a link that is mailed to it; where no links are mailed, change it at once, unverified',
    auth: 'admin',
    rate: 'signInsPerMinute',
    body: z.object({
      email: emailSchema,
      currentPassword: z
        .string()
        .max(1000)
        .optional()
        .meta({ description: 'Needed when you have a password and signed in with it' }),
    }),
    bodyLimit: 'chat',
    response: z.object({
      outcome: z.enum(['changed', 'mailed', 'not mailed']).meta({
        description: '"changed" where this service mails no links, else whether a link is on its way to the address',
      }),
    }),
    errors: ['wrong_password', 'email_taken', 'too_many_requests'],
  },
  confirmEmail: {
    id: 'confirmEmail',
    method: 'POST',
    path: '/api/v1/email-links/use',
    summary: 'Verify an email address by the link that was mailed to it',
    auth: 'none',
    rate: 'signInsPerMinute',
    body: linkSchema,
    bodyLimit: 'chat',
    response: successSchema.extend({ email: z.string() }),
    errors: ['account_link_not_found', 'email_taken', 'too_many_requests'],
  },
  verifyEmail: {
    id: 'verifyEmail',
    method: 'POST',
    path: '/api/v1/email-verifications',
    summary: 'Confirm that an email address belongs to the account that signs in with it; for instance admins',
    auth: 'admin',
    isForInstanceAdmins: true,
    body: z.object({ email: emailSchema }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['account_not_found'],
  },
} as const satisfies Record<string, Endpoint>
