import { severities } from '@colloquy/flow'
import { attributeTypes } from '@colloquy/flow/contacts'
import * as z from 'zod'
import { anyBotSchema } from './bots.js'
import { withEarlierNames } from './earlier-names.js'
import type { Endpoint } from './endpoint.js'
import { botParams } from './shapes.js'

const locationSchema = z
  .object({
    groupId: z.string().optional(),
    blockId: z.string().optional(),
    itemId: z.string().optional(),
    edgeId: z.string().optional(),
    eventId: z.string().optional(),
    variableId: z.string().optional(),
    path: z.string().optional().meta({ description: 'Of the value in the document, as in `groups.0.blocks.2`' }),
  })
  .meta({ id: 'ProblemLocation' })

const problemSchema = z
  .object(
    withEarlierNames(
      {
        rule: z.string(),
        severity: z.enum(severities),
        location: locationSchema,
        message: z.string(),
        fix: z
          .object({ title: z.string(), edits: z.array(z.object({ path: z.string(), value: z.unknown().optional() })) })
          .optional()
          .meta({ description: 'Values to put at paths of the document; one without a value is removed' }),
      },
      { location: 'place' },
    ),
  )
  .meta({ id: 'Problem' })

const problemsSchema = z.object({ problems: z.array(problemSchema).meta({ description: 'Errors first' }) })

const idsSchema = z.array(z.string().max(200)).max(1000)

export const lintEndpoints = {
  listProblems: {
    id: 'listProblems',
    method: 'GET',
    path: '/api/v1/bots/{botId}/problems',
    summary: 'Find problems in the draft of a bot',
    auth: 'read',
    needs: 'bot.read',
    params: botParams,
    response: problemsSchema,
    errors: ['bot_not_found'],
  },
  checkReferences: {
    id: 'checkReferences',
    method: 'POST',
    path: '/api/v1/bots/{botId}/references',
    summary:
      'List which of the credentials, bots, knowledge bases, teams and attributes that a draft names exist in its workspace',
    auth: 'read',
    needs: 'bot.read',
    params: botParams,
    body: z.object({
      credentialsIds: idsSchema,
      botIds: idsSchema,
      // Optional, because clients of an earlier version do not send it.
      knowledgeBaseIds: idsSchema.default([]),
      teamIds: idsSchema.default([]),
      attributeKeys: idsSchema.default([]),
    }),
    bodyLimit: 'chat',
    isReadOnly: true,
    response: z.object({
      credentialsIds: z.array(z.string()),
      botIds: z.array(z.string()),
      publishedBotIds: z.array(z.string()).meta({ description: 'Those of the bots that visitors can reach' }),
      knowledgeBaseIds: z.array(z.string()),
      teams: z.array(z.object({ id: z.string(), hasBusinessHours: z.boolean() })),
      hasBusinessHours: z.boolean().meta({ description: 'True if the workspace has business hours' }),
      refusedCredentialsIds: z
        .array(z.string())
        .meta({ description: 'Those of the credentials whose language models or voices nothing may be sent to' }),
      channelTypes: z
        .array(z.string())
        .meta({ description: 'Channels on which the bot answers', example: ['whatsapp'] }),
      attributes: z
        .array(z.object({ id: z.string(), name: z.string(), type: z.enum(attributeTypes) }))
        .meta({ description: 'Attributes of contacts that have one of the keys as their id or name' }),
    }),
    errors: ['bot_not_found'],
  },
  lintFlow: {
    id: 'lintFlow',
    method: 'POST',
    path: '/api/v1/lint',
    summary: 'Find problems in a flow of any version; nothing is stored',
    auth: 'read',
    body: z.object({
      bot: anyBotSchema,
      workspaceId: z
        .string()
        .optional()
        .meta({ description: 'Where the flow is to run: its credentials and bot links are checked there' }),
    }),
    bodyLimit: 'flow',
    takesBot: true,
    isReadOnly: true,
    response: problemsSchema,
    errors: ['workspace_not_found', 'invalid_flow'],
  },
} as const satisfies Record<string, Endpoint>
