import * as z from 'zod'
import { withEarlierNames } from './earlier-names.js'
import type { Endpoint } from './endpoint.js'
import {
  cursorLimitSchema,
  emailSchema,
  planSchema,
  successSchema,
  timestampSchema,
  workspaceParams,
} from './shapes.js'

const pageQuery = z.object({
  search: z.string().max(200).optional().meta({ description: 'Part of a name or an email address' }),
  limit: cursorLimitSchema.default(50),
  cursor: z.string().optional(),
})
const nextCursor = z.string().nullable()
const accountParams = z.object({ userId: z.string() })

/** Decisions about the workspaces that would have no admin without the account. */
const decisionsSchema = z
  .array(
    z.discriminatedUnion('action', [
      z.object({ workspaceId: z.string().max(200), action: z.literal('delete') }),
      z.object({
        workspaceId: z.string().max(200),
        action: z.literal('handOver'),
        userId: z.string().max(200).meta({ description: 'The member who becomes its admin' }),
      }),
    ]),
  )
  .max(1000)
  .meta({ description: 'One entry for each workspace that the account is the only admin of, and no others' })

const affectedSchema = z.object({
  workspaces: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        bots: z.number(),
        otherMembers: z.number().meta({ description: 'Members and guests beside this account' }),
        successors: z
          .array(z.object({ userId: z.string(), name: z.string().nullable(), email: z.string().nullable() }))
          .meta({ description: 'Members who could become its admin; at most 100' }),
      }),
    )
    .meta({ description: 'Workspaces that the account is the only admin of' }),
})

