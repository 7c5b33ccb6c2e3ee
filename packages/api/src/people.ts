import { extension } from '@colloquy/flow'
import { shareTypes } from '@colloquy/permissions'
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

const collaborationSchema = z.enum(shareTypes).meta({ id: 'CollaborationType' })
const personSchema = z
  .object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    image: z.string().nullable(),
    isEmailVerified: extension(z.boolean()),
  })
  .meta({ id: 'Person' })
const invitationSchema = <Type extends z.ZodType>(type: Type) =>
  z.object({
    id: z.string(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    expiresAt: timestampSchema,
    email: z.string(),
    type,
  })
/** Bots of an agent. */
const inboxBotsSchema = extension(
  z
    .array(z.string().max(200))
    .max(100)
    .nullable()
    .meta({ description: 'Of an agent: the bots whose conversations they see; null for those of all bots' }),
)
const workspaceInvitationSchema = invitationSchema(roleSchema)
  .extend({ inboxBots: inboxBotsSchema })
  .meta({ id: 'WorkspaceInvitation' })
const botInvitationSchema = invitationSchema(collaborationSchema).meta({ id: 'BotInvitation' })

/** How the invited person receives the link. */
const deliveryShape = {
  isMailed: z.boolean(),
  link: z.string().optional().meta({ description: 'For you to hand over; present when it was not mailed' }),
}

/** Ids of items, as `listItemsOfMember` and `listItemsOfCollaborator` return them. */
const keptDescription = 'Ids of items that continue in your name; the others end if they lose their right to act'
const keptIdsSchema = z
  .string()
  .max(20_000)
  .default('')
  .transform((text) => text.split(',').flatMap((id) => id.trim() || []))
  .meta({ description: `${keptDescription}, separated by commas` })
const keptListSchema = z.array(z.string().max(300)).max(1_000).default([]).meta({ description: keptDescription })

/** An item that a person made and that acts later or for others, in their name. */
const standingItemSchema = z
  .object({
    kind: z.enum(['summaryLink', 'summaryMail', 'deployment', 'promotion', 'invitation']).meta({
      description:
        'Public link to a summary, emails with it, scheduled deployment, promotion of an experiment, or invitation',
    }),
    id: z.string(),
    botId: z.string().nullable().meta({ description: 'Null for an invitation to the workspace' }),
    botName: z.string().nullable().meta({ example: 'Support' }),
    title: z.string().nullable().meta({ description: 'Address of a recipient, or name of an experiment' }),
    createdAt: timestampSchema,
    at: timestampSchema.nullable().meta({ description: 'When it acts next, or when it expires' }),
  })
  .meta({ id: 'StandingItem' })
const standingItemsSchema = z.object({ items: z.array(standingItemSchema) })

const memberParams = z.object({ workspaceId: z.string(), userId: z.string() })
const workspaceInvitationParams = z.object({ workspaceId: z.string(), invitationId: z.string() })
const collaboratorParams = z.object({ botId: z.string(), userId: z.string() })
const ownInvitationParams = z.object({ invitationId: z.string() })
const botInvitationParams = z.object({ botId: z.string(), invitationId: z.string() })

export const memberEndpoints = {
  listMembers: {
    id: 'listMembers',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/members',
    summary: 'List the members of a workspace, admins first; guests get themselves only',
    auth: 'read',
    needs: 'workspace.read',
    params: workspaceParams,
    response: z.object({
      members: z.array(
        z.object({
          workspaceId: z.string(),
          userId: z.string(),
          role: roleSchema,
          inboxBots: inboxBotsSchema,
          user: personSchema,
        }),
      ),
    }),
    errors: ['workspace_not_found'],
  },
  updateMember: {
    id: 'updateMember',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/members/{userId}',
    summary: 'Change the role of a member. Items that they made and may no longer make end, unless you keep them',
    auth: 'admin',
    needs: 'members.manage',
    params: memberParams,
    body: z.object({ role: roleSchema, inboxBots: inboxBotsSchema.optional(), kept: keptListSchema }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['workspace_not_found', 'member_not_found', 'forbidden', 'last_admin', 'no_seat_left'],
  },
  deleteMember: {
    id: 'deleteMember',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/members/{userId}',
    summary:
      'Remove a member from a workspace and its bots, or leave it yourself. Items that they made and that act later end, unless you keep them',
    auth: 'admin',
    needs: 'workspace.belong',
    params: memberParams,
    query: z.object({ kept: keptIdsSchema }),
    response: successSchema,
    errors: ['workspace_not_found', 'member_not_found', 'forbidden', 'last_admin'],
  },
  listItemsOfMember: {
    id: 'listItemsOfMember',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/members/{userId}/items',
    summary: 'List what a member made that acts later or for others, such as public links and scheduled deployments',
    auth: 'admin',
    needs: 'workspace.belong',
    params: memberParams,
    response: standingItemsSchema,
    errors: ['workspace_not_found', 'member_not_found', 'forbidden'],
  },
  listInvitations: {
    id: 'listInvitations',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/invitations',
    summary: 'List the invitations to a workspace, newest first; not for guests',
    auth: 'read',
    needs: 'members.see',
    params: workspaceParams,
    response: z.object({ invitations: z.array(workspaceInvitationSchema) }),
    errors: ['workspace_not_found', 'forbidden'],
  },
  createInvitation: {
    id: 'createInvitation',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/invitations',
    summary: 'Invite somebody to a workspace; they become a member when they accept',
    auth: 'admin',
    rate: 'invitationsPerMinute',
    needs: 'members.manage',
    params: workspaceParams,
    body: z.object({ email: emailSchema, type: roleSchema, inboxBots: inboxBotsSchema.optional() }),
    bodyLimit: 'chat',
    response: z.object({ invitation: workspaceInvitationSchema, ...deliveryShape }),
    errors: [
      'workspace_not_found',
      'forbidden',
      'already_invited',
      'no_seat_left',
      'too_many_requests',
      'quota_reached',
    ],
  },
  updateInvitation: {
    id: 'updateInvitation',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/invitations/{invitationId}',
    summary: 'Change the role of an invitation',
    auth: 'admin',
    needs: 'members.manage',
    params: workspaceInvitationParams,
    body: z.object({ type: roleSchema, inboxBots: inboxBotsSchema.optional() }),
    bodyLimit: 'chat',
    response: z.object({ invitation: workspaceInvitationSchema }),
    errors: ['workspace_not_found', 'forbidden', 'invitation_not_found', 'no_seat_left'],
  },
  deleteInvitation: {
    id: 'deleteInvitation',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/invitations/{invitationId}',
    summary: 'Withdraw an invitation; its link stops working',
    auth: 'admin',
    needs: 'members.manage',
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
    summary: 'List the collaborators of a bot, oldest first; those who may only read get themselves',
    auth: 'read',
    needs: 'bot.read',
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
    summary:
      'Change what a collaborator may do with a bot. Items that they made and may no longer make end, unless you keep them',
    auth: 'admin',
    needs: 'bot.manageSharing',
    params: collaboratorParams,
    body: z.object({ type: collaborationSchema, kept: keptListSchema }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: ['bot_not_found', 'collaborator_not_found', 'forbidden'],
  },
  deleteCollaborator: {
    id: 'deleteCollaborator',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/collaborators/{userId}',
    summary:
      'Stop sharing a bot with somebody, or give up your own share. Items that they made and that act later end, unless you keep them',
    auth: 'admin',
    needs: 'bot.read',
    params: collaboratorParams,
    query: z.object({ kept: keptIdsSchema }),
    response: successSchema,
    errors: ['bot_not_found', 'collaborator_not_found', 'forbidden'],
  },
  listItemsOfCollaborator: {
    id: 'listItemsOfCollaborator',
    method: 'GET',
    path: '/api/v1/bots/{botId}/collaborators/{userId}/items',
    summary: 'List what a collaborator made of a bot that acts later or for others, such as public links',
    auth: 'admin',
    needs: 'bot.read',
    params: collaboratorParams,
    response: standingItemsSchema,
    errors: ['bot_not_found', 'collaborator_not_found', 'forbidden'],
  },
  listBotInvitations: {
    id: 'listBotInvitations',
    method: 'GET',
    path: '/api/v1/bots/{botId}/invitations',
    summary: 'List the invitations to a bot, newest first; not for those who may only read',
    auth: 'read',
    needs: 'bot.seePeople',
    params: botParams,
    response: z.object({ invitations: z.array(botInvitationSchema) }),
    errors: ['bot_not_found', 'forbidden'],
  },
  createBotInvitation: {
    id: 'createBotInvitation',
    method: 'POST',
    path: '/api/v1/bots/{botId}/invitations',
    summary: 'Invite somebody to a bot; they become a collaborator when they accept',
    auth: 'admin',
    rate: 'invitationsPerMinute',
    needs: 'bot.invite',
    params: botParams,
    body: z.object({ email: emailSchema, type: collaborationSchema }),
    bodyLimit: 'chat',
    response: successSchema.extend({ invitation: botInvitationSchema, ...deliveryShape }),
    errors: ['bot_not_found', 'forbidden', 'already_invited', 'too_many_requests', 'quota_reached'],
  },
  updateBotInvitation: {
    id: 'updateBotInvitation',
    method: 'PATCH',
    path: '/api/v1/bots/{botId}/invitations/{invitationId}',
    summary: 'Change what an invitation to a bot allows',
    auth: 'admin',
    needs: 'bot.manageSharing',
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
    auth: 'admin',
    needs: 'bot.manageSharing',
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
    summary: 'Get the workspace or bot that an invitation link leads to',
    auth: 'none',
    rate: 'signInsPerMinute',
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
    rate: 'signInsPerMinute',
    body: z.object({
      token: z.string().max(512),
      password: newPasswordSchema.meta({ description: 'A new one; the one of the account when there is an account' }),
      name: z.string().max(200).optional(),
    }),
    bodyLimit: 'chat',
    response: z.object({ workspaceId: z.string(), botId: z.string().optional(), csrfToken: z.string() }),
    errors: ['invitation_not_found', 'sign_in_failed', 'too_many_requests', 'quota_reached'],
  },
  listOwnInvitations: {
    id: 'listOwnInvitations',
    method: 'GET',
    path: '/api/v1/users/me/invitations',
    summary: 'List the invitations that you can accept, newest first; none while your email address is unverified',
    auth: 'read',
    response: z.object({
      invitations: z.array(
        z.object({
          id: z.string(),
          createdAt: timestampSchema,
          expiresAt: timestampSchema,
          workspaceName: z.string(),
          botName: z.string().optional(),
          type: z.union([roleSchema, collaborationSchema]),
        }),
      ),
    }),
    errors: [],
  },
  acceptOwnInvitation: {
    id: 'acceptOwnInvitation',
    method: 'POST',
    path: '/api/v1/users/me/invitations/{invitationId}/accept',
    summary: 'Accept an invitation to your verified email address without its link',
    auth: 'admin',
    params: ownInvitationParams,
    response: z.object({ workspaceId: z.string(), botId: z.string().optional() }),
    errors: ['invitation_not_found', 'quota_reached'],
  },
  declineOwnInvitation: {
    id: 'declineOwnInvitation',
    method: 'DELETE',
    path: '/api/v1/users/me/invitations/{invitationId}',
    summary: 'Decline an invitation to your verified email address',
    auth: 'admin',
    params: ownInvitationParams,
    response: successSchema,
    errors: ['invitation_not_found'],
  },
} as const satisfies Record<string, Endpoint>
