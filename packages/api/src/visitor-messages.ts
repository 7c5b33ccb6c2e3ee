import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { entrySchema } from './inbox.js'
import { sessionParams, successSchema } from './shapes.js'

const ofVisitors = {
  auth: 'none',
  isForVisitors: true,
  isReadByPages: true,
  isGuessable: true,
  params: sessionParams,
} as const
const errors = ['session_not_found', 'origin_not_allowed', 'workspace_suspended', 'too_many_requests'] as const

/** Characters of the comment on a rating. */
export const maxRatingComment = 2_000

/** Operations by which visitors follow and rate the people who speak in place of the bot. */
export const visitorMessageEndpoints = {
  listMessages: {
    id: 'listMessages',
    method: 'GET',
    path: '/api/v1/sessions/{sessionId}/messages',
    summary: 'List what was said beside the turns of the bot, oldest first, without notes',
    ...ofVisitors,
    rate: 'repliesPerMinute',
    query: z.object({
      after: z.coerce.number().int().min(0).default(0).meta({ description: '`last` of the call before' }),
    }),
    response: z.object({
      messages: z.array(
        entrySchema.omit({ authorId: true }).extend({
          turn: z
            .unknown()
            .optional()
            .meta({ description: 'In an event of a hand-back: the response of the bot at its group' }),
        }),
      ),
      last: z.int().meta({ description: 'Number of the last message' }),
      heldBy: z
        .object({ by: z.enum(['queue', 'person', 'elsewhere']), name: z.string().nullable() })
        .nullable()
        .meta({ description: 'Null while the bot speaks' }),
      isFollowed: z.boolean().meta({ description: 'A person may speak at any time: follow the events' }),
    }),
    errors,
  },
  followMessages: {
    id: 'followMessages',
    method: 'GET',
    path: '/api/v1/sessions/{sessionId}/messages/events',
    summary:
      'Server-sent events: `changed` when there is something new in the list of messages, and `typing` while a person types',
    ...ofVisitors,
    response: z.string(),
    contentType: 'text/event-stream',
    errors,
  },
  getRating: {
    id: 'getRating',
    method: 'GET',
    path: '/api/v1/sessions/{sessionId}/rating',
    summary: 'Get whether the visitor may rate the conversation: once, after a person has resolved it',
    ...ofVisitors,
    rate: 'repliesPerMinute',
    response: z.object({ mayRate: z.boolean(), rating: z.int().nullable() }),
    errors,
  },
  rateConversation: {
    id: 'rateConversation',
    method: 'POST',
    path: '/api/v1/sessions/{sessionId}/rating',
    summary: 'Rate a conversation that a person has resolved, once',
    ...ofVisitors,
    rate: 'repliesPerMinute',
    body: z.strictObject({
      rating: z.int().min(1).max(5).meta({ description: '5 is best' }),
      comment: z.string().trim().max(maxRatingComment).optional().meta({ example: 'Ana was very helpful.' }),
    }),
    bodyLimit: 'chat',
    response: successSchema,
    errors: [...errors, 'rating_not_expected'],
  },
  reportVisitorTyping: {
    id: 'reportVisitorTyping',
    method: 'POST',
    path: '/api/v1/sessions/{sessionId}/typing',
    summary: 'Show for a few seconds to the person who answers that the visitor types',
    ...ofVisitors,
    rate: 'repliesPerMinute',
    isReadOnly: true,
    response: successSchema,
    errors,
  },
} as const satisfies Record<string, Endpoint>
