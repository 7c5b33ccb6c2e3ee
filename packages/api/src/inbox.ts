import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { deliverySchema, transcriptEntrySchema } from './results.js'
import { cursorLimitSchema, successSchema, timestampSchema, workspaceParams } from './shapes.js'

const params = z.object({ workspaceId: z.string(), sessionId: z.string() })

const holderSchema = z
  .object({
    by: z.enum(['bot', 'queue', 'person', 'elsewhere']),
    who: z.string().nullable().meta({ description: 'Id of the person', example: 'u5k2p9x1' }),
    name: z.string().nullable().meta({ description: 'Name of the person, as visitors see it', example: 'Ana' }),
    since: timestampSchema.nullable(),
    why: z.string().nullable().meta({ example: 'taken' }),
  })
  .meta({ id: 'Holder', description: 'The one that speaks in a conversation' })

const conversationSchema = z
  .object({
    sessionId: z.string(),
    botId: z.string(),
    channel: z.string().meta({ description: '`web`, or the type of the channel', example: 'web' }),
    state: z
      .enum(['open', 'snoozed', 'returned', 'resolved', 'bot'])
      .meta({ description: '`returned`: the bot speaks again. `bot`: it speaks now, in the view `live`' }),
    assigneeId: z.string().nullable(),
    teamId: z.string().nullable().meta({ description: 'The team whose people answer; null if anybody may' }),
    lastText: z
      .string()
      .meta({ description: 'The first 200 characters of the last message', example: 'Where is my order?' }),
    lastAt: timestampSchema,
    waitingSince: timestampSchema.nullable().meta({ description: 'Since when the visitor waits for a person' }),
    snoozedUntil: timestampSchema.nullable(),
    openedAt: timestampSchema,
    firstResponseAt: timestampSchema.nullable(),
    resolvedAt: timestampSchema.nullable(),
    rating: z.int().nullable().meta({ description: 'From 1 to 5, by the visitor, after it was resolved' }),
    ratingComment: z.string().nullable().meta({ example: 'Quick and friendly' }),
    ratedAt: timestampSchema.nullable(),
    visitor: z
      .object({
        contactId: z.string(),
        name: z.string().nullable().meta({ description: 'Or an identifier, such as a phone number', example: 'Grace' }),
      })
      .nullable()
      .meta({ description: 'The contact; null for a visitor who is not known' }),
  })
  .meta({ id: 'Conversation' })

export const entrySchema = z
  .object({
    number: z.int().meta({ description: 'Within the messages beside the turns of the bot' }),
    kind: z.enum(['visitor', 'person', 'note', 'event']),
    authorId: z.string().nullable(),
    name: z.string().nullable(),
    text: z.string().nullable(),
    attachedFileUrls: z.array(z.string()).optional(),
    to: z.enum(['bot', 'queue', 'person', 'elsewhere', 'closed', 'resolved']).optional().meta({
      description: 'In an event: the one that speaks from then on; `resolved` if a person resolved the conversation',
    }),
    createdAt: timestampSchema,
    delivery: deliverySchema,
  })
  .meta({ id: 'ConversationEntry' })

const replyLimitsSchema = z
  .object({
    channel: z.string().meta({ example: 'WhatsApp' }),
    windowHours: z
      .number()
      .nullable()
      .meta({ description: 'Hours after a message of the contact in which people may answer; null for any time' }),
    closesAt: timestampSchema
      .nullable()
      .meta({ description: 'When these hours end; null without them, or if the contact has not written yet' }),
    text: z
      .object({ max: z.int().meta({ example: 4_096 }), unit: z.enum(['characters', 'bytes']) })
      .meta({ description: 'Length of one message; longer ones are sent as several' }),
  })
  .meta({ id: 'ReplyLimits' })

/** A saved filter of a person. */
const filterSchema = z.strictObject({
  id: z.string().max(50),
  name: z.string().trim().min(1).max(60),
  query: z.string().max(200).meta({ description: 'View and query of the page', example: 'open?channel=web' }),
})

const shortcutSchema = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens.')
const replyParams = z.object({ workspaceId: z.string(), shortcut: shortcutSchema })
const replySchema = z
  .object({
    shortcut: shortcutSchema.meta({ example: 'opening-hours' }),
    text: z.string().trim().min(1).max(4_000).meta({
      description: '`{{Name}}` stands for a variable of the conversation',
      example: 'We open at nine, {{visitor}}.',
    }),
  })
  .meta({ id: 'SavedReply' })

const changed = { conversation: conversationSchema, holder: holderSchema }
const errors = ['workspace_not_found', 'conversation_not_found'] as const

