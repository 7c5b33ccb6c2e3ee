import { extension, settingsSchema, themeSchema } from '@colloquy/flow'
import * as z from 'zod'
import { channelTurnSchema, previewChannelSchema } from './channel-turn.js'
import { clientActionSchema } from './client-action.js'
import { inputSchema, logSchema, messageSchema } from './message.js'
import { replyMessageSchema, textFormatSchema } from './reply.js'

/** Body of a live start. */
export const startChatBodySchema = z.object({
  message: replyMessageSchema.optional().meta({ example: 'Hello' }),
  resultId: z.string().optional(),
  isStreamEnabled: z.boolean().default(false),
  isOnlyRegistering: z.boolean().default(false),
  prefilledVariables: z.record(z.string(), z.unknown()).optional(),
  textBubbleContentFormat: textFormatSchema.default('richText'),
  contact: extension(
    z
      .object({ id: z.string().max(254), hash: z.string().max(200) })
      .optional()
      .meta({
        description:
          'The visitor as the page knows them: an id, and its HMAC-SHA256 in hex with the secret of the workspace. Ignored if the hash is wrong',
      }),
  ),
})

const groupStartSchema = z.object({ type: z.literal('group'), groupId: z.string() })
const eventStartSchema = z.object({ type: z.literal('event'), eventId: z.string() })

/** A place in the flow at which a preview starts. */
export const startPositionSchema = z.discriminatedUnion('type', [groupStartSchema, eventStartSchema])

/** Replies that replace recorded ones, each applied to the conversation that results from the previous ones. */
export const otherRepliesSchema = z
  .array(z.object({ turn: z.int().min(1).max(10_000), text: z.string().max(10_000) }))
  .max(20)

const resultStartSchema = z.object({
  type: z.literal('result'),
  resultId: z.string(),
  turn: z.int().min(0).max(10_000).meta({ description: 'The turn after which it continues, counted from 0' }),
  replies: otherRepliesSchema.optional(),
})

/** Body of a preview start: the draft runs, nothing is recorded as a result. */
export const previewStartBodySchema = startChatBodySchema.omit({ resultId: true, contact: true }).extend({
  sessionId: z.string().optional(),
  startFrom: z
    .discriminatedUnion('type', [groupStartSchema, eventStartSchema, resultStartSchema])
    .optional()
    .meta({ description: 'A group, an event, or the conversation of a result with the state that it had then' }),
  isProgressBarEnabled: z.boolean().optional(),
  channel: extension(
    previewChannelSchema.optional().meta({
      description:
        'Runs the draft as a conversation in a messaging app, without sending anything: each turn has what would be sent',
    }),
  ),
})

export const continueChatBodySchema = z.object({
  message: replyMessageSchema.nullish().meta({ example: 'Hello' }),
  textBubbleContentFormat: textFormatSchema.default('richText'),
})

/** Response of every turn. Absent keys are omitted. */
export const continueChatResponseSchema = z
  .object({
    messages: z.array(messageSchema),
    lastMessageNewFormat: z.string().optional(),
    input: inputSchema.optional(),
    clientSideActions: z.array(clientActionSchema).optional(),
    logs: z.array(logSchema).optional(),
    dynamicTheme: z
      .object({
        hostAvatarUrl: z.string().optional(),
        guestAvatarUrl: z.string().optional(),
        backgroundUrl: z.string().optional(),
      })
      .meta({ id: 'DynamicTheme' })
      .optional(),
    progress: z.number().min(0).max(100).optional(),
    noAnswer: extension(
      z
        .object({
          waitId: z.string(),
          after: z.number().meta({ description: 'Milliseconds' }),
        })
        .meta({
          id: 'Wait',
          description: 'Time without an answer after which the flow continues',
        })
        .optional(),
    ),
    isFollowed: extension(
      z.literal(true).optional().meta({
        description: 'A person may speak at any time: read the messages of the session, and follow their events',
      }),
    ),
    channel: extension(
      channelTurnSchema.optional().meta({ description: 'Present in previews on a channel: what would be sent there' }),
    ),
    isIgnored: extension(z.literal(true).optional().meta({ description: 'A late press that has no effect' })),
    heldBy: extension(
      z
        .object({
          by: z.enum(['queue', 'person', 'elsewhere']),
          name: z.string().optional().meta({ description: 'Name of the person', example: 'Ana' }),
        })
        .optional()
        .meta({ description: 'Present while somebody other than the bot speaks: the message was stored for them' }),
    ),
  })
  .meta({ id: 'ChatTurn' })

export const startChatResponseSchema = continueChatResponseSchema
  .extend({
    sessionId: z.string(),
    resultId: z.string().optional(),
    bot: z
      .object({
        id: z.string(),
        version: z.string(),
        theme: themeSchema,
        settings: settingsSchema,
        publishedAt: z.string().optional(),
      })
      .meta({ id: 'StartedBot' }),
  })
  .meta({ id: 'StartedChat' })
