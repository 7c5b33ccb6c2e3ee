import { botCreateSchema, extension, themeSchema } from '@colloquy/flow'
import { permissionsOfBots } from '@colloquy/permissions'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { deploymentTimeSchema } from './environments.js'
import { noteSchema, overrideReasonSchema } from './releases.js'
import {
  botParams,
  botSchema,
  flagSchema,
  publishedBotSchema,
  successSchema,
  timestampSchema,
  userModeSchema,
  workspaceParams,
} from './shapes.js'

const warningsSchema = extension(
  z
    .array(z.object({ path: z.string(), message: z.string() }).meta({ id: 'Warning' }))
    .meta({ description: 'Changes that were made to what was sent; empty if there were none' }),
)

const cardIdsSchema = z
  .string()
  .transform((text) => text.split(',').flatMap((id) => id.trim() || []))
  .pipe(z.array(z.string().max(200)).min(1).max(24))
  .meta({ description: 'Ids of 1 to 24 bots, separated by commas' })

/** A bot of any known version; it is parsed by the rules of that version. */
export const anyBotSchema = z
  .looseObject({
    version: z
      .string()
      .optional()
      .meta({ description: '6, as it is answered; or 6.1, 5, 4 or 3, which are converted' }),
  })
  .meta({
    id: 'AnyBot',
    example: {
      version: '6',
      name: 'Greeting',
      events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e1' }],
      groups: [
        {
          id: 'g1',
          title: 'Hello',
          graphCoordinates: { x: 300, y: 0 },
          blocks: [{ id: 'b1', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Hello!' }] }] } }],
        },
      ],
      edges: [{ id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } }],
      variables: [],
      theme: {},
      settings: {},
    },
  })

export const botEndpoints = {
  listBots: {
    id: 'listBots',
    method: 'GET',
    path: '/api/v1/bots',
    summary: 'List the bots of a workspace, newest first',
    auth: 'read',
    needs: 'workspace.read',
    query: z.object({
      workspaceId: z.string(),
      folderId: z.string().optional().meta({ description: '`root` for those without a folder; all when absent' }),
      isArchived: flagSchema.optional().meta({ description: 'Those that were archived, instead of the others' }),
    }),
    response: z.object({
      bots: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          icon: z.string().nullable(),
          createdAt: timestampSchema,
          publishedBotId: z.string().optional(),
          accessRight: userModeSchema,
        }),
      ),
    }),
    errors: ['workspace_not_found'],
  },
  listBotCards: {
    id: 'listBotCards',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/bot-cards',
    summary: 'Get the contents of cards of bots, without bots that the caller may not see',
    auth: 'read',
    needs: 'workspace.read',
    params: workspaceParams,
    query: z.object({ botIds: cardIdsSchema }),
    response: z.object({
      cards: z.array(
        z.object({
          botId: z.string(),
          publicId: z
            .string()
            .nullable()
            .meta({ description: 'Its chats are at `/c/{publicId}`; null if it has no address' }),
          updatedAt: timestampSchema,
          responses: z.int().meta({ description: 'Chats in which a visitor answered' }),
          lines: z.array(z.string()).meta({ description: 'Messages of the bot before its first question' }),
          answers: z.array(z.string()).meta({ description: 'Answers that the first question offers' }),
          field: z
            .object({ placeholder: z.string().optional(), button: z.string().optional() })
            .optional()
            .meta({ description: 'Present if the first question is answered in own words' }),
          theme: themeSchema.meta({ description: 'The look, without fonts, own CSS and long background images' }),
        }),
      ),
    }),
    errors: ['workspace_not_found'],
  },
  createBot: {
    id: 'createBot',
    method: 'POST',
    path: '/api/v1/bots',
    summary: 'Create a bot',
    auth: 'write',
    needs: 'bots.create',
    body: z.object({ workspaceId: z.string(), bot: botCreateSchema }),
    bodyLimit: 'flow',
    takesIdempotencyKey: true,
    takesBot: true,
    response: z.object({ bot: botSchema, warnings: warningsSchema }),
    errors: [
      'workspace_not_found',
      'bot_not_found',
      'folder_not_found',
      'public_id_taken',
      'invalid_flow',
      'idempotency_key_reused',
      'head_code_not_allowed',
      'quota_reached',
      'bot_quota_reached',
    ],
  },
  importBot: {
    id: 'importBot',
    method: 'POST',
    path: '/api/v1/bots/import',
    summary: 'Import an exported bot of any version',
    auth: 'write',
    needs: 'bots.create',
    body: z.object({
      workspaceId: z.string(),
      bot: anyBotSchema,
      enableSafetyFlags: z.boolean().optional().meta({
        description: 'Marks the scripts that run in a browser, for a preview to ask before it runs them',
      }),
    }),
    bodyLimit: 'flow',
    takesIdempotencyKey: true,
    takesBot: true,
    response: z.object({ bot: botSchema, warnings: warningsSchema }),
    errors: [
      'workspace_not_found',
      'bot_not_found',
      'invalid_flow',
      'idempotency_key_reused',
      'quota_reached',
      'bot_quota_reached',
    ],
  },
  getBot: {
    id: 'getBot',
    method: 'GET',
    path: '/api/v1/bots/{botId}',
    summary: 'Get a bot; without a token, if its draft is open to everybody',
    auth: 'read',
    needs: 'bot.open',
    admitsNobody: true,
    params: botParams,
    query: z.object({ migrateToLatestVersion: flagSchema.optional() }),
    response: z.object({
      bot: botSchema,
      currentUserMode: userModeSchema,
      permissions: extension(
        z.array(z.enum(permissionsOfBots)).meta({ description: 'Permissions of the caller for the bot' }),
      ),
      revision: extension(z.int().meta({ description: 'How often the draft was changed' })),
    }),
    errors: ['bot_not_found'],
  },
  updateBot: {
    id: 'updateBot',
    method: 'PATCH',
    path: '/api/v1/bots/{botId}',
    summary: 'Update a bot',
    auth: 'write',
    needs: 'bot.edit',
    params: botParams,
    body: z.object({ bot: anyBotSchema, overwrite: z.boolean().optional() }),
    bodyLimit: 'flow',
    takesBot: true,
    response: z.object({ bot: botSchema, warnings: warningsSchema }),
    errors: [
      'bot_not_found',
      'folder_not_found',
      'credentials_not_found',
      'update_conflict',
      'public_id_taken',
      'custom_domain_taken',
      'domain_not_claimed',
      'invalid_flow',
      'head_code_not_allowed',
      'bot_quota_reached',
    ],
  },
  getAddresses: {
    id: 'getAddresses',
    method: 'GET',
    path: '/api/v1/bots/{botId}/addresses',
    summary: 'Get the addresses of a bot',
    auth: 'read',
    needs: 'bot.read',
    params: botParams,
    response: z.object({
      origin: z.string().meta({ description: 'Of the widget and of the chat operations' }),
      pages: z
        .array(z.string())
        .meta({ description: 'Its pages, the one to share first; none before it has a public id' }),
      runsPageScripts: z.boolean().meta({
        description:
          'Head code, tag managers and scripts of other services run on the page to share. They do not on the origin of the ' +
          'management, only where the chat is embedded or has a separate origin.',
      }),
      unverifiedDomain: z.string().optional().meta({ description: 'Its domain, if nobody has verified it yet' }),
    }),
    errors: ['bot_not_found'],
  },
  archiveBot: {
    id: 'archiveBot',
    method: 'POST',
    path: '/api/v1/bots/{botId}/archive',
    summary: 'Archive a bot. Running chats continue; new ones are refused',
    auth: 'write',
    needs: 'bot.edit',
    params: botParams,
    response: z.object({ bot: botSchema }),
    errors: ['bot_not_found'],
  },
  restoreBot: {
    id: 'restoreBot',
    method: 'POST',
    path: '/api/v1/bots/{botId}/restore',
    summary: 'Restore an archived bot',
    auth: 'write',
    needs: 'bot.edit',
    params: botParams,
    response: z.object({ bot: botSchema }),
    errors: ['bot_not_found'],
  },
  deleteBot: {
    id: 'deleteBot',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}',
    summary: 'Delete a bot; its running sessions end',
    auth: 'write',
    needs: 'bot.delete',
    params: botParams,
    response: successSchema,
    errors: ['bot_not_found'],
  },
  getPublishedBot: {
    id: 'getPublishedBot',
    method: 'GET',
    path: '/api/v1/bots/{botId}/publishedBot',
    summary: 'Get the published version of a bot',
    auth: 'read',
    needs: 'bot.open',
    params: botParams,
    query: z.object({ migrateToLatestVersion: flagSchema.optional() }),
    response: z.object({ publishedBot: publishedBotSchema.nullable(), version: z.literal('3') }),
    errors: ['bot_not_found'],
  },
  publishBot: {
    id: 'publishBot',
    method: 'POST',
    path: '/api/v1/bots/{botId}/publish',
    summary: 'Publish the draft; running sessions stay on the release that they began with',
    auth: 'write',
    needs: 'bot.publish',
    params: botParams,
    body: z
      .object({
        note: noteSchema.optional(),
        environmentId: z.string().optional().meta({
          description: 'Where the release becomes current: `live`, which is the default, or the id of an environment',
          example: 'live',
        }),
        at: deploymentTimeSchema.optional(),
        reason: overrideReasonSchema.optional(),
        replay: z.string().max(3000).optional().meta({
          description: '`evidence` of a complete replay of this draft, to be kept with the release',
          example: 'eyJ0b3RhbHMiOnt9fQ.c2ln',
        }),
      })
      .meta({ example: { note: 'New greeting', environmentId: 'live' } }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: [
      'bot_not_found',
      'environment_not_found',
      'public_id_taken',
      'head_code_not_allowed',
      'flow_has_errors',
      'publish_blocked',
      'quota_reached',
      'bot_quota_reached',
    ],
  },
  unpublishBot: {
    id: 'unpublishBot',
    method: 'POST',
    path: '/api/v1/bots/{botId}/unpublish',
    summary: 'Refuse new chats; running sessions continue',
    auth: 'write',
    needs: 'bot.publish',
    params: botParams,
    response: successSchema,
    errors: ['bot_not_found', 'bot_not_published'],
  },
  duplicateBot: {
    id: 'duplicateBot',
    method: 'POST',
    path: '/api/v1/bots/{botId}/duplicate',
    summary: 'Copy or move the draft of a bot, into another workspace if need be; results stay behind',
    auth: 'write',
    needs: 'bot.copy',
    params: botParams,
    body: z.object({
      workspaceId: z.string().optional(),
      folderId: z.string().nullable().optional(),
      name: z.string().min(1).max(500).optional(),
      isMove: z.boolean().optional().meta({
        description:
          'Moves the bot: the copy keeps its name and public id, and the original is archived and unpublished with its results',
      }),
    }),
    bodyLimit: 'chat',
    response: z.object({ bot: botSchema, warnings: warningsSchema }),
    errors: ['bot_not_found', 'workspace_not_found', 'folder_not_found', 'quota_reached', 'bot_quota_reached'],
  },
  listLinkedBots: {
    id: 'listLinkedBots',
    method: 'GET',
    path: '/api/v1/bots/{botId}/linkedBots',
    summary: 'List the bots that a bot links to and whose answers it takes in, newest first',
    auth: 'read',
    needs: 'bot.read',
    params: botParams,
    response: z.object({
      bots: z.array(
        botSchema
          .pick({ version: true, groups: true, variables: true, name: true })
          .extend({ id: extension(z.string()) }),
      ),
    }),
    errors: ['bot_not_found'],
  },
  isPublicIdAvailable: {
    id: 'isPublicIdAvailable',
    method: 'GET',
    path: '/api/v1/public-ids/availability',
    summary: 'Check whether a public id is available to a bot',
    auth: 'read',
    query: z.object({ publicId: z.string() }),
    response: z.object({ isAvailable: z.boolean() }),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