/** Operations of the inbox, in which people answer conversations. */
export const inboxEndpoints = {
  getInboxSetup: {
    id: 'getInboxSetup',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/inbox/setup',
    summary:
      'Get the people and teams who answer conversations, the bots whose conversations you see, and your saved filters',
    auth: 'read',
    needs: 'inbox.use',
    params: workspaceParams,
    response: z.object({
      bots: z.array(z.object({ id: z.string(), name: z.string() })),
      people: z.array(
        z.object({
          id: z.string(),
          name: z.string().meta({ example: 'Ana' }),
          inboxBots: z
            .array(z.string())
            .nullable()
            .meta({ description: 'Bots whose conversations the person sees; null for those of all bots' }),
        }),
      ),
      teams: z.array(
        z.object({ id: z.string(), name: z.string().meta({ example: 'Sales' }), memberIds: z.array(z.string()) }),
      ),
      channels: z.array(z.object({ type: z.string(), label: z.string() })).meta({ description: 'Besides web pages' }),
      filters: z.array(filterSchema),
    }),
    errors: ['workspace_not_found'],
  },
  saveInboxFilters: {
    id: 'saveInboxFilters',
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/inbox/filters',
    summary: 'Replace your saved filters of the inbox; nobody else sees them',
    auth: 'write',
    needs: 'inbox.use',
    params: workspaceParams,
    body: z.strictObject({ filters: z.array(filterSchema).max(20) }),
    bodyLimit: 'chat',
    response: z.object({ filters: z.array(filterSchema) }),
    errors: ['workspace_not_found'],
  },
  listSavedReplies: {
    id: 'listSavedReplies',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/inbox/replies',
    summary: 'List the saved replies of a workspace, by shortcut',
    auth: 'read',
    needs: 'inbox.use',
    params: workspaceParams,
    response: z.object({ replies: z.array(replySchema) }),
    errors: ['workspace_not_found'],
  },
  saveReply: {
    id: 'saveReply',
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/inbox/replies/{shortcut}',
    summary: 'Save a reply that people insert by its shortcut; replaces the one that has it',
    auth: 'write',
    needs: 'inbox.supervise',
    params: replyParams,
    body: z.strictObject({ text: replySchema.shape.text }),
    bodyLimit: 'chat',
    response: z.object({ reply: replySchema }),
    errors: ['workspace_not_found', 'quota_reached'],
  },
  deleteReply: {
    id: 'deleteReply',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/inbox/replies/{shortcut}',
    summary: 'Delete a saved reply',
    auth: 'write',
    needs: 'inbox.supervise',
    params: replyParams,
    response: successSchema,
    errors: ['workspace_not_found', 'reply_not_found'],
  },
  listConversations: {
    id: 'listConversations',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/inbox',
    summary:
      'List the conversations of the inbox by view, newest first; with `waitingBefore`, those who wait longest first',
    auth: 'read',
    needs: 'inbox.use',
    params: workspaceParams,
    query: z.object({
      view: z
        .enum(['mine', 'mentioned', 'unassigned', 'answered', 'open', 'snoozed', 'resolved', 'returned', 'live'])
        .default('open')
        .meta({
          description:
            '`mentioned`: the newest 50 in which a note mentions you, without further pages. `answered`: waits for the visitor. `returned`: the bot speaks again. `live`: runs with the bot now, without further pages',
        }),
      botId: z.string().optional(),
      channel: z.string().max(100).optional().meta({ description: '`web`, or the type of a channel' }),
      teamId: z.string().max(100).optional(),
      waitingBefore: timestampSchema
        .optional()
        .meta({ description: 'Only visitors who have waited since before this time' }),
      limit: cursorLimitSchema.default(50),
      cursor: z.string().optional(),
    }),
    response: z.object({ conversations: z.array(conversationSchema), nextCursor: z.string().nullable() }),
    errors: ['workspace_not_found', 'invalid_cursor'],
  },
  searchConversations: {
    id: 'searchConversations',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/inbox/search',
    summary: 'Search conversations of all views by contacts and words of messages, newest first, at most 50',
    auth: 'read',
    needs: 'inbox.use',
    params: workspaceParams,
    query: z.object({
      search: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .meta({ example: 'parcel', description: 'The beginnings of words, whatever their case and accents' }),
    }),
    response: z.object({ conversations: z.array(conversationSchema) }),
    errors: ['workspace_not_found'],
  },
  getConversation: {
    id: 'getConversation',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/inbox/{sessionId}',
    summary: 'Get a running conversation: what was said, its variables, and where its flow waits',
    auth: 'read',
    needs: 'inbox.use',
    params,
    response: z.object({
      conversation: conversationSchema
        .nullable()
        .meta({ description: 'Null if no person has spoken or was asked for' }),
      botId: z.string(),
      holder: holderSchema,
      transcript: z
        .array(
          z.union([
            z.object({
              turn: z.int(),
              entries: z.array(transcriptEntrySchema),
              createdAt: timestampSchema,
              delivery: deliverySchema,
            }),
            z.object({ message: entrySchema }),
          ]),
        )
        .meta({ description: 'Turns of the bot, and messages beside them, in their order' }),
      hasEarlier: z.boolean(),
      replyLimits: replyLimitsSchema.nullable().meta({
        description: 'Limits of the channel for people; null on web pages, which have none',
      }),
      variables: z.array(z.object({ id: z.string(), name: z.string(), value: z.unknown() })),
      position: z
        .object({ groupId: z.string(), groupTitle: z.string().meta({ example: 'Book a slot' }), blockId: z.string() })
        .nullable()
        .meta({ description: 'The block that waits' }),
      groups: z
        .array(z.object({ id: z.string(), title: z.string() }))
        .meta({ description: 'Groups at which the bot can continue' }),
    }),
    errors,
  },
  takeConversation: {
    id: 'takeConversation',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/inbox/{sessionId}/take',
    summary: 'Speak in a running conversation in place of its bot or of another person',
    auth: 'write',
    needs: 'inbox.use',
    params,
    query: z.object({
      from: z.string().max(100).optional().meta({
        description:
          'Id of the user whom you have seen answering, or `nobody`: with anybody else by now, nothing changes',
        example: 'nobody',
      }),
    }),
    response: z.object(changed),
    errors: [...errors, 'session_ended', 'conversation_taken'],
  },
  sendToConversation: {
    id: 'sendToConversation',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/inbox/{sessionId}/messages',
    summary: 'Send a message to the visitor, or add a note that no visitor sees',
    auth: 'write',
    needs: 'inbox.use',
    params,
    body: z.strictObject({
      kind: z.enum(['person', 'note']).default('person'),
      text: z.string().trim().min(1).max(20_000).meta({
        example: 'Hello, this is Ana.',
        description: 'In a note, `<@id>` mentions a person who sees the conversation, and notifies them',
      }),
      attachedFileUrls: z.array(z.url().max(2_000)).max(10).optional(),
    }),
    bodyLimit: 'chat',
    takesIdempotencyKey: true,
    response: z.object({ message: entrySchema }),
    errors: [...errors, 'conversation_not_held', 'session_limit_reached', 'idempotency_key_reused'],
  },
  updateConversation: {
    id: 'updateConversation',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/inbox/{sessionId}',
    summary: 'Assign, snooze, resolve or open a conversation of the inbox',
    auth: 'write',
    needs: 'inbox.use',
    params,
    body: z.strictObject({
      state: z.enum(['open', 'resolved']).optional(),
      seen: z.int().min(0).optional().meta({
        description:
          'Number of the last message that you have seen: a conversation in which the visitor has written since is not resolved',
      }),
      snoozedUntil: timestampSchema.optional().meta({ description: 'A reply of the visitor ends it earlier' }),
      assigneeId: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'A member of the workspace, who then speaks; null: the conversation waits in the queue' }),
      teamId: z.string().max(100).nullable().optional().meta({
        description:
          'Without `assigneeId`, the conversation waits in the queue of this team, which assigns it to a member if it does so by itself; null: it waits for anybody',
      }),
    }),
    bodyLimit: 'chat',
    response: z.object(changed),
    errors: [...errors, 'member_not_found', 'team_not_found', 'session_ended'],
  },
  returnConversation: {
    id: 'returnConversation',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/inbox/{sessionId}/return',
    summary: 'Let the bot speak again: at the block that waits, at a group, or after asking a group',
    auth: 'write',
    needs: 'inbox.use',
    params,
    body: z.strictObject({
      group: z.string().max(200).optional().meta({ description: 'Id or title', example: 'Book a slot' }),
      returns: z.boolean().optional().meta({ description: 'The bot comes back to the block that waits afterwards' }),
    }),
    bodyLimit: 'chat',
    response: z.object(changed),
    errors: [...errors, 'start_group_not_found'],
  },
  reportTyping: {
    id: 'reportTyping',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/inbox/{sessionId}/typing',
    summary: 'Show for a few seconds that you type: to others in the inbox, and to the visitor if you speak with them',
    auth: 'write',
    needs: 'inbox.use',
    params,
    body: z.strictObject({
      kind: z.enum(['person', 'note']).default('person').meta({ description: 'A visitor does not see it for a note' }),
    }),
    bodyLimit: 'chat',
    isReadOnly: true,
    response: successSchema,
    errors,
  },
  followInbox: {
    id: 'followInbox',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/inbox/events',
    summary:
      'Server-sent events: `changed` with a conversation of the inbox after each change and message, `typing`, and `mentioned` after a note that mentions you',
    auth: 'read',
    needs: 'inbox.use',
    params: workspaceParams,
    response: z.string(),
    contentType: 'text/event-stream',
    errors: ['workspace_not_found', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>