export const accountDeletionEndpoints = {
  getOwnDeletion: {
    id: 'getOwnDeletion',
    method: 'GET',
    path: '/api/v1/users/me/deletion',
    summary: 'List the workspaces to decide about before you delete your account',
    auth: 'read',
    response: affectedSchema,
    errors: [],
  },
  deleteMe: {
    id: 'deleteMe',
    method: 'DELETE',
    path: '/api/v1/users/me',
    summary: 'Delete your account with its sessions and API tokens; you leave every workspace',
    auth: 'admin',
    rate: 'signInsPerMinute',
    body: z.object({
      currentPassword: z
        .string()
        .max(1000)
        .optional()
        .meta({ description: 'Required if you have a password and signed in with it' }),
      workspaces: decisionsSchema,
    }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['wrong_password', 'last_instance_admin', 'workspaces_undecided', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>

export const operatorEndpoints = {
  listAccounts: {
    id: 'listAccounts',
    method: 'GET',
    path: '/api/v1/instance/users',
    summary: 'List all accounts, newest first',
    auth: 'admin',
    isForInstanceAdmins: true,
    query: pageQuery,
    response: z.object({
      users: z.array(
        z.object({
          id: z.string(),
          name: z.string().nullable(),
          email: z.string().nullable(),
          isEmailVerified: z.boolean(),
          isAdmin: z.boolean().meta({ description: 'True for instance admins' }),
          hasPassword: z.boolean(),
          createdAt: timestampSchema,
          lastUsedAt: timestampSchema
            .nullable()
            .meta({ description: 'Last use of an open session, to the hour; null without one' }),
          workspaces: z.number(),
        }),
      ),
      nextCursor,
    }),
    errors: ['invalid_cursor'],
  },
  getAccountDeletion: {
    id: 'getAccountDeletion',
    method: 'GET',
    path: '/api/v1/instance/users/{userId}/deletion',
    summary: 'List the workspaces to decide about before an account is deleted',
    auth: 'admin',
    isForInstanceAdmins: true,
    params: accountParams,
    response: affectedSchema,
    errors: ['user_not_found'],
  },
  deleteAccount: {
    id: 'deleteAccount',
    method: 'DELETE',
    path: '/api/v1/instance/users/{userId}',
    summary: 'Delete an account with its sessions and API tokens; it leaves every workspace',
    auth: 'admin',
    isForInstanceAdmins: true,
    params: accountParams,
    body: z.object({ workspaces: decisionsSchema }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['user_not_found', 'last_instance_admin', 'workspaces_undecided'],
  },
  listAllWorkspaces: {
    id: 'listAllWorkspaces',
    method: 'GET',
    path: '/api/v1/instance/workspaces',
    summary: 'List all workspaces, newest first',
    auth: 'admin',
    isForInstanceAdmins: true,
    query: pageQuery,
    response: z.object(
      withEarlierNames(
        {
          workspaces: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              plan: planSchema,
              createdAt: timestampSchema,
              isSuspended: z.boolean(),
              isPastDue: z.boolean(),
              members: z.number().meta({ description: 'With guests' }),
              bots: z.number(),
              resultBytes: z
                .number()
                .nullable()
                .meta({ description: 'Conversations and results, as last counted; null before the first count' }),
              fileBytes: z.number(),
            }),
          ),
          maxResultBytes: z.number().meta({ description: 'The quota of each workspace' }),
          maxFileBytes: z.number().meta({ description: 'The quota of each workspace' }),
          nextCursor,
        },
        { maxResultBytes: 'mostResultBytes', maxFileBytes: 'mostFileBytes' },
      ),
    ),
    errors: ['invalid_cursor'],
  },
  updateStanding: {
    id: 'updateStanding',
    method: 'PATCH',
    path: '/api/v1/instance/workspaces/{workspaceId}',
    summary: 'Suspend or resume a workspace, or change its plan; running chats of a suspended one are refused',
    auth: 'admin',
    isForInstanceAdmins: true,
    params: workspaceParams,
    body: z.object({ isSuspended: z.boolean().optional(), plan: planSchema.optional() }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['workspace_not_found'],
  },
  confirmClock: {
    id: 'confirmClock',
    method: 'POST',
    path: '/api/v1/instance/clock',
    summary:
      'Confirm that the clock of the service is right, where it has jumped ahead and old results are not deleted',
    auth: 'admin',
    isForInstanceAdmins: true,
    body: z.object({ date: z.iso.date().meta({ description: 'The present day' }) }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['clock_differs'],
  },
  listLimits: {
    id: 'listLimits',
    method: 'GET',
    path: '/api/v1/instance/limits',
    summary: 'List the limits in effect',
    auth: 'admin',
    isForInstanceAdmins: true,
    response: z.object({
      setBy: z.string().meta({ description: 'The setting that changes them' }),
      limits: z.array(
        z.object({
          name: z.string(),
          section: z.string(),
          about: z.string(),
          unit: z.string(),
          value: z.number(),
          default: z.number(),
          isSet: z.boolean().meta({ description: 'True if it differs from its default' }),
        }),
      ),
    }),
    errors: [],
  },
  getMailStatus: {
    id: 'getMailStatus',
    method: 'GET',
    path: '/api/v1/instance/mail',
    summary: 'Get the mail server of the instance, without its password',
    auth: 'admin',
    isForInstanceAdmins: true,
    response: z.object({
      server: z
        .object({
          host: z.string(),
          port: z.number(),
          isTls: z
            .boolean()
            .meta({ description: 'TLS from the first byte; otherwise upgraded if the server offers it' }),
          signsIn: z.boolean(),
          from: z.string(),
        })
        .nullable()
        .meta({ description: 'Null without SMTP_URL' }),
      mailsLinks: z.boolean().meta({ description: 'True if the service emails invitations and password links' }),
    }),
    errors: [],
  },
  sendTestMail: {
    id: 'sendTestMail',
    method: 'POST',
    path: '/api/v1/instance/mail/test',
    summary: 'Send a test email through the mail server of the instance',
    auth: 'admin',
    rate: 'invitationsPerMinute',
    isForInstanceAdmins: true,
    isReadOnly: true,
    body: z.object({ to: emailSchema }),
    bodyLimit: 'chat',
    response: z.object({
      isSent: z.boolean(),
      answer: z.string().meta({ description: 'The answer of the mail server, or why it gave none' }),
    }),
    errors: ['too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>
