import { extension, promptNames, shownInputTypes } from '@colloquy/flow'
import * as z from 'zod'
import { richTextNodeSchema } from './rich-text.js'

const textContentSchema = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('richText'),
      richText: z.array(richTextNodeSchema),
      html: z.string(),
      plainText: z.string(),
    })
    .meta({ id: 'RichTextContent' }),
  z
    .object({ type: z.literal('markdown'), markdown: z.string(), plainText: z.string() })
    .meta({ id: 'MarkdownContent' }),
])

/** One message of a bot, as a client shows it. `id` is the id of the block that sent it. */
export const messageSchema = z
  .discriminatedUnion('type', [
    z.object({ id: z.string(), type: z.literal('text'), content: textContentSchema }).meta({ id: 'TextMessage' }),
    z
      .object({
        id: z.string(),
        type: z.literal('image'),
        content: z.object({
          url: z.string().optional(),
          clickLink: z.object({ url: z.string().optional(), alt: z.string().optional() }).optional(),
        }),
      })
      .meta({ id: 'ImageMessage' }),
    z
      .object({
        id: z.string(),
        type: z.literal('video'),
        content: z.object({
          url: z.string().optional(),
          id: z.string().optional(),
          type: z.enum(['url', 'youtube', 'vimeo', 'tiktok', 'gumlet']).optional(),
          height: z.number().optional(),
          aspectRatio: z.string().optional(),
          maxWidth: z.string().optional(),
          queryParamsStr: z.string().optional(),
          areControlsDisplayed: z.boolean().optional(),
          isAutoplayEnabled: z.boolean().optional(),
          captionsUrl: extension(
            z.string().optional().meta({ description: 'A WebVTT file, of a video that is a file' }),
          ),
          captionsLanguage: extension(z.string().optional().meta({ description: 'A language tag, such as en' })),
        }),
      })
      .meta({ id: 'VideoMessage' }),
    z
      .object({
        id: z.string(),
        type: z.literal('audio'),
        content: z.object({
          url: z.string().optional(),
          isAutoplayEnabled: z.boolean().optional(),
          transcript: extension(z.string().optional().meta({ description: 'The spoken words, as plain text' })),
        }),
      })
      .meta({ id: 'AudioMessage' }),
    z
      .object({
        id: z.string(),
        type: z.literal('embed'),
        content: z.object({
          url: z.string().optional(),
          height: z.number().optional(),
          waitForEvent: z
            .object({
              isEnabled: z.boolean().optional(),
              name: z.string().optional(),
              saveDataInVariableId: z.string().optional(),
            })
            .optional(),
        }),
      })
      .meta({ id: 'EmbedMessage' }),
    z
      .object({
        id: z.string(),
        type: z.literal('custom-embed'),
        content: z.object({
          url: z.string().optional(),
          initFunction: z.object({ args: z.record(z.string(), z.unknown()), content: z.string() }),
          waitForEventFunction: z.object({ args: z.record(z.string(), z.unknown()), content: z.string() }).optional(),
        }),
      })
      .meta({ id: 'CustomEmbedMessage' }),
  ])
  .meta({ id: 'ChatMessage' })

export type Message = z.infer<typeof messageSchema>
export type TextMessageContent = z.infer<typeof textContentSchema>

/** The next expected input: the block as stored, with its variables expanded and its items filtered. */
export const inputSchema = z
  .object({
    id: z.string(),
    type: z.enum(shownInputTypes),
    outgoingEdgeId: z.string().optional(),
    options: z.looseObject({ variableId: z.string().optional() }).optional(),
    items: z.array(z.looseObject({ id: z.string() })).optional(),
    prefilledValue: z.string().optional(),
    prompt: extension(z.enum(promptNames).optional()),
    runtimeOptions: z
      .object({ paymentIntentSecret: z.string(), amountLabel: z.string(), publicKey: z.string() })
      .optional(),
  })
  .meta({ id: 'ChatInput' })

export type Input = z.infer<typeof inputSchema>

/** Causes of the logs of a run. The engine says of each where else an author sees it. */
const logCauses = [
  'missing-option',
  'missing-credentials',
  'unknown-block',
  'block-without-effect',
  'turn-limit',
  'missing-target',
  'missing-bot',
  'refused-address',
  'refused-request',
  'invalid-address',
  'invalid-time-zone',
  'invalid-date-format',
  'invalid-number',
  'invalid-payment',
  'wrong-attribute',
  'unread-part',
  'failed-code',
  'failed-block',
  'full-session',
  'service-answer',
  'preview',
  'report',
  'unexpected-message',
] as const

export type LogCause = (typeof logCauses)[number]

/** An event during a turn, for the author. `details` is text. */
export const logSchema = z
  .object({
    status: z.enum(['error', 'success', 'info']).optional(),
    description: z.string(),
    details: z.string().optional(),
    context: z.string().optional(),
    cause: extension(z.enum(logCauses).optional().meta({ description: 'In previews only' })),
    blockId: extension(
      z
        .string()
        .optional()
        .meta({ description: 'The block that wrote it, in this bot or a linked one. In previews only' }),
    ),
  })
  .meta({ id: 'ChatLog' })

/** A log as blocks write it. `isPrivate`: it describes calls, emails or failures of code, which only authors may see. */
export type Log = z.infer<typeof logSchema> & { isPrivate?: boolean }
