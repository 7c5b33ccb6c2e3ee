import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import {
  botParams,
  emailSchema,
  newPasswordSchema,
  roleSchema,
  successSchema,
  timestampSchema,
  workspaceParams,
} from './shapes.js'

const collaborationSchema = z.enum(['READ', 'WRITE', 'FULL_ACCESS'])
const personSchema = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  image: z.string().nullable(),
})
const invitationSchema = <Type extends z.ZodType>(type: Type) =>
  z.object({
    id: z.string(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    expiresAt: timestampSchema,
    email: z.string(),
    type,
  })
const workspaceInvitationSchema = invitationSchema(roleSchema)
const botInvitationSchema = invitationSchema(collaborationSchema)

/** What was done about somebody's e-mail address, once there is a place for them. */
const invitedShape = {
  isMailed: z.boolean(),
  link: z.string().optional().meta({ description: 'To be handed over by yourself, when no e-mail could be sent' }),
}

const memberParams = z.object({ workspaceId: z.string(), userId: z.string() })
const workspaceInvitationParams = z.object({ workspaceId: z.string(), invitationId: z.string() })
const collaboratorParams = z.object({ botId: z.string(), userId: z.string() })
const botInvitationParams = z.object({ botId: z.string(), invitationId: z.string() })

export const memberEndpoints = {
  listMembers: {
    id: 'listMembers',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/members',
    summary: 'List the members of a workspace, admins first',
    auth: 'read',
    params: workspaceParams,
    response: z.object({
      members: z.array(z.object({ workspaceId: z.string(), userId: z.string(), role: roleSchema, user: personSchema })),
    }),
    errors: ['workspace_not_found'],
  },
  updateMember: {
    id: 'updateMember',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/members/{userId}',
    summary: 'Give a member another role',
    auth: 'write',
    params: memberParams,
    body: z.object({ role: roleSchema }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['workspace_not_found', 'member_not_found', 'forbidden', 'last_admin'],
  },
  deleteMember: {
    id: 'deleteMember',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/members/{userId}',
    summary: 'Take somebody out of a workspace and off its bots, or leave it yourself',
    auth: 'write',
    params: memberParams,
    response: successSchema,
    errors: ['workspace_not_found', 'member_not_found', 'forbidden', 'last_admin'],
  },
  listInvitations: {
    id: 'listInvitations',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/invitations',
    summary: 'List who is invited to a workspace, newest first',
    auth: 'read',
    params: workspaceParams,
    response: z.object({ invitations: z.array(workspaceInvitationSchema) }),
    errors: ['workspace_not_found'],
  },
  createInvitation: {
    id: 'createInvitation',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/invitations',
    summary: 'Invite somebody to a workspace; who has an account is a member at once',
    auth: 'write',
    params: workspaceParams,
    body: z.object({ email: emailSchema, type: roleSchema }),
    bodyLimit: 'chat',
    response: z.object({
      member: personSchema
        .omit({ image: true })
        .extend({ userId: z.string(), role: roleSchema, workspaceId: z.string() })
        .optional(),
      invitation: workspaceInvitationSchema.optional(),
      ...invitedShape,
    }),
    errors: ['workspace_not_found', 'forbidden', 'already_invited', 'no_seat_left', 'too_many_requests'],
  },
  updateInvitation: {
    id: 'updateInvitation',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/invitations/{invitationId}',
    summary: 'Change the role that somebody is invited to',
    auth: 'write',
    params: workspaceInvitationParams,
    body: z.object({ type: roleSchema }),
    bodyLimit: 'chat',
    response: z.object({ invitation: workspaceInvitationSchema }),
    errors: ['workspace_not_found', 'forbidden', 'invitation_not_found'],
  },
  deleteInvitation: {
    id: 'deleteInvitation',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/invitations/{invitationId}',
    summary: 'Withdraw an invitation; its link is worth nothing from then on',
    auth: 'write',
    params: workspaceInvitationParams,
    response: successSchema,
    errors: ['workspace_not_found', 'forbidden', 'invitation_not_found'],
  },
} as const satisfies Record<string, Endpoint>

export const collaboratorEndpoints = {
  listCollaborators: {
    id: 'listCollaborators',
    method: 'GET',
    path: '/api/v1/bots/{botId}/collaborators',
    summary: 'List with whom a bot is shared, oldest first',
    auth: 'read',
    params: botParams,
    response: z.object({
      collaborators: z.array(
        z.object({
          type: collaborationSchema,
          userId: z.string(),
          botId: z.string(),
          createdAt: timestampSchema,
          updatedAt: timestampSchema,
          user: personSchema,
        }),
      ),
    }),
    errors: ['bot_not_found'],
  },
  updateCollaborator: {
    id: 'updateCollaborator',
    method: 'PATCH',
    path: '/api/v1/bots/{botId}/collaborators/{userId}',
    summary: 'Change what a collaborator may do with a bot',
    auth: 'write',
    params: collaboratorParams,
    body: z.object({ type: collaborationSchema }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['bot_not_found', 'collaborator_not_found', 'forbidden'],
  },
  deleteCollaborator: {
    id: 'deleteCollaborator',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/collaborators/{userId}',
    summary: 'Stop sharing a bot with somebody, or give up your own share',
    auth: 'write',
    params: collaboratorParams,
    response: successSchema,
    errors: ['bot_not_found', 'collaborator_not_found', 'forbidden'],
  },
  listBotInvitations: {
    id: 'listBotInvitations',
    method: 'GET',
    path: '/api/v1/bots/{botId}/invitations',
    summary: 'List who is invited to a bot, newest first',
    auth: 'read',
    params: botParams,
    response: z.object({ invitations: z.array(botInvitationSchema) }),
    errors: ['bot_not_found'],
  },
  createBotInvitation: {
    id: 'createBotInvitation',
    method: 'POST',
    path: '/api/v1/bots/{botId}/invitations',
    summary: 'Share a bot; who has an account is a collaborator at once',
    auth: 'write',
    params: botParams,
    body: z.object({ email: emailSchema, type: collaborationSchema }),
    bodyLimit: 'chat',
    response: successSchema.extend({ invitation: botInvitationSchema.optional(), ...invitedShape }),
    errors: ['bot_not_found', 'forbidden', 'already_invited', 'too_many_requests'],
  },
  updateBotInvitation: {
    id: 'updateBotInvitation',
    method: 'PATCH',
    path: '/api/v1/bots/{botId}/invitations/{invitationId}',
    summary: 'Change what somebody is invited to do with a bot',
    auth: 'write',
    params: botInvitationParams,
    body: z.object({ type: collaborationSchema }),
    bodyLimit: 'chat',
    response: z.object({ invitation: botInvitationSchema }),
    errors: ['bot_not_found', 'forbidden', 'invitation_not_found'],
  },
  deleteBotInvitation: {
    id: 'deleteBotInvitation',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/invitations/{invitationId}',
    summary: 'Withdraw an invitation to a bot',
    auth: 'write',
    params: botInvitationParams,
    response: successSchema,
    errors: ['bot_not_found', 'forbidden', 'invitation_not_found'],
  },
} as const satisfies Record<string, Endpoint>

export const invitationEndpoints = {
  openInvitation: {
    id: 'openInvitation',
    method: 'POST',
    path: '/api/v1/invitations/open',
    summary: 'Tell what the link of an invitation leads to',
    auth: 'none',
    isReadOnly: true,
    body: z.object({ token: z.string().max(512) }),
    bodyLimit: 'chat',
    response: z.object({
      email: z.string(),
      workspaceName: z.string(),
      botName: z.string().optional(),
      type: z.union([roleSchema, collaborationSchema]),
      hasAccount: z.boolean(),
    }),
    errors: ['invitation_not_found', 'too_many_requests'],
  },
  acceptInvitation: {
    id: 'acceptInvitation',
    method: 'POST',
    path: '/api/v1/invitations/accept',
    summary: 'Accept an invitation by its link; answers with a cookie',
    auth: 'none',
    body: z.object({
      token: z.string().max(512),
      password: newPasswordSchema.meta({ description: 'A new one; the one of the account when there is an account' }),
      name: z.string().max(200).optional(),
    }),
    bodyLimit: 'chat',
    response: z.object({ workspaceId: z.string(), botId: z.string().optional(), csrfToken: z.string() }),
    errors: ['invitation_not_found', 'sign_in_failed', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>
