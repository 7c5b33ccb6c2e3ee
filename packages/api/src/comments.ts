import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams, timestampSchema } from './shapes.js'

const params = z.object({ botId: z.string(), commentId: z.string() })

const personSchema = z.object({ id: z.string(), name: z.string().nullable() })

const commentSchema = z
  .object({
    id: z.string(),
    threadId: z.string().meta({ description: 'The first comment of its thread, which is itself when it began one' }),
    groupId: z.string(),
    blockId: z.string().nullable().meta({ description: 'Null when it is about the group' }),
    author: personSchema.nullable().meta({ description: 'Null when they have no account any more' }),
    text: z.string().meta({ description: 'A mention is `<@id>` with the id of a person' }),
    mentions: z
      .array(personSchema)
      .meta({ description: 'The mentioned people. The name is null when they have no account any more, or no name' }),
    createdAt: timestampSchema,
    resolvedAt: timestampSchema.nullable().meta({ description: 'Of the first one of a thread' }),
  })
  .meta({ id: 'Comment' })

/** Comments that the people who build a bot leave on it. */
export const commentEndpoints = {
  listComments: {
    id: 'listComments',
    method: 'GET',
    path: '/api/v1/bots/{botId}/comments',
    summary: 'List what was said about the groups and blocks of a bot, oldest first; of more than 2000 the newest',
    auth: 'read',
    needs: 'bot.readComments',
    params: botParams,
    response: z.object({
      comments: z.array(commentSchema),
      readAt: timestampSchema
        .nullable()
        .meta({ description: 'The time up to which you have read them; null if you have read none' }),
    }),
    errors: ['bot_not_found'],
  },
  readComments: {
    id: 'readComments',
    method: 'PUT',
    path: '/api/v1/bots/{botId}/comments/read',
    summary: 'Record that you have read the comments up to a time. An earlier time changes nothing',
    auth: 'write',
    needs: 'bot.comment',
    params: botParams,
    body: z.strictObject({
      until: z.iso
        .datetime({ offset: true })
        .meta({ description: 'The time of the newest comment that you have seen' }),
    }),
    bodyLimit: 'chat',
    response: z.object({ readAt: timestampSchema }),
    errors: ['bot_not_found'],
  },
  listMentionable: {
    id: 'listMentionable',
    method: 'GET',
    path: '/api/v1/bots/{botId}/comments/people',
    summary: 'List the people whom your comments may mention: those with access to the bot whom you may see',
    auth: 'read',
    needs: 'bot.readComments',
    params: botParams,
    response: z.object({
      people: z.array(
        personSchema.extend({
          email: z.string().nullable().meta({ description: 'Null for callers who may only read the bot' }),
        }),
      ),
    }),
    errors: ['bot_not_found'],
  },
  addComment: {
    id: 'addComment',
    method: 'POST',
    path: '/api/v1/bots/{botId}/comments',
    summary: 'Comment on a group or a block, or answer in a thread. Everyone with access to the bot may comment',
    auth: 'write',
    needs: 'bot.comment',
    params: botParams,
    body: z.strictObject({
      groupId: z.string().max(300),
      blockId: z.string().max(300).nullable().default(null),
      threadId: z.string().max(300).optional().meta({ description: 'The thread that it answers in; none begins one' }),
      text: z.string().trim().min(1).max(4000).meta({
        description:
          'A mention is `<@id>` with the id of a person from listMentionable, who gets an email; other ids remain text',
      }),
    }),
    bodyLimit: 'chat',
    response: z.object({ comment: commentSchema }),
    errors: ['bot_not_found', 'comment_not_found', 'quota_reached', 'bot_quota_reached'],
  },
  updateComment: {
    id: 'updateComment',
    method: 'PATCH',
    path: '/api/v1/bots/{botId}/comments/{commentId}',
    summary: 'Resolve or reopen a thread by its first comment',
    auth: 'write',
    needs: 'bot.comment',
    params,
    body: z.strictObject({ isResolved: z.boolean() }),
    bodyLimit: 'chat',
    response: z.object({ comment: commentSchema }),
    errors: ['bot_not_found', 'comment_not_found'],
  },
  deleteComment: {
    id: 'deleteComment',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/comments/{commentId}',
    summary: 'Delete a comment of one’s own; with the first one of a thread its answers go',
    auth: 'write',
    needs: 'bot.comment',
    params,
    response: z.object({ comment: commentSchema }),
    errors: ['bot_not_found', 'comment_not_found', 'forbidden'],
  },
} as const satisfies Record<string, Endpoint>
